/* test_course_oracle.c: generated games against an oracle.
 *
 * Small games are made at random from what steers play: `require`, `end game`, `end phase`, `end
 * turn`, `goto`, choices and menus inside each other, in actions, hooks, procedures and cards. An
 * interpreter of its own plays them, which knows nothing of compiling or of look-ahead: it runs a
 * game from the beginning along a list of decisions, and says of every option whether some way on
 * from it comes to rest. Both are played exhaustively to some depth; every version of the compiler,
 * with and without each optimisation, must offer exactly what the oracle allows, and end where it
 * ends. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/base.h"
#include "ludoforge_tools.h"

#include <cmocka.h>

#include "scratch_fixture.h"

enum { VARS = 3, VALUE_MAX = 2, PROCEDURES = 2, CARDS = 2, PHASES_MAX = 3, ACTIONS_MAX = 3 };
enum {
    STATEMENTS_MAX = 4000,
    BLOCK_MAX = 3,
    OPTIONS_MAX = 3,
    SCRIPT_MAX = 160,
    DEPTH_MAX = 16,
    RUNS_MAX = 60000,
    NODES_MAX = 60
};

/* ---- games ---- */

typedef struct {
    bool given;
    int var, constant;
    char sign; /* '=' '!' '<' */
} condition;

typedef enum {
    ADD,
    SET,
    NUMBER,
    REQUIRE,
    IF,
    MENU,
    CALL,
    PERFORM,
    END_GAME,
    END_PHASE,
    END_TURN,
    GOTO
} kind;

typedef struct statement statement;

typedef struct {
    statement *items[BLOCK_MAX];
    int count;
} block;

struct statement {
    kind kind;
    int var, value, high, number; /* number: the local, procedure, card, phase */
    condition when;
    condition option_when[OPTIONS_MAX];
    block blocks[OPTIONS_MAX];
    int block_count;
};

typedef struct {
    bool seats;
    block enter, exit;
} phase;

typedef struct {
    uint32_t phases;
    condition pre;
    bool has_param;
    int high;
    block effects;
} action;

typedef struct {
    phase phases[PHASES_MAX];
    action actions[ACTIONS_MAX];
    int phase_count, action_count;
    block procedures[PROCEDURES];
    struct {
        condition when;
        block effects;
    } cards[CARDS];
    int locals, made;
    statement pool[STATEMENTS_MAX];
} game_tree;

/* ---- making them ---- */

typedef enum { IN_ACTION, IN_HOOK, IN_PROCEDURE, IN_CARD } place;

typedef struct {
    uint64_t random;
    game_tree *game;
} maker;

static int below(maker *m, int n) {
    m->random = m->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (int)((m->random >> 33) % (uint64_t)n);
}

static statement *new_statement(maker *m) {
    assert_true(m->game->made < STATEMENTS_MAX);
    return &m->game->pool[m->game->made++];
}

static condition make_condition(maker *m) {
    return (condition){true, below(m, VARS), below(m, VALUE_MAX + 1), "=!<!"[below(m, 4)]};
}

static block make_block(maker *m, place where, int depth, int procedure);

static bool may_stand(kind k, place where, int depth, int procedure) {
    switch (k) {
    case IF:
    case MENU:
        return depth < 2;
    case CALL:
        return procedure + 1 < PROCEDURES;
    case PERFORM:
        return where == IN_ACTION || where == IN_HOOK;
    case END_TURN:
        return where == IN_ACTION;
    default:
        return true;
    }
}

