"""Runs what README.md and docs/*.md show, and follows the links of every page.

    examples.py PROGRAM REPOSITORY [PAGE...]

Each page has a home folder of its own, with the sample workspace in ~/sample (a git repository, as of
15 May 2026), its conversations in ~/pyramid/sample-workspace, and that of tests/layers in ~/juniper.
The ```console blocks of a page run from top to bottom in one shell, which begins in ~/sample. Below a
line `$ command` stands what it prints: `...` alone on a line is any number of lines, `…` in a line is
any text, ids of commits may differ. Where nothing stands below, it prints nothing; `...` alone is
no answer. `# exit code 4` after a command says that it ends with 4. What cannot run here is marked
```sh not run: REASON.

```cpp blocks stand in examples/, which a build compiles; ```yaml blocks with settings are read as
pyramid.yaml, ```json blocks as JSON. HACKING.md, training/ and integrations/ are held to the same,
and to their links; docs/ has at most 200,000 bytes without docs/measured/, docs/design.md 12,288.
"""

import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

from links import FENCE, dead_links

NOW = "2026-05-15T09:00:00Z"
MARK = "\x1e"
PAGES_BYTES = 200_000
DESIGN_BYTES = 12_288
wrong = []


def blocks(page):
    """(first line, fence word, lines) of each fenced block."""
    word, begin, lines = None, 0, []
    for number, line in enumerate(page.read_text(encoding="utf-8").split("\n"), 1):
        if word is None and FENCE.match(line):
            word, begin, lines = line[3:].strip(), number + 1, []
        elif word is not None and FENCE.match(line):
            yield begin, word, lines
            word = None
        elif word is not None:
            lines.append(line)


def examples(page):
    """[line, command, lines that it is said to print] of each command in the ```console blocks."""
    found = []
    for begin, word, lines in blocks(page):
        if word != "console":
            continue
        goes_on = False
        for number, line in enumerate(lines, begin):
            if goes_on:
                found[-1][1] += "\n" + line
            elif line.startswith("$ "):
                found.append([number, line[2:], []])
            elif found and found[-1][0] >= begin:
                found[-1][2].append(line)
            else:
                wrong.append(f"{page.name}:{number}: a console block begins with `$ `")
            goes_on = (goes_on or line.startswith("$ ")) and line.endswith("\\")
    return found


def comparable(line):
    line = re.sub(r"\(on [^)]*\)", "(on laptop)", line)
    return re.sub(r"\b[0-9a-f]{7,40}\b", "0000000", line).rstrip()


def is_shown(shown, printed):
    """Whether `printed` is what `shown` says, both as lists of comparable lines."""
    if not shown:
        return not printed
    if shown[0] in ("...", "…"):
        return any(is_shown(shown[1:], printed[i:]) for i in range(len(printed) + 1))
    if not printed:
        return False
    pattern = ".*".join(re.escape(part) for part in shown[0].split("…"))
    return bool(re.fullmatch(pattern, printed[0])) and is_shown(shown[1:], printed[1:])


def environment_in(home):
    return {"HOME": str(home), "PATH": f"{home}/bin:/usr/bin:/bin", "TZ": "UTC", "LANG": "C.UTF-8",
            "EDITOR": "true", "GIT_CONFIG_NOSYSTEM": "1"}


def make_home(home, program, repository):
    (home / "bin").mkdir(parents=True)
    wrapper = home / "bin" / "pyramid"
    wrapper.write_text(f'#!/bin/sh\ncase " $* " in *" --now "*) exec "{program}" "$@" ;; esac\n'
                       f'exec "{program}" "$@" --now {NOW}\n')
    wrapper.chmod(0o755)
    (home / "pyramid").mkdir()
    (home / "pyramid" / "sample-workspace").symlink_to(repository / "sample-workspace")
    (home / "pyramid" / "schema").symlink_to(repository / "schema")
    (home / ".gitconfig").write_text("[user]\nname = Elin\nemail = elin@example.org\n"
                                     "[init]\ndefaultBranch = main\n")
    for name, golden in (("sample", "sample-workspace"), ("juniper", "tests/layers")):
        shutil.copytree(repository / golden / "workspace", home / name)
        subprocess.run(f"git init -q && git add -A && git commit -qm 'memory: the {name}'",
                       shell=True, cwd=home / name, env=environment_in(home), check=True)


