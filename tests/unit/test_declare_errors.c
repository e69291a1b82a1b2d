/* test_declare_errors.c: wrong declarations, each with the exact code, place and words of its
 * diagnostic.
 *
 * Every row is a YAML fragment that is read behind a small, correct game; lines count from the
 * fragment's first. */
#include "declare_fixture.h"

static const char game[] =
    "```yaml\n"
    "seats: [Red, Blue]\n"
    "seatGroups: {Both: [Red, Blue]}\n"
    "enums: {weather: [calm, storm]}\n"
    "spaceProperties:\n"
    "  - {name: income, type: int}\n"
    "spaces: [{id: gate}, {id: yard}]\n"
    "zones:\n"
    "  - {id: box}\n"
    "  - {id: deck, holds: cards}\n"
    "pieces:\n"
    "  - {id: red-discs, seat: Red, type: discs, count: 3}\n"
    "  - {id: red-scouts, seat: Red, type: scouts, states: [hidden, shown]}\n"
    "globalVars: [{name: gold, type: int, max: 9}]\n"
    "seatVars: [{name: fame, type: int}]\n"
    "markers: [{id: mood, states: [bad, good]}]\n"
    "cardAttributes: [{name: value, type: int}, {name: order, type: seat, length: 2}]\n"
    "cardParts: [upper]\n"
    "cards: [{id: ace}, {id: king}]\n"
    "functions: {rich: gold > 5}\n"
    "```\n"
    "\n";
#define ONCE                                                                                       \
    "```yaml\nmetadata: {id: sample, name: Sample}\nturnStructure: {phases: [{id: main}, {id: "    \
    "rest}]}\n```\n\n"

typedef struct {
    const char *yaml;
    lf_code code;
    uint32_t line;
    uint16_t column;
    const char *message;
    const char *note; /* NULL: not looked at */
} wrong;

