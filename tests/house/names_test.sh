#!/usr/bin/env bash
# Every name and every path of the source that a page for developers gives in `code` stands in the source.
set -euo pipefail
cd "$1"
status=0
while IFS=: read -r page name; do
    # Names of the source have an underscore or an inner capital; other words in code are left out.
    if [[ $name == *_* || $name =~ [a-z][A-Z] ]] &&
        ! grep -rqwF --include='*.h' --include='*.cpp' --include='*.cmake' --include=CMakeLists.txt \
            -- "${name##*::}" core python qt widgets app tests cmake CMakeLists.txt; then
        echo "$page: nothing in the source is named $name" >&2
        status=1
    fi
done < <(grep -oP '`\K[A-Za-z_:]+(?=`)' docs/architecture.md docs/contributing.md | sort -u)
# A path may leave out the suffix, and the core's folder: `format/detection`.
while IFS=: read -r page path; do
    [ -n "$(compgen -G "$path*")$(compgen -G "core/$path*")$(compgen -G "app/$path*")" ] ||
        { echo "$page: there is no $path" >&2; status=1; }
done < <(grep -oP '`\K(core|python|qt|widgets|app|tests|scripts|cmake|docs|samples|base|model|check|trace|planner|format|analysis|picture|session)/[a-z_/.]+(?=`)' docs/*.md | sort -u)
exit $status
