/* test_notation.c: every production of docs/grammar.md, as source and as AST. Wrong texts are in
 * test_notation_errors.c, hostile ones in test_notation_robust.c. */
#include "notation_fixture.h"

typedef struct {
    const char *source, *ast;
} row;

/* ---- expressions ---- */

static const row expressions[] = {
    {"3", "3"},
    {"-3", "-3"},
    {"- -x", "(UNARY neg (UNARY neg x))"},
    {"true", "true"},
    {"none", "none"},
    {"north-hill:none", "north-hill"},
    {"559th-group", "559th-group"},
    {"\"Sweep in {s.name} for {1 + 2}\"",
     "(TEXT ['Sweep in ' (PROP name s) ' for ' (BINARY + 1 2)])"},
    {"\"a {{b}} \\\"c\\\" \\\\ {if x then \"yes\" else \"no\"}\"",
     "(TEXT ['a {b} \"c\" \\ ' (COND x (TEXT ['yes']) (TEXT ['no']))])"},
    {"\"\"", "(TEXT [])"},
    {"s.support", "(PROP support s)"},
    {"card.order[0].to", "(PROP to (INDEX (PROP order card) 0))"},
    {"moved[s]", "(INDEX moved s)"},
    {"f()", "(CALL f [] _)"},
    {"f(a, b + 1, free: true, by: Red)",
     "(CALL f [a (BINARY + b 1)] [(ARG free true) (ARG by Red)])"},
    {"Red troops", "(PIECES [Red troops])"},
    {"Red (troops or police)", "(PIECES [Red (BINARY or troops police)])"},
    {"f (x)", "(PIECES [f x])"},
    {"not a or b and not c", "(BINARY or (UNARY not a) (BINARY and b (UNARY not c)))"},
    {"a or b or c", "(BINARY or (BINARY or a b) c)"},
    {"a == 1 and b != 2 and c < 3 and d <= 4 and e > 5 and g >= 6",
     "(BINARY and (BINARY and (BINARY and (BINARY and (BINARY and (BINARY == a 1) (BINARY != b "
     "2)) (BINARY < c 3)) (BINARY <= d 4)) (BINARY > e 5)) (BINARY >= g 6))"},
    {"a in S and b not in S", "(BINARY and (BINARY in a S) (UNARY not (BINARY in b S)))"},
    {"a is b and c is not d", "(BINARY and (BINARY == a b) (BINARY != c d))"},
    {"1..6", "(RANGE 1 6)"},
    {"x in 1..n - 1", "(BINARY in x (RANGE 1 (BINARY - n 1)))"},
    {"a - b + c except d", "(BINARY except (BINARY + (BINARY - a b) c) d)"},
    {"a * b / c mod d - 2 * -3",
     "(BINARY - (BINARY mod (BINARY / (BINARY * a b) c) d) (BINARY * 2 -3))"},
    {"if a then b else if c then d else e", "(COND a b (COND c d e))"},
    {"{}", "(SET [])"},
    {"{a, b, f(c)}", "(SET [a b (CALL f [c] _)])"},
    {"{s in spaces where s.rich or s.safe}",
     "(SELECT s spaces (BINARY or (PROP rich s) (PROP safe s)))"},
    {"count(Red troops in s)", "(COUNT (PIECES [Red troops]) s)"},
    {"count(s in spaces)", "(COUNT s spaces)"},
    {"count(s in spaces where a or b)", "(AGGREGATE count s spaces (BINARY or a b) _)"},
    {"any Red troops in s", "(ANY (PIECES [Red troops]) s)"},
    {"any s in spaces where s.rich and s.safe",
     "(AGGREGATE any s spaces (BINARY and (PROP rich s) (PROP safe s)) _)"},
    {"no Red troops in s and x", "(BINARY and (UNARY not (ANY (PIECES [Red troops]) s)) x)"},
    {"no s in spaces where s.rich", "(UNARY not (AGGREGATE any s spaces (PROP rich s) _))"},
    {"every s in spaces where any Red (troops or bases) in s",
     "(AGGREGATE every s spaces (ANY (PIECES [Red (BINARY or troops bases)]) s) _)"},
    {"first c in cards where c.order == 1",
     "(AGGREGATE first c cards (BINARY == (PROP order c) 1) _)"},
    {"(any s in spaces where s.rich) or b",
     "(BINARY or (AGGREGATE any s spaces (PROP rich s) _) b)"},
    {"sum(l.gold for l in roads where not l.sabotage)",
     "(AGGREGATE sum l roads (UNARY not (PROP sabotage l)) (PROP gold l))"},
    {"min(s.gold for s in spaces)", "(AGGREGATE min s spaces _ (PROP gold s))"},
    {"max(i * i for i in 1..3 where i != 2)",
     "(AGGREGATE max i (RANGE 1 3) (BINARY != i 2) (BINARY * i i))"},
    {"min(a, b, 3)", "(CALL min [a b 3] _)"},
    {"roll 6", "(ROLL 6)"},
    {"roll 6 + roll n", "(BINARY + (ROLL 6) (ROLL n))"},
    {"table by spaces of int", "(TABLE spaces int _)"},
    {"table by kinds of bool", "(TABLE kinds bool _)"},
    {"table by 2..14 of int", "(TABLE numbers int (RANGE 2 14))"},
    {"table by weather of bool", "(TABLE numbers bool weather)"},
    {"a and b because \"no {a}\"", "(BECAUSE (BINARY and a b) (TEXT ['no ' a]))"},
    {"a and (b because \"x\")", "(BINARY and a (BECAUSE b (TEXT ['x'])))"},
    {"if a then b else c because \"x\"", "(BECAUSE (COND a b c) (TEXT ['x']))"},
    {"any s in spaces where s.open because \"x\"",
     "(BECAUSE (AGGREGATE any s spaces (PROP open s) _) (TEXT ['x']))"},
    {"a < 3\n"
     "and b",
     "(BINARY and (BINARY < a 3) b)"},
    {"f(\n"
     "  a,\n"
     "  b)",
     "(CALL f [a b] _)"},
    {"s.kind != road and count(Green pieces in s) > count(Rebel pieces in s)",
     "(BINARY and (BINARY != (PROP kind s) road) (BINARY > (COUNT (PIECES [Green pieces]) s) "
     "(COUNT (PIECES [Rebel pieces]) s)))"},
    {"top(deck, 1)", "(CALL top [deck 1] _)"},
    {"a.to.from", "(PROP from (PROP to a))"},
    {"f(none)", "(CALL f [none] _)"},
    {"-(3)", "-3"},
    {"-x.y", "(UNARY neg (PROP y x))"},
    {"s in spaces except {a, b}", "(BINARY in s (BINARY except spaces (SET [a b])))"},
    {"x == -1", "(BINARY == x -1)"},
    {"count(Red troops in s) - 1", "(BINARY - (COUNT (PIECES [Red troops]) s) 1)"},
    {"Red troops and not hidden", "(BINARY and (PIECES [Red troops]) (UNARY not hidden))"},
    {"pieces-of(x) hidden", "(PIECES [(CALL pieces-of [x] _) hidden])"},
    {"any(m) and not b", "(BINARY and (TALLY any m) (UNARY not b))"},
    {"no(m)", "(UNARY not (TALLY any m))"},
    {"count(m) + 1", "(BINARY + (TALLY count m) 1)"},
    {"any (m) in s", "(ANY m s)"},
    {"move + place.roll == first", "(BINARY == (BINARY + move (PROP roll place)) first)"},
    {"count > 0 and any or all", "(BINARY or (BINARY and (BINARY > count 0) any) all)"},
    {"{first in spaces where first.done}", "(SELECT first spaces (PROP done first))"},
    {"first first in spaces where first.up", "(AGGREGATE first first spaces (PROP up first) _)"},
    {"any check in spaces where check != end",
     "(AGGREGATE any check spaces (BINARY != check end) _)"},
    {"deal(roll, roll 6)", "(CALL deal [roll (ROLL 6)] _)"},
    {"a or done", "(BINARY or a done)"},
    {"table[order]", "(INDEX table order)"},
    {"z as space", "(AS z space)"},
    {"near(z) as space == as", "(BINARY == (AS (CALL near [z] _) space) as)"},
    {"(z as space).rich", "(PROP rich (AS z space))"},
    {"s.owner troops", "(PIECES [(PROP owner s) troops])"},
    {"sum(count(Red troops in s) for s in spaces) * 2",
     "(BINARY * (AGGREGATE sum s spaces _ (COUNT (PIECES [Red troops]) s)) 2)"},
    {"any s in spaces where not any t in adjacent(s) where t.rich",
     "(AGGREGATE any s spaces (UNARY not (AGGREGATE any t (CALL adjacent [s] _) (PROP rich t) _)) "
     "_)"},
};

