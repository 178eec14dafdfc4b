# Installing Debian packages. To be sourced by a bash script:
#
#   install_packages NAME...   installs them, asking for root where that is needed; does
#                              nothing without names
#   install_absent NAME...     the same for those that are not installed
#   need NAME COMMAND...       puts a package on the list `missing` if the command fails
#   debian_source FOLDER NAME  fetches the sources of a package as its authors made them,
#                              and says where they are
#   debian_system FOLDER ARCHITECTURE NAME...
#                              unpacks packages of another architecture, and what they
#                              depend on, into FOLDER: nothing is installed. FOLDER/DEBIAN
#                              has what dpkg-shlibdeps asks of their libraries
#   run_by_qemu MACHINE        lets the kernel start programs of another machine, by qemu
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

# Where this system's packages come from, and the name of its release.
debian_archive() {
  local found
  found=$(sed -n 's/^URIs: *//p; s/^deb [^h]*\(http[^ ]*\).*/\1/p' \
    /etc/apt/sources.list.d/debian.sources /etc/apt/sources.list 2>/dev/null |
    head -n 1) || true
  echo "${found:-http://deb.debian.org/debian}"
}
debian_codename() { (. /etc/os-release && echo "$VERSION_CODENAME"); }

# apt_elsewhere FOLDER TYPE OPTION... : sets `apt`, a command whose lists and packages lie
# in FOLDER.
apt_elsewhere() {
  local folder=$1
  mkdir -p "$folder"/{lists,cache/archives}/partial
  : >"$folder/status"
  echo "$2 [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg]" \
    "$(debian_archive) $(debian_codename) main" >"$folder/sources.list"
  apt=(apt-get -q -q -o "Dir::Etc::sourcelist=$folder/sources.list"
    -o Dir::Etc::sourceparts=- -o "Dir::State::lists=$folder/lists"
    -o "Dir::State::status=$folder/status" -o "Dir::Cache=$folder/cache"
    -o APT::Sandbox::User=root "${@:3}")
  "${apt[@]}" update >&2
}

debian_source() {
  local folder=$1 name=$2 apt
  apt_elsewhere "$folder/apt" deb-src
  (cd "$folder/apt" && "${apt[@]}" source --download-only "$name" >&2)
  mkdir -p "$folder/$name"
  tar -x -f "$(find "$folder/apt" -name "${name}_*.orig.tar.*" ! -name '*.asc')" \
    -C "$folder/$name"
  # Most have one folder around them.
  local top=("$folder/$name"/*)
  [[ ${#top[@]} -eq 1 ]] || top=("$folder/$name")
  echo "${top[0]}"
}

debian_system() {
  local folder=$1 machine=$2 work apt package place
  shift 2
  work=$(mktemp -d)
  apt_elsewhere "$work" deb -o "APT::Architecture=$machine" -o "APT::Architectures::=$machine"
  "${apt[@]}" install --yes --no-install-recommends --download-only "$@" >&2
  mkdir -p "$folder/DEBIAN"
  for package in "$work"/cache/archives/*.deb; do
    dpkg -x "$package" "$folder"
    dpkg -e "$package" "$work/control"
    cat "$work/control/shlibs" >>"$folder/DEBIAN/shlibs" 2>/dev/null || true
    cat "$work/control/symbols" >>"$folder/DEBIAN/symbols" 2>/dev/null || true
    rm -r "$work/control"
  done
  # Links of libraries name folders of that system.
  find "$folder" -type l -lname '/*' ! -lname "$folder/*" -printf '%p %l\n' | while read -r package place; do
    ln -sfn "$folder$place" "$package"
  done
  rm -r "$work"
}

run_by_qemu() {
  local kernel=/proc/sys/fs/binfmt_misc
  [[ -e $kernel/register ]] || mount -t binfmt_misc binfmt_misc "$kernel"
  [[ -e $kernel/qemu-$1 ]] || cat "/usr/lib/binfmt.d/qemu-$1.conf" >"$kernel/register"
}
