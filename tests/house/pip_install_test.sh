#!/usr/bin/env bash
# pip compiles the package for Python from the sources, in a copy of them, and the package plans.
set -euo pipefail
for module in venv skbuild; do
    if ! /usr/bin/python3 -c "import $module" 2>/dev/null; then
        echo "skipped: there is no $module; scripts/install-packages python installs it"
        exit 77
    fi
done
place="$(mktemp -d)"
trap 'rm -rf "$place"' EXIT
mkdir "$place/sources"
git -C "$1" ls-files -z --cached --others --exclude-standard | (cd "$1" && xargs -0 cp --parents -t "$place/sources")
/usr/bin/python3 -m venv --system-site-packages "$place/environment"
cd "$place/sources"
env -u ARENASCOPE_MODULE "$place/environment/bin/pip" install --no-build-isolation --no-index .
cd "$place"
said="$(environment/bin/python -I -c "import arenascope as a
print(a.plan(a.Problem(['a', 'b'], [0, 1], [2, 3], [64, 32])).peak, a.__version__)")"
[ "$said" = "96 $("$1/scripts/version")" ] || { echo "the installed package says '$said'" >&2; exit 1; }
