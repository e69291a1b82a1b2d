# fish completion for ludoforge. The manual page is the list of commands and flags that this follows.

# Names of the installed games (they lie beside the binary's prefix), and paths to others.
function __ludoforge_games
    for spec in (path dirname (path dirname (command -s ludoforge)))/share/ludoforge/games/*.game-spec.md
        string replace -r '.*/(.*)\.game-spec\.md$' '$1' $spec
    end
    __fish_complete_suffix .game-spec.md
end

function __ludoforge_command -a name description
    complete -c ludoforge -n __fish_use_subcommand -a $name -d $description
end

function __ludoforge_flag -a commands
    complete -c ludoforge -n "__fish_seen_subcommand_from $commands" $argv[2..]
end

complete -c ludoforge -f
__ludoforge_command check 'compile a game and print what is wrong with it'
__ludoforge_command compile 'print the compiled game'
__ludoforge_command build 'compile a game to native code'
__ludoforge_command test 'run the rule cases of a game'
__ludoforge_command sim 'let agents play many games'
__ludoforge_command play 'play in the terminal'
__ludoforge_command engine 'JSON lines for other programs'
__ludoforge_command replay 'play a recorded game again and verify it'
__ludoforge_command report 'make a page of charts of a run'
__ludoforge_command ladder 'let agents play each other and say how strong they are'
__ludoforge_command analyse 'look at a recorded game again'
__ludoforge_command serve 'open the table in a browser'
__ludoforge_command bench 'measure speed'
__ludoforge_command new 'begin a game'
__ludoforge_command perft 'count decision sequences'
__ludoforge_command fuzz 'hunt dead ends and broken invariants'
__ludoforge_command train 'learn by playing what positions are worth'
__ludoforge_command explain 'explain a diagnostic'
__ludoforge_command help 'print help'
__ludoforge_command version 'print the version'

__ludoforge_flag 'check compile build test sim play engine ladder serve bench perft fuzz train' -a '(__ludoforge_games)'
__ludoforge_flag compile -l emit -x -a 'json bytecode c visual describe image' -d 'output format'
__ludoforge_flag build -l cc -x -d 'C compiler'
__ludoforge_flag build -l jobs -x -d 'compilers at a time'
__ludoforge_flag 'test sim play engine replay ladder serve bench perft fuzz train' -l native -a 'yes no auto' -d 'native code'
__ludoforge_flag build -s o -r -F -d 'shared object'
__ludoforge_flag compile -s o -r -F -d 'output file'
__ludoforge_flag 'sim play ladder bench perft fuzz train' -l scenario -x -d 'starting position'
__ludoforge_flag 'sim play ladder fuzz train' -l seed -x -d seed
__ludoforge_flag 'sim ladder train' -l games -x -d 'how many games'
__ludoforge_flag 'sim play ladder bench perft fuzz' -l option -x -d 'variant, key=value'
__ludoforge_flag 'sim ladder' -l agents -x -d 'agents'
__ludoforge_flag 'sim report ladder train' -l threads -x -d 'how many threads'
__ludoforge_flag 'sim ladder fuzz' -l max-decisions -x -d 'longest game'
__ludoforge_flag sim -l csv -r -F -d 'one line a game'
__ludoforge_flag 'sim ladder' -l run -r -F -d 'keep the run in a folder'
__ludoforge_flag 'sim ladder' -l resume -r -F -d 'go on with a run'
__ludoforge_flag 'sim play ladder' -l record -r -F -d 'recorded games'
__ludoforge_flag play -l plain -d 'no drawn screen'
__ludoforge_flag play -l lesson -x -d 'a guided beginning'
__ludoforge_flag play -l summary -d 'a line a turn when agents play'
__ludoforge_flag play -l no-confirm -d 'do not ask before a turn is handed on'
__ludoforge_flag play -l seat -x -d 'who plays a seat, seat=who'
__ludoforge_flag play -l load -r -F -d 'saved game'
__ludoforge_flag new -l like -x -a 'grid cards dice war' -d 'what to begin with'
__ludoforge_flag perft -l depth -x -d 'sequence length'
__ludoforge_flag perft -l plies -d 'count actions'
__ludoforge_flag 'bench fuzz analyse' -l seconds -x -d 'how long'
__ludoforge_flag 'sim bench' -l without -x -d 'optimisations to leave out'
__ludoforge_flag bench -l steps -d 'what each optimisation brings'
__ludoforge_flag bench -l api -d 'ids, masks, tensors, batches'
__ludoforge_flag bench -l against -r -F -d 'earlier result'
__ludoforge_flag bench -l profile -d 'count and time the rules'
__ludoforge_flag fuzz -l runs -x -d 'how many games'
__ludoforge_flag fuzz -l coverage -d 'list what was not reached'
__ludoforge_flag fuzz -s o -r -F -d 'folder for finds'
__ludoforge_flag 'replay report analyse' -l game -x -a '(__ludoforge_games)' -d 'the game'
__ludoforge_flag 'replay report analyse' -F
__ludoforge_flag sim -l versus -x -a '(__ludoforge_games)' -d 'version to compare with'
__ludoforge_flag sim -l versus-option -x -d 'variant to compare with, key=value'
__ludoforge_flag 'report ladder analyse' -s o -r -F -d 'the page'
__ludoforge_flag report -l with -r -F -d 'further run'
__ludoforge_flag report -l sample -x -d 'games to play again'
__ludoforge_flag ladder -l field -x -d 'agent in all other seats'
__ludoforge_flag analyse -l agent -x -d 'who looks at it'
__ludoforge_flag analyse -l seat -x -d 'as this seat saw it'
__ludoforge_flag analyse -l moments -x -d 'turns to look at closely'
__ludoforge_flag analyse -l quick -d 'judge without a search'
__ludoforge_flag analyse -l decisions -d 'chances before every decision'
__ludoforge_flag serve -l port -x -d 'port to listen at'
__ludoforge_flag serve -l address -x -d 'address to listen at'
__ludoforge_flag serve -l data -r -F -d 'where tables are kept'
__ludoforge_flag serve -l host -x -d 'name of the server'
__ludoforge_flag serve -l behind-proxy -d 'believe X-Forwarded-For'
__ludoforge_flag serve -l bot-seconds -x -d 'seconds that a bot may think a turn'
__ludoforge_flag serve -l rate -x -d 'requests a second'
__ludoforge_flag serve -l check -d 'verify the store'
__ludoforge_flag serve -l backup -r -F -d 'copy the store'
__ludoforge_flag serve -l dev -d 'watch the game'
__ludoforge_flag serve -l web -r -F -d 'folder of the page'

complete -c ludoforge -l json -d 'print JSON'
complete -c ludoforge -l no-input -d 'never ask'
complete -c ludoforge -l help -d 'print help'
__ludoforge_flag train -l minutes -x -d 'how long'
__ludoforge_flag train -l lambda -x -d 'how far outcomes reach'
__ludoforge_flag train -l rate -x -d 'how fast it learns'
__ludoforge_flag train -l hidden -x -d 'units of the hidden layer'
__ludoforge_flag train -l samples -x -d 'turns tried out'
__ludoforge_flag train -l random-games -x -d 'random games first'
__ludoforge_flag train -l no-terms -d 'leave out the terms of the game'
__ludoforge_flag train -l checkpoint -r -F -d 'to go on later'
__ludoforge_flag train -l resume -r -F -d 'checkpoint to go on from'
__ludoforge_flag train -s o -r -F -d 'what was learned'
__ludoforge_flag train -l curve -r -F -d 'how it went'
__ludoforge_flag train -l report -d 'what chances turn on'
