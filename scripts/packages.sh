# Installing Debian packages. To be sourced by a bash script:
#
#   install_packages NAME...   installs them, asking for root where that is needed; does
#                              nothing without names
#   install_absent NAME...     the same for those that are not installed
#   need NAME COMMAND...       puts a package on the list `missing` if the command fails
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
