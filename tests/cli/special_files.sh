#!/usr/bin/env bash
# What is written to a device, a pipe or through a link goes there; the device itself is never
# replaced by a file.
set -u
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
passed=0 failed=0
check() {
    if "${@:2}"; then
        echo "ok $1" && passed=$((passed + 1))
    else
        echo "not ok $1" && failed=$((failed + 1))
    fi
}
game=data/games/tic-tac-toe.game-spec.md
"$LUDOFORGE" compile $game -o "$folder/plain.json"
mkfifo "$folder/pipe"
cat "$folder/pipe" >"$folder/read" &
"$LUDOFORGE" compile $game -o "$folder/pipe"
wait
check 'a pipe stays a pipe' test -p "$folder/pipe"
check 'a pipe gets all of it' cmp -s "$folder/read" "$folder/plain.json"
echo old >"$folder/target"
ln -s target "$folder/link"
check 'what a link leads to is not overwritten unasked' \
    test "$("$LUDOFORGE" compile $game -o "$folder/link" 2>/dev/null; echo $?)" -eq 2
"$LUDOFORGE" compile $game -o "$folder/link" --force
check 'a link stays a link' test -L "$folder/link"
check 'its target gets all of it' cmp -s "$folder/target" "$folder/plain.json"
check 'the null device can be written to' "$LUDOFORGE" compile $game -o /dev/null
check 'and stays a device' test -c /dev/null
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