static statement *make_statement(maker *m, place where, int depth, int procedure, bool last) {
    static const kind kinds[] = {ADD,  SET,  NUMBER,  NUMBER,  REQUIRE,  REQUIRE,   IF,       MENU,
                                 MENU, CALL, PERFORM, PERFORM, END_GAME, END_PHASE, END_TURN, GOTO};
    kind k;
    do {
        k = kinds[below(m, (int)LF_COUNT(kinds))];
    } while (!may_stand(k, where, depth, procedure) ||
             (k >= END_GAME && (!last || below(m, 2) == 0)));
    statement *s = new_statement(m);
    *s = (statement){.kind = k,
                     .var = below(m, VARS),
                     .value = below(m, VALUE_MAX + 1),
                     .high = below(m, 2) + 1,
                     .when = make_condition(m)};
    if (k == NUMBER)
        s->number = m->game->locals++;
    if (k == CALL)
        s->number = procedure + 1 + below(m, PROCEDURES - procedure - 1);
    if (k == PERFORM)
        s->number = below(m, CARDS);
    if (k == GOTO)
        s->number = below(m, m->game->phase_count);
    s->block_count = k == IF ? 1 + below(m, 2) : k == MENU ? 2 + below(m, 2) : 0;
    for (int i = 0; i < s->block_count; i++) {
        s->blocks[i] = make_block(m, where, depth + 1, procedure);
        if (k == MENU && i + 1 < s->block_count && below(m, 2) == 0)
            s->option_when[i] = make_condition(m);
    }
    if (k == MENU) { /* its last option is always there */
        statement *set = new_statement(m);
        *set = (statement){.kind = SET, .var = below(m, VARS), .value = below(m, VALUE_MAX + 1)};
        s->blocks[s->block_count - 1].items[0] = set;
    }
    return s;
}

static block make_block(maker *m, place where, int depth, int procedure) {
    block b = {.count = 1 + below(m, depth == 0 ? BLOCK_MAX : BLOCK_MAX - 1)};
    for (int i = 0; i < b.count; i++)
        b.items[i] = make_statement(m, where, depth, procedure, i + 1 == b.count);
    return b;
}

static game_tree *make_game(uint64_t seed) {
    game_tree *g = calloc(1, sizeof *g);
    assert_non_null(g);
    maker m = {seed * 2 + 1, g};
    for (int i = 0; i < 8; i++)
        below(&m, 2);
    g->phase_count = 1 + below(&m, PHASES_MAX);
    g->action_count = 2 + below(&m, ACTIONS_MAX - 1);
    for (int i = 0; i < g->phase_count; i++) {
        g->phases[i].seats = below(&m, 3) == 0;
        if (below(&m, 3) == 0)
            g->phases[i].enter = make_block(&m, IN_HOOK, 0, -1);
        if (below(&m, 3) == 0)
            g->phases[i].exit = make_block(&m, IN_HOOK, 0, -1);
    }
    for (int i = 0; i < g->action_count; i++) {
        action *a = &g->actions[i];
        a->phases = 1u + (uint32_t)below(&m, (1 << g->phase_count) - 1);
        if (below(&m, 3) == 0)
            a->pre = make_condition(&m);
        a->has_param = below(&m, 3) == 0;
        a->high = 1 + below(&m, 2);
        a->effects = make_block(&m, IN_ACTION, 0, -1);
    }
    for (int i = 0; i < PROCEDURES; i++)
        g->procedures[i] = make_block(&m, IN_PROCEDURE, 1, i);
    for (int i = 0; i < CARDS; i++) {
        if (below(&m, 2) == 0)
            g->cards[i].when = make_condition(&m);
        g->cards[i].effects = make_block(&m, IN_CARD, 1, -1);
    }
    return g;
}

/* ---- as a spec ---- */

static void put_condition(lf_text *out, condition c) {
    lf_text_printf(out, "v%d %s %d", c.var,
                   c.sign == '='   ? "=="
                   : c.sign == '!' ? "!="
                                   : "<",
                   c.constant);
}

static void put_block(lf_text *out, const block *b, int indent);

static void put_menu(lf_text *out, const statement *s, int indent) {
    lf_text_addz(out, "choose \"Which?\"\n");
    for (int i = 0; i < s->block_count; i++) {
        lf_text_printf(out, "%*soption m%d \"M%d\"", indent + 2, "", i, i);
        if (s->option_when[i].given) {
            lf_text_addz(out, " when ");
            put_condition(out, s->option_when[i]);
        }
        lf_text_addz(out, "\n");
        put_block(out, &s->blocks[i], indent + 4);
    }
}