/* A table reads best as one. */
/* clang-format off */
static const wrong rows[] = {
    /* keys and kinds */
    {"zones: [{id: pit, colour: red}]", LF_E0402, 1, 19, "unknown key `colour` in a zone", NULL},
    {"zones: [{id: pit, 2)}]", LF_E0402, 1, 19, "unknown key `2)` in a zone",
     "in a list or map in brackets, quote values that contain `,`"},
    {"zones: [{id: pit, hold: pieces}]", LF_E0402, 1, 19, "unknown key `hold` in a zone",
     "did you mean `holds`?"},
    {"zones: [{holds: cards}]", LF_E0403, 1, 9, "`id` is missing in a zone", NULL},
    {"globalVars: [{name: a, type: int, words: [x, y]}]", LF_E0404, 1, 42,
     "`words` takes two texts, for false and for true, and only a variable that is true or false "
     "has them", "for example `words: [Off duty, On duty]`"},
    {"globalVars: [{name: a, type: boolean, words: [x]}]", LF_E0404, 1, 46,
     "`words` takes two texts, for false and for true, and only a variable that is true or false "
     "has them", "for example `words: [Off duty, On duty]`"},
    {"zones: [pit]", LF_E0404, 1, 9, "a zone must be a map, not a text", NULL},
    {"zones: [{id: [pit]}]", LF_E0404, 1, 14, "`id` must be a text, not a list", NULL},
    {"zones: [{id: pit, keepsStates: 3}]", LF_E0404, 1, 32,
     "`keepsStates` must be true or false, not a number", NULL},
    {"pieces: [{id: p, type: cubes, count: many}]", LF_E0404, 1, 38,
     "`count` must be a whole number, not a text", NULL},
    {"spaces: [{id: moat, income: lots}]", LF_E0404, 1, 29, "`lots` is not a whole number", NULL},
    {"spaces: [{id: moat, adjacent: gate}]", LF_E0404, 1, 31,
     "`adjacent` must be a list, not a text", NULL},
    {"spaces: [{name: Moat}]", LF_E0403, 1, 10, "`id` is missing in a space", NULL},
    {"spaces: [{id: moat, incme: 2}]", LF_E0402, 1, 21, "unknown key `incme` in a space",
     "did you mean `income`?"},

    /* how many seats play */
    {"seatsInPlay: players", LF_E0408, 1, 14, "`players` is not the name of an option", NULL},
    {"seatsInPlay: [players]", LF_E0404, 1, 14, "`seatsInPlay` must be a text, not a list", NULL},
    {"seatsInPlay: many\n"
     "options: [{id: many, type: boolean, default: true}]", LF_E0410, 1, 14,
     "`many` is not a number from 1 to the number of seats",
     "declare it as `{id: many, type: int, min: 2, max: 2, default: 2}`"},
    {"seatsInPlay: many\n"
     "options: [{id: many, type: int, min: 1, max: 3, default: 2}]", LF_E0410, 1, 14,
     "`many` is not a number from 1 to the number of seats", NULL},
    {"seatsInPlay: many\n"
     "options: [{id: many, type: int, min: 0, max: 2, default: 2}]", LF_E0410, 1, 14,
     "`many` is not a number from 1 to the number of seats", NULL},

    /* single options */
    {"ask: never", LF_E0404, 1, 6, "`never` is not a value of `ask`", "it is `always` or `real`"},
    {"ask: skip", LF_E0404, 1, 6, "`skip` is not a value of `ask`", "it is `always` or `real`"},
    {"ask: [always]", LF_E0404, 1, 6, "`ask` must be a text, not a list", NULL},
    {"actions: [{id: go, phase: main, ask: no, effects: []}]", LF_E0404, 1, 38,
     "`no` is not a value of `ask`", "it is `always` or `real`"},

    /* what is played for */
    {"terminal: {payoff: {unit: chips, scale: 9}}", LF_E0425, 1, 20, "the game has no margins",
     "declare `margins`: payoffs are computed from them"},
    {"terminal: {payoff: {scale: 9}}", LF_E0403, 1, 20, "`unit` is missing in payoff", NULL},
    {"terminal: {margins: [{seat: Red, value: 1}, {seat: Blue, value: 2}], payoff: {unit: chips, "
     "scale: 0}}", LF_E0410, 1, 99, "0 is outside 1..2147483647", NULL},

    /* entries that stand for many */
    {"cards: [{for: {suit: wether}, id: a}]", LF_E0408, 1, 22, "a `for` cannot go through `wether`",
     "did you mean `weather`?"},
    {"cards: [{for: {suit: 5}, id: a}]", LF_E0408, 1, 22, "a `for` cannot go through `5`",
     "write the name of an enumeration, a range as 2..14, or a list"},
    {"cards: [{for: {i: 5..4}, id: a}]", LF_E0410, 1, 19, "the range 5..4 is empty", NULL},
    {"cards: [{for: weather, id: a}]", LF_E0404, 1, 15, "`for` must be a map, not a text", NULL},
    {"cards: [{for: {}, id: a}]", LF_E0404, 1, 15, "`for` is empty",
     "for example `for: {rank: 2..14}`"},
    {"cards: [{for: {i: []}, id: a}]", LF_E0404, 1, 19, "the list of a `for` is empty", NULL},
    {"cards: [{for: {i: [{label: A}]}, id: a}]", LF_E0403, 1, 20,
     "`id` is missing in a value of a `for`", NULL},
    {"cards: [{for: {in: 1..2}, id: \"c{in}\"}]", LF_E0406, 1, 16,
     "`in` is a reserved word and cannot be the name of a `for`", NULL},
    {"cards: [{for: {i: 1..2}, id: \"c{i}\", name: \"{i.label}\"}]", LF_E0408, 1, 45,
     "not every value of `i` has a `label`", "give it beside the id of the value: {id: …, KEY: …}"},
    {"cards: [{for: {i: 1..1}, id: \"c{i}\", value: \"x{i}\"}]", LF_E0404, 1, 45,
     "`x1` is not a whole number", NULL},

    /* words for people */
    {"enums: {sea: [{id: calmSea, labl: Calm}]}", LF_E0402, 1, 29,
     "unknown key `labl` in an entry of this list", "did you mean `label`?"},
    {"enums: {sea: [{label: Calm}]}", LF_E0403, 1, 15, "`id` is missing in an entry of this list",
     NULL},
    {"enums: {sea: [flat, {id: flat}]}", LF_E0407, 1, 26, "`flat` is given twice in this list",
     NULL},
    {"globalVars: [{name: a, type: [low, {id: down, label: Down}]}, {name: b, type: [low, {id: "
     "down, label: Below}]}]", LF_E0407, 1, 85,
     "`down` has the label \"Down\" in an equal list and \"Below\" here",
     "name the list in `enums` and use its name"},
    {"displays: {score: {label: Score}}", LF_E0403, 1, 19, "`value` is missing in a display", NULL},
    {"displays: {score(int n): {value: n}}", LF_E0404, 1, 22,
     "a display has a value for the game, or for each seat, space or card", NULL},
    {"displays: {'score(seat p, seat q)': {value: 1}}", LF_E0404, 1, 23,
     "a display has a value for the game, or for each seat, space or card", NULL},
    {"displays: {score: {value: 1}, 'score(seat p)': {value: 2}}", LF_E0407, 1, 31,
     "`score` cannot be a display: it is already a display", NULL},

    /* what agents are told */
    {"agents: {term: {}}", LF_E0402, 1, 10, "unknown key `term` in agents",
     "did you mean `terms`?"},
    {"agents: {terms: [purse]}", LF_E0404, 1, 17, "`terms` must be a map, not a list", NULL},
    {"agents: {terms: {purse: {value: gold}}}", LF_E0403, 1, 25, "`weight` is missing in a term",
     NULL},
    {"agents: {terms: {purse: {value: gold, weight: 0.0001}}}", LF_E0404, 1, 47,
     "`weight` must be a number with at most three decimals",
     "write it like `3`, `0.25` or `-1.5`"},
    {"agents: {terms: {purse: {value: gold, weight: some}}}", LF_E0404, 1, 47,
     "`weight` must be a number with at most three decimals", NULL},
    {"agents: {terms: {purse: {value: gold, weight: -1000.001}}}", LF_E0410, 1, 47,
     "`weight` must lie between -1000 and 1000", NULL},
    {"agents: {terms: {purse(space s): {value: gold, weight: 1}}}", LF_E0404, 1, 30,
     "a term or prior has a value for the game, or for each seat",
     "write `NAME` or `NAME(seat f)`"},
    {"agents: {terms: {purse: {value: gold, weight: 1}, 'purse(seat f)': {value: gold, weight: "
     "1}}}", LF_E0407, 1, 51, "`purse` cannot be a term: it is already a term", NULL},
    {"agents: {terms: {purse: {value: gold, weight: 1, seats: [Bleu]}}}", LF_E0408, 1, 58,
     "`Bleu` is not the name of a seat", "did you mean `Blue`?"},
    {"agents: {priors: {p: {weight: 2}}}", LF_E0403, 1, 19,
     "a prior needs `options` or `spaces`", NULL},
    {"agents: {priors: {p: {options: [main], spaces: spaces, weight: 2}}}", LF_E0403, 1, 19,
     "a prior needs `options` or `spaces`, not both", NULL},
    {"agents: {priors: {p: {options: [[main]], weight: 2}}}", LF_E0404, 1, 33,
     "an entry of `options` must be a text, not a list", NULL},
    {"agents: {priors: {p: {options: [main], weight: 0}}}", LF_E0410, 1, 48,
     "`weight` must lie between 0.01 and 100", NULL},
    {"agents: {functions: {rich: 3}}", LF_E0407, 1, 22,
     "`rich` cannot be a function: it is already a function", NULL},

    /* names */
    {"zones: [{id: 'big pit'}]", LF_E0405, 1, 14, "`big pit` cannot be the name of a zone", NULL},
    {"zones: [{id: 17}]", LF_E0405, 1, 14, "`17` cannot be the name of a zone", NULL},
    {"zones: [{id: pit-}]", LF_E0405, 1, 14, "`pit-` cannot be the name of a zone", NULL},
    {"zones: [{id: where}]", LF_E0406, 1, 14,
     "`where` is a reserved word and cannot be the name of a zone", NULL},
    {"seats: [first]", LF_E0406, 1, 9,
     "`first` is a reserved word and cannot be the name of a seat", NULL},
    {"pieceGroups: {all: discs}", LF_E0406, 1, 15,
     "`all` is a reserved word and cannot be the name of a group of pieces", NULL},
    {"functions: {'count(n)': n + 1}", LF_E0406, 1, 14,
     "`count` is a reserved word and cannot be the name of a function", NULL},
    {"enums: {sky: [clear, none]}", LF_E0406, 1, 22,
     "`none` is a reserved word and cannot be the name of a value", NULL},
    {"seats: [Red]", LF_E0407, 1, 9, "`Red` cannot be a seat: it is already a seat",
     "it is declared here"},
    {"zones: [{id: gate}]", LF_E0407, 1, 14, "`gate` cannot be a zone: it is already a space",
     "it is declared here"},
    {"zones: [{id: spaces}]", LF_E0407, 1, 14, "`spaces` cannot be a zone: it is already built in",
     NULL},
    {"spaces: [{id: moat}, {id: moat}, {id: moat}]", LF_E0407, 1, 27,
     "`moat` cannot be a space: it is already a space", NULL},
    {"invariants: [{id: i, holds: rich}, {id: i, holds: rich}, {id: i, holds: rich}]", LF_E0407, 1,
     41, "`i` cannot be an invariant: it is already an invariant", NULL},
    {"globalVars: [{name: [], type: int}]", LF_E0404, 1, 21, "the list needs at least one name",
     NULL},
    {"globalVars: [{name: {a: b}, type: int}]", LF_E0404, 1, 21,
     "the name of a variable must be a text, not a map", NULL},
    {"globalVars: [{name: [ash, [oak]], type: int}]", LF_E0404, 1, 27,
     "the name of a variable must be a text, not a list", NULL},
    {"globalVars: [{name: [ash, gold], type: int}]", LF_E0407, 1, 27,
     "`gold` cannot be a variable: it is already a variable", NULL},
    {"globalVars: [{name: [ash, ash], type: int}]", LF_E0407, 1, 27,
     "`ash` cannot be a variable: it is already a variable", NULL},
    {"variableGroups: {gold: [gold]}", LF_E0407, 1, 18,
     "`gold` cannot be a group of variables: it is already a variable", NULL},
    {"variableGroups: {return: [gold, gould]}", LF_E0406, 1, 18,
     "`return` is a reserved word and cannot be the name of a group of variables", NULL},
    {"variableGroups: {stores: [gold, gould]}", LF_E0408, 1, 33,
     "`gould` is not the name of a global variable", "did you mean `gold`?"},
    {"variableGroups: {stores: [gold, fame]}", LF_E0408, 1, 33,
     "`fame` is not the name of a global variable", NULL},
    {"variableGroups: {stores: [gold, gold]}", LF_E0407, 1, 33,
     "`gold` is given twice in this list", NULL},
    {"variableGroups: {stores: []}", LF_E0404, 1, 26, "the list needs at least one variable", NULL},
    {"variableGroups: {stores: gold}", LF_E0404, 1, 26,
     "a group of variables must be a list, not a text", NULL},
    {"globalVars: [{name: wet, type: boolean}]\n"
     "variableGroups: {stores: [gold, wet]}", LF_E0409, 2, 33,
     "`wet` is true or false, and `gold` is a number",
     "all variables of a group must have the same type"},
    {"seatGroups: {Red: [Blue]}", LF_E0407, 1, 14,
     "`Red` cannot be a group of seats: it is already a seat", NULL},
    {"cards: [{id: discs}]", LF_E0407, 1, 14,
     "`discs` cannot be a card: it is already a word for pieces", NULL},
    {"globalVars: [{name: ace, type: int}]", LF_E0407, 1, 21,
     "`ace` cannot be a variable: it is already a card", NULL},
    {"options: [{id: deck, type: boolean, default: true}]", LF_E0407, 1, 16,
     "`deck` cannot be an option: it is already a stack of cards", NULL},
    {"functions: {gold: 3}", LF_E0407, 1, 13,
     "`gold` cannot be a function: it is already a variable", NULL},
    {"procedures: {rich: end turn}", LF_E0407, 1, 14,
     "`rich` cannot be a procedure: it is already a function", NULL},
    {"pieces: [{id: red-discs, type: cubes}]", LF_E0407, 1, 15,
     "`red-discs` cannot be a piece: it is already a piece", NULL},
    {"spaceVars: [{name: income, type: int}]", LF_E0407, 1, 20,
     "`income` cannot be a variable of spaces: it is already a property of spaces", NULL},
    {"enums: {sky: [clear, dark, clear]}", LF_E0407, 1, 28, "`clear` is given twice in this list",
     "it is declared here"},
    {"enums: {int: [a]}", LF_E0407, 1, 9, "`int` cannot be an enumeration: it is already a type",
     NULL},
    {"spaceProperties: [{name: links, type: int}]", LF_E0407, 1, 26,
     "`links` cannot be a property of spaces: it is already a key of a space", NULL},

    /* seats */
    {"seatGroups: {Odd: [Red, Bleu]}", LF_E0408, 1, 25, "`Bleu` is not the name of a seat",
     "did you mean `Blue`?"},
    {"seatGroups: {Odd: ['2']}", LF_E0408, 1, 20, "there is no seat number 2",
     "seats are numbered from 0"},
    {"seatGroups: {Odd: [Red, Red]}", LF_E0407, 1, 25, "`Red` is given twice in this list", NULL},
    {"turnOrder: {order: [Red]}", LF_E0418, 1, 20,
     "turnOrder must name every seat: it names 1 of 2", NULL},

    /* types, variables, options */
    {"globalVars: [{name: x, type: integer}]", LF_E0409, 1, 30, "unknown type `integer`", NULL},
    {"globalVars: [{name: x, type: wether}]", LF_E0409, 1, 30, "unknown type `wether`",
     "did you mean `weather`?"},
    {"globalVars: [{name: x, type: pieces}]", LF_E0409, 1, 30,
     "the type `pieces` is not allowed here", NULL},
    {"globalVars: [{name: x, type: []}]", LF_E0404, 1, 30, "the list needs at least a value", NULL},
    {"globalVars: [{name: x, type: int, init: 12, max: 10}]", LF_E0410, 1, 41,
     "12 is outside 0..10", NULL},
    {"globalVars: [{name: x, type: int, min: 5, max: 1}]", LF_E0410, 1, 40,
     "the range 5..1 is empty", NULL},
    {"globalVars: [{name: x, type: int, max: 3000000000}]", LF_E0410, 1, 40,
     "3000000000 is outside -2147483648..2147483647", NULL},
    {"globalVars: [{name: x, type: boolean, min: 0}]", LF_E0421, 1, 44,
     "only an int has `min` and `max`", NULL},
    {"globalVars: [{name: x, type: boolean, init: 1}]", LF_E0404, 1, 45,
     "`1` is neither true nor false", NULL},
    {"globalVars: [{name: x, type: weather, init: clam}]", LF_E0408, 1, 45,
     "`clam` is not one of weather", "did you mean `calm`?"},
    {"globalVars: [{name: x, type: spaces, init: gate}]", LF_E0421, 1, 44, "a set starts empty",
     NULL},
    {"records: {r: {a: int}}\n"
     "globalVars: [{name: x, type: r, max: 3}]", LF_E0443, 2, 38,
     "a record has no `max` of its own", "give it to a field, in `records`"},
    {"records: {r: {a: int}}\n"
     "seatVars: [{name: x, type: r, visibility: owner}]", LF_E0443, 2, 43,
     "a record cannot be hidden", "use single variables to hide values, or leave it public"},
    {"records: {r: {a: int}, q: {b: r}}", LF_E0443, 1, 31, "a record cannot contain the record `r`",
     "put the fields of both into one record"},
    {"records: {r: {}}", LF_E0443, 1, 14, "the record `r` has no fields",
     "for example `offer: {amount: int, by: seat}`"},
    {"records: {weather: {a: int}}", LF_E0407, 1, 11,
     "`weather` cannot be a record: it is already a type", NULL},
    {"records: {r: {a: {type: int, max: 3, init: 4}}}", LF_E0410, 1, 44, "4 is outside 0..3", NULL},
    {"records: {r: {a: {type: int, nought: 3}}}", LF_E0402, 1, 30,
     "unknown key `nought` in a field of a record", NULL},
    {"records: {r: {a: int}}\n"
     "functions: {f(r x): 1}", LF_E0409, 2, 15, "the record `r` is not allowed here",
     "only variables of the game can be records; name a field of one"},
    {"records: {r: {a: int}}\n"
     "spaceProperties: [{name: x, type: r}]", LF_E0409, 2, 35, "the record `r` is not allowed here",
     NULL},
    {"globalVars: [{name: x, type: int, by: 8}]", LF_E0432, 1, 39,
     "`8` is neither a range of numbers nor an enumeration",
     "for example `by: 0..7`, at most 253; or the name of an enumeration"},
    {"globalVars: [{name: x, type: int, by: 7..0}]", LF_E0432, 1, 39,
     "`7..0` is neither a range of numbers nor an enumeration", NULL},
    {"globalVars: [{name: x, type: int, by: 0..999}]", LF_E0432, 1, 39,
     "`0..999` is neither a range of numbers nor an enumeration",
     "for example `by: 0..7`, at most 253; or the name of an enumeration"},
    {"seatVars: [{name: x, type: boolean, visibility: owner, by: 0..3}]", LF_E0432, 1, 60,
     "an indexed variable cannot be hidden",
     "use single variables to hide values, or leave it public"},
    {"seatVars: [{name: x, type: spaces, visibility: owner}]", LF_E0436, 1, 48,
     "a set cannot be hidden", NULL},
    {"pieces: [{id: p, seat: Red, type: cubes, states: [a, b], count: 1, secret: a}]", LF_E0437, 1,
     76, "a covered piece needs `secret` (the covered state) and `seenAs` (what others see)",
     "for example `secret: covered, seenAs: red-piece`"},
    {"pieces: [{id: p, seat: Red, type: cubes, states: [a, b], count: 1, seenAs: q}]", LF_E0437, 1,
     76, "a covered piece needs `secret` (the covered state) and `seenAs` (what others see)",
     "for example `secret: covered, seenAs: red-piece`"},
    {"pieces: [{id: p, seat: Red, type: cubes, states: [a, b], count: 1, possible: spaces}]",
     LF_E0437, 1, 78,
     "a covered piece needs `secret` (the covered state) and `seenAs` (what others see)",
     "for example `secret: covered, seenAs: red-piece`"},
    {"pieces: [{id: q, seat: Red, type: discs, count: 0}, {id: p, seat: Red, type: cubes, "
     "states: [a, b], count: 1, secret: c, seenAs: q}]", LF_E0437, 1, 119,
     "`c` is not one of its states", NULL},
    {"pieces: [{id: q, seat: Red, type: discs, count: 0}, {id: p, type: cubes, states: [a, b], "
     "count: 1, secret: a, seenAs: q}]", LF_E0437, 1, 108,
     "a covered piece needs a `seat` that knows it, and a `count`", "give it `seat` and `count`"},
    {"pieces: [{id: q, seat: Red, type: discs, count: 0}, {id: p, seat: Red, type: cubes, "
     "states: [a, b], secret: a, seenAs: q}]", LF_E0437, 1, 109,
     "a covered piece needs a `seat` that knows it, and a `count`", "give it `seat` and `count`"},
    {"pieces: [{id: p, seat: Red, type: cubes, states: [a, b], count: 1, secret: a, seenAs: q}]",
     LF_E0437, 1, 87, "`q` is not a kind of the same seat, without states and with `count: 0`",
     NULL},
    {"pieces: [{id: q, seat: Blue, type: discs, count: 0}, {id: p, seat: Red, type: cubes, "
     "states: [a, b], count: 1, secret: a, seenAs: q}]", LF_E0437, 1, 131,
     "`q` is not a kind of the same seat, without states and with `count: 0`", NULL},
    {"pieces: [{id: q, seat: Red, type: discs, count: 2}, {id: p, seat: Red, type: cubes, "
     "states: [a, b], count: 1, secret: a, seenAs: q}]", LF_E0437, 1, 130,
     "`q` is not a kind of the same seat, without states and with `count: 0`", NULL},
    {"seatVars: [{name: x, type: int, visibility: owner}]", LF_E0436, 1, 45,
     "a hidden number has too many values", NULL},
    {"globalVars: [{name: x, type: spaces, visibility: hidden}]", LF_E0436, 1, 50,
     "a set cannot be hidden", NULL},
    {"globalVars: [{name: x, type: seat, visibility: owner}]", LF_E0436, 1, 48,
     "only a variable of seats has an owner who can see it", "write `hidden`: nobody can see it"},
    {"spaceVars: [{name: x, type: seat, visibility: hidden}]", LF_E0436, 1, 47,
     "a variable of spaces cannot be hidden", NULL},
    {"seatVars: [{name: x, type: seat, possible: seats}]", LF_E0436, 1, 44,
     "`possible` is only allowed for a hidden variable",
     "hide it: `visibility: owner` or `visibility: hidden`"},
    {"seatVars: [{name: x, type: boolean, visibility: owner, possible: seats}]", LF_E0436, 1, 66,
     "`possible` is not allowed for a variable that is true or false", NULL},
    {"seatVars: [{name: x, type: seat, visibility: mine}]", LF_E0408, 1, 46,
     "`mine` is not a visibility", NULL},
    {"globalVars: [{name: x, type: space, init: box}]", LF_E0408, 1, 43,
     "`box` is a zone, not a space", NULL},
    {"markers: [{id: x, states: [a, b], default: c}]", LF_E0408, 1, 44, "`c` is not one of a, b",
     NULL},
    {"markers: [{id: x, states: [a, b], default: a, defaultState: b}]", LF_E0421, 1, 61,
     "`default` and `defaultState` mean the same", NULL},
    {"options: [{id: x, default: true}]", LF_E0403, 1, 11, "`type` is missing in an option", NULL},
    {"options: [{id: x, type: seat, default: Red}]", LF_E0409, 1, 25,
     "the type `seat` is not allowed here", NULL},

    /* pieces */
    {"pieces: [{id: p, seat: Gren, type: cubes}]", LF_E0408, 1, 24,
     "`Gren` is not the name of a seat", NULL},
    {"pieces: [{id: p, type: hidden}]", LF_E0412, 1, 24,
     "`hidden` cannot be a type of pieces: it is already a state of pieces", "it is used here"},
    {"pieces: [{id: p, type: cubes, states: [up, discs]}]", LF_E0406, 1, 40,
     "`up` is a reserved word and cannot be the name of a state", NULL},
    {"pieces: [{id: p, type: cubes, states: []}]", LF_E0404, 1, 39,
     "the list needs at least a state", NULL},
    {"pieces: [{id: p, type: cubes, supply: deck, count: 3}]", LF_E0408, 1, 39,
     "`deck` is a stack of cards, not a zone", NULL},
    {"pieces: [{id: p, type: cubes, supply: box}]", LF_E0403, 1, 39,
     "a piece with `supply` needs `count`", NULL},
    {"pieces: [{id: p, type: cubes, supply: box, count: 300}]", LF_E0411, 1, 51,
     "more than 255 like pieces in one zone", NULL},
    {"pieceGroups: {soft: discs or scuots}", LF_E0413, 1, 30, "`scuots` is not a word for pieces",
     "did you mean `scouts`?"},
    {"pieceGroups: {soft: discs + 3}", LF_E0413, 1, 27, "this is not allowed in a group of pieces",
     NULL},
    {"pieceGroups: {soft: Blue discs}", LF_E0414, 1, 15, "no piece is in the group `soft`", NULL},

    /* the board */
    {"map: {grid: {columns: 0, rows: 3}}", LF_E0410, 1, 23, "0 is outside 1..512", NULL},
    {"map: {grid: {columns: 30, rows: 30}}", LF_E0411, 1, 13, "more than 512 spaces and zones",
     NULL},
    {"map: {directions: {north: [0, 0]}}", LF_E0416, 1, 27,
     "a direction of a grid is a list of two numbers that are not both 0", NULL},
    {"map: {directions: [{name: a, opposite: b}, b, {name: c, opposite: b}]}", LF_E0416, 1, 67,
     "`c` and `b` cannot be opposites: one of them already has another opposite", NULL},
    {"positionText: [{board: {P: used}}]", LF_E0442, 1, 16, "only a grid can be written row by row",
     NULL},
    {"positionText: [{seat: {w: Red}, int: x}]", LF_E0442, 1, 16,
     "a field has one key: board, seat, flags, space, int or valid",
     "for example `- seat: { w: White, b: Black }`"},
    {"positionText: [{seat: {ww: Red}}]", LF_E0442, 1, 24, "`ww` is not a single letter",
     "digits count empty spaces, `/` ends a row, and `-` means none"},
    {"positionText: [{valid: [{holds: true}]}]", LF_E0403, 1, 25,
     "`message` is missing in a condition of `valid`", NULL},
    {"positionText: [{valid: [{holds: true, message: a, text: b}]}]", LF_E0402, 1, 51,
     "unknown key `text` in a condition of `valid`", NULL},
    {"positionText: [{int: nowhere}]", LF_E0442, 1, 22, "`nowhere` is not a global number", NULL},
    {"positionText: [{flags: {x: nowhere}}]", LF_E0442, 1, 28,
     "`nowhere` is not a global variable that is true or false", NULL},
    {"map: {grid: {columns: 2, rows: 2}}\n"
     "positionText: [{board: {P: nowhere}}]", LF_E0442, 2, 28,
     "`nowhere` is not a kind of pieces or set of spaces", NULL},
    {"patterns: {knight: {}}", LF_E0441, 1, 20, "this pattern covers nothing",
     "give it `slides`, `steps` or `leaps`"},
    {"patterns: {knight: {leaps: [[1, 2]]}}", LF_E0441, 1, 28, "`leaps` need a grid",
     "on any map, `steps` and `slides` follow directions"},
    {"patterns: {rook: {slides: [north]}}", LF_E0408, 1, 28,
     "`north` is not the name of a direction", NULL},
    {"patterns: {rook: {jumps: [north]}}", LF_E0402, 1, 19, "unknown key `jumps` in a pattern",
     NULL},
    {"map: {grid: {columns: 3, rows: 3}}\n"
     "patterns: {knight: {leaps: [[0, 0]]}}", LF_E0416, 2, 29,
     "a direction of a grid is a list of two numbers that are not both 0", NULL},
    {"map: {layout: hexes}", LF_E0408, 1, 15,
     "`hexes` is not a layout: words, squares, hex or points", "did you mean `hex`?"},
    {"spaces: [{id: moat, at: [0, 1]}, {id: tower, at: [0, 1]}]", LF_E0433, 1, 50,
     "`moat` already has this place", NULL},
    {"map: {grid: {columns: 2, rows: 2}}\n"
     "spaces: [{id: moat, at: [2, 2]}]", LF_E0433, 2, 25, "`b2` already has this place", NULL},
    {"spaces: [{id: moat, at: [0, 1, 2]}]", LF_E0433, 1, 25, "a place is two whole numbers",
     "for example [3, 2]: to the right, and up"},
    {"spaces: [{id: moat, at: [0, east]}]", LF_E0433, 1, 29, "a place is two whole numbers",
     "for example [3, 2]: to the right, and up"},
    {"spaces: [{id: moat, at: [0, 2000]}]", LF_E0410, 1, 29, "2000 is outside -1000..1000", NULL},
    {"spaces: [{id: moat, at: north}]", LF_E0404, 1, 25, "`at` must be a list, not a text", NULL},
    {"map: {directions: [a], adjacent: [b]}", LF_E0408, 1, 35, "`b` is not the name of a direction",
     NULL},
    {"map: {directions: [{name: up, opposite: down}, down]}\n"
     "spaces: [{id: moat, links: {up: tower}}, {id: tower}]", LF_E0415, 2, 29,
     "`up` leads from `moat` to `tower`, but its opposite `down` does not lead back",
     "give `tower` the link `down: moat`, or write `up: {to: tower, oneWay: true}` here"},
    {"map: {directions: [{name: up, opposite: down}, down]}\n"
     "spaces: [{id: moat, links: {up: {to: tower, oneWay: maybe}}}, {id: tower, links: {down: "
     "moat}}]", LF_E0404, 2, 53, "`oneWay` must be true or false, not a text", NULL},
    {"spaces: [{id: moat, links: {out: gate}}]", LF_E0408, 1, 29,
     "`out` is not the name of a direction", NULL},
    {"adjacency: [[gate, yrad]]", LF_E0408, 1, 20, "`yrad` is not the name of a space",
     "did you mean `yard`?"},
    {"adjacency: [[gate, gate]]", LF_E0415, 1, 13, "`gate` cannot be adjacent to itself", NULL},
    {"adjacency: [[gate, yard], [yard, gate]]", LF_E0415, 1, 27,
     "`yard` and `gate` are already adjacent", NULL},
    {"adjacency: [[gate, yard, box]]", LF_E0415, 1, 13,
     "an entry of `adjacency` is a pair of spaces, like [gate, yard]", NULL},
    {"spaceProperties: [{name: ground, type: weather}]", LF_E0419, 1, 0, "`gate` has no `ground`",
     "it has no `default`"},
    {"zones: [{id: pit, holds: stones}]", LF_E0408, 1, 26, "`stones` is not what a zone can hold",
     NULL},
    {"zones: [{id: pit, owner: each}]", LF_E0417, 1, 26,
     "only a zone of cards can be one for `each` seat", NULL},
    {"zones: [{id: pit, visibility: hidden}]", LF_E0417, 1, 31,
     "pieces are always public: only a zone of cards can be hidden", NULL},
    {"zones: [{id: pit, holds: cards, keepsStates: true}]", LF_E0417, 1, 46,
     "cards have no states to keep", NULL},
    {"zones: [{id: pit, holds: cards, visibility: owner}]", LF_E0417, 1, 45,
     "a zone that only its owner sees needs an `owner`", NULL},

    /* cards */
    {"cards: [{id: two, valeu: 3}]", LF_E0402, 1, 19, "unknown key `valeu` in a card",
     "did you mean `value`?"},
    {"cards: [{id: two, metadata: {upper: 3}}]", LF_E0402, 1, 30,
     "unknown key `upper` in the metadata of a card", NULL},
    {"cards: [{id: two, value: 3, metadata: {value: 3}}]", LF_E0407, 1, 40,
     "`value` is given twice on this card", NULL},
    {"cards: [{id: two, order: [Red]}]", LF_E0420, 1, 26, "`order` has 2 values, not 1", NULL},
    {"cards: [{id: two, title: A, name: B}]", LF_E0421, 1, 35, "`title` and `name` mean the same",
     NULL},
    {"cards: [{id: two, upper: {text: x}}]", LF_E0403, 1, 26,
     "`effects` is missing in a part of a card", NULL},
    {"cards: [{id: two, upper: {effects: null}}]", LF_E0404, 1, 36, "`effects` is empty", NULL},
    {"cardParts: [value]", LF_E0407, 1, 13,
     "`value` cannot be a part of cards: it is already an attribute of cards", NULL},

    /* rules */
    {"functions: {empty: }", LF_E0422, 1, 13, "the function `empty` has no body", NULL},
    {"functions:\n  'f(a, a)': 3", LF_E0407, 2, 9, "the parameter `a` is given twice", NULL},
    {"functions:\n"
     "  'f(a: sapce)': 3", LF_E0409, 2, 9, "unknown type `sapce`", "did you mean `space`?"},
    {"functions:\n"
     "  'f(sapce a)': 3", LF_E0409, 2, 6, "unknown type `sapce`", "did you mean `space`?"},
    {"actions: [{id: a, phase: mian, effects: []}]", LF_E0408, 1, 26,
     "`mian` is not the name of a phase", "did you mean `main`?"},
    {"actions: [{id: a, phase: [], effects: []}]", LF_E0404, 1, 26,
     "the list needs at least one phase", NULL},
    {"actions: [{id: a, phase: main, actor: '7', effects: []}]", LF_E0408, 1, 39,
     "there is no seat number 7", NULL},
    {"actions: [{id: a, phase: main, executor: Red, effects: []}]", LF_E0423, 1, 42,
     "only the actor can perform an action", NULL},
    {"actions:\n"
     "  - {id: a, phase: main, effects: [], limits: [{scope: turn, max: 1}]}", LF_E0423, 2, 48,
     "actions have no `limits`", "count the uses in a variable and test it in `pre`"},
    {"actions: [{id: a, phase: main}]", LF_E0403, 1, 11, "`effects` is missing in an action", NULL},
    {"actions: [{id: a, phase: main, effects: []}, {id: a, phase: main, effects: []}]", LF_E0407, 1,
     51, "`a` cannot be an action: it is already an action", "it is declared here"},
    {"actions: [{id: a, phase: main, effects: [], params: [{name: n, domain: seats}, {name: n, "
     "domain: seats}]}]", LF_E0407, 1, 87, "the parameter `n` is given twice", NULL},
    {"invariants: [{id: x, hold: gold > 1}]", LF_E0402, 1, 22, "unknown key `hold` in an invariant",
     "did you mean `holds`?"},

    /* the end of the game */
    {"terminal: {checkpoints: [{id: x, when: gold > 3}]}", LF_E0424, 1, 26,
     "the checkpoint `x` does not say who wins", NULL},
    {"terminal: {checkpoints: [{id: x, when: gold > 3, winner: Red, draw: true}]}", LF_E0424, 1, 69,
     "a checkpoint cannot have both a `winner` and a `draw`", NULL},
    {"terminal: {margins: [{seat: '0', value: gold}]}", LF_E0425, 1, 21, "`Blue` has no margin",
     NULL},
    {"terminal: {margins: [{seat: '0', value: 1}, {seat: Blue, value: 1}, {seat: Red, value: 1}]}",
     LF_E0407, 1, 76, "`Red` has two margins", "the first is here"},
    {"terminal: {ties: split}", LF_E0408, 1, 18, "`split` is not a value of `ties`",
     "write `draw` (nobody wins) or `shared` (all of them win)"},
    {"terminal: {tieBreakOrder: ['1', '0'], ties: shared}", LF_E0424, 1, 45,
     "`tieBreakOrder` breaks every tie, so `ties` has no effect", "delete one of them"},
    {"terminal: {tieBreakOrder: ['1', '1']}", LF_E0407, 1, 33, "`1` is given twice in this list",
     NULL},
    {"terminal: {tieBreakOrder: ['1']}", LF_E0418, 1, 27,
     "tieBreakOrder must name every seat: it names 1 of 2", NULL},
    {"terminal: {ranking: {order: asc}}", LF_E0408, 1, 29, "`asc` is not a ranking order", NULL},

    /* scenarios */
    {"scenarios: [{name: x}]", LF_E0403, 1, 13, "`id` is missing in a scenario", NULL},
    {"scenarios: [{id: x, rouns: 3}]\n"
     "scenarioFields: {rounds: {type: int, optional: true}}", LF_E0402, 1, 21,
     "unknown key `rouns` in a scenario", "did you mean `rounds`?"},
    {"scenarios: [{id: x}]\n"
     "scenarioFields: {rounds: int}", LF_E0403, 1, 13, "`rounds` is missing in a scenario", NULL},
    {"scenarios: [{id: x, piles: 0}]\n"
     "scenarioFields: {piles: {type: int, min: 1}}", LF_E0410, 1, 28, "0 is outside 1..2147483647",
     NULL},
    {"scenarios: [{id: x, f: {a: [3, ace]}}]\n"
     "scenarioFields: {f: {fields: {a: {list: card}}}}", LF_E0408, 1, 29,
     "`3` is not the name of a card", NULL},
    {"scenarios: [{id: x, f: {b: 3}}]\n"
     "scenarioFields: {f: {fields: {a: {type: int, optional: true}}}}", LF_E0402, 1, 25,
     "unknown key `b` in `f`", NULL},
    {"scenarios: [{id: x, f: 3}]\n"
     "scenarioFields: {f: {list: int}}", LF_E0404, 1, 24, "`f` must be a list, not a number", NULL},
    {"scenarios: [{id: x, f: [3]}]\n"
     "scenarioFields: {f: {list: {fields: {a: int}}}}", LF_E0404, 1, 25,
     "an entry of the list must be a map, not a number", NULL},
    {"scenarioFields: {f: {type: int, list: int}}", LF_E0421, 1, 21,
     "a scenario field needs one of `type`, `list` and `fields`", NULL},
    {"scenarioFields: {title: int}", LF_E0407, 1, 18,
     "`title` cannot be a scenario field: it is already a key of a scenario", NULL},
    {"scenarios: [{id: x, initialTrackValues: [{trackId: glod, value: 3}]}]", LF_E0408, 1, 52,
     "`glod` is not the name of a global variable", "did you mean `gold`?"},
    {"scenarios: [{id: x, initialTrackValues: [{trackId: gold, value: 10}]}]", LF_E0410, 1, 65,
     "10 is outside 0..9", NULL},
    {"scenarios:\n"
     "  - id: x\n"
     "    initialTrackValues:\n"
     "      - {trackId: gold, value: 3}\n"
     "      - {trackId: gold, value: 4}", LF_E0429, 5, 19, "`gold` already has an initial value",
     "it is set here"},
    {"scenarios: [{id: x, initialMarkers: [{space: gate, marker: mod, state: good}]}]", LF_E0408, 1,
     60, "`mod` is not the name of a marker of spaces", "did you mean `mood`?"},
    {"scenarios: [{id: x, initialMarkers: [{space: gate, marker: mood, state: god}]}]", LF_E0408, 1,
     73, "`god` is not one of bad, good", "did you mean `good`?"},
    {"scenarios: [{id: x, initialSpaceValues: [{space: gate, name: income, value: 1}]}]", LF_E0408,
     1, 62, "`income` is not the name of a variable of spaces", NULL},
    {"scenarios: [{id: x, initialPlacements: [{zone: gate, pieces: {red-disc: 1}}]}]", LF_E0408, 1,
     63, "`red-disc` is not the name of a piece", "did you mean `red-discs`?"},
    {"scenarios: [{id: x, initialPlacements: [{zone: gate, pieces: {red-scouts.show: 1}}]}]",
     LF_E0408, 1, 63, "`show` is not a state of `red-scouts`", "did you mean `shown`?"},
    {"scenarios: [{id: x, initialPlacements: [{zone: gate, pieces: {red-discs: 2}}, {zone: yard, "
     "pieces: {red-discs: 2}}]}]", LF_E0426, 1, 112,
     "the scenario places 4 `red-discs`, but there are only 3", NULL},
    {"scenarios: [{id: x, initialPlacements: [{zone: box, pieces: {red-scouts.shown: 1}}]}]",
     LF_E0427, 1, 62, "`box` does not keep the states of pieces", NULL},
    {"scenarios: [{id: x, initialPlacements: [{space: box, pieces: {}}]}]", LF_E0408, 1, 49,
     "`box` is a zone, not a space", NULL},
    {"scenarios: [{id: x, initialPlacements: [{pieces: {}}]}]", LF_E0403, 1, 41,
     "`zone` is missing in a placement", NULL},
    {"scenarios: [{id: x, initialPlacements: [{zone: gate, pieces: {red-scouts: 256}}]}]", LF_E0411,
     1, 75, "more than 255 like pieces in one zone", NULL},
    {"scenarios: [{id: x, initialCards: [{stack: deck, cards: [ace, king, ace]}]}]", LF_E0428, 1,
     69, "`ace` is already in a stack", "it is here"},
    {"scenarios: [{id: x, initialCards: [{stack: deck, cards: some}]}]", LF_E0404, 1, 57,
     "`cards` must be a list, not a text", NULL},
    {"scenarios: [{id: x, initialCards: [{stack: box, cards: all}]}]", LF_E0408, 1, 44,
     "`box` is a zone, not a stack of cards", NULL},
    {"scenarios: [{id: x, default: true}, {id: y, default: true}]", LF_E0430, 1, 42,
     "two scenarios are the default", NULL},
    {"scenarios: [{id: x}, {id: y, name: x}]", LF_E0407, 1, 36,
     "`x` cannot be a scenario: it is already a scenario", NULL},

    /* assets and decks */
    {"dataAssets: [{id: a, kind: sound, payload: {}}]", LF_E0408, 1, 28,
     "`sound` is not a kind of asset", "write `map` or `scenario`"},
    {"dataAssets: [{id: a, kind: map, payload: {space: []}}]", LF_E0402, 1, 43,
     "unknown key `space` in the payload of a map", "did you mean `spaces`?"},
    {"dataAssets: [{id: a, kind: scenario, payload: {id: b}}]", LF_E0421, 1, 52,
     "the `id` of the asset and of its payload mean the same", NULL},
    {"eventDecks: [{id: a}]", LF_E0403, 1, 14, "`cards` is missing in a deck", NULL},
};

