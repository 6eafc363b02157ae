#!/usr/bin/env bash
# A test looks at what rc::check() returns. Otherwise a property that fails would only print something.
set -euo pipefail
cd "$1"
if grep -rnE '^[[:space:]]*rc::check\(' --include='*.cpp' --include='*.h' tests; then
    echo "Nobody looks at these outcomes; write QVERIFY(rc::check(…))." >&2
    exit 1
fi
[ "$(grep -rlE 'rc::check\(' --include='*.cpp' tests | wc -l)" -gt 100 ] ||
    { echo "Few properties were found, so this test no longer understands the sources." >&2; exit 1; }