static void put_statement(lf_text *out, const statement *s, int indent) {
    lf_text_printf(out, "%*s", indent, "");
    switch (s->kind) {
    case ADD:
        lf_text_printf(out, "v%d += 1\n", s->var);
        break;
    case SET:
        lf_text_printf(out, "v%d = %d\n", s->var, s->value);
        break;
    case NUMBER:
        lf_text_printf(out, "choose n%d in 0..%d \"?\"\n%*sv%d = n%d\n", s->number, s->high, indent,
                       "", s->var, s->number);
        break;
    case REQUIRE:
        lf_text_addz(out, "require ");
        put_condition(out, s->when);
        lf_text_addz(out, s->value == 0 ? " because \"v0 is {v0}\"\n" : "\n");
        break;
    case IF:
        lf_text_addz(out, "if ");
        put_condition(out, s->when);
        lf_text_addz(out, "\n");
        put_block(out, &s->blocks[0], indent + 2);
        if (s->block_count > 1) {
            lf_text_printf(out, "%*selse\n", indent, "");
            put_block(out, &s->blocks[1], indent + 2);
        }
        break;
    case MENU:
        put_menu(out, s, indent);
        break;
    case CALL:
        lf_text_printf(out, "p%d()\n", s->number);
        break;
    case PERFORM:
        lf_text_printf(out, "perform k%d.upper\n", s->number);
        break;
    case END_GAME:
        lf_text_addz(out, "end game\n");
        break;
    case END_PHASE:
        lf_text_addz(out, "end phase\n");
        break;
    case END_TURN:
        lf_text_addz(out, "end turn\n");
        break;
    case GOTO:
        lf_text_printf(out, "goto h%d\n", s->number);
        break;
    }
}

static void put_block(lf_text *out, const block *b, int indent) {
    for (int i = 0; i < b->count; i++)
        put_statement(out, b->items[i], indent);
}

static void put_hook(lf_text *out, const char *name, const block *b) {
    if (b->count == 0)
        return;
    lf_text_printf(out, "      %s: |\n", name);
    put_block(out, b, 8);
}

static void put_actions(lf_text *out, const game_tree *g) {
    lf_text_addz(out, "actions:\n");
    for (int i = 0; i < g->action_count; i++) {
        const action *a = &g->actions[i];
        lf_text_printf(out, "  - id: a%d\n    phase: [", i);
        for (int p = 0, some = 0; p < g->phase_count; p++)
            if (a->phases >> p & 1)
                lf_text_printf(out, "%sh%d", some++ > 0 ? ", " : "", p);
        lf_text_addz(out, "]\n");
        if (a->has_param)
            lf_text_printf(out, "    params: [{name: _q, domain: 0..%d}]\n", a->high);
        if (a->pre.given) {
            lf_text_addz(out, "    pre: ");
            put_condition(out, a->pre);
            lf_text_addz(out, "\n");
        }
        lf_text_addz(out, "    effects: |\n");
        if (a->has_param)
            lf_text_addz(out, "      v1 = _q\n");
        put_block(out, &a->effects, 6);
    }
}

static void put_game(lf_text *out, const game_tree *g) {
    lf_text_addz(out,
                 "```yaml\nmetadata: {id: made, name: Made}\nseats: [Red, Blue]\nglobalVars:\n");
    for (int i = 0; i < VARS; i++)
        lf_text_printf(out, "  - {name: v%d, type: int, max: %d}\n", i, VALUE_MAX);
    lf_text_addz(out, "turnStructure:\n  phases:\n");
    for (int i = 0; i < g->phase_count; i++) {
        lf_text_printf(out, "    - id: h%d\n%s", i,
                       g->phases[i].seats ? "      seats: [Blue, Red]\n" : "");
        put_hook(out, "onEnter", &g->phases[i].enter);
        put_hook(out, "onExit", &g->phases[i].exit);
    }
    put_actions(out, g);
    lf_text_addz(out, "procedures:\n");
    for (int i = 0; i < PROCEDURES; i++) {
        lf_text_printf(out, "  p%d: |\n", i);
        put_block(out, &g->procedures[i], 4);
    }
    lf_text_addz(out, "cardParts: [upper]\ncards:\n");
    for (int i = 0; i < CARDS; i++) {
        lf_text_printf(out, "  - id: k%d\n    upper:\n", i);
        if (g->cards[i].when.given) {
            lf_text_addz(out, "      when: ");
            put_condition(out, g->cards[i].when);
            lf_text_addz(out, "\n");
        }
        lf_text_addz(out, "      effects: |\n");
        put_block(out, &g->cards[i].effects, 8);
    }
    lf_text_addz(
        out, "terminal: {checkpoints: [{id: full, when: v0 == 2 and v1 == 2, draw: true}]}\n```\n");
}