def run_page(page, where, template, counts):
    commands = examples(page)
    if not commands:
        return
    # A hook may have left a capture at work, which ends by itself.
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        home = Path(folder) / "home"
        subprocess.run(["cp", "-a", template, home], check=True)
        environment = environment_in(home)
        script = "".join(f"{command}\nprintf '{MARK}%d{MARK}' $?\n" for _, command, _ in commands)
        ran = subprocess.run(["bash", "-c", "exec 2>&1 </dev/null\n" + script], cwd=home / "sample",
                             env=environment, capture_output=True, text=True, timeout=300)
        parts = ran.stdout.split(MARK)
    for (number, command, shown), printed, code in zip(commands, parts[0::2], parts[1::2]):
        place = f"{where}:{number}"
        expected = re.search(r"# exit code (\d+)", command)
        if int(code) != int(expected.group(1) if expected else 0):
            wrong.append(f"{place}: `{command}` ends with {code}:\n{printed}")
        text = printed.replace(str(home), "~")
        lines = [comparable(line) for line in text.rstrip("\n").split("\n")]
        while shown and not shown[-1]:
            shown.pop()
        if shown == ["..."]:
            wrong.append(f"{place}: `{command}`: nothing that it prints is compared:\n{text}")
        if not is_shown([comparable(line) for line in shown or [""]], lines):
            wrong.append(f"{place}: `{command}` prints something else:\n{text}")
        counts["compared" if shown else "silent"] += 1
    if len(parts) < 2 * len(commands):
        wrong.append(f"{where}: the shell ended early:\n{parts[-1]}")


def check_code(page, where, repository, counts):
    sources = "".join(one.read_text() for one in sorted((repository / "examples").glob("*.cpp")))
    known = {line.strip() for line in sources.split("\n")}
    for begin, word, lines in blocks(page):
        if word.startswith("sh"):
            counts["not run"] += sum(line.startswith("$ ") for line in lines)
            if not re.match(r"sh not run: \w", word):
                wrong.append(f"{where}:{begin}: a block ```sh says why it is not run")
        if word == "json":
            check_json(where, begin, "\n".join(lines))
        if word == "cpp":
            counts["lines of C++"] += len(lines)
            wrong.extend(f"{where}:{number}: no line of examples/: {line}"
                         for number, line in enumerate(lines, begin) if line.strip() not in known)


def check_json(where, begin, text):
    try:
        json.loads(text)
    except ValueError as error:
        wrong.append(f"{where}:{begin}: no JSON: {error}")


def check_sizes(docs):
    whole = sum(page.stat().st_size for page in docs.glob("*.md"))
    if whole > PAGES_BYTES:
        wrong.append(f"docs/*.md have {whole} bytes, above {PAGES_BYTES}")
    if (size := (docs / "design.md").stat().st_size) > DESIGN_BYTES:
        wrong.append(f"design.md has {size} bytes, above {DESIGN_BYTES}")


def check_settings(page, program, repository, counts):
    for begin, word, lines in blocks(page):
        if word != "yaml" or any(line.startswith("as_of:") for line in lines):
            continue
        counts["settings"] += 1
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "pyramid.yaml").write_text("\n".join(lines) + "\n")
            ran = subprocess.run([program, "status", "-w", folder, "--now", NOW], text=True,
                                 env={"HOME": folder, "PATH": "/usr/bin:/bin"}, capture_output=True)
        if "pyramid.yaml" in ran.stderr:
            wrong.append(f"{page.name}:{begin}: {ran.stderr}")


def main(program, repository, names):
    repository = Path(repository).resolve()
    program = str(Path(program).resolve())
    run = [repository / "README.md", *sorted((repository / "docs").glob("*.md"))]
    others = [repository / "HACKING.md", repository / "training/README.md",
              *sorted((repository / "docs/measured").glob("*.md")),
              *sorted((repository / "integrations").glob("*/README.md"))]
    with tempfile.TemporaryDirectory() as folder:
        template = Path(folder) / "home"
        make_home(template, program, repository)
        for page in [*run, *others]:
            where = str(page.relative_to(repository))
            if names and where not in names:
                continue
            counts = Counter()
            if page in run:
                run_page(page, where, template, counts)
            elif examples(page):
                wrong.append(f"{where}: ```console blocks run on README.md and docs/*.md alone")
            check_code(page, where, repository, counts)
            check_settings(page, program, repository, counts)
            wrong.extend(dead_links(page))
            kinds = ", ".join(f"{n} {what}" for what, n in counts.items() if n)
            print(f"{where}: {kinds or '-'}")
    wrong.extend(dead_links(repository / "CHANGELOG.md"))
    check_sizes(repository / "docs")
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2], sys.argv[3:]))
