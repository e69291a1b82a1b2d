# shellcheck shell=bash
# bash completion for ludoforge. It offers the commands and flags of the manual page.

# Names of the installed games, and paths of other games.
_ludoforge_games() {
    ludoforge games --list games 2>/dev/null
    compgen -f -X '!*.game-spec.md' -- "$1"
    compgen -d -S / -- "$1"
}

# _ludoforge_names WHAT: the seats, scenarios, options or lessons of the game on the command line.
_ludoforge_names() {
    ludoforge games "${COMP_WORDS[2]}" --list "$1" 2>/dev/null
}

_ludoforge() {
    local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} choices seat
    local commands='play serve demo games saves new check test fuzz explain compile build sim report ladder analyse replay train exploit perft bench engine docs doctor help version'
    COMPREPLY=()
    # The shell splits SEAT=WHO at the equals sign.
    if [ "$previous" = = ]; then
        previous=agent word=${word#=}
    elif [ "$word" = = ]; then
        previous=agent word=
    fi

    case $COMP_CWORD:$previous in
    1:*) choices="$commands --help --version" ;;
    2:help) choices="$commands exit-codes" ;;
    2:docs) choices=$(ludoforge docs 2>/dev/null | sed '/^$/,$d; s/ .*//') ;;
    *:--emit) choices='json bytecode c visual describe image' ;;
    *:--forced) choices='game ask take' ;;
    *:--like) choices='grid cards dice war' ;;
    *:--list) choices='games agents seats scenarios options lessons' ;;
    *:agent | *:--agents | *:--field) choices="$(ludoforge games --list agents 2>/dev/null) human" ;;
    *:--scenario) choices=$(_ludoforge_names scenarios) ;;
    *:--lesson) choices=$(_ludoforge_names lessons) ;;
    *:--option | *:--versus-option)
        for seat in $(_ludoforge_names options); do choices+=" $seat="; done
        compopt -o nospace
        ;;
    *:--seat)
        for seat in $(_ludoforge_names seats); do
            if [ "${COMP_WORDS[1]}" = play ]; then choices+=" $seat="; else choices+=" $seat"; fi
        done
        [ "${COMP_WORDS[1]}" != play ] || compopt -o nospace
        ;;
    # Files, and for reports the folder of a run.
    *:-o | *:--output | *:--against | *:--load | *:--csv | *:--run | *:--resume | *:--record | *:replay | *:analyse | *:report | *:--with | *:--data | *:--backup | *:--web | *:--curve | *:--peers)
        mapfile -t COMPREPLY < <(compgen -f -- "$word")
        return
        ;;
    *)
        case ${COMP_WORDS[1]} in
        compile) choices='--emit -o --output --force' ;;
        build) choices='-o --output --force --cc --threads --flag' ;;
        sim) choices='--games --scenario --position --forced --option --seed --agents --threads --max-decisions --csv --run --resume --record --versus --versus-option --without --force' ;;
        play) choices='--scenario --position --forced --option --seat --seed --clock --load --record --plain --lesson --summary --story --no-confirm --force' ;;
        games) choices='--list' ;;
        docs) choices='--path' ;;
        replay) choices='--game' ;;
        report) choices='-o --output --force --with --sample --threads --game' ;;
        ladder) choices='--agents --field --games --scenario --option --seed --threads --max-decisions --run --resume --record -o --output --force' ;;
        analyse) choices='-o --output --force --agents --seat --moments --seconds --quick --decisions --game' ;;
        serve) choices='--port --address --data --host --behind-proxy --bot-seconds --rate --check --backup --dev --web' ;;
        bench) choices='--seconds --scenario --position --option --against --peers --versus-bytecode --profile --steps --api --without' ;;
        new) choices='--like' ;;
        perft) choices='--depth --plies --scenario --position --forced --option' ;;
        exploit) choices='--agents --samples --nodes --scenario --option --seed' ;;
        fuzz) choices='--seconds --games --seed --scenario --position --option --max-decisions --coverage --strict -o --output' ;;
        train) choices='--games --seconds --minutes --scenario --seed --threads --lambda --rate --hidden --samples --random-games --no-terms --run --resume -o --output --force --curve --report' ;;
        esac
        choices+=' --json --native --no-input --quiet --help'
        [[ $word == -* ]] || choices=$(_ludoforge_games "$word")
        ;;
    esac
    mapfile -t COMPREPLY < <(compgen -W "$choices" -- "$word")
}

# Earlier names that still work, and are not offered: --jobs --agent --runs --checkpoint
complete -o filenames -F _ludoforge ludoforge