/* ---- statements ---- */

static const row statements[] = {
    {"let n = 3", "(LET n 3)"},
    {"if a\n"
     "  x = 1\n"
     "else if b\n"
     "  x = 2\n"
     "else\n"
     "  x = 3",
     "(IF a (BLOCK [(ASSIGN set x 1)]) (BLOCK [(IF b (BLOCK [(ASSIGN set x 2)]) (BLOCK [(ASSIGN "
     "set x 3)]))]))"},
    {"if a: x = 1\n"
     "else: x = 2",
     "(IF a (BLOCK [(ASSIGN set x 1)]) (BLOCK [(ASSIGN set x 2)]))"},
    {"for each s in spaces where any Red troops in s\n"
     "  s.mark += 1",
     "(FOR s spaces (ANY (PIECES [Red troops]) s) (BLOCK [(ASSIGN add (PROP mark s) 1)]))"},
    {"for i in 1..3: f(i)", "(FOR i (RANGE 1 3) _ (BLOCK [(DO (CALL f [i] _))]))"},
    {"repeat at most 2\n"
     "  break",
     "(REPEAT 2 _ (BLOCK [(BREAK)]))"},
    {"repeat at most n times while x > 0\n"
     "  continue",
     "(REPEAT n (BINARY > x 0) (BLOCK [(CONTINUE)]))"},
    {"repeat 3 times while a: x -= 1", "(REPEAT 3 a (BLOCK [(ASSIGN subtract x 1)]))"},
    {"loop\n"
     "  break",
     "(REPEAT _ _ (BLOCK [(BREAK)]))"},
    {"loop while a: x -= 1", "(REPEAT _ a (BLOCK [(ASSIGN subtract x 1)]))"},
    {"move = 3", "(ASSIGN set move 3)"},
    {"check.roll += 1", "(ASSIGN add (PROP roll check) 1)"},
    {"count[end] -= first", "(ASSIGN subtract (INDEX count end) first)"},
    {"deal(3)", "(DO (CALL deal [3] _))"},
    {"deal(3) from deck to pile", "(DEAL 3 deck pile)"},
    {"let first = done", "(LET first done)"},
    {"for each in spaces: f(each)", "(FOR each spaces _ (BLOCK [(DO (CALL f [each] _))]))"},
    {"for each each in spaces: f(each)", "(FOR each spaces _ (BLOCK [(DO (CALL f [each] _))]))"},
    {"repeat times times: f()", "(REPEAT times _ (BLOCK [(DO (CALL f [] _))]))"},
    {"repeat at times: f()", "(REPEAT at _ (BLOCK [(DO (CALL f [] _))]))"},
    {"goto end", "(GOTO_PHASE end)"},
    {"remember diagram", "(REMEMBER diagram)"},
    {"forget diagram", "(FORGET diagram)"},
    {"check place", "(CHECK_END place)"},
    {"choose place in spaces where (a or done) or done",
     "(CHOOSE place spaces (BINARY or a done) _ _ done _ _ _)"},
    {"choose sealed p.bid in 1..6 where bid > 2 \"Bid\"",
     "(CHOOSE bid (RANGE 1 6) (BINARY > bid 2) (TEXT ['Bid']) p - _ _ (PROP bid p))"},
    {"choose sealed in spaces", "(CHOOSE sealed spaces _ _ _ - _ _ _)"},
    {"choose sealed targets in spaces", "(CHOOSE_N targets spaces _ sealed sealed _ _)"},
    {"choose 2 move in spaces", "(CHOOSE_N move spaces _ 2 2 _ _)"},
    {"choose n first in spaces", "(CHOOSE_N first spaces _ n n _ _)"},
    {"if done or first: x = 1", "(IF (BINARY or done first) (BLOCK [(ASSIGN set x 1)]) _)"},
    {"x = max(\n"
     "  move,\n"
     "  end)",
     "(ASSIGN set x (CALL max [move end] _))"},
    {"loop = 3", "(ASSIGN set loop 3)"},
    {"loop(3)", "(DO (CALL loop [3] _))"},
    {"choose s in spaces or done \"Stop\" when a or b by Red",
     "(CHOOSE s spaces _ _ Red done (TEXT ['Stop']) (BINARY or a b) _)"},
    {"remove up to 2 Red pieces from s chosen by Blue \"Raid {s}: which?\"",
     "(REMOVE upTo 2 (PIECES [Red pieces]) s _ chosen _ Blue (TEXT ['Raid ' s ': which?']))"},
    {"choose s in spaces or none \"Stay\" as done when a",
     "(CHOOSE s spaces _ _ _ none (TEXT ['Stay']) as done a _)"},
    {"choose s in spaces or done as option", "(CHOOSE s spaces _ _ _ done _ as option _ _)"},
    {"choose\n"
     "  option \"Stop\" as done when a\n"
     "  option skip \"Not here\" as skip\n"
     "  option \"Give up\" as cancel: x = 1",
     "(MENU _ _ [(OPTION stop (TEXT ['Stop']) as done a (BLOCK [])) (OPTION skip (TEXT ['Not "
     "here']) as skip _ (BLOCK "
     "[])) (OPTION give-up (TEXT ['Give up']) as cancel _ (BLOCK [(ASSIGN set x 1)]))])"},
    {"choose s in spaces ask always", "(CHOOSE s spaces _ _ _ - _ _ _ ask always)"},
    {"choose s in spaces or done as skip ask real by Red \"Where?\"",
     "(CHOOSE s spaces _ (TEXT ['Where?']) Red done _ as skip _ _ ask real)"},
    {"choose sealed p.bid in 1..6 ask always",
     "(CHOOSE bid (RANGE 1 6) _ _ p - _ _ (PROP bid p) ask always)"},
    {"choose s in spaces where a or done ask real", "(CHOOSE s spaces a _ _ done _ _ _ ask real)"},
    {"choose k of Red ask in s ask real",
     "(CHOOSE k (KINDS (PIECES [Red ask]) s) _ _ _ - _ _ _ ask real)"},
    {"choose ask in spaces ask always", "(CHOOSE ask spaces _ _ _ - _ _ _ ask always)"},
    {"choose up to 2 targets in spaces ask real", "(CHOOSE_N targets spaces _ _ 2 _ _ ask real)"},
    {"choose \"What?\" ask always\n  option \"A\"",
     "(MENU (TEXT ['What?']) _ [(OPTION a (TEXT ['A']) _ (BLOCK []))] ask always)"},
    {"choose s in spaces or none when a \"Where?\"",
     "(CHOOSE s spaces _ (TEXT ['Where?']) _ none _ a _)"},
    {"return", "(RETURN _)"},
    {"return a + b", "(RETURN (BINARY + a b))"},
    {"choose s in spaces where s.rich or s.safe or done \"Enough\" \"Where?\" by Red",
     "(CHOOSE s spaces (BINARY or (PROP rich s) (PROP safe s)) (TEXT ['Where?']) Red done (TEXT "
     "['Enough']) _ _)"},
    {"choose n in 1..6 \"How many?\"", "(CHOOSE n (RANGE 1 6) _ (TEXT ['How many?']) _ - _ _ _)"},
    {"choose k of Red pieces in s where k != bases or none",
     "(CHOOSE k (KINDS (PIECES [Red pieces]) s) (BINARY != k bases) _ _ none _ _ _)"},
    {"choose up to 4 targets in spaces where a \"Pick\" by enemy(s)",
     "(CHOOSE_N targets spaces a _ 4 (TEXT ['Pick']) (CALL enemy [s] _))"},
    {"choose 2 targets in spaces", "(CHOOSE_N targets spaces _ 2 2 _ _)"},
    {"choose 1 to n + 1 targets in adjacent(s) where x",
     "(CHOOSE_N targets (CALL adjacent [s] _) x 1 (BINARY + n 1) _ _)"},
    {"choose n targets in spaces", "(CHOOSE_N targets spaces _ n n _ _)"},
    {"choose\n"
     "  option stay-here \"Stay in {s}\" when a\n"
     "  option done \"Stop\": x = 1\n"
     "  option \"Go to {s.next} with {n + 1} of {top(deck)}\"",
     "(MENU _ _ [(OPTION stay-here (TEXT ['Stay in ' s]) a (BLOCK [])) (OPTION done (TEXT "
     "['Stop']) _ (BLOCK "
     "[(ASSIGN set x 1)])) (OPTION go-to-s-next-with-n-1-of-top-deck (TEXT ['Go to ' (PROP next s) "
     "' with ' "
     "(BINARY + n 1) ' of ' (CALL top [deck] _)]) _ (BLOCK []))])"},
    {"choose \"What in {s}?\" by Red\n"
     "  option \"A\" when x > 0\n"
     "    x = 1\n"
     "  option \"B\": x = 2\n"
     "  option \"C\"",
     "(MENU (TEXT ['What in ' s '?']) Red [(OPTION a (TEXT ['A']) (BINARY > x 0) (BLOCK [(ASSIGN "
     "set x 1)])) (OPTION b (TEXT ['B']) _ (BLOCK [(ASSIGN set x 2)])) (OPTION c (TEXT ['C']) _ "
     "(BLOCK []))])"},
    {"choose\n"
     "  option \"A\"",
     "(MENU _ _ [(OPTION a (TEXT ['A']) _ (BLOCK []))])"},
    {"place 2 Red troops in s", "(PLACE exactly 2 (PIECES [Red troops]) _ s plain _ _)"},
    {"place Red troops from available on s", "(PLACE exactly Red troops available s plain _ _)"},
    {"place up to n - 1 Red (troops or police) to s chosen by Red",
     "(PLACE upTo (BINARY - n 1) (PIECES [Red (BINARY or troops police)]) _ s chosen _ Red)"},
    {"remove all Red pieces from s", "(REMOVE all _ (PIECES [Red pieces]) s _ plain _ _)"},
    {"remove 2 Red pieces in s to casualties in order [Red troops, active scouts] by Blue",
     "(REMOVE exactly 2 (PIECES [Red pieces]) s casualties ordered [(PIECES [Red troops]) (PIECES "
     "[active scouts])] Blue)"},
    {"remove troops from s declared", "(REMOVE exactly 1 troops s _ declared _ _)"},
    {"remove (Red pieces except Red bases) from s",
     "(REMOVE exactly 1 (BINARY except (PIECES [Red pieces]) (PIECES [Red bases])) s _ plain _ _)"},
    {"move n / 3 Red troops from a to b",
     "(MOVE exactly (BINARY / n 3) (PIECES [Red troops]) a b plain _ _)"},
    {"move (n + 1) Red troops from a to b",
     "(MOVE exactly (BINARY + n 1) (PIECES [Red troops]) a b plain _ _)"},
    {"move f(x) * 2 Red troops from a to b",
     "(MOVE exactly (BINARY * (CALL f [x] _) 2) (PIECES [Red troops]) a b plain _ _)"},
    {"flip all Red scouts in spaces to hidden",
     "(FLIP all _ (PIECES [Red scouts]) spaces hidden plain _ _)"},
    {"flip 2 Red scouts from s to Red hidden chosen",
     "(FLIP exactly 2 (PIECES [Red scouts]) s (PIECES [Red hidden]) chosen _ _)"},
    {"replace 3 Red cubes in s with Red bases",
     "(REPLACE exactly 3 (PIECES [Red cubes]) s (PIECES [Red bases]) plain _ _)"},
    {"put c on top of deck", "(PUT c top deck)"},
    {"put c on bottom of deck", "(PUT c bottom deck)"},
    {"put c under deck", "(PUT c bottom deck)"},
    {"put c on discard", "(PUT c top discard)"},
    {"put all of pile on top of deck", "(PUT_ALL pile top deck)"},
    {"put all of hand[p] on bottom of deck", "(PUT_ALL (INDEX hand p) bottom deck)"},
    {"put all of pile under deck", "(PUT_ALL pile bottom deck)"},
    {"put all of pile on deck", "(PUT_ALL pile top deck)"},
    {"deal 3 from deck to hand[p]", "(DEAL 3 deck (INDEX hand p))"},
    {"shuffle deck", "(SHUFFLE deck)"},
    {"perform c.upper", "(PERFORM c upper)"},
    {"log \"Hello {p}\"", "(LOG (TEXT ['Hello ' p]) step)"},
    {"log turn \"Hello\"", "(LOG (TEXT ['Hello']) turn)"},
    {"log detail \"Hello\"", "(LOG (TEXT ['Hello']) detail)"},
    {"require a or b because \"No {a}\"", "(REQUIRE (BINARY or a b) (TEXT ['No ' a]))"},
    {"require a", "(REQUIRE a _)"},
    {"end game", "(END_GAME _)"},
    {"end game for Red", "(END_GAME Red)"},
    {"end phase", "(END_PHASE)"},
    {"end turn", "(END_TURN)"},
    {"goto scoring", "(GOTO_PHASE scoring)"},
    {"check round-end", "(CHECK_END round-end)"},
    {"s.support += 1", "(ASSIGN add (PROP support s) 1)"},
    {"moved[s] -= 2", "(ASSIGN subtract (INDEX moved s) 2)"},
    {"air-strike(Red, free: true)", "(DO (CALL air-strike [Red] [(ARG free true)]))"},
    {"x = a\n"
     "  + b\n"
     "  - c",
     "(ASSIGN set x (BINARY - (BINARY + a b) c))"},
    {"for s in x: if a: y = 1", "(FOR s x _ (BLOCK [(IF a (BLOCK [(ASSIGN set y 1)]) _)]))"},
    {"if a: if b: x = 1\n"
     "else: x = 2",
     "(IF a (BLOCK [(IF b (BLOCK [(ASSIGN set x 1)]) _)]) (BLOCK [(ASSIGN set x 2)]))"},
    {"choose s in spaces\n"
     "    where s.rich\n"
     "    \"Where?\"\n"
     "    or done\n"
     "x = 1   # comment\n"
     "\n"
     "# comment\n"
     "y = 2",
     "(CHOOSE s spaces (PROP rich s) (TEXT ['Where?']) _ done _ _ _) (ASSIGN set x 1) (ASSIGN set "
     "y 2)"},
    {"spaces-used += 1\n"
     "repeat at most 2                                  # levels in this space\n"
     "  choose \"Stir up {space}\"\n"
     "    option \"Remove unrest\" when space.unrest and gold > 0\n"
     "      gold -= 1\n"
     "      space.unrest = false\n"
     "    option \"Shift the mood\" when space.mood > hostile\n"
     "      space.mood -= 1\n"
     "    option \"Done\"\n"
     "      break",
     "(ASSIGN add spaces-used 1) (REPEAT 2 _ (BLOCK [(MENU (TEXT ['Stir up ' space]) _ [(OPTION "
     "remove-unrest (TEXT ['Remove unrest']) (BINARY and (PROP unrest space) (BINARY > gold 0)) "
     "(BLOCK [(ASSIGN "
     "subtract gold 1) (ASSIGN set (PROP unrest space) false)])) (OPTION shift-the-mood (TEXT "
     "['Shift the "
     "mood']) (BINARY > (PROP mood space) hostile) (BLOCK [(ASSIGN subtract (PROP mood space) "
     "1)])) (OPTION done (TEXT ['Done']) _ (BLOCK [(BREAK)]))])]))"},
    {"let n = count(Red troops in lost-Red)\n"
     "move n / 3 Red troops from lost-Red to out-of-play-Red\n"
     "move all Red bases from lost-Red to out-of-play-Red",
     "(LET n (COUNT (PIECES [Red troops]) lost-Red)) (MOVE exactly (BINARY / n 3) (PIECES [Red "
     "troops]) lost-Red out-of-play-Red plain _ _) (MOVE all _ (PIECES [Red bases]) lost-Red "
     "out-of-play-Red plain _ _)"},
    {"choose card in hand[p] by p or none \"Keep all\"",
     "(CHOOSE card (INDEX hand p) _ _ p none (TEXT ['Keep all']) _ _)"},
    {"choose up to (n) targets in spaces", "(CHOOSE_N targets spaces _ _ n _ _)"},
    {"choose by Red \"Prompt\"\n"
     "  option \"A\": break",
     "(MENU (TEXT ['Prompt']) Red [(OPTION a (TEXT ['A']) _ (BLOCK [(BREAK)]))])"},
    {"choose 2 * n targets in spaces where a or b",
     "(CHOOSE_N targets spaces (BINARY or a b) (BINARY * 2 n) (BINARY * 2 n) _ _)"},
    {"move count(Red troops in a) - 1 Red troops from a to b",
     "(MOVE exactly (BINARY - (COUNT (PIECES [Red troops]) a) 1) (PIECES [Red troops]) a b plain "
     "_ _)"},
    {"move n Red troops from a to b", "(MOVE exactly n (PIECES [Red troops]) a b plain _ _)"},
    {"remove Red (troops or police) from s",
     "(REMOVE exactly Red (BINARY or troops police) s _ plain _ _)"},
    {"put top(deck) on bottom of deck", "(PUT (CALL top [deck] _) bottom deck)"},
    {"x = if a then 1\n"
     "  else 2",
     "(ASSIGN set x (COND a 1 2))"},
    {"f(\n"
     "a,\n"
     "  b: 3\n"
     ")\n"
     "y = 1",
     "(DO (CALL f [a] [(ARG b 3)])) (ASSIGN set y 1)"},
    {"if a\n"
     "  and b\n"
     "  x = 1",
     "(IF (BINARY and a b) (BLOCK [(ASSIGN set x 1)]) _)"},
    {"option-count = 3", "(ASSIGN set option-count 3)"},
    {"let t = table by seats of int", "(LET t (TABLE seats int _))"},
    {"for each s in {a, b} where s.rich: log \"x\"",
     "(FOR s (SET [a b]) (PROP rich s) (BLOCK [(LOG (TEXT ['x']) step)]))"},
};

