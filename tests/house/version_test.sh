#!/usr/bin/env bash
# The version in CMakeLists.txt is the one that the changelog, the metadata, the documentation, the packages and the
# built programs name. The changelog and the metadata agree on which versions were released, and when.
set -euo pipefail
source="$1"
build="$2"
status=0
complain() {
    echo "$1" >&2
    status=1
}

# same PLACE FOUND WANTED
same() {
    [ "$2" = "$3" ] || complain "$1 names the version '$2' instead of '$3'"
}

# The versions of a changelog with their dates, newest first, as "0.2.0 2026-12-01" or "0.2.0 unreleased".
releases_of_changelog() {
    sed -nE 's/^## ([^ ]+) - (.*)/\1 \2/p' "$1/CHANGELOG.md"
}

# The same of the metadata.
releases_of_metadata() {
    sed -nE -e 's/.*<release version="([^"]+)" type="development".*/\1 unreleased/p' \
        -e 's/.*<release version="([^"]+)" date="([^"]+)".*/\1 \2/p' "$1"/resources/*.metainfo.xml
}

# Compares all places in a tree of sources.
compare_sources() {
    local tree="$1" version wanted
    version="$("$tree/scripts/version")"
    [[ $version =~ ^[0-9]+\.[0-9]+\.[0-9]+$ ]] || complain "CMakeLists.txt: '$version' is no version"
    same "the first section of CHANGELOG.md" "$(releases_of_changelog "$tree" | head -n 1 | cut -d ' ' -f 1)" "$version"
    [ "$(grep -c '^## ' "$tree/CHANGELOG.md")" -eq "$(releases_of_changelog "$tree" | wc -l)" ] ||
        complain "CHANGELOG.md: a section is not named like '## 0.2.0 - 2026-12-01' or '## 0.2.0 - unreleased'"
    diff <(releases_of_changelog "$tree") <(releases_of_metadata "$tree") ||
        complain "CHANGELOG.md (<) and the metadata (>) tell of other releases"
    ! releases_of_changelog "$tree" | tail -n +2 | grep unreleased || complain "CHANGELOG.md: an older version is unreleased"
    for file in examples/compiler/CMakeLists.txt docs/library.md; do
        wanted="$(sed -nE 's/^find_package\(Arenascope ([^ ]+) .*/\1/p' "$tree/$file")"
        same "find_package() in $file" "$wanted" "${version%.*}"
    done
}

compare_sources "$source"
version="$("$source/scripts/version")"
same "arenascope --version" "$("$build/app/arenascope" --version | sed -n 's/^arenascope //p')" "$version"
same "<arenascope/version.h>" \
    "$(sed -nE 's/.* version\[\] = "(.*)";/\1/p' "$build/generated/core/library/arenascope/version.h")" "$version"
same "the package for find_package()" \
    "$(sed -nE 's/^set\(PACKAGE_VERSION "(.*)"\)/\1/p' "$build/core/ArenascopeConfigVersion.cmake")" "$version"
python=/usr/bin/python3
if compgen -G "$build/python/arenascope/_native.*.so" >/dev/null; then
    same "the module for Python" \
        "$(PYTHONPATH="$build/python" PYTHONDONTWRITEBYTECODE=1 "$python" -c 'import arenascope; print(arenascope.__version__)')" "$version"
fi
if "$python" -c 'import skbuild' 2>/dev/null; then
    same "setup.py" "$(cd "$source" && PYTHONDONTWRITEBYTECODE=1 "$python" setup.py --version 2>/dev/null | tail -n 1)" "$version"
fi

# scripts/version changes all of them: it begins a version, renames it, releases it, and begins the next.
place="$(mktemp -d)"
trap 'rm -rf "$place"' EXIT
(cd "$source" && cp -r --parents CHANGELOG.md CMakeLists.txt scripts/version resources examples/compiler docs/library.md "$place")
# set_version RELEASES ARGUMENT…: the changelog must begin with these releases.
set_version() {
    local wanted="$1"
    shift
    "$place/scripts/version" "$@"
    compare_sources "$place"
    same "scripts/version $*" "$(releases_of_changelog "$place" | head -n "$(wc -l <<<"$wanted")")" "$wanted"
    appstreamcli validate --no-net "$place"/resources/*.metainfo.xml >/dev/null || complain "scripts/version $*: the metadata is not valid"
}
set_version "97.0.0 2099-01-31" 97.0.0 2099-01-31
count="$(releases_of_changelog "$place" | wc -l)"
set_version $'97.0.1 unreleased\n97.0.0 2099-01-31' 97.0.1
set_version $'98.0.0 unreleased\n97.0.0 2099-01-31' 98.0.0
set_version "98.0.0 2099-02-28" 98.0.0 2099-02-28
[ "$(releases_of_changelog "$place" | wc -l)" -eq $((count + 1)) ] || complain "scripts/version made a section too many"
if "$place/scripts/version" 1.0 2>/dev/null || "$place/scripts/version" 1.0.0 tomorrow 2>/dev/null; then
    complain "scripts/version takes what is no version or date"
fi
exit $status
