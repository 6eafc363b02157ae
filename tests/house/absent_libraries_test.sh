#!/usr/bin/env bash
# The program without the optional libraries opens each sample, or says that it does not read it. `arenascope_bare` links
# what this build has compiled, but for the few files that ask these libraries (tests/CMakeLists.txt).
# Arguments: source directory, build directory.
set -euo pipefail
cd "$1"
program="$2/tests/arenascope_bare"
[ -x "$program" ] || program="$2/tests/arenascope"  # of the preset bare
[ -x "$program" ] || { echo "This build has no program without the libraries." >&2; exit 77; }
if readelf -d "$program" | grep -E 'NEEDED.*lib(onnx|protobuf|metis)'; then
    echo "A file beyond those that are compiled anew asks an optional library; add it there, or move the call." >&2
    exit 1
fi
if nm -C "$program" | grep -m 3 'arenascope::tflite::\|arenascope::executorch::\|parse_tflite_model'; then
    echo "A file beyond those that are compiled anew asks a reader of FlatBuffers." >&2
    exit 1
fi
version="$("$program" --version)"
for format in onnx tflite executorch; do
    grep -q "does not read $format" <<<"$version" || { echo "--version does not say so of $format" >&2; exit 1; }
done
tried=0
for sample in samples/*; do
    case "$sample" in *.md | *.py | *.rules) continue ;; esac
    status=0
    said="$("$program" check "$sample" 2>&1)" || status=$?
    if [ "$status" -gt 1 ] && ! grep -q "this build does not read" <<<"$said"; then
        echo "$sample: exit status $status: $said" >&2
        exit 1
    fi
    tried=$((tried + 1))
done
[ "$tried" -gt 10 ] || { echo "Only $tried samples were tried." >&2; exit 1; }
echo "$tried samples opened"
