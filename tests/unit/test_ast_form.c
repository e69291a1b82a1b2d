/* test_ast_form.c: behaviour written as YAML maps: the fragments of the requirement documents, the
 * older spellings, and the canonical form as people write it. Every form is compared with the
 * notation that means the same. */
#include "ast_fixture.h"

#include <dirent.h>

/* ---- the requirement documents ---- */

#define FRAGMENTS "tests/fixtures/requirements"

static const char *file_text(fixture *f, const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file)
        fail_msg("cannot open %s", path);
    char *text = lf_arena_alloc(f->arena, 1 << 16);
    size_t length = fread(text, 1, (1 << 16) - 1, file);
    assert_true(length > 0 && feof(file));
    fclose(file);
    return text;
}

/* A fragment is printed at the indentation of its place in a spec; two more spaces make it the
 * value of a key. */
static const lf_doc *fragment(fixture *f, const char *name) {
    const char *text = file_text(f, lf_arena_printf(f->arena, "%s/%s", FRAGMENTS, name));
    lf_text whole = {0};
    lf_text_addz(&whole, "metadata:\n  ");
    for (; *text; text++) {
        lf_text_add(&whole, text, 1);
        if (*text == '\n')
            lf_text_addz(&whole, "  ");
    }
    lf_doc *root =
        lf_spec_read_text(&f->reader, name, whole.data, whole.length, false, test_sections);
    lf_text_free(&whole);
    return lf_doc_get(expect_success(f, root), "metadata");
}

static void read_behaviours_in(fixture *f, const lf_doc *doc, int *count) {
    for (uint32_t i = 0; doc->kind == LF_DOC_LIST && i < doc->count; i++)
        read_behaviours_in(f, doc->items[i], count);
    for (uint32_t i = 0; doc->kind == LF_DOC_MAP && i < doc->count; i++) {
        const lf_doc_pair *pair = &doc->pairs[i];
        bool expression = strcmp(pair->key, "pre") == 0 || strcmp(pair->key, "domain") == 0;
        bool block = strcmp(pair->key, "effects") == 0 || strcmp(pair->key, "cost") == 0;
        if (!expression && !block) {
            read_behaviours_in(f, pair->value, count);
            continue;
        }
        expect_ast(f, pair->key, read_doc(f, expression ? EXPRESSION : BLOCK, pair->value));
        ++*count;
    }
}

static void every_fragment_is_read(void **state) {
    fixture *f = *state;
    DIR *folder = opendir(FRAGMENTS);
    assert_non_null(folder);
    int files = 0, behaviours = 0;
    for (struct dirent *entry; (entry = readdir(folder));) {
        if (!strstr(entry->d_name, ".yaml"))
            continue;
        read_behaviours_in(f, fragment(f, entry->d_name), &behaviours);
        files++;
    }
    closedir(folder);
    assert_int_equal(files, 21);
    assert_int_equal(behaviours, 6);
}

static void expect_fragment(fixture *f, place p, const lf_doc *doc, const char *notation) {
    assert_non_null(doc);
    expect_equal(f, notation, ast_of_notation(f, p, notation),
                 expect_ast(f, notation, read_doc(f, p, doc)));
}

static void the_printed_action_means_what_it_says(void **state) {
    fixture *f = *state;
    const lf_doc *action = fragment(f, "44-ticket-004-current.yaml")->items[0];
    const lf_doc *param = lf_doc_get(action, "params")->items[0];
    expect_fragment(f, EXPRESSION, lf_doc_get(param, "domain"),
                    "{card-121, card-122, card-123, card-124}");
    expect_fragment(f, EXPRESSION, lf_doc_get(action, "pre"),
                    "activePlayer == 0 and eventCardId == card-121 or activePlayer == 2 and "
                    "eventCardId == card-122"
                    " or activePlayer == 1 and eventCardId == card-123 or activePlayer == 3 and "
                    "eventCardId == card-124");
    expect_fragment(
        f, EXPRESSION, lf_doc_get(fragment(f, "44-ticket-004-step-b.yaml"), "pre"),
        "activePlayer == 0 and eventCardId == card-121 and pivotalUsed_card121 == 0"
        " or activePlayer == 2 and eventCardId == card-122 and pivotalUsed_card122 == 0"
        " or activePlayer == 1 and eventCardId == card-123 and pivotalUsed_card123 == 0"
        " or activePlayer == 3 and eventCardId == card-124 and pivotalUsed_card124 == 0");
    expect_fragment(f, BLOCK, lf_doc_get(fragment(f, "44-ticket-004-step-c.yaml"), "effects"),
                    "if eventCardId == card-121\n  pivotalUsed_card121 = 1\n"
                    "if eventCardId == card-122\n  pivotalUsed_card122 = 1\n"
                    "if eventCardId == card-123\n  pivotalUsed_card123 = 1\n"
                    "if eventCardId == card-124\n  pivotalUsed_card124 = 1\n");
}

