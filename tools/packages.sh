# Installing Debian packages. To be sourced by a bash script:
#
#   install_packages NAME...   installs them, asking for root where that is needed; does
#                              nothing without names
#   install_absent NAME...     the same for those that are not installed
#   need NAME COMMAND...       puts a package on the list `missing` if the command fails
#   jansson_source FOLDER      fetches the sources of jansson, and says where they are
missing=()
install_packages() {
  [[ $# -gt 0 ]] || return 0
  local root=()
  [[ $(id -u) -eq 0 ]] || root=(sudo)
  echo "installing $*"
  "${root[@]}" apt-get update -q
  DEBIAN_FRONTEND=noninteractive "${root[@]}" apt-get install -q -y \
    --no-install-recommends "$@"
}

install_absent() {
  local name absent=()
  for name in "$@"; do
    dpkg -s "$name" >/dev/null 2>&1 || absent+=("$name")
  done
  install_packages "${absent[@]}"
}

need() {
  local package=$1
  shift
  "$@" >/dev/null 2>&1 || missing+=("$package")
}

jansson_source() {
  local folder=$1 list=$1/apt
  mkdir -p "$list/lists/partial"
  local release archive
  release=$(. /etc/os-release && echo "$VERSION_CODENAME")
  archive=$(sed -n 's/^URIs: *//p; s/^deb [^h]*\(http[^ ]*\).*/\1/p' \
    /etc/apt/sources.list.d/debian.sources /etc/apt/sources.list 2>/dev/null |
    head -n 1) || true
  echo "deb-src ${archive:-http://deb.debian.org/debian} $release main" \
    >"$list/sources.list"
  local options=(-q -q -o "Dir::Etc::sourcelist=$list/sources.list"
    -o Dir::Etc::sourceparts=- -o "Dir::State::lists=$list/lists"
    -o APT::Sandbox::User=root)
  apt-get "${options[@]}" update >&2
  (cd "$list" && apt-get "${options[@]}" source --download-only jansson >&2)
  mkdir -p "$folder/jansson"
  tar -x -f "$list"/jansson_*.orig.tar.gz -C "$folder/jansson" --strip-components=1
  echo "$folder/jansson"
}
