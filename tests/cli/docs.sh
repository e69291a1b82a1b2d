#!/usr/bin/env bash
# The pages that teach the language are specs themselves: they must compile, and what they describe
# must play.
set -u
passed=0 failed=0
check() {
    local name=$1
    shift
    if "$@" >/dev/null 2>&1; then
        echo "ok $name" && passed=$((passed + 1))
    else
        echo "not ok $name: $*" && failed=$((failed + 1))
    fi
}
pages=(docs/notation.md docs/examples/*.game-spec.md docs/tutorial/*.game-spec.md
    data/templates/*.game-spec.md)
for page in docs/sections.md "${pages[@]}"; do
    check "$page compiles" "$LUDOFORGE" check "$page"
done
for page in "${pages[@]}"; do
    check "$page plays" "$LUDOFORGE" sim "$page" --games 20 --seed 1
done
check "the cases of the first game" "$LUDOFORGE" test docs/examples/take-away.game-spec.md
for page in data/templates/*.game-spec.md; do
    check "the cases of $page" "$LUDOFORGE" test "$page"
done
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
