# Sourced by ./demo, ./test and ./bench: installs what is missing of packages.txt, says so first.
#
# install_packages KIND...   KIND is the first word of a line of packages.txt.

install_packages() {
  local kinds="$*" missing="" kind package
  while read -r kind package; do
    case " $kinds " in *" $kind "*) ;; *) continue ;; esac
    if [ "$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null)" != installed ]; then
      missing="$missing $package"
    fi
  done < <(grep -v '^#' packages.txt)
  [ -n "$missing" ] || return 0

  local sudo=""
  if [ "$(id -u)" -ne 0 ]; then
    if command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; then
      sudo=sudo
    elif command -v sudo >/dev/null 2>&1 && [ -t 0 ]; then
      sudo=sudo
    else
      echo "Some Debian packages are missing. Ask an administrator to run:" >&2
      echo "  apt-get update && apt-get install --no-install-recommends$missing" >&2
      exit 1
    fi
  fi
  echo "Installing from Debian's packages:$missing"
  $sudo apt-get update -qq
  # shellcheck disable=SC2086
  $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
    $missing >/dev/null
}