/* ---- the oracle: a run along a list of decisions ---- */

typedef enum { GOES_ON, FAILS, ASKS, IS_OVER, CIRCLES, LEAVES_PHASE, LEAVES_TURN } signal;

typedef struct {
    const game_tree *game;
    const int
        /* the decisions, forced ones too; -1 at an offer of actions: none is carried through */
        *script;
    int length, at;
    int vars[VARS];
    int phase, wanted;
    int rounds;     /* phases left since the last decision */
    bool actions;   /* ASKS: for an action */
    int offered[8]; /* ASKS: the values that could be chosen */
    int count;
    char sort; /* ASKS: 'n' a number, 'm' a menu, 'a' an action */
} run;

static bool holds(const run *r, condition c) {
    const int v = r->vars[c.var];
    return !c.given || (c.sign == '='   ? v == c.constant
                        : c.sign == '!' ? v != c.constant
                                        : v < c.constant);
}

/* One decision: GOES_ON with its value, or ASKS. */
static signal decide(run *r, char sort, int *value) {
    r->rounds = 0;
    if (r->at == r->length) {
        r->sort = sort;
        return ASKS;
    }
    *value = r->script[r->at++];
    return GOES_ON;
}

static signal run_block(run *r, const block *b);

static bool begins_in_vain(const run *r, const block *b) {
    return b->items[0]->kind == PERFORM && !holds(r, r->game->cards[b->items[0]->number].when);
}

static signal run_menu(run *r, const statement *s) {
    int value = 0;
    r->count = 0;
    for (int i = 0; i < s->block_count; i++)
        if (holds(r, s->option_when[i]) && !begins_in_vain(r, &s->blocks[i]))
            r->offered[r->count++] = i;
    const signal asked = decide(r, 'm', &value);
    return asked != GOES_ON ? asked : run_block(r, &s->blocks[value]);
}

static signal run_number(run *r, int high, int var) {
    int value = 0;
    r->count = 0;
    for (int i = 0; i <= high; i++)
        r->offered[r->count++] = i;
    const signal asked = decide(r, 'n', &value);
    if (asked == GOES_ON)
        r->vars[var] = value;
    return asked;
}

static signal run_statement(run *r, const statement *s) {
    switch (s->kind) {
    case ADD:
        r->vars[s->var] += r->vars[s->var] < VALUE_MAX;
        return GOES_ON;
    case SET:
        r->vars[s->var] = s->value;
        return GOES_ON;
    case NUMBER:
        return run_number(r, s->high, s->var);
    case REQUIRE:
        return holds(r, s->when) ? GOES_ON : FAILS;
    case IF:
        return holds(r, s->when)    ? run_block(r, &s->blocks[0])
               : s->block_count > 1 ? run_block(r, &s->blocks[1])
                                    : GOES_ON;
    case MENU:
        return run_menu(r, s);
    case CALL:
        return run_block(r, &r->game->procedures[s->number]);
    case PERFORM:
        return holds(r, r->game->cards[s->number].when)
                   ? run_block(r, &r->game->cards[s->number].effects)
                   : GOES_ON;
    case END_GAME:
        return IS_OVER;
    case END_PHASE:
        return LEAVES_PHASE;
    case END_TURN:
        return LEAVES_TURN;
    case GOTO:
        r->wanted = s->number;
        return LEAVES_PHASE;
    }
    return GOES_ON;
}

