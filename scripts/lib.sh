# Shared by the scripts: steps with their times, and what the system must have.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

packages=(
  libmicrohttpd-dev libcurl4-openssl-dev libjansson-dev libssl-dev libsqlite3-dev libyaml-dev libwslay-dev zlib1g-dev pkg-config curl
)

step() {
  local name=$1 start=$SECONDS
  shift
  printf '\n== %s\n' "$name"
  "$@"
  printf '== %s: %d s\n' "$name" $((SECONDS - start))
}

# Installs what is missing, and nothing when nothing is.
install_packages() {
  local missing=() package
  for package in "${packages[@]}" "$@"; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' || missing+=("$package")
  done
  if [ ${#missing[@]} -eq 0 ]; then
    echo "all system packages are here"
    return
  fi
  echo "installing ${missing[*]}"
  local sudo=()
  [ "$(id -u)" -eq 0 ] || sudo=(sudo)
  "${sudo[@]}" apt-get update -qq
  DEBIAN_FRONTEND=noninteractive "${sudo[@]}" apt-get install -y -qq "${missing[@]}" >/dev/null
}

need_swift() {
  if ! command -v swift >/dev/null; then
    echo "Swift 6.3 or later is needed: https://www.swift.org/install" >&2
    exit 1
  fi
}

# Every build for running or testing has the same flags, so that one does not undo another: plumbing that is many times
# slower when it is not optimized is optimized.
build() { SWITCHBOARD_OPTIMIZED_PLUMBING=1 swift build "$@"; }
