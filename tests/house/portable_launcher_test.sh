#!/usr/bin/env bash
# The launcher of the portable archive starts the program where it can run. Elsewhere it says in a sentence what is
# missing, before the loader would.
set -euo pipefail
place="$(mktemp -d)"
trap 'rm -rf "$place"' EXIT
folder="$place/a folder"
mkdir -p "$folder/bin" "$place/tools"
sed -e 's|@machine@|x86_64|' -e 's|@loader@|/bin/sh|' "$1/packaging/portable/arenascope" >"$folder/arenascope"
printf '#!/bin/sh\nprintf started; printf "[%%s]" "$@"\n' >"$folder/bin/arenascope"
chmod +x "$folder/arenascope" "$folder/bin/arenascope"
for tool in sh readlink dirname head sed; do
    ln -s "$(command -v "$tool")" "$place/tools/$tool"
done
status=0

# tool NAME BODY: a program that says what it would on another system.
tool() {
    printf '#!/bin/sh\n%s\n' "$2" >"$place/tools/$1"
    chmod +x "$place/tools/$1"
}

# says CASE TEXT: the launcher prints a line with this text, and only this line.
says() {
    local said
    said="$(PATH="$place/tools" "$folder/arenascope" one 'two three' 2>&1)" || true
    if [[ $said != *"$2"* || $said == *$'\n'* ]]; then
        echo "$1: it says '$said' instead of '$2'" >&2
        status=1
    fi
}

started="started[one][two three]"
tool uname 'echo x86_64'
for version in 2.36 2.36.9000 2.41 2.100 3.0; do
    tool getconf "echo glibc $version"
    says "glibc $version" "$started"
done
for version in 2.9 2.31 2.35; do
    tool getconf "echo glibc $version"
    says "glibc $version" "arenascope: Arenascope needs glibc 2.36 (Debian 12, Ubuntu 24.04, Fedora 37 or newer), and this system has glibc $version."
done
tool getconf 'echo "getconf: GNU_LIBC_VERSION: unknown variable" >&2; exit 1'
tool ldd 'echo "musl libc (x86_64)" >&2; echo "Version 1.2.4" >&2; exit 1'
says "musl" "and this system has musl. Please build Arenascope from source."
tool ldd 'echo "ldd (Ubuntu GLIBC 2.35-0ubuntu3.8) 2.35"'
says "Ubuntu 22.04 without getconf" "and this system has glibc 2.35."
tool ldd 'echo "ldd (GNU libc) 2.39"'
says "Fedora 40 without getconf" "$started"
rm "$place/tools/getconf" "$place/tools/ldd"
says "neither getconf nor ldd" "$started"
tool uname 'echo aarch64'
says "another machine" "This build is for x86_64, and this machine is aarch64. Please build Arenascope from source."
tool uname 'echo x86_64'
sed -i 's|^loader=.*|loader=/lib/none.so|' "$folder/arenascope"
says "no loader" "and this system has no /lib/none.so. Please build Arenascope from source."
result=0
PATH="$place/tools" "$folder/arenascope" 2>/dev/null || result=$?
[ "$result" -eq 2 ] || { echo "the exit status is $result instead of 2" >&2; status=1; }
exit $status