/* ---- the older spellings ---- */

typedef struct {
    const char *yaml, *notation;
} pair;

static const pair expressions[] = {
    /* conditions and arithmetic */
    {"{ op: '==', left: { ref: globalVar, name: trail }, right: 0 }", "trail == 0"},
    {"{ op: '!=', left: a, right: b }", "a != b"},
    {"{ op: <, left: 1, right: a }", "1 < a"},
    {"{ op: <=, left: a, right: b }", "a <= b"},
    {"{ op: '>', left: a, right: b }", "a > b"},
    {"{ op: '>=', left: a, right: { op: '-', left: b, right: 50 } }", "a >= b - 50"},
    {"{ op: and, args: [a, b, c] }", "a and b and c"},
    {"{ op: or, args: [a, { op: and, args: [b, c] }] }", "a or b and c"},
    {"{ op: and, left: a, right: b }", "a and b"},
    {"{ op: or, args: [a] }", "a"},
    {"{ op: not, arg: a }", "not a"},
    {"{ op: in, item: a, set: { ref: binding, name: $picked } }", "a in picked"},
    {"{ op: in, item: a, set: [x, y] }", "a in {x, y}"},
    {"{ op: in, left: a, right: b }", "a in b"},
    {"{ op: adjacent, left: $zone, right: 'center:none' }", "zone in adjacent(center)"},
    {"{ op: connected, from: a, to: b, via: { op: '==', left: { ref: zoneProp, zone: $zone, prop: "
     "kind }, right: road } }",
     "b in reachable(a, {zone in spaces where zone.kind == road})"},
    {"{ op: zonePropIncludes, zone: $zone, prop: terrain, value: jungle }",
     "jungle in zone.terrain"},
    {"{ op: +, left: 1, right: { op: '*', left: 2, right: a } }", "1 + 2 * a"},
    {"{ op: floorDiv, left: a, right: 3 }", "a / 3"},
    {"{ op: min, left: a, right: 3 }", "min(a, 3)"},
    {"{ op: max, args: [a, b, 3] }", "max(a, b, 3)"},
    {"{ if: { when: ready, then: 4, else: 3 } }", "if ready then 4 else 3"},
    {"{ if: { condition: ready, then: 4, else: 3 } }", "if ready then 4 else 3"},
    /* references */
    {"{ ref: gvar, var: aid }", "aid"},
    {"{ ref: pvar, player: active, var: score }", "activePlayer.score"},
    {"{ ref: perPlayerVar, seat: { chosen: $target }, name: score }", "target.score"},
    {"{ ref: zoneVar, zone: $zone, var: pop }", "zone.pop"},
    {"{ ref: zoneProp, zone: { ref: binding, name: $zone }, prop: country }", "zone.country"},
    {"{ ref: markerState, space: $zone, marker: support }", "zone.support"},
    {"{ ref: globalMarkerState, marker: leader }", "leader"},
    {"{ ref: tokenProp, token: $token, prop: type }", "token.type"},
    {"{ ref: cardProp, card: top-card, prop: period }", "top-card.period"},
    {"{ ref: activeSeat }", "activePlayer"},
    {"{ ref: option, name: period-events }", "period-events"},
    {"{ ref: zoneCount, zone: 'deck:none' }", "size(deck)"},
    {"{ ref: prop, of: { ref: prop, of: a, name: b }, name: c }", "a.b.c"},
    /* queries */
    {"{ query: enums, values: [yes, card-7] }", "{yes, card-7}"},
    {"{ query: mapSpaces }", "spaces"},
    {"{ query: mapSpaces, filter: { op: '>', left: { ref: zoneProp, zone: $zone, prop: pop }, "
     "right: 0 } }",
     "{zone in spaces where zone.pop > 0}"},
    {"{ query: mapSpaces, where: { condition: { op: '>', left: { ref: zoneProp, zone: $space, "
     "prop: pop }, right: 0 } } }",
     "{space in spaces where space.pop > 0}"},
    {"{ query: zones, filter: zone.open }", "{zone in zones where zone.open}"},
    {"{ query: zones }", "zones"},
    {"{ query: adjacentZones, zone: $zone }", "adjacent(zone)"},
    {"{ query: connectedZones, zone: a }", "reachable(a, spaces)"},
    {"{ query: intsInRange, min: 1, max: { ref: gvar, var: limit } }", "1..limit"},
    {"{ query: players }", "seats"},
    {"{ query: binding, name: $picked }", "picked"},
    {"{ query: concat, sources: [{ query: mapSpaces }, { query: enums, values: [a] }, b] }",
     "spaces or {a} or b"},
    /* aggregates */
    {"{ aggregate: { op: count, query: { query: tokensInZone, zone: $zone } } }",
     "count(pieces in zone)"},
    {"{ aggregate: { op: count, query: { query: tokensInZone, zone: a, filter: { prop: type, op: "
     "eq, value: disc } } } }",
     "count(disc in a)"},
    {"{ op: count, query: { query: tokensInZone, zone: a, filter: [{ prop: side, value: red }, "
     "{ prop: type, op: in, value: [disc, cube] }] } }",
     "count(red (disc or cube) in a)"},
    {"{ op: count, query: { query: tokensInZone, zone: a, filter: [{ prop: side, op: neq, value: "
     "red }, "
     "{ prop: type, op: notIn, value: [disc, cube] }] } }",
     "count((pieces except red) (pieces except (disc or cube)) in a)"},
    {"{ aggregate: { op: count, query: { query: tokensInMapSpaces, filter: { prop: type, op: eq, "
     "value: disc } } } }",
     "count(disc in spaces)"},
    {"{ aggregate: { op: count, query: { query: tokensInAdjacentZones, zone: a } } }",
     "count(pieces in adjacent(a))"},
    {"{ aggregate: { op: count, query: { query: mapSpaces, filter: zone.open } } }",
     "count(zone in spaces where zone.open)"},
    {"{ aggregate: { op: sum, bind: $zone, query: { query: mapSpaces, filter: zone.open }, "
     "valueExpr: { ref: zoneProp, zone: $zone, prop: pop } } }",
     "sum(zone.pop for zone in spaces where zone.open)"},
    {"{ aggregate: { op: max, bind: $z, query: { query: adjacentZones, zone: a }, valueExpr: z.pop "
     "} }",
     "max(z.pop for z in adjacent(a))"},
    /* as people write the canonical form */
    {"[a, b]", "{a, b}"},
    {"{ zoneExpr: a.next }", "a.next"},
    {"{ call: cost, args: [a], with: { free: true } }", "cost(a, free: true)"},
    {"{ call: cost }", "cost()"},
    {"{ pieces: [red, disc] }", "red disc"},
};

