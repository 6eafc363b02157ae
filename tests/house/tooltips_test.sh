#!/usr/bin/env bash
# Qt takes a tooltip that begins like HTML for HTML: all but our own words, tr(), go through plain_tooltip().
set -euo pipefail
cd "$1"
raw='\b(setToolTip\(\s*(\d,\s*)?|QToolTip::showText\(\s*[^,]+,\s*)(?!tr\(|plain_tooltip\(|[\d\s])[^\n]*'
if found=$(grep -roPz --include='*.cpp' "$raw" core qt widgets app | tr '\0' '\n' | grep .); then
    echo "$found"
    echo "Tooltips of other texts than tr() are made with plain_tooltip()." >&2
    exit 1
fi