static void check_row(place p, const row *r) {
    fixture f;
    open_fixture(&f);
    lf_text out = {0};
    lf_node *node = parse(&f, p, r->source);
    dump_report(&out, &f.report);
    if (f.report.count)
        fail_msg("%s\n%s", r->source, out.data);
    if (p == BLOCK)
        dump_list(&out, node->kids[LF_K_LIST]);
    else
        dump(&out, node);
    const char *wanted = p == BLOCK ? lf_arena_printf(f.arena, "[%s]", r->ast) : r->ast;
    if (strcmp(out.data, wanted) != 0)
        fail_msg("%s\nis     %s\nwanted %s", r->source, out.data, wanted);
    lf_text_free(&out);
    close_fixture(&f);
}

static void test_expressions(void **state) {
    (void)state;
    for (size_t i = 0; i < LF_COUNT(expressions); i++)
        check_row(EXPRESSION, &expressions[i]);
}

static void test_statements(void **state) {
    (void)state;
    for (size_t i = 0; i < LF_COUNT(statements); i++)
        check_row(BLOCK, &statements[i]);
}

/* An expression may stand anywhere that a value is expected. */
static void test_expressions_in_statements(void **state) {
    (void)state;
    for (size_t i = 0; i < LF_COUNT(expressions); i++) {
        fixture f;
        open_fixture(&f);
        if (strchr(expressions[i].source, '\n')) {
            close_fixture(&f);
            continue;
        }
        const char *source = lf_arena_printf(f.arena, "if (%s): x = f(%s)", expressions[i].source,
                                             expressions[i].source);
        const char *ast =
            lf_arena_printf(f.arena, "(IF %s (BLOCK [(ASSIGN set x (CALL f [%s] _))]) _)",
                            expressions[i].ast, expressions[i].ast);
        check_row(BLOCK, &(row){source, ast});
        close_fixture(&f);
    }
}