/* Sections that stand once and are therefore not behind the sample game. */
static const wrong whole[] = {
    {"metadata: {id: x, name: X}\n"
     "seats: [Red]", LF_E0401, 1, 1, "the game has no section `turnStructure`", NULL},
    {"metadata: {id: Big_Game, name: X}\n"
     "seats: [Red]\n"
     "turnStructure: {phases: [{id: main}]}", LF_E0405, 1, 16,
     "`Big_Game` cannot be the id of a game", NULL},
    {"metadata: {id: x-, name: X}\n"
     "seats: [Red]\n"
     "turnStructure: {phases: [{id: main}]}", LF_E0405, 1, 16, "`x-` cannot be the id of a game",
     NULL},
    {"metadata: {id: x, name: X, difficulty: 6}\n"
     "seats: [Red]\n"
     "turnStructure: {phases: [{id: main}]}", LF_E0410, 1, 40, "6 is outside 1..5", NULL},
    {"metadata: {id: x, name: X, minutes: long}\n"
     "seats: [Red]\n"
     "turnStructure: {phases: [{id: main}]}", LF_E0404, 1, 37,
     "`minutes` must be a whole number, not a text", NULL},
    {"metadata: {id: x}\n"
     "seats: [Red]\n"
     "turnStructure: {phases: [{id: main}]}", LF_E0403, 1, 11, "`name` is missing in metadata",
     NULL},
    {"metadata: {id: x, name: X}\n"
     "seats: [Red]\n"
     "turnStructure: {phases: []}", LF_E0404, 3, 25, "the list needs at least one phase", NULL},
    {"metadata: {id: x, name: X}\n"
     "seats: [Red]\n"
     "turnStructure: {phases: [{id: a}, {id: a}]}", LF_E0407, 3, 40,
     "`a` cannot be a phase: it is already a phase", NULL},
    {"metadata: {id: x, name: X}\n"
     "seats: [Red]\n"
     "turnStructure: {phases: [{id: a, pass: {label: Stop}}]}", LF_E0403, 3, 40,
     "`id` is missing in a pass", NULL},
    {"metadata: {id: x, name: X}\n"
     "seats: [Red]\n"
     "turnStructure: {phases: [{id: a, pass: {id: out, name: Stop}}]}", LF_E0402, 3, 50,
     "unknown key `name` in a pass", NULL},
    {"metadata: {id: x, name: X}\n"
     "seats: [Red]\n"
     "turnStructure: {phases: [{id: a, prompts: [{text: Go}]}]}", LF_E0403, 3, 44,
     "`when` is missing in a prompt", NULL},
    {"metadata: {id: x, name: X}\n"
     "seats: [Red]\n"
     "turnStructure: {phases: [{id: a, prompts: Go}]}", LF_E0404, 3, 43,
     "`prompts` must be a list, not a text", NULL},
    {"metadata: {id: x, name: X}\n"
     "seats: [Red]\n"
     "turnStructure: {phases: [{id: a, pass: {id: out, wayOut: exit}}]}", LF_E0404, 3, 58,
     "`exit` is not a kind of way out", "it is one of `done`, `skip`, `cancel`"},
    {"metadata: {id: x, name: X}\n"
     "seats: [Red]\n"
     "turnStructure: {phases: [{id: a, pass: [{id: out, actor: Blue}]}]}", LF_E0408, 3, 58,
     "`Blue` is not the name of a seat", NULL},
    {"metadata: {id: x, name: X}\n"
     "seats: [Red]\n"
     "turnStructure: {phases: [{id: a, pass: [out, out]}]}", LF_E0407, 3, 46,
     "`out` cannot be an action: it is already an action", NULL},
    {"metadata: {id: x, name: X}\n"
     "seats: [Red]\n"
     "turnStructure: {phases: [{id: a, onenter: []}]}", LF_E0402, 3, 34,
     "unknown key `onenter` in a phase", "did you mean `onEnter`?"},
    {"metadata: {id: x, name: X}\n"
     "seats: [Red]\n"
     "turnStructure: {phases: [{id: a}]}\n"
     "map: {layout: hex}\n"
     "spaces: [{id: moat, at: [0, 1]}, {id: tower}]", LF_E0433, 5, 39,
     "`map` has a layout, but `tower` has no place in it", "write `at: [x, y]`"},
};
/* clang-format on */

