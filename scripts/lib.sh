# shellcheck shell=bash
# Sourced by the other scripts: strict mode, the top of the source tree as working directory, and
# the few facts that more than one of them needs.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# Where scripts/build puts a flavour. The plain gcc build is the one that users see.
build_dir() {
    if [ "$1" = gcc ]; then echo build; else echo "build-$1"; fi
}

# Marks the folders that scripts/build has made, from before they are configured: no other is ever
# removed.
made_by_us=made-by-scripts-build

is_ours() { [ -e "$1/$made_by_us" ] || [ -e "$1/configuration" ]; }

remove_build() {
    [ -e "$1" ] || return 0
    is_ours "$1" || die "$1 is there, and scripts/build has not made it:" \
        "move it away, or remove it yourself."
    rm -rf "$1"
}

# The main file of every bundled game, one a line; fails if there is none.
bundled_games() {
    local specs=(data/games/*.game-spec.md)
    [ -e "${specs[0]}" ] || { echo "no games in data/games" >&2; return 1; }
    printf '%s\n' "${specs[@]}"
}

# Every C file that is ours, one a line. Folders that a checkout does not have yet are left out.
c_files() {
    local folder
    for folder in src include tests examples; do
        [ ! -d "$folder" ] || find "$folder" -name '*.[ch]'
    done | sort
}

say() { echo "$*" >&2; }
die() { say "$*"; exit 1; }