static void test_templates(void **state) {
    (void)state;
    static const row templates[] = {
        {"Sweep", "(TEXT ['Sweep'])"},
        {"", "(TEXT [])"},
        {"Sweep \"in\" {s} \\ now\n", "(TEXT ['Sweep \"in\" ' s ' \\ now'])"},
        {"{{{n}}}", "(TEXT ['{' n '}'])"},
        {"{f(\"a\", {b})}{c}", "(TEXT [(CALL f [(TEXT ['a']) (SET [b])] _) c])"},
        {"two\nlines {a\n}", "(TEXT ['two\nlines ' a])"},
    };
    for (size_t i = 0; i < LF_COUNT(templates); i++)
        check_row(TEXT, &templates[i]);
}

/* ---- layout ---- */

static void test_layout(void **state) {
    (void)state;
    static const row layouts[] = {
        {"\n\n  \n  x = 1\n\n  # c\n# c\n  y = 2\n\n", "(ASSIGN set x 1) (ASSIGN set y 2)"},
        {"x = 1\r\nif a\r\n  y = 2\r\n", "(ASSIGN set x 1) (IF a (BLOCK [(ASSIGN set y 2)]) _)"},
        {"if a\n      x = 1\nif b\n x = 2",
         "(IF a (BLOCK [(ASSIGN set x 1)]) _) (IF b (BLOCK [(ASSIGN set x 2)]) _)"},
        {"if a\n  if b\n    if c\n      x = 1\ny = 2",
         "(IF a (BLOCK [(IF b (BLOCK [(IF c (BLOCK [(ASSIGN set x 1)]) _)]) _)]) _) (ASSIGN set y "
         "2)"},
        {"if a\n  if b\n    x = 1\n  else\n    x = 2",
         "(IF a (BLOCK [(IF b (BLOCK [(ASSIGN set x 1)]) (BLOCK [(ASSIGN set x 2)]))]) _)"},
        {"if a\n  if b\n    x = 1\nelse\n  x = 2",
         "(IF a (BLOCK [(IF b (BLOCK [(ASSIGN set x 1)]) _)]) (BLOCK [(ASSIGN set x 2)]))"},
        {"x = {\na,\n      b\n}\ny = 1", "(ASSIGN set x (SET [a b])) (ASSIGN set y 1)"},
        {"x = a # one\n  # between\n\n  or b\ny = 1",
         "(ASSIGN set x (BINARY or a b)) (ASSIGN set y 1)"},
        {"remove 2 Red pieces from s\n  to lost\n  in order [\nRed troops,\n  Red bases]\n  by "
         "Blue",
         "(REMOVE exactly 2 (PIECES [Red pieces]) s lost ordered [(PIECES [Red troops]) (PIECES "
         "[Red bases])] Blue)"},
        {"f(\n  order: 1,\n  let: 2)", "(DO (CALL f [] [(ARG order 1) (ARG let 2)]))"},
        {"x\t=\ta", "(ASSIGN set x a)"},
        {"if a\n  x = 1\n#", "(IF a (BLOCK [(ASSIGN set x 1)]) _)"},
    };
    for (size_t i = 0; i < LF_COUNT(layouts); i++)
        check_row(BLOCK, &layouts[i]);
}