static signal run_block(run *r, const block *b) {
    for (int i = 0; i < b->count; i++) {
        const signal s = run_statement(r, b->items[i]);
        if (s != GOES_ON)
            return s;
    }
    return GOES_ON;
}

static bool full(const run *r) {
    return r->vars[0] == 2 && r->vars[1] == 2;
}

static bool stops(signal s) {
    return s == FAILS || s == ASKS || s == IS_OVER || s == CIRCLES;
}

/* A body has come to its end in some way: then the checkpoint is asked. */
static signal ended(const run *r, signal s) {
    return stops(s) ? s : full(r) ? IS_OVER : s;
}

/* The actions of one seat: until none is legal, or the turn or the phase is left. */
static signal run_actions(run *r) {
    const game_tree *g = r->game;
    for (;;) {
        int value = -1;
        r->count = 0;
        for (int i = 0; i < g->action_count; i++) {
            const action *a = &g->actions[i];
            const bool vain = !a->has_param && begins_in_vain(r, &a->effects);
            if ((a->phases >> r->phase & 1) && holds(r, a->pre) && !vain)
                r->offered[r->count++] = i;
        }
        if (r->count == 0)
            return GOES_ON;
        const int rounds = r->rounds;
        signal s = decide(r, 'a', &value);
        if (s != GOES_ON)
            return s;
        if (value < 0) {
            r->rounds = rounds; /* nothing was decided */
            return GOES_ON;
        }
        const action *a = &g->actions[value];
        s = a->has_param ? run_number(r, a->high, 1) : GOES_ON;
        if (s == GOES_ON)
            s = run_block(r, &a->effects);
        s = ended(r, s);
        if (s != GOES_ON)
            return s;
    }
}

static signal run_phase(run *r) {
    const phase *p = &r->game->phases[r->phase];
    signal s = p->enter.count > 0 ? ended(r, run_block(r, &p->enter)) : GOES_ON;
    for (int seat = 0; s == GOES_ON && seat < (p->seats ? 2 : 1); seat++) {
        s = ended(r, run_actions(r));
        if (s == LEAVES_TURN)
            s = GOES_ON;
    }
    if (stops(s))
        return s;
    return p->exit.count > 0 ? ended(r, run_block(r, &p->exit)) : GOES_ON;
}

/* From the beginning along the script. */
static signal run_game(run *r, const game_tree *g, const int *script, int length) {
    *r = (run){.game = g, .script = script, .length = length, .wanted = -1};
    for (;;) {
        const signal s = run_phase(r);
        if (stops(s))
            return s;
        if (++r->rounds > 400) /* more than there are positions */
            return CIRCLES;
        r->phase = r->wanted >= 0 ? r->wanted : (r->phase + 1) % g->phase_count;
        r->wanted = -1;
    }
}

/* ---- the oracle: what may be offered ---- */

typedef struct {
    const game_tree *game;
    int script[SCRIPT_MAX];
    int runs, dropped; /* dropped: options that cannot be carried through */
    bool gave_up;      /* too deep or too long for this test */
} oracle;

/* Does some way on come to rest: an offer of actions, the end, or a circle, which nobody failed
 * at? */
static bool comes_to_rest(oracle *o, int length, int depth) {
    run r;
    if (o->runs++ > RUNS_MAX || depth > DEPTH_MAX || length + 1 >= SCRIPT_MAX)
        o->gave_up = true;
    if (o->gave_up)
        return true;
    const signal s = run_game(&r, o->game, o->script, length);
    if (s != ASKS)
        return s != FAILS;
    if (r.sort == 'a')
        return true;
    for (int i = 0; i < r.count; i++) {
        o->script[length] = r.offered[i];
        if (comes_to_rest(o, length + 1, depth + 1))
            return true;
    }
    return false;
}

/* Goes on to the next decision of somebody: r has its options. Forced ones are taken. Otherwise how
 * it ended. */
