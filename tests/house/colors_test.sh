#!/usr/bin/env bash
# A colour is written once, in core/picture/plan/palette: everyone else asks for it by what it means.
set -euo pipefail
cd "$1"
# '#1d232b' in strings, QColor(29, 35, 43), Color{29, 35, 43}, color(0x1D232B), Qt::red.
literal='"[^"]*#[0-9A-Fa-f]{6}\b|\bQColor\s*[({]\s*("|[0-9])|\bQColor\s+\w+\s*[({]\s*("|[0-9])|\bqRgba?\s*\(\s*[0-9]'
literal+='|\bColor(\s+\w+)?\s*[{(]\s*[0-9]|\bcolor\s*\(\s*0[xX]'
literal+='|\bQt::(white|black|red|darkRed|green|darkGreen|blue|darkBlue|cyan|magenta|yellow|gray|darkGray|lightGray)\b'
if grep -rnP --include='*.h' --include='*.cpp' "$literal" core qt widgets app | grep -v '^core/picture/plan/palette\.'; then
    echo "Colours belong in core/picture/plan/palette." >&2
    exit 1
fi
