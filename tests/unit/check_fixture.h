/* check_fixture.h: what the tests of the checker share: a vocabulary that all of them use, a game
 * made of it and of the behaviours under test, and its diagnostics as lines of text. */
#ifndef LF_TESTS_CHECK_FIXTURE_H
#define LF_TESTS_CHECK_FIXTURE_H

#include "declare_fixture.h"

/* clang-format off */
static const char vocabulary[] =
    "metadata: {id: sample, name: Sample}\n"
    "seats: [Red, Blue, Green]\n"
    "seatGroups: {Warm: [Red, Green], Cold: [Blue]}\n"
    "options:\n"
    "  - {id: longGame, type: boolean, default: true}\n"
    "  - {id: wind, values: [calm, storm], default: calm}\n"
    "enums: {terrain: [hill, plain, water], tide: [low, mid, high], mood: [low, glad]}\n"
    "pieces:\n"
    "  - {id: red-troops, seat: Red, type: troops, count: 20, supply: red-box}\n"
    "  - {id: blue-troops, seat: Blue, type: troops, count: 20, supply: blue-box}\n"
    "  - {id: red-scouts, seat: Red, type: scouts, states: [hidden, shown], count: 20, supply: "
    "red-box}\n"
    "  - {id: blue-forts, seat: Blue, type: forts, count: 20, supply: blue-box}\n"
    "  - {id: gold-coins, type: coins}\n"
    "spaceProperties:\n"
    "  - {name: kind, type: terrain}\n"
    "  - {name: income, type: int, default: 0}\n"
    "spaces:\n"
    "  - {id: north-hill, kind: hill, income: 1, adjacent: [south-hill], links: {uphill: {to: "
    "south-hill, oneWay: true}}}\n"
    "  - {id: south-hill, kind: hill}\n"
    "  - {id: lake, kind: water, adjacent: [north-hill]}\n"
    "map: {directions: [{name: uphill, opposite: downhill}, {name: downhill, opposite: uphill}]}\n"
    "zones:\n"
    "  - {id: red-box}\n"
    "  - {id: blue-box}\n"
    "  - {id: deck, holds: cards}\n"
    "  - {id: discard, holds: cards}\n"
    "  - {id: hand, holds: cards, owner: each}\n"
    "records: {offer: {amount: {type: int, max: 20}, by: seat}, plea: {amount: int}}\n"
    "globalVars:\n"
    "  - {name: highest, type: offer}\n"
    "  - {name: offers, type: offer, by: 1..3}\n"
    "  - {name: cry, type: plea}\n"
    "  - {name: gold, type: int, min: 0, max: 75, init: 5}\n"
    "  - {name: rich, type: boolean}\n"
    "  - {name: shelf, type: int, max: 9, by: 1..4}\n"
    "  - {name: sea, type: tide}\n"
    "  - {name: heart, type: mood}\n"
    "  - {name: leader, type: seat}\n"
    "  - {name: target, type: space}\n"
    "  - {name: used, type: spaces}\n"
    "  - {name: current, type: card}\n"
    "variableGroups: {luck: [rich], purse: [gold]}\n"
    "seatVars:\n"
    "  - {name: coins-held, type: int, min: 0, max: 99}\n"
    "  - {name: owned, type: spaces}\n"
    "  - {name: ask, type: offer}\n"
    "  - {name: tides, type: int, max: 9, by: tide}\n"
    "spaceVars:\n"
    "  - {name: marked, type: boolean}\n"
    "markers:\n"
    "  - {id: loyalty, states: [hostile, neutral, loyal], default: neutral}\n"
    "cardAttributes:\n"
    "  - {name: strength, type: int}\n"
    "  - {name: order, type: seat, length: 3}\n"
    "cardParts: [upper, lower]\n"
    "cards:\n"
    "  - id: card-1\n"
    "    strength: 2\n"
    "    order: [Red, Blue, Green]\n"
    "    upper: {effects: gold += 1}\n"
    "    lower: {when: gold > 0, effects: perform card-2.upper}\n"
    "  - id: card-2\n"
    "    strength: 1\n"
    "    order: [Blue, Red, Green]\n"
    "    upper: {effects: gold -= 1}\n"
    "turnStructure:\n"
    "  phases:\n"
    "    - {id: main, onEnter: 'gold += 1', onExit: 'check year-end'}\n"
    "    - {id: market}\n"
    "terminal:\n"
    "  checkpoints:\n"
    "    - {id: rich-end, timing: year-end, when: gold > 50, winner: leader}\n"
    "  margins:\n"
    "    - {seat: Red, value: Red.coins-held}\n"
    "    - {seat: Blue, value: Blue.coins-held}\n"
    "    - {seat: Green, value: gold}\n"
    "invariants:\n"
    "  - {id: sane, holds: gold >= 0}\n"
    "scenarioFields:\n"
    "  start: {fields: {treasure: {type: int}, where: {type: space, optional: true}}}\n"
    "  troops: {list: {fields: {zone: {type: space}, number: {type: int}}}}\n"
    "  excluded: {list: {type: card}}\n"
    "  extra: {type: int, optional: true}\n"
    "scenarios:\n"
    "  - id: short\n"
    "    default: true\n"
    "    initialPlacements: [{zone: red-box, pieces: {gold-coins: 3}}]\n"
    "    start: {treasure: 7, where: lake}\n"
    "    troops: [{zone: north-hill, number: 2}, {zone: lake, number: 1}]\n"
    "    excluded: [card-2]\n"
    "    extra: 3\n"
    "  - id: long\n"
    "    start: {treasure: 9}\n"
    "    troops: []\n"
    "    excluded: []\n";

static const char routines[] =
    "functions:\n"
    "  held(s): s.kind != water and count(Red pieces in s) > 0\n"
    "procedures:\n"
    "  \"march(s: space, amount: int, free = false)\": |\n"
    "    if not free: s.marked = amount > 1\n"
    "  \"give(s: space)\": |\n"
    "    gold += s.income\n"
    "    return 3\n";
/* clang-format on */

/* The model of a game of several blocks; the report has what is wrong with it. */
static inline lf_model *check_game(fixture *f, const char *first, const char *second) {
    const char *text = lf_arena_printf(f->arena, "```yaml\n%s%s```\n\n```yaml\n%s```\n", vocabulary,
                                       first, second);
    declare(f, text, true);
    lf_check(&f->model);
    lf_report_sort(&f->report);
    return &f->model;
}

/* Lines before the second block. */
static inline uint32_t lines_before(const char *first) {
    uint32_t lines = 4; /* the fences and the blank line */
    for (const char *p = vocabulary; *p; p++)
        lines += *p == '\n';
    for (const char *p = first; *p; p++)
        lines += *p == '\n';
    return lines;
}

#endif
