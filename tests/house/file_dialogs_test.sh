#!/usr/bin/env bash
# Files are chosen in dialogs of one place, which makes them read-only: no other can delete what it lists.
set -euo pipefail
cd "$1"
if grep -rnE --include='*.h' --include='*.cpp' '\bQFileDialog\b' core qt widgets app |
    grep -v '^widgets/base/file_dialog\.cpp:'; then
    echo "Ask for files with widgets/base/file_dialog.h: its dialogs are read-only." >&2
    exit 1
fi
