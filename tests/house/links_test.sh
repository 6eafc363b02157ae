#!/usr/bin/env bash
# Every relative link in a page of documentation leads to a file that exists, and to a heading in it where it names one.
# Every picture under docs/pictures is shown somewhere.
set -euo pipefail
cd "$1"
status=0
complain() {
    echo "$1" >&2
    status=1
}

# The lines of a page outside its code blocks, without inline code.
prose() {
    awk '/^ *```/ { code = !code; next } !code { gsub(/`[^`]*`/, ""); print }' "$1"
}

# The anchors of a page, made of its headings as GitHub makes them.
anchors() {
    awk '/^ *```/ { code = !code; next } !code && /^#+ / { sub(/^#+ +/, ""); print }' "$1" |
        sed -E 's/\[([^]]*)\]\([^)]*\)/\1/g' | tr '[:upper:]' '[:lower:]' | sed -E 's/[^[:alnum:] _-]//g; s/ /-/g' |
        awk '{ print seen[$0]++ ? $0 "-" seen[$0] - 1 : $0 }'
}

mapfile -t pages < <({ git ls-files '*.md' 2>/dev/null || true; find . -maxdepth 1 -name '*.md'; find docs -name '*.md'; } |
    sed 's|^\./||' | sort -u)
shown=" "
for page in "${pages[@]}"; do
    folder="$(dirname "$page")"
    while read -r link; do
        case "$link" in
            http://*|https://*|mailto:*) continue ;;
        esac
        file="${link%%#*}"
        target="$page"
        [ -z "$file" ] || target="$(realpath -m --relative-to=. "$folder/$file")"
        shown+="$target "
        if [ ! -e "$target" ]; then
            complain "$page: the link $link leads to no file"
        elif [[ $link == *#* ]] && ! anchors "$target" | grep -qxF -- "${link#*#}"; then
            complain "$page: $target has no heading for the link $link"
        fi
    done < <(prose "$page" | grep -oP '\]\(\K[^) ]+|\b(src|srcset|href)="\K[^"]+' || true)
done
for picture in docs/pictures/*; do
    [[ $shown == *" $picture "* ]] || complain "$picture is shown on no page"
done
exit $status