/* ---- whole rules ---- */

static const char *const rules[] = {
    "let income = sum(r.worth for r in roads where not r.blocked)\n"
    "gold-Red += tax + income          # clamps to the declared range\n"
    "total = income\n",

    "let n = count(Red troops in lost-Red)\n"
    "move n / 3 Red troops from lost-Red to out-of-play-Red\n"
    "move all Red bases from lost-Red to out-of-play-Red\n"
    "move all Red pieces from lost-Red to available-Red\n",

    "let moved = table by spaces of int\n"
    "let used = {}\n"
    "repeat at most 6\n"
    "  choose s in spaces where s not in used and count(Red troops in adjacent(s)) > 0\n"
    "    \"March into which space?\" or done \"No more\"\n"
    "  used = used + {s}\n"
    "  for each from-space in adjacent(s) where any Red troops in from-space\n"
    "    let free = count(Red troops in from-space) - moved[from-space]\n"
    "    if free <= 0: continue\n"
    "    choose n in 0..free \"How many from {from-space}?\"\n"
    "    move n Red troops from from-space to s\n"
    "    moved[s] += n\n"
    "  if any Blue hidden scouts in s\n"
    "      and count(Red (troops or police) in s) >= 3\n"
    "    flip 1 Blue hidden scouts in s to active\n"
    "  else if s.kind is hill or s.weather in {rain, snow}\n"
    "    log \"{activePlayer} gets stuck in {s}\"\n",

    "let hits = min(roll 6, count(Red (troops or police) in s))\n"
    "require hits > 0 because \"nothing to attack with\"\n"
    "remove up to hits Blue pieces from s to lost-Blue chosen by Blue\n"
    "remove hits Green (scouts or troops) from s in order [Green troops, Green active scouts]\n"
    "replace 2 Red cubes in s with Red bases\n",

    "choose 2 targets in {s in spaces where s.mood == neutral} \"Two spaces\" by "
    "next(activePlayer)\n"
    "for each s in targets\n"
    "  s.mood = if any Red bases in s then friendly else hostile\n"
    "air-raid(Red, free: true, spaces: targets)\n",

    "shuffle deck\n"
    "for each p in seats: deal 3 from deck to hand[p]\n"
    "let c = top(deck)\n"
    "put c on bottom of deck\n"
    "put first c in cardsIn(discard) where c.number == 7 on top of deck\n"
    "perform c.upper\n",

    "if no s in spaces where (any Red troops in s or s.worth > 0) and s.kind is not road\n"
    "  end game for Blue\n"
    "else: check round-end\n"
    "goto scoring\n",

    "used += 1\n"
    "repeat at most 2                                  # levels in this space\n"
    "  choose \"Stir up {space}\"\n"
    "    option \"Remove unrest\" when space.unrest and gold > 0\n"
    "      gold -= 1\n"
    "      space.unrest = false\n"
    "    option \"Shift the mood\" when space.mood > hostile\n"
    "      space.mood -= 1\n"
    "    option \"Done\"\n"
    "      break\n",
};

