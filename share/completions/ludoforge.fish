# fish completion for ludoforge. It offers the commands and flags of the manual page.
# Earlier names that still work, and are not offered: --jobs --agent --runs --checkpoint

# Names of the installed games, and paths of other games.
function __ludoforge_games
    ludoforge games --list games 2>/dev/null
    __fish_complete_suffix .game-spec.md
end

# The seats, scenarios, options or lessons of the game on the command line, each with a suffix.
function __ludoforge_names -a what suffix
    set -l words (commandline -opc)
    for name in (ludoforge games $words[3] --list $what 2>/dev/null)
        echo $name$suffix
    end
end

function __ludoforge_agents
    ludoforge games --list agents 2>/dev/null
end

function __ludoforge_seats_and_agents
    for seat in (__ludoforge_names seats =)
        for agent in human (__ludoforge_agents)
            echo $seat$agent
        end
    end
end

function __ludoforge_command -a name description
    complete -c ludoforge -n __fish_use_subcommand -a $name -d $description
end

function __ludoforge_flag -a commands
    complete -c ludoforge -n "__fish_seen_subcommand_from $commands" $argv[2..]
end

complete -c ludoforge -f
__ludoforge_command play 'play in the terminal'
__ludoforge_command serve 'play in a browser, alone or with others'
__ludoforge_command demo 'watch bots play a short game'
__ludoforge_command games 'list the bundled games, or describe one'
__ludoforge_command saves 'list your unfinished games'
__ludoforge_command new 'start a game of your own'
__ludoforge_command check 'compile a game and print its errors'
__ludoforge_command test 'run the rule cases of a game'
__ludoforge_command fuzz 'search for dead ends and broken invariants'
__ludoforge_command explain 'explain a diagnostic'
__ludoforge_command compile 'print a compiled game'
__ludoforge_command build 'compile a game to native code'
__ludoforge_command sim 'let agents play many games'
__ludoforge_command report 'make a page with charts of a run'
__ludoforge_command ladder 'let agents play each other and rate them'
__ludoforge_command analyse 'review a recorded game'
__ludoforge_command replay 'replay a recorded game and verify it'
__ludoforge_command train 'learn an evaluation by self-play'
__ludoforge_command exploit 'measure what a best response wins'
__ludoforge_command perft 'count decision sequences'
__ludoforge_command bench 'measure speed'
__ludoforge_command engine 'play by JSON lines, for other programs'
__ludoforge_command docs 'list the documents, or read one'
__ludoforge_command doctor 'check the installation'
__ludoforge_command help 'explain a command'
__ludoforge_command version 'print the version'

