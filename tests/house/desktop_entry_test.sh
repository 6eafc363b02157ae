#!/usr/bin/env bash
# The desktop entry is valid, and claims the types that the MIME file declares.
set -euo pipefail
cd "$1/resources"
desktop-file-validate ./*.desktop
for type in $(grep -oP '<mime-type type="\K[^"]+' ./*.mime.xml); do
    if ! grep -q "^MimeType=.*$type;" ./*.desktop; then
        echo "the desktop entry does not open $type" >&2
        exit 1
    fi
done
