# shellcheck shell=bash
# bash completion for ludoforge. The manual page is the list of commands and flags that this follows.

# Names of the installed games (they lie beside the binary's prefix), and paths to others.
_ludoforge_games() {
    local binary spec
    binary=$(command -v ludoforge)
    for spec in "${binary%/bin/*}"/share/ludoforge/games/*.game-spec.md; do
        [ ! -e "$spec" ] || basename "$spec" .game-spec.md
    done
    compgen -f -X '!*.game-spec.md' -- "$1"
    compgen -d -S / -- "$1"
}

_ludoforge() {
    local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} choices
    COMPREPLY=()

    case $COMP_CWORD:$previous in
    1:*)
        choices='new check compile build test sim play engine replay report ladder analyse serve bench perft exploit fuzz train explain help version'
        ;;
    *:--emit) choices='json bytecode c visual describe image' ;;
    # Files, and for reports the folder of a run.
    *:-o | *:--against | *:--load | *:--csv | *:--run | *:--resume | *:--record | *:replay | *:analyse | *:report | *:--with | *:--versus | *:--data | *:--backup | *:--web | *:--checkpoint | *:--curve)
        mapfile -t COMPREPLY < <(compgen -f -- "$word")
        return
        ;;
    2:help) choices='new check compile build test sim play engine replay report ladder analyse serve bench perft exploit fuzz train explain version' ;;
    *)
        case ${COMP_WORDS[1]} in
        compile) choices='--emit -o' ;;
        build) choices='-o --cc --jobs --flag' ;;
        sim) choices='--games --scenario --position --forced --option --seed --agents --threads --max-decisions --csv --run --resume --record --versus --versus-option --without' ;;
        play) choices='--scenario --position --forced --option --seat --seed --clock --load --record --plain --lesson --summary --no-confirm' ;;
        replay) choices='--game' ;;
        report) choices='-o --with --sample --threads --game' ;;
        ladder) choices='--agents --field --games --scenario --option --seed --threads --max-decisions --run --resume --record -o' ;;
        analyse) choices='-o --agent --seat --moments --seconds --quick --decisions --game' ;;
        serve) choices='--port --address --data --host --behind-proxy --bot-seconds --rate --check --backup --dev --web' ;;
        bench) choices='--seconds --scenario --position --option --against --peers --versus-bytecode --profile --steps --api --without' ;;
        new) choices='--like' ;;
        perft) choices='--depth --plies --scenario --position --forced --option' ;;
        exploit) choices='--agent --samples --nodes --scenario --option --seed' ;;
        fuzz) choices='--seconds --runs --seed --scenario --position --option --max-decisions --coverage --strict -o' ;;
        train) choices='--games --minutes --scenario --seed --threads --lambda --rate --hidden --samples --random-games --no-terms --checkpoint --resume -o --curve --report' ;;
        esac
        choices+=' --json --native --no-input --help'
        [[ $word == -* ]] || choices=$(_ludoforge_games "$word")
        ;;
    esac
    mapfile -t COMPREPLY < <(compgen -W "$choices" -- "$word")
}

complete -o filenames -F _ludoforge ludoforge
