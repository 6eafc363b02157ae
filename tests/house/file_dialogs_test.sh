#!/usr/bin/env bash
# Files are chosen in dialogs of one place, which makes them read-only: no other can delete what it lists.
set -euo pipefail
cd "$1"
if grep -rnE --include='*.h' --include='*.cpp' '\bQFileDialog\b' core widgets app |
    grep -v '^widgets/style/file_dialog\.cpp:'; then
    echo "Ask for files with widgets/style/file_dialog.h: its dialogs are read-only." >&2
    exit 1
fi
