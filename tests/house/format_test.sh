#!/usr/bin/env bash
# Every source is as clang-format writes it. Versions disagree on details; the one of Debian 12 decides.
set -euo pipefail
cd "$1"
format="$(command -v clang-format-14 || command -v clang-format || true)"
if [ -z "$format" ] || ! "$format" --version | grep -q 'version 14\.'; then
    echo "clang-format 14 is not there: skipped"
    exit 77
fi
find app core python qt widgets tests \( -name '*.cpp' -o -name '*.h' \) -print0 |
    xargs -0 "$format" --dry-run --Werror
