#!/usr/bin/env bash
# The small games against programs that know nothing of the engine (tests/reference). In the
# environment: LUDOFORGE, the binary; REFERENCE_DIR, where the reference programs are, by default
# where Meson puts them beside it.
#
# Counts are of decisions: what stands alone is played without asking and is not counted. The
# reference programs count so too; with --plies they count every ply, as published figures do.
set -euo pipefail
cd "$(dirname "$0")/../.."
: "${LUDOFORGE:?the path of the ludoforge binary}"
reference=${REFERENCE_DIR:-$(dirname "$LUDOFORGE")/tests/reference}
passed=0 failed=0

# same NAME EXPECTED ACTUAL
same() {
    if [ "$2" = "$3" ]; then
        echo "ok $1"
        passed=$((passed + 1))
    else
        echo "not ok $1"
        printf '    expected: %s\n    found:    %s\n' "${2//$'\n'/ }" "${3//$'\n'/ }"
        failed=$((failed + 1))
    fi
}

# succeeds NAME COMMAND...: shows what the command printed if it fails.
succeeds() {
    local name=$1 output
    shift
    if output=$("$@" 2>&1); then
        same "$name" '' ''
    else
        same "$name" success "$output"
    fi
}

engine_counts() {
    "$LUDOFORGE" perft "$1" --depth "$2" "${@:3}" --json |
        python3 -c '
import json, sys
for row in json.load(sys.stdin)["rows"]:
    print(row["nodes"])' 2>&1 || true
}

# figures GAME COUNT...: known numbers of plies, from one ply on.
figures() {
    local game=$1
    shift
    same "$game: reference has the known figures" "$(printf '%s\n' "$@")" \
        "$("$reference/reference_perft" "$game" $# --plies)"
}

# compare GAME DEPTH GAMES: all sequences up to a depth, and random games to their end.
compare() {
    same "$1: decision sequences to depth $2" "$("$reference/reference_perft" "$1" "$2")" \
        "$(engine_counts "$1" "$2")"
    succeeds "$1: $3 random games" \
        "$reference/reference_walk" "$1" "data/games/$1.game-spec.md" "$3" 1
}

figures tic-tac-toe 9 72 504 3024 15120 54720 148176 200448 127872
figures connect-four 7 49 343 2401 16807 117649 823536 5673234
figures reversi 4 12 56 244 1396 8200 55092 390216
# Counted by hand: 22 moves of 8 pawns, and nobody meets in the first two moves.
figures breakthrough 8 22 176 484

# A move is two actions of the engine and two plies of the reference, and one ply for people.
same 'breakthrough: moves' "$("$reference/reference_perft" breakthrough 6 --plies | sed -n 'n;p')" \
    "$(engine_counts breakthrough 3 --plies)"

compare tic-tac-toe 9 10000
compare connect-four 7 5000
compare breakthrough 7 2000
compare reversi 7 2000
compare hex 3 200
compare amazons 4 50
compare kalah 8 5000
compare nine-mens-morris 4 1000
compare draughts 6 1000
compare go-9x9 2 100

# Go on a board of two by two: the bundled rules with another grid.
small=$(mktemp -d)
trap 'rm -rf "$small"' EXIT
cp -r data/games/go "$small"
sed 's/columns: 9, rows: 9/columns: 2, rows: 2/' data/games/go-9x9.game-spec.md \
    >"$small/go-2x2.game-spec.md"
same 'go: legal positions on 1, 2 and 3 lines, by the reference' $'1\n57\n12675' \
    "$("$reference/go_positions")"
same 'go-2x2: decision sequences to depth 12' "$("$reference/reference_perft" go-2x2 12)" \
    "$(engine_counts "$small/go-2x2.game-spec.md" 12)"
succeeds 'go-2x2: 1000 random games' \
    "$reference/reference_walk" go-2x2 "$small/go-2x2.game-spec.md" 1000 1

# published GAME COUNT...: known numbers of plies, counted by the engine.
published() {
    local game=$1
    shift
    same "$game: published numbers of plies" "$(printf '%s\n' "$@")" \
        "$(engine_counts "$game" $# --plies)"
}

published tic-tac-toe 9 72 504 3024 15120 54720 148176 200448 127872
published connect-four 7 49 343 2401 16807 117649 823536
published amazons 2176
published chess 20 400 8902 ${PERFT_DEEP:+197281 4865609}

# position NAME TEXT COUNT...: the usual positions of chess that have everything in them.
position() {
    local name=$1 text=$2
    shift 2
    same "chess, $name: published numbers of plies" "$(printf '%s\n' "$@")" \
        "$(engine_counts chess $# --plies --position "$text")"
}

position 'position 2' 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1' \
    48 2039 ${PERFT_DEEP:+97862 4085603}
position 'position 3' '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1' \
    14 191 2812 ${PERFT_DEEP:+43238}
position 'position 4' 'r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1' \
    6 264 9467 ${PERFT_DEEP:+422333}
position 'position 5' 'rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8' \
    44 1486 ${PERFT_DEEP:+62379 2103487}
position 'position 6' 'r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10' \
    46 2079 ${PERFT_DEEP:+89890 3894594}
published draughts 7 49 302 1469 7361 36768 ${PERFT_DEEP:+179740 845931}

same 'kuhn-poker: value of the equilibria' -1/18 "$("$reference/kuhn_value")"
succeeds 'kuhn-poker: equilibrium strategies on the engine' \
    "$reference/kuhn_equilibrium" data/games/kuhn-poker.game-spec.md "${KUHN_HANDS:-2000000}" 1

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