static void older_expressions_mean_the_notation(void **state) {
    fixture *f = *state;
    for (size_t i = 0; i < LF_COUNT(expressions); i++) {
        const pair *p = &expressions[i];
        expect_equal(f, p->yaml, ast_of_notation(f, EXPRESSION, p->notation),
                     ast_of_yaml(f, EXPRESSION, p->yaml));
    }
}

static const pair statements[] = {
    {"{ setVar: { scope: global, var: aid, value: 1 } }", "aid = 1"},
    {"{ menu: { options: [{ label: Go now, effects: [] }, { id: 2nd, label: Go, effects: [] }, "
     "{ label: { text: ['Go to ', { ref: binding, name: s }] }, effects: [] }] } }",
     "choose\n  option \"Go now\"\n  option 2nd \"Go\"\n  option \"Go to {s}\""},
    {"{ setVar: { scope: pvar, player: actor, var: score, value: 1 } }", "activePlayer.score = 1"},
    {"{ setVar: { scope: zoneVar, zone: $zone, var: pop, value: 1 } }", "zone.pop = 1"},
    {"{ addVar: { scope: global, var: aid, delta: 3 } }", "aid += 3"},
    {"{ addVar: { scope: perPlayer, seat: a, var: score, delta: { ref: binding, name: $n } } }",
     "a.score += n"},
    {"{ addVar: { scope: zone, space: a, var: pop, delta: 1 } }", "a.pop += 1"},
    {"{ setMarker: { space: $zone, marker: support, state: neutral } }", "zone.support = neutral"},
    {"{ shiftMarker: { space: a, marker: support, delta: 1 } }", "a.support += 1"},
    {"{ setGlobalMarker: { marker: leader, state: first-man } }", "leader = first-man"},
    {"{ shiftGlobalMarker: { marker: leader, delta: 1 } }", "leader += 1"},
    {"{ setActivePlayer: { player: { chosen: $next } } }", "activePlayer = next"},
    {"{ moveToken: { token: $t, from: a, to: b } }", "move 1 t from a to b"},
    {"{ moveToken: { token: $c, from: 'deck:none', to: pile, position: bottom } }",
     "put c under pile"},
    {"{ moveAll: { from: a, to: b } }", "move all pieces from a to b"},
    {"{ moveAll: { from: a, to: b, filter: { prop: type, op: eq, value: disc } } }",
     "move all disc from a to b"},
    {"{ createToken: { type: disc, zone: a, props: { side: red } } }", "place 1 red disc in a"},
    {"{ createToken: { type: disc, to: a } }", "place 1 disc in a"},
    {"{ destroyToken: { token: $t, from: a } }", "remove 1 t from a"},
    {"{ removeByPriority: { budget: n, groups: [ { bind: $x, over: { query: tokensInZone, zone: a, "
     "filter: [{ prop: side, op: eq, value: red }, { prop: type, op: eq, value: disc }] }, to: box "
     "}, "
     "{ bind: $x, over: { query: tokensInZone, zone: a, filter: { prop: type, op: eq, value: cube "
     "} }, to: box } ] } }",
     "remove up to n (red disc or cube) from a to box in order [red disc, cube]"},
    {"{ putAll: { from: deck, where: top, to: pile } }", "put all of deck on top of pile"},
    {"{ putAll: { from: deck, where: bottom, to: pile } }", "put all of deck under pile"},
    {"{ shuffle: { zone: 'deck:none' } }", "shuffle deck"},
    {"{ draw: { from: deck, to: pile, count: 2 } }", "deal 2 from deck to pile"},
    {"{ if: { when: ready, then: [ { endTurn: {} } ] } }", "if ready\n  end turn"},
    {"{ if: { condition: ready, then: [ 'a = 1', { endTurn: {} } ], else: { endPhase: } } }",
     "if ready\n  a = 1\n  end turn\nelse\n  end phase"},
    {"{ let: { bind: $n, value: 1, in: [ { addVar: { scope: global, var: aid, delta: $n } } ] } }",
     "let n = 1\naid += n"},
    {"{ let: { bind: $n, value: 1 } }", "let n = 1"},
    {"{ forEach: { bind: $zone, over: { query: mapSpaces }, effects: [ { setMarker: "
     "{ space: $zone, marker: terror, state: none } } ] } }",
     "for zone in spaces\n  zone.terror = none"},
    {"{ forEach: { bind: $z, over: spaces, limit: 3, effects: [ 'a += 1' ] } }",
     "let z-count = 0\nfor z in spaces\n  if z-count >= 3\n    break\n  z-count += 1\n  a += 1"},
    {"{ forEach: { bind: $z, over: spaces, limit: 3, countBind: $n, effects: [ 'a += 1' ], in: [ "
     "'b = n' ] } }",
     "let n = 0\nfor z in spaces\n  if n >= 3\n    break\n  n += 1\n  a += 1\nb = n"},
    {"{ forEach: { bind: $z, over: spaces, countBind: $n, effects: [], in: [ 'b = n' ] } }",
     "let n = 0\nfor z in spaces\n  n += 1\nb = n"},
    {"{ forEach: { bind: $z, over: spaces, effects: [ 'a += 1' ], in: [ 'b = 1' ] } }",
     "for z in spaces\n  a += 1\nb = 1"},
    {"{ chooseOne: { bind: $x, options: { query: enums, values: [a, b] } } }",
     "choose x in {a, b}"},
    {"{ chooseN: { bind: $x, options: { query: mapSpaces }, n: 2 } }", "choose 2 x in spaces"},
    {"{ chooseN: { bind: $x, options: { query: mapSpaces }, min: 1, max: 3 } }",
     "choose 1 to 3 x in spaces"},
    {"{ rollRandom: { bind: $die, min: 1, max: 6 } }", "let die = roll 6"},
    {"{ rollRandom: { bind: $die, min: 3, max: 6, in: [ 'a = die' ] } }",
     "let die = roll 4 + 2\na = die"},
    {"{ rollRandom: { bind: $die, min: 1, max: n } }", "let die = roll n"},
    {"{ rollRandom: { bind: $die, min: m, max: n } }", "let die = roll (n - m + 1) + (m - 1)"},
    {"{ advancePhase: {} }", "end phase"},
    {"{ gotoPhase: { phase: main } }", "goto main"},
    {"{ remember: { of: diagram } }", "remember diagram"},
    {"{ forget: { of: diagram } }", "forget diagram"},
    {"{ gotoPhaseExact: { phase: main } }", "goto main"},
    {"{ macro: reset-markers }", "reset-markers()"},
    {"{ macro: reset-markers, args: [a, 3] }", "reset-markers(a, 3)"},
    {"{ macro: reset-markers, args: { space: $zone } }", "reset-markers(space: zone)"},
    {"{ call: reset-markers, args: [a] }", "reset-markers(a)"},
    {"[ { endPhase: {} }, 'a = 1' ]", "end phase\na = 1"},
};