static void test_whole_rules(void **state) {
    (void)state;
    for (size_t i = 0; i < LF_COUNT(rules); i++) {
        fixture f;
        open_fixture(&f);
        lf_text out = {0};
        lf_node *block = parse(&f, BLOCK, rules[i]);
        dump_report(&out, &f.report);
        if (f.report.count)
            fail_msg("%s\n%s", rules[i], out.data);
        assert_true(block->kids[LF_K_LIST]->kid_count > 0);
        lf_text_free(&out);
        close_fixture(&f);
    }
}

/* ---- positions ---- */

/* The first node of this kind, in the order of the kids. */
static const lf_node *find_node(const lf_node *node, lf_node_kind kind) {
    if (!node || node->kind == kind)
        return node;
    for (uint32_t i = 0; i < node->kid_count; i++) {
        const lf_node *found = find_node(node->kids[i], kind);
        if (found)
            return found;
    }
    return NULL;
}

static void test_positions(void **state) {
    (void)state;
    static const struct {
        lf_node_kind kind;
        unsigned line, column, length;
    } places[] = {
        {LF_N_IF, 1, 1, 2},    {LF_N_BINARY, 1, 7, 6},   {LF_N_ASSIGN, 2, 9, 2},
        {LF_N_PROP, 2, 5, 3},  {LF_N_PIECES, 2, 25, 10}, {LF_N_COUNT, 2, 19, 5},
        {LF_N_CALL, 2, 12, 1}, {LF_N_TEXT, 3, 7, 12},    {LF_N_STRING, 3, 8, 5},
    };
    fixture f;
    open_fixture(&f);
    lf_node *block = parse(&f, BLOCK,
                           "if a  is not b\n  s.pos += f(b) * count(Red troops in s)\n  log "
                           "\"\u00e9\u00e9\u00e9\u00e9 {n} x\"");
    assert_int_equal(f.report.count, 0);
    for (size_t i = 0; i < LF_COUNT(places); i++) {
        const lf_node *node = find_node(block, places[i].kind);
        assert_non_null(node);
        assert_int_equal(node->pos.line, places[i].line);
        assert_int_equal(node->pos.column, places[i].column);
        assert_int_equal(node->length, places[i].length);
    }
    close_fixture(&f);
}