static uint32_t lines_in(const char *text) {
    uint32_t lines = 0;
    for (; *text; text++)
        lines += *text == '\n';
    return lines;
}

/* Column 0 in a row: the place is elsewhere, in the game, and is not looked at. */
static bool is_expected(const lf_diagnostic *d, const wrong *row, uint32_t before) {
    if (d->code != row->code || strcmp(d->message, row->message) != 0)
        return false;
    if (row->note && (!d->note || strcmp(d->note, row->note) != 0))
        return false;
    return row->column == 0 || (d->pos.line == before + row->line && d->pos.column == row->column);
}

static bool row_holds(const wrong *row, const char *prefix, const char *suffix) {
    fixture *f;
    open_fixture((void **)&f);
    declare(f, lf_arena_printf(f->arena, "%s%s%s", prefix, row->yaml, suffix), *suffix != '\0');
    bool good = f->report.count > 0 && is_expected(&f->report.items[0], row, lines_in(prefix)) &&
                (f->report.count == 1 || row->column == 0);
    if (!good) {
        print_report(f);
        print_error("expected only %s at %u:%u: %s\n", lf_code_name(row->code), (unsigned)row->line,
                    (unsigned)row->column, row->message);
    }
    lf_check(&f->model); /* whatever was left out, the model can be checked */
    close_fixture((void **)&f);
    return good;
}