static void older_statements_mean_the_notation(void **state) {
    fixture *f = *state;
    for (size_t i = 0; i < LF_COUNT(statements); i++) {
        const pair *p = &statements[i];
        expect_equal(f, p->yaml, ast_of_notation(f, BLOCK, p->notation),
                     ast_of_yaml(f, BLOCK, p->yaml));
    }
}

static void numbers_may_be_negative(void **state) {
    fixture *f = *state;
    lf_node *node = ast_of_yaml(f, BLOCK, "{ addVar: { scope: global, var: aid, delta: -2 } }");
    const lf_node *value = node->kids[LF_K_LIST]->kids[0]->kids[LF_K_ASSIGN_VALUE];
    assert_int_equal(value->kind, LF_N_INT);
    assert_int_equal(value->value, -2);
    node = ast_of_yaml(f, BLOCK, "{ rollRandom: { bind: $die, min: 0, max: 9 } }");
    const lf_node *sum = node->kids[LF_K_LIST]->kids[0]->kids[LF_K_LET_VALUE];
    assert_int_equal(sum->kids[LF_K_BINARY_LEFT]->kids[LF_K_ROLL_SIDES]->value, 10);
    assert_int_equal(sum->kids[LF_K_BINARY_RIGHT]->value, -1);
}

static void empty_effects_are_an_empty_block(void **state) {
    fixture *f = *state;
    assert_int_equal(ast_of_yaml(f, BLOCK, "[]")->kids[LF_K_LIST]->kid_count, 0);
    assert_int_equal(ast_of_yaml(f, BLOCK, "~")->kids[LF_K_LIST]->kid_count, 0);
}

static void nodes_know_where_they_stand(void **state) {
    fixture *f = *state;
    lf_node *node =
        ast_of_yaml(f, EXPRESSION, "{ op: '==', left: 'a.b', right: { ref: gvar, var: $c } }");
    expect_pos(node->pos, 2, 5);
    assert_int_equal(node->length, 2);
    expect_pos(node->kids[LF_K_BINARY_RIGHT]->pos, 2, 53);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        SPEC_TEST(every_fragment_is_read),
        SPEC_TEST(the_printed_action_means_what_it_says),
        SPEC_TEST(older_expressions_mean_the_notation),
        SPEC_TEST(older_statements_mean_the_notation),
        SPEC_TEST(numbers_may_be_negative),
        SPEC_TEST(empty_effects_are_an_empty_block),
        SPEC_TEST(nodes_know_where_they_stand),
    };
    return cmocka_run_group_tests(tests, use_own_allocator, NULL);
}