/* ---- signatures and domains ---- */

static void dump_signature(lf_text *out, const lf_signature *s) {
    lf_text_addz(out, s->name);
    for (uint32_t i = 0; i < s->param_count; i++) {
        lf_text_printf(out, " %s@%u:%s=", s->params[i].name, (unsigned)s->params[i].pos.column,
                       s->params[i].type ? s->params[i].type : "_");
        dump(out, s->params[i].default_value);
    }
}

static void test_signatures(void **state) {
    (void)state;
    static const row signatures[] = {
        {"income", "income"},
        {"in-control(s)", "in-control s@12:_=_"},
        {"reset()", "reset"},
        {"fits(space s, int n = 1)", "fits s@12:space=_ n@19:int=1"},
        {"raid(by-seat: seat, s: space, free = false, n: int = 2 + 1)",
         "raid by-seat@6:seat=_ s@21:space=_ free@31:_=false n@45:int=(BINARY + 2 1)"},
    };
    for (size_t i = 0; i < LF_COUNT(signatures); i++) {
        fixture f;
        open_fixture(&f);
        lf_signature signature;
        lf_text out = {0};
        assert_true(
            lf_parse_signature(&f.context, signatures[i].source, (lf_pos){1, 1, 1}, &signature));
        dump_signature(&out, &signature);
        assert_string_equal(out.data, signatures[i].ast);
        lf_text_free(&out);
        close_fixture(&f);
    }
}