static signal next_decision(oracle *o, int *length, run *r) {
    for (int forced = 0; forced < 120; forced++) {
        const signal s = run_game(r, o->game, o->script, *length);
        if (s != ASKS)
            return s;
        int good[8], count = 0;
        for (int i = 0; i < r->count; i++) {
            o->script[*length] = r->offered[i];
            if (comes_to_rest(o, *length + 1, 0))
                good[count++] = r->offered[i];
            else
                o->dropped++;
        }
        if (count > 1) {
            memcpy(r->offered, good, sizeof good);
            r->count = count;
            return ASKS;
        }
        if (count == 0 && r->sort != 'a')
            return FAILS;
        if (*length + 2 >= SCRIPT_MAX)
            o->gave_up = true;
        if (o->gave_up)
            return CIRCLES;
        o->script[(*length)++] = count == 0 ? -1 : good[0];
    }
    return CIRCLES; /* one action, again and again */
}

/* ---- both together ---- */

enum { VERSIONS_MAX = 24 };

typedef struct {
    uint64_t seed;
    oracle oracle;
    lf_game *games[VERSIONS_MAX];
    const char *without[VERSIONS_MAX];
    int versions, nodes;
    int decisions, faults, ends; /* what was seen, so that the test cannot be about nothing */
} trial;

static void mismatch(const trial *t, int version, const char *what, const char *details) {
    lf_text spec = {0};
    put_game(&spec, t->oracle.game);
    fail_msg("game %llu without %s: %s: %s\n%s", (unsigned long long)t->seed, t->without[version],
             what, details, spec.data);
}

static bool is_fault(const lf_error *error, const char *code) {
    return error->status != LF_OK && strstr(error->message, code) != NULL;
}

static void compare_options(trial *t, int version, const lf_state *state, const run *r) {
    char number[LF_NUMBER_SIZE];
    const int n = lf_legal_count(state);
    lf_text want = {0}, found = {0};
    for (int i = 0; i < r->count; i++)
        lf_text_printf(&want, r->sort == 'n' ? " %.0s%d" : " %s%d", r->sort == 'm' ? "m" : "a",
                       r->offered[i]);
    for (int i = 0; i < n; i++)
        lf_text_printf(&found, " %s", lf_option_id(state, i, number, sizeof number));
    if (n != r->count || strcmp(want.data, found.data) != 0) {
        lf_text_printf(&want, ", found%s", n > 0 ? found.data : " nothing");
        if (lf_state_error(state)->status != LF_OK)
            lf_text_printf(&want, " (%s)", lf_state_error(state)->message);
        mismatch(t, version, "options", want.data);
    }
    lf_text_free(&want);
    lf_text_free(&found);
}

/* The state, or NULL and the error if the game cannot even begin. */
static void compare(trial *t, int version, const lf_state *state, const lf_error *error, signal s,
                    const run *r) {
    if (s == ASKS && state != NULL)
        compare_options(t, version, state, r);
    else if (s == ASKS)
        mismatch(t, version, "no beginning", error->message);
    else if (s == IS_OVER && (state == NULL || !lf_terminal(state, NULL)))
        mismatch(t, version, "it should be over", error->message);
    else if (s == FAILS && !is_fault(error, "E0701"))
        mismatch(t, version, "it should be a dead end", error->message);
    else if (s == CIRCLES && !is_fault(error, "E0705"))
        mismatch(t, version, "it should be a circle", error->message);
}

static void explore(trial *t, lf_state **states, int length, int depth);

static void explore_option(trial *t, lf_state **states, int length, int depth, int option) {
    lf_state *next[VERSIONS_MAX];
    for (int v = 0; v < t->versions; v++) {
        next[v] = lf_state_clone(states[v]);
        lf_apply(next[v], option);
    }
    explore(t, next, length, depth + 1);
    for (int v = 0; v < t->versions; v++)
        lf_state_free(next[v]);
}