/* A `for` cannot make more than the engine takes: neither by one range nor by all of them
 * together. */
static void test_too_many_generated(void **state) {
    fixture *f = *state;
    declare(f,
            "cards: [{for: {i: 1..999999999}, id: \"c{i}\"}, {for: {i: 1..590, j: 1..590}, id: "
            "\"d{i}{j}\"}]\n",
            false);
    lf_report_sort(&f->report);
    assert_int_equal(f->report.items[0].code, LF_E0401); /* it has no other section */
    uint32_t limits = 0;
    for (uint32_t i = 0; i < f->report.count; i++)
        limits += f->report.items[i].code == LF_E0411;
    assert_int_equal(limits, 2);
}

static void test_wrong_declarations(void **state) {
    (void)state;
    const char *prefix = ONCE "```yaml\n";
    char *before = malloc(strlen(game) + strlen(prefix) + 1);
    strcpy(before, game);
    strcat(before, prefix);
    int failures = 0;
    for (size_t i = 0; i < LF_COUNT(rows); i++)
        failures += !row_holds(&rows[i], before, "\n```\n");
    free(before);
    assert_int_equal(failures, 0);
}

static void test_wrong_sections(void **state) {
    (void)state;
    int failures = 0;
    for (size_t i = 0; i < LF_COUNT(whole); i++)
        failures += !row_holds(&whole[i], "", "");
    assert_int_equal(failures, 0);
}