static void test_domains(void **state) {
    (void)state;
    static const row domains[] = {
        {"spaces", "spaces"},
        {"1..6", "(RANGE 1 6)"},
        {"spaces where any Red pieces in space and not held(space)",
         "(SELECT space spaces (BINARY and (ANY (PIECES [Red pieces]) space) (UNARY not (CALL held "
         "[space] _))))"},
    };
    for (size_t i = 0; i < LF_COUNT(domains); i++) {
        fixture f;
        open_fixture(&f);
        lf_text out = {0};
        const lf_doc *scalar = make_scalar(&f, domains[i].source, strlen(domains[i].source));
        dump(&out, lf_parse_domain(&f.context, scalar, "space"));
        assert_string_equal(out.data, domains[i].ast);
        lf_text_free(&out);
        close_fixture(&f);
    }
}

/* ---- the tables of ast.c ---- */

static void test_shapes(void **state) {
    (void)state;
    const lf_node_shape *place_shape = lf_node_shape_of(LF_N_PLACE);
    assert_string_equal(place_shape->kind_name, "PLACE");
    assert_string_equal(place_shape->key, "place");
    assert_true(place_shape->statement);
    assert_int_equal(place_shape->field_count, 9);
    assert_int_equal(place_shape->kid_count, LF_K_T_PROMPT + 1);
    assert_string_equal(place_shape->fields[1].name, "count");
    assert_int_equal(place_shape->fields[1].kind, 'e');
    assert_true(place_shape->fields[1].optional);
    assert_false(lf_node_shape_of(LF_N_INT)->statement);
    assert_int_equal(lf_node_shape_of(LF_N_LIST)->kid_count, 0);
}

static void test_words(void **state) {
    (void)state;
    lf_word word;
    assert_true(lf_word_find("except", &word));
    assert_int_equal(word, LF_W_EXCEPT);
    assert_false(lf_word_find("Except", &word));
    for (int i = 0; i < LF_WORD_COUNT; i++) { /* no spelling stands for two words */
        assert_true(lf_word_find(lf_word_text((lf_word)i), &word));
        assert_int_equal(word, i);
    }
}

static void test_kids_by_name(void **state) {
    (void)state;
    fixture f;
    open_fixture(&f);
    lf_node *block = parse(&f, BLOCK, "place 2 Red troops in s by Red");
    lf_node *statement = block->kids[LF_K_LIST]->kids[0];
    assert_ptr_equal(lf_node_kid(statement, "to"), statement->kids[LF_K_T_TO]);
    assert_ptr_equal(lf_node_kid(statement, "by"), statement->kids[LF_K_T_BY]);
    assert_null(lf_node_kid(statement, "from"));
    assert_null(lf_node_kid(statement, "amount"));
    close_fixture(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_expressions),
        cmocka_unit_test(test_statements),
        cmocka_unit_test(test_expressions_in_statements),
        cmocka_unit_test(test_templates),
        cmocka_unit_test(test_layout),
        cmocka_unit_test(test_whole_rules),
        cmocka_unit_test(test_positions),
        cmocka_unit_test(test_signatures),
        cmocka_unit_test(test_domains),
        cmocka_unit_test(test_shapes),
        cmocka_unit_test(test_words),
        cmocka_unit_test(test_kids_by_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