static void explore(trial *t, lf_state **states, int length, int depth) {
    run r;
    int kept[SCRIPT_MAX];
    const signal s = next_decision(&t->oracle, &length, &r);
    if (t->oracle.gave_up)
        return;
    for (int v = 0; v < t->versions; v++)
        compare(t, v, states[v], lf_state_error(states[v]), s, &r);
    t->nodes++;
    t->decisions += s == ASKS;
    t->ends += s == IS_OVER;
    t->faults += s == FAILS;
    if (s != ASKS || depth >= 4)
        return;
    memcpy(kept, t->oracle.script, sizeof kept);
    for (int i = 0; i < r.count && t->nodes < NODES_MAX && !t->oracle.gave_up; i++) {
        memcpy(t->oracle.script, kept, sizeof kept);
        t->oracle.script[length] = r.offered[i];
        explore_option(t, states, length + 1, depth, i);
    }
}

static void load(trial *t, const char *without) {
    lf_diagnostics *problems = NULL;
    const int v = t->versions++;
    t->without[v] = without;
    t->games[v] = lf_game_load_without(path, without, &problems);
    if (t->games[v] == NULL)
        mismatch(t, v, "it does not compile", lf_diagnostics_text(problems, false));
    lf_diagnostics_free(problems);
}

static void load_versions(trial *t, bool all) {
    load(t, "");
    load(t, "all");
    for (int i = 0; all && lf_optimisation_name(i, NULL) != NULL && t->versions < VERSIONS_MAX; i++)
        load(t, lf_optimisation_name(i, NULL));
}

/* False: the game was too much for the oracle. */
static bool try_game(trial *t) {
    lf_state *states[VERSIONS_MAX] = {0};
    lf_error errors[VERSIONS_MAX] = {0};
    bool begun = true;
    for (int v = 0; v < t->versions; v++) {
        states[v] = lf_state_new(t->games[v], NULL, &errors[v]);
        begun = begun && states[v] != NULL;
        if (is_fault(&errors[v], "E0703"))
            t->oracle.gave_up = true;
    }
    if (begun) {
        explore(t, states, 0, 0);
    } else {
        run r;
        int length = 0;
        const signal s = next_decision(&t->oracle, &length, &r);
        for (int v = 0; v < t->versions && !t->oracle.gave_up; v++)
            compare(t, v, states[v], &errors[v], s, &r);
        t->faults += s == FAILS;
    }
    for (int v = 0; v < t->versions; v++)
        lf_state_free(states[v]);
    return !t->oracle.gave_up;
}

static void test_generated_games(void **state) {
    (void)state;
    const char *wanted = getenv("ORACLE_GAMES"), *first = getenv("ORACLE_FIRST");
    const uint64_t games = wanted == NULL ? 150 : strtoull(wanted, NULL, 10);
    const uint64_t from = first == NULL ? 1 : strtoull(first, NULL, 10);
    int judged = 0, decisions = 0, dropped = 0, faults = 0, ends = 0;
    for (uint64_t seed = from; seed < from + games; seed++) {
        game_tree *tree = make_game(seed);
        trial t = {.seed = seed, .oracle = {.game = tree}};
        lf_text spec = {0};
        put_game(&spec, t.oracle.game);
        FILE *file = fopen(path, "w");
        assert_non_null(file);
        fputs(spec.data, file);
        assert_int_equal(fclose(file), 0);
        lf_text_free(&spec);
        load_versions(&t, seed % 8 == 0);
        judged += try_game(&t);
        decisions += t.decisions;
        dropped += t.oracle.dropped;
        faults += t.faults;
        ends += t.ends;
        for (int v = 0; v < t.versions; v++)
            lf_game_free(t.games[v]);
        free(tree);
    }
    print_message(
        "%d of %llu games judged: %d decisions, %d options dropped, %d ends, %d dead ends\n",
        judged, (unsigned long long)games, decisions, dropped, ends, faults);
    if (games >= 100) {
        assert_true(judged > (int)games / 2);
        assert_true(decisions > (int)games && dropped > (int)games && ends > 20);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_generated_games)};
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