static void test_duplicates_point_to_both_places(void **state) {
    fixture *f = *state;
    declare(f,
            "metadata: {id: x, name: X}\n"
            "seats: [Red]\n"
            "turnStructure: {phases: [{id: main}]}\n"
            "zones:\n"
            "  - {id: Red}\n",
            false);
    assert_int_equal(f->report.count, 1);
    assert_int_equal(f->report.items[0].note_pos.line, 2);
    assert_int_equal(f->report.items[0].note_pos.column, 9);
    assert_int_equal(f->report.items[0].length, 3);
}

static void test_one_run_shows_many_errors(void **state) {
    fixture *f = *state;
    const lf_model *m = declare(f,
                                "seats: [Red, 'no name', Blue]\n"
                                "zones: [{id: pit, depth: 3}, {ide: a}, {id: box}]\n"
                                "pieces: [{id: p}, {id: cubes, type: cube}]\n"
                                "actions: [{id: a, phase: x, effects: []}]\n",
                                false);
    assert_int_equal(f->report.errors, 6); /* that there are no phases is said once */
    assert_int_equal(m->seat_count, 2);
    assert_int_equal(m->zone_count, 2);
    assert_int_equal(m->kind_count, 1);
    assert_int_equal(m->scenario_count, 1);
    lf_check(&f->model);
}

