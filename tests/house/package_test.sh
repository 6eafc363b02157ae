#!/usr/bin/env bash
# scripts/package makes a package for Debian: lintian has nothing to say, the same build gives the same bytes, no file
# holds a path of the machine that built it, and its files work where the package is unpacked.
set -euo pipefail
source="$1"
[ "$(readlink -f "$2")" = "$(readlink -f "$source")/build/release" ] || { echo "skipped: packages are made of build/release"; exit 77; }
for tool in cpack lintian dpkg-shlibdeps file; do
    command -v "$tool" >/dev/null || { echo "skipped: there is no $tool; scripts/install-packages package installs it"; exit 77; }
done
place="$(mktemp -d)"
trap 'rm -rf "$place"' EXIT
status=0
complain() {
    echo "$1" >&2
    status=1
}

package="$("$source/scripts/package" | tail -n 1)"
cp "$package" "$place/first.deb"
# Without compression, which takes most of the time.
(umask 077 && DPKG_DEB_COMPRESSOR_TYPE=none "$source/scripts/package" >/dev/null)
for part in --fsys-tarfile --ctrl-tarfile; do
    cmp <(dpkg-deb $part "$place/first.deb") <(dpkg-deb $part "$package") || complain "the same build gave two packages that differ"
done
cp "$place/first.deb" "$package"
lintian --allow-root --fail-on error,warning "$package" || complain "lintian found errors or warnings"

dpkg-deb --extract "$package" "$place/root"
dpkg-deb --control "$package" "$place/control"
(cd "$place/root" && md5sum --quiet --check "$place/control/md5sums") || complain "checksums differ"
while IFS= read -r file; do
    complain "${file#"$place/root"} holds a path of the machine that built it"
done < <(grep -rlaF -e "$(readlink -f "$source")/" -e "$2" "$place/root")
[ -z "$(find "$place/root" ! -type l -perm /022)" ] || complain "others may write to files of the package"
[ -z "$(find "$place/root" -mindepth 1 -newermt "@$(git -C "$source" log -1 --format=%ct 2>/dev/null || date +%s)")" ] ||
    complain "files are younger than the last commit"

# What a distribution asks of programs.
hardened() {
    local file="$1" about dynamic symbols
    about="$(readelf --wide --file-header --program-headers "$file")"
    dynamic="$(readelf --wide --dynamic "$file")"
    symbols="$(readelf --wide --dyn-syms "$file")"
    [[ $about == *"DYN ("* ]] || complain "$file runs at a fixed address"
    [[ $about == *GNU_RELRO* ]] || complain "$file keeps its tables writable"
    [[ $about != *"GNU_STACK"*RWE* ]] || complain "$file has a stack that can be executed"
    [[ $dynamic == *BIND_NOW* || $dynamic == *"Flags: NOW"* ]] || complain "$file looks up functions late"
    [[ $symbols == *__stack_chk_fail* ]] || complain "$file does not guard its stack"
    [[ $symbols == *_chk@GLIBC* ]] || complain "$file does not check the bounds of the C library"
    [[ $dynamic != *RPATH* && $dynamic != *RUNPATH* ]] || complain "$file looks for libraries in a folder of its own"
}
hardened "$place/root/usr/bin/arenascope"
hardened "$(echo "$place"/root/usr/lib/python3/dist-packages/arenascope/_native.*.so)"

unset DISPLAY WAYLAND_DISPLAY
export QT_QPA_PLATFORM=offscreen LC_ALL=C.UTF-8 XDG_CONFIG_HOME="$place/settings"
program="$place/root/usr/bin/arenascope"
samples="$place/root/usr/share/arenascope/samples"
[ "$("$program" --version | head -n 1)" = "arenascope $(dpkg-deb --field "$package" Version | sed 's/-1$//')" ] ||
    complain "the package has another version than its program"
"$program" plan "$samples/mobile_vision.json" -o "$place/plan.json" >/dev/null || complain "the program does not plan"
"$program" export "$place/plan.json" -o "$place/plan.png" || complain "the program exports no picture"
modules="$place/root/usr/lib/python3/dist-packages"
PYTHONPATH="$modules" PYTHONDONTWRITEBYTECODE=1 /usr/bin/python3 - "$samples/mobile_vision.json" <<'END' || complain "Python cannot plan"
import sys
import arenascope, arenascope_recorder
assert arenascope.plan(arenascope.Problem.read(sys.argv[1])).peak > 0
END
for part in share/applications/*.desktop share/metainfo/*.metainfo.xml share/mime/packages/*.xml share/icons/hicolor/scalable/apps/*.svg \
    share/man/man1/arenascope-plan.1.gz share/doc/arenascope/copyright share/doc/arenascope/changelog.Debian.gz \
    share/bash-completion/completions/arenascope share/zsh/vendor-completions/_arenascope \
    share/fish/vendor_completions.d/arenascope.fish include/arenascope/plan.h lib/libarenascope-core.a \
    lib/cmake/Arenascope/ArenascopeConfig.cmake; do
    compgen -G "$place/root/usr/$part" >/dev/null || complain "the package does not have $part"
done
exit $status