__ludoforge_flag 'check compile build test sim play engine ladder serve bench perft exploit fuzz train games demo' -a '(__ludoforge_games)'
__ludoforge_flag compile -l emit -x -a 'json bytecode c visual describe image' -d 'output format'
__ludoforge_flag build -l cc -x -d 'C compiler'
__ludoforge_flag games -l list -x -a 'games agents seats scenarios options lessons' -d 'only names'
__ludoforge_flag docs -a "(ludoforge docs 2>/dev/null | string match -r '^[a-z-]+')"
__ludoforge_flag docs -l path -d 'print only the path'
__ludoforge_flag build -l flag -x -d 'another flag for the compiler'
__ludoforge_flag 'test sim play engine replay ladder serve bench perft fuzz train' -l native -a 'yes no auto' -d 'native code'
__ludoforge_flag build -s o -l output -r -F -d 'shared object'
__ludoforge_flag compile -s o -l output -r -F -d 'output file'
__ludoforge_flag 'sim play ladder bench perft exploit fuzz train' -l scenario -x -a '(__ludoforge_names scenarios)' -d scenario
__ludoforge_flag 'sim play bench perft fuzz' -l position -x -d 'starting position in the notation of the game'
__ludoforge_flag 'sim play perft' -l forced -x -a 'game ask take' -d 'decisions with one option'
__ludoforge_flag 'sim play ladder exploit fuzz train' -l seed -x -d seed
__ludoforge_flag 'sim ladder train fuzz' -l games -x -d 'how many games'
__ludoforge_flag 'sim play ladder bench perft exploit fuzz' -l option -x -a '(__ludoforge_names options =)' -d 'option, key=value'
__ludoforge_flag 'sim ladder exploit analyse' -l agents -x -a '(__ludoforge_agents)' -d agents
__ludoforge_flag 'build sim report ladder train' -l threads -x -d 'how many threads'
__ludoforge_flag 'sim ladder fuzz' -l max-decisions -x -d 'longest game'
__ludoforge_flag sim -l csv -r -F -d 'one line per game'
__ludoforge_flag 'sim ladder' -l run -r -F -d 'keep the run in a folder'
__ludoforge_flag 'sim ladder' -l resume -r -F -d 'resume a run'
__ludoforge_flag 'sim play ladder' -l record -r -F -d 'records'
__ludoforge_flag play -l plain -d 'no drawn screen'
__ludoforge_flag play -l lesson -x -a '(__ludoforge_names lessons)' -d lesson
__ludoforge_flag play -l summary -d 'a summary of each turn'
__ludoforge_flag play -l story -d 'the same in at most 150 lines'
__ludoforge_flag play -l clock -x -d 'clock for each person, and increment'
__ludoforge_flag play -l no-confirm -d 'end turns without confirmation'
__ludoforge_flag play -l seat -x -a '(__ludoforge_seats_and_agents)' -d 'who plays a seat, seat=who'
__ludoforge_flag play -l load -r -F -d 'saved game'
__ludoforge_flag new -l like -x -a 'grid cards dice war' -d template
__ludoforge_flag perft -l depth -x -d 'sequence length'
__ludoforge_flag perft -l plies -d 'count moves'
__ludoforge_flag exploit -l samples -x -d 'samples in each information state'
__ludoforge_flag exploit -l nodes -x -d 'largest game tree'
__ludoforge_flag 'bench fuzz analyse train' -l seconds -x -d 'how long'
__ludoforge_flag 'sim bench' -l without -x -d 'optimisations to leave out'
__ludoforge_flag bench -l steps -d 'the effect of each optimisation'
__ludoforge_flag bench -l versus-bytecode -d 'native code against bytecode'
__ludoforge_flag bench -l peers -r -d 'ratios to figures of other programs'
__ludoforge_flag bench -l api -d 'ids, masks, tensors, batches'
__ludoforge_flag bench -l against -r -F -d 'earlier result'
__ludoforge_flag bench -l profile -d 'count and time the rules'
__ludoforge_flag fuzz -l coverage -d 'list what was not reached'
__ludoforge_flag fuzz -l strict -d 'count clamped numbers as finds'
__ludoforge_flag fuzz -s o -l output -r -F -d 'folder for finds'
__ludoforge_flag 'replay report analyse' -l game -x -a '(__ludoforge_games)' -d 'the game'
__ludoforge_flag 'replay report analyse' -F
__ludoforge_flag sim -l versus -x -a '(__ludoforge_games)' -d 'version to compare with'
__ludoforge_flag sim -l versus-option -x -a '(__ludoforge_names options =)' -d 'option to compare with, key=value'
__ludoforge_flag 'report ladder analyse' -s o -l output -r -F -d 'the page'
__ludoforge_flag report -l with -r -F -d 'another run'
__ludoforge_flag report -l sample -x -d 'games to replay'
__ludoforge_flag ladder -l field -x -a '(__ludoforge_agents)' -d 'agent in all other seats'
__ludoforge_flag analyse -l seat -x -d 'what this seat knew'
__ludoforge_flag analyse -l moments -x -d 'turning points to search'
__ludoforge_flag analyse -l quick -d 'without a search'
__ludoforge_flag analyse -l decisions -d 'chances before every decision'
__ludoforge_flag serve -l port -x -d port
__ludoforge_flag serve -l address -x -d 'address to listen on'
__ludoforge_flag serve -l data -r -F -d 'folder for tables'
__ludoforge_flag serve -l host -x -d 'host name of the server'
__ludoforge_flag serve -l behind-proxy -d 'trust X-Forwarded-For'
__ludoforge_flag serve -l bot-seconds -x -d 'longest turn of a bot'
__ludoforge_flag serve -l rate -x -d 'requests per second'
__ludoforge_flag serve -l check -d 'verify the store'
__ludoforge_flag serve -l backup -r -F -d 'copy the store'
__ludoforge_flag serve -l dev -d 'watch the game'
__ludoforge_flag serve -l web -r -F -d 'folder of the page'

complete -c ludoforge -l json -d 'print JSON'
complete -c ludoforge -l no-input -d 'never ask'
complete -c ludoforge -s q -l quiet -d 'no progress'
complete -c ludoforge -s h -l help -d 'print help'
complete -c ludoforge -n __fish_use_subcommand -s V -l version -d 'print the version'
__ludoforge_flag 'compile build sim play report ladder analyse train serve' -l force -d 'overwrite files'
__ludoforge_flag help -a exit-codes
__ludoforge_flag train -l minutes -x -d 'how long'
__ludoforge_flag train -l lambda -x -d 'weight of the outcome'
__ludoforge_flag train -l rate -x -d 'learning rate'
__ludoforge_flag train -l hidden -x -d 'units of the hidden layer'
__ludoforge_flag train -l samples -x -d 'turns to compare'
__ludoforge_flag train -l random-games -x -d 'random games at first'
__ludoforge_flag train -l no-terms -d 'ignore the terms of the game'
__ludoforge_flag train -l run -r -F -d checkpoint
__ludoforge_flag train -l resume -r -F -d 'checkpoint to resume'
__ludoforge_flag train -s o -l output -r -F -d 'the evaluation'
__ludoforge_flag train -l curve -r -F -d 'draw the progress'
__ludoforge_flag train -l report -d 'what chances depend on'