/* What was left out because it is wrong is wrong once: its uses are no mistakes. */
static void test_uses_of_broken_entries_are_not_reported(void **state) {
    fixture *f = *state;
    declare(f,
            "metadata: {id: x, name: X}\n"
            "seats: [Red]\n"
            "turnStructure: {phases: [{id: main}]}\n"
            "spaces: [{id: gate}]\n"
            "zones: [{id: camp, holds: piece}]\n"
            "pieces: [{id: scouts, type: scouts, count: 9, supply: camp}]\n"
            "spaceVars: [{name: [burnt, drowned], type: bolean}]\n"
            "globalVars: [{name: gold, type: int, init: 9, max: 5}]\n"
            "functions: {'rich(sapce s)': gold > 3}\n"
            "scenarios: [{id: s, initialPlacements: [{zone: camp, pieces: {scouts: 3}}]}]\n"
            "actions:\n"
            "  - {id: a, phase: main, param: [{name: n, domain: 1..3}], effects: 'gold += n'}\n"
            "  - {id: b, phase: main, pre: rich(gate), effects: 'gate.drowned = gate.burnt'}\n",
            false);
    lf_check(&f->model);
    print_report(f);
    assert_int_equal(f->report.errors, 5);
}

static void test_nothing_is_no_game(void **state) {
    fixture *f = *state;
    lf_reader reader = {f->arena, lf_names_new(f->arena), &f->sources, &f->report};
    f->model = (lf_model){
        .arena = f->arena, .names = reader.names, .sources = &f->sources, .report = &f->report};
    lf_declare(&f->model);
    assert_int_equal(f->report.errors, 3);
    assert_int_equal(f->model.scenario_count, 1);
    assert_int_equal(f->model.enum_count, 1);
    lf_check(&f->model);
}

