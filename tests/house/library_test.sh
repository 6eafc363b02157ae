#!/usr/bin/env bash
# A project outside the tree finds the installed library, links its planners, and writes a plan and a trace that the
# program opens. Nothing but the public headers is installed, and each of them compiles by itself.
set -euo pipefail
source="$1"
if grep -q '^ARENASCOPE_SANITIZE:[A-Z]*=.' "$2/CMakeCache.txt"; then
    echo "a library with sanitizers is for nobody else: skipped"
    exit 77
fi
place="$(mktemp -d)"
trap 'rm -rf "$place"' EXIT
cmake --install "$2" --prefix "$place/prefix" >/dev/null
diff <(cd "$place/prefix/include" && find . -type f | sort) <(
    (cd "$source/core/library" && find ./arenascope -name '*.h' && echo ./arenascope/version.h
        cd "$source/recorder" && find ./arenascope -name '*.h') | sort) || {
    echo "the installed headers (<) are not the public ones (>)" >&2
    exit 1
}
if grep -rnE '#include [<"](core/|Q|nlohmann|zstd|onnx|pugi|lemon)' "$place/prefix/include"; then
    echo "a public header includes what is hidden" >&2
    exit 1
fi
if grep -rnF -e "$source/" -e "$2/" "$place/prefix/lib"*/*/cmake "$place/prefix/lib/cmake" 2>/dev/null; then
    echo "the package holds a path of the machine that built it" >&2
    exit 1
fi
cp -r "$source/examples/compiler" "$place/compiler"
cmake -S "$place/compiler" -B "$place/build" -DCMAKE_PREFIX_PATH="$place/prefix" -DCMAKE_BUILD_TYPE=Release \
    -DCMAKE_CXX_FLAGS='-Wall -Wextra -Wpedantic -Werror' >/dev/null
cmake --build "$place/build"
if ldd "$place/build/compiler" | grep -i qt; then
    echo "the library needs Qt" >&2
    exit 1
fi
cd "$place"
diff <(build/compiler) - <<'END'
input at 0
conv at 256
output at 0
peak 768 B
END
"$2/app/arenascope" check plan.json
"$2/app/arenascope" info run.arenatrace >/dev/null
"$2/app/arenascope" trace run.arenatrace --where 'peak <= 768' >/dev/null
for header in "$place/prefix/include/arenascope/"*.h; do
    "${CXX:-c++}" -std=c++20 -Wall -Wextra -Werror -fsyntax-only -I"$place/prefix/include" -include "$header" -x c++ /dev/null
done
# Another minor version is refused.
sed -i -E 's/(Arenascope )[0-9.]+/\10.99/' compiler/CMakeLists.txt
if cmake -S compiler -B other -DCMAKE_PREFIX_PATH="$place/prefix" >/dev/null 2>&1; then
    echo "a version that there is not was found" >&2
    exit 1
fi