/* ---- limits that are the same in every build ---- */

static void add_numbered(lf_text *text, const char *format, int count) {
    for (int i = 0; i < count; i++)
        lf_text_printf(text, format, i);
}

static void expect_limit(fixture *f, const char *section, const char *entry, int count,
                         const char *message) {
    lf_text text = {0};
    lf_text_addz(&text, "metadata: {id: x, name: X}\n");
    if (strcmp(section, "seats") != 0)
        lf_text_addz(&text, "seats: [Red]\n");
    if (strncmp(section, "turnStructure", 13) != 0)
        lf_text_addz(&text, "turnStructure: {phases: [{id: main}]}\n");
    lf_text_printf(&text, "%s:\n", section);
    add_numbered(&text, entry, count);
    declare(f, text.data, false);
    lf_text_free(&text);
    if (f->report.count != 1 || strcmp(f->report.items[0].message, message) != 0) {
        print_report(f);
        fail_msg("expected: %s", message);
    }
    assert_int_equal(f->report.items[0].code, LF_E0411);
}

static void test_limit_of_seats(void **state) {
    expect_limit(*state, "seats", "  - s%d\n", LF_MAX_SEATS + 1, "more than 16 seats");
}

static void test_limit_of_slots(void **state) {
    expect_limit(*state, "pieces", "  - {id: p%d, type: cube}\n", LF_MAX_PIECE_SLOTS + 1,
                 "more than 64 piece kinds times states");
}

static void test_limit_of_directions(void **state) {
    expect_limit(*state, "map:\n  directions", "    - d%d\n", LF_MAX_DIRECTIONS + 1,
                 "more than 32 directions");
}

static void test_limit_of_phases(void **state) {
    expect_limit(*state, "turnStructure:\n  phases", "    - {id: p%d}\n", LF_MAX_PHASES + 1,
                 "more than 64 phases");
}

static void test_limit_of_zones(void **state) {
    expect_limit(*state, "zones", "  - {id: z%d}\n", LF_MAX_ZONES + 1,
                 "more than 512 spaces and zones");
}

static void test_limit_of_spaces(void **state) {
    expect_limit(*state, "spaces", "  - {id: z%d}\n", LF_MAX_ZONES + 1,
                 "more than 512 spaces and zones");
}

static void test_limit_of_cards(void **state) {
    expect_limit(*state, "cards", "  - {id: c%d}\n", LF_MAX_CARDS + 1, "more than 512 cards");
}

static void test_long_name(void **state) {
    fixture *f = *state;
    char name[LF_MAX_NAME_BYTES + 2];
    memset(name, 'a', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    declare(f,
            lf_arena_printf(
                f->arena,
                "metadata: {id: x, name: X}\nseats: [%s]\nturnStructure: {phases: [{id: main}]}\n",
                name),
            false);
    assert_int_equal(f->report.count, 1);
    assert_int_equal(f->report.items[0].code, LF_E0405);
    assert_string_equal(f->report.items[0].message,
                        "the name of a seat is longer than the limit of 128 bytes");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_wrong_declarations),
        DECLARE_TEST(test_too_many_generated),
        cmocka_unit_test(test_wrong_sections),
        DECLARE_TEST(test_duplicates_point_to_both_places),
        DECLARE_TEST(test_one_run_shows_many_errors),
        DECLARE_TEST(test_uses_of_broken_entries_are_not_reported),
        DECLARE_TEST(test_nothing_is_no_game),
        DECLARE_TEST(test_limit_of_seats),
        DECLARE_TEST(test_limit_of_slots),
        DECLARE_TEST(test_limit_of_directions),
        DECLARE_TEST(test_limit_of_phases),
        DECLARE_TEST(test_limit_of_zones),
        DECLARE_TEST(test_limit_of_spaces),
        DECLARE_TEST(test_limit_of_cards),
        DECLARE_TEST(test_long_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
