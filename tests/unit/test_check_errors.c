/* test_check_errors.c: wrong behaviours, each with exactly what the checker says about it.
 *
 * A case is a few statements of an action, or a block of YAML that joins the vocabulary. What is
 * expected is one line a diagnostic: E for an error or W for a warning, the code, line:column
 * counted from the start of the case, the message, and behind a bar the note. */
#include "check_cases.h"

/* clang-format off */
static const wrong_case names[] = {
    {STATEMENTS, "glod += 1", "E0501 1:1 unknown name `glod` | did you mean `gold`?"},
    {STATEMENTS, "let x = gold + trasure",
     "W0532 1:5 the local variable `x` is never used | if this is intended, call it `_x`\n"
     "E0501 1:16 unknown name `trasure`"},
    {STATEMENTS,
     "x = 3\n"
     "gold += x\n"
     "if x > 1: x = 4", "E0501 1:1 unknown name `x` | to declare a variable, write `let x = …`"},
    {STATEMENTS, "glod = 3",
     "E0501 1:1 unknown name `glod` | did you mean `gold`? `let` declares a new variable"},
    {STATEMENTS,
     "coins-held = 3\n"
     "if marked and kind == hill and strength > 2: gold = 1\n"
     "coins-held += 1",
     "E0501 1:1 unknown name `coins-held` | it is a variable of seats; name the seat: "
     "`activePlayer.coins-held`\n"
     "E0501 2:4 unknown name `marked` | it is a variable of spaces; name the space: `s.marked`\n"
     "E0501 2:15 unknown name `kind` | it is a property of spaces; name the space: `s.kind`\n"
     "E0501 2:32 unknown name `strength` | it is an attribute of cards; name the card: "
     "`c.strength`\n"
     "E0501 3:1 unknown name `coins-held` | it is a variable of seats; name the seat: "
     "`activePlayer.coins-held`"},
    {STATEMENTS,
     "player.coins-held += 1\n"
     "for p in players: p.coins-held += 1\n"
     "for i in range(13): gold = i\n"
     "gold = roll\n"
     "gold = length(used)",
     "E0501 1:1 unknown name `player` | for the seat whose turn it is, write `activePlayer`\n"
     "E0501 2:10 unknown name `players` | for all seats, write `seats`\n"
     "E0501 3:10 unknown function or procedure `range` | for the numbers from 1 to 13, write "
     "`1..13`\n"
     "E0501 4:8 unknown name `roll` | to roll a die, write `roll 6`\n"
     "E0501 5:8 unknown function or procedure `length` | for the number of elements of a set or "
     "stack, write `size(…)`"},
    {STATEMENTS, "if gold > 3 because \"only {glod}\": gold = 1",
     "E0501 1:28 unknown name `glod` | did you mean `gold`?"},
    {STATEMENTS, "gold = (gold + 1 because \"few\")",
     "E0503 1:14 only a condition takes a `because`; this is a number | `because` explains why a "
     "condition is false"},
    {STATEMENTS, "gold = gold-1",
     "E0501 1:8 unknown name `gold-1` | a minus needs spaces around it: `gold - 1`"},
    {STATEMENTS, "sea = lwo",
     "E0501 1:7 unknown name `lwo`, where one of tide is expected | did you mean `low`?"},
    {STATEMENTS, "heart = hihg", "E0501 1:9 unknown name `hihg`, where one of mood is expected"},
    {STATEMENTS,
     "let w = low\n"
     "log \"{w}\"",
     "E0502 1:9 the value `low` belongs to several enumerations | it can be one of mood and one "
     "of tide; compare it with, or assign it to, a variable of the enumeration you mean"},
    {STATEMENTS, "if sea == hostile: gold += 1",
     "E0503 1:11 expected one of tide, found one of hostile, neutral, loyal | the other side is "
     "one of tide"},
    {STATEMENTS,
     "let gold = 3\n"
     "log \"{gold}\"",
     "E0511 1:5 the name `gold` is already taken | the game declares it here; choose another name"},
    {STATEMENTS,
     "let x = 1\n"
     "for each x in spaces: gold += 1\n"
     "log \"{x}\"",
     "E0511 2:10 the name `x` is already taken | it is declared here; choose another name"},
    {STATEMENTS, "for each spaces in seats: gold += 1",
     "E0511 1:10 the name `spaces` is already taken | it is a built-in name; choose another one"},
    {STATEMENTS, "log \"{hand}\"",
     "E0509 1:7 `hand` has one stack for each seat | name the seat: `hand[SEAT]`"},
    {STATEMENTS, "log \"{adjacent}\"",
     "E0509 1:7 `adjacent` is a function: it needs arguments in brackets"},
    {STATEMENTS, "let n = held",
     "W0532 1:5 the local variable `n` is never used | if this is intended, call it `_n`\n"
     "E0509 1:9 the argument `s` of `held` is missing | it is declared here"},
    {STATEMENTS, "log \"{scenario}\"", "E0526 1:7 `scenario` is only available in `setup`"},
    {STATEMENTS,
     "choose s in spaces \"Take {s}\"\n"
     "log \"{s}\"", "E0501 1:27 unknown name `s` | it is known only after the choice"},
};

static const wrong_case types[] = {
    {STATEMENTS, "gold = Red",
     "E0503 1:8 expected a number, found a seat | the variable `gold` is a number"},
    {STATEMENTS, "move 1 Red troops from Red to lake",
     "E0503 1:24 expected a zone, found a seat | `from` of `move` takes a zone"},
    {STATEMENTS, "move 1 Red troops from spaces to lake",
     "E0503 1:24 expected a zone, found a set of spaces | `from` of `move` takes a zone"},
    {STATEMENTS, "rich = 1", "E0503 1:8 expected true or false, found a number | write `true`"},
    {STATEMENTS, "rich = gold",
     "E0503 1:8 expected true or false, found a number | the variable `rich` is true or false"},
    {STATEMENTS, "leader = 5",
     "E0503 1:10 expected a seat, found a number | the seats are numbered from 0 to 2"},
    {STATEMENTS, "leader = lake",
     "E0503 1:10 expected a seat, found a space | the variable `leader` is a seat"},
    {STATEMENTS, "target = red-box",
     "E0503 1:10 expected a space, found a zone | the variable `target` is a space"},
    {STATEMENTS, "gold = none",
     "E0503 1:8 expected a number, found none | the variable `gold` is a number"},
    {STATEMENTS, "if gold: rich = true",
     "E0504 1:4 expected a condition, found a number | compare it, for example `… > 0`"},
    {STATEMENTS, "if 1: rich = true",
     "E0504 1:4 expected a condition, found a number | write `true`"},
    {STATEMENTS, "if used: rich = true",
     "E0504 1:4 expected a condition, found a set of spaces | to test whether it has members, "
     "write `size(…) > 0`"},
    {STATEMENTS, "if Red troops: rich = true",
     "E0504 1:4 expected a condition, found pieces | to test whether there are such pieces, "
     "write `any … in ZONE`"},
    {STATEMENTS, "if lake.kind == hill or plain: rich = true",
     "E0504 1:25 expected a condition, found one of terrain | compare it; each side of `or` and "
     "`and` needs a comparison of its own"},
    {STATEMENTS, "if leader: rich = true",
     "E0504 1:4 expected a condition, found a seat | compare it, for example `… != none`"},
    {STATEMENTS, "if gold == Red: rich = true",
     "E0503 1:12 expected a number, found a seat | the other side is a number"},
    {STATEMENTS, "if leader == lake: rich = true",
     "E0503 1:14 expected a seat, found a space | the other side is a seat"},
    {STATEMENTS, "if target == none and gold == none: rich = true",
     "E0503 1:31 expected a number, found none | the other side is a number"},
    {STATEMENTS,
     "let x = if rich then 1 else Red\n"
     "log \"{x}\"",
     "E0503 1:22 expected a seat, found a number | both branches of `if … then … else …` must "
     "have the same type"},
    {STATEMENTS,
     "let x = {Red, lake}\n"
     "log \"{x}\"", "E0503 1:15 expected a seat, found a space | another element is a seat"},
};

static const wrong_case operators[] = {
    {STATEMENTS, "gold -= gold + {}", "E0508 1:16 `+` needs numbers, found a set"},
    {STATEMENTS, "gold = abs({})",
     "E0503 1:12 expected a number, found a set | `abs` takes a number"},
    {STATEMENTS, "if {} except gold == {}: gold += 1",
     "E0508 1:14 `except` needs a set on both sides, found a number"},
    {STATEMENTS, "gold = gold + Red", "E0508 1:15 `+` needs numbers, found a seat"},
    {STATEMENTS, "used = used + spaces",
     "E0508 1:8 `+` needs numbers, found a set of spaces | the union of two sets is written with "
     "`or`"},
    {STATEMENTS, "used = used - {lake}",
     "E0508 1:8 `-` needs numbers, found a set of spaces | the difference of two sets is written "
     "with `except`"},
    {STATEMENTS,
     "let x = lake.loyalty + 1\n"
     "log \"{x}\"",
     "E0508 1:14 `+` needs numbers, found one of hostile, neutral, loyal | to move a variable "
     "along its values, write `+=` or `-=`"},
    {STATEMENTS, "gold = gold / 0", "E0525 1:15 division by zero"},
    {STATEMENTS, "gold = -rich", "E0508 1:9 `-` needs a number, found true or false"},
    {STATEMENTS, "if leader < Red: gold = 1",
     "E0508 1:4 `<` needs numbers or values of one enumeration, found a seat"},
    {STATEMENTS, "if lake in north-hill: gold = 1",
     "E0508 1:12 `in` needs a set on its right, found a space | to test for pieces there, write "
     "`any … in …`; to compare places, `==`"},
    {STATEMENTS, "if Red in used: gold = 1",
     "E0503 1:4 expected a space, found a seat | the set takes a space"},
    {STATEMENTS, "used = used or lake",
     "E0508 1:16 `or` needs a set on both sides, found a space | write a set of one element in "
     "braces: `{…}`"},
    {STATEMENTS, "used = used or seats",
     "E0503 1:16 expected a set of spaces, found a set of seats | the other side is a set of "
     "spaces"},
    {STATEMENTS, "rich = rich except rich",
     "E0508 1:8 `except` needs sets or pieces, found true or false | for conditions, write `and "
     "not`"},
    {STATEMENTS, "rich = not gold",
     "E0504 1:12 expected a condition, found a number | compare it, for example `… > 0`"},
    {STATEMENTS, "if sea < loyal: gold = 1",
     "E0503 1:10 expected one of tide, found one of hostile, neutral, loyal | the other side is "
     "one of tide"},
    {STATEMENTS, "leader += 1",
     "E0508 1:1 `+=` needs a number, a marker or a set, found a seat | `+=` and `-=` work on "
     "numbers, markers and sets"},
    {STATEMENTS, "gold += Red", "E0503 1:9 expected a number, found a seat | `+=` takes a number"},
    {STATEMENTS, "used += Red",
     "E0503 1:9 expected a set of spaces or a space, found a seat | the variable `used` is a set "
     "of spaces or a space"},
    {STATEMENTS, "lake.loyalty += lake",
     "E0503 1:17 expected a number, found a space | `+=` takes a number"},
};

static const wrong_case properties[] = {
    {STATEMENTS, "lake.loyalti = loyal",
     "E0505 1:6 a space has no property `loyalti` | did you mean `loyalty`?"},
    {STATEMENTS, "lake.income = 2",
     "E0507 1:6 `income` cannot be changed | it is a fixed property of the space; declare "
     "variables under `spaceVars`"},
    {STATEMENTS, "lake.coins-held = 2",
     "E0505 1:6 a space has no property `coins-held` | it belongs to a seat"},
    {STATEMENTS, "red-box.marked = true",
     "E0506 1:9 this may be a box, and boxes have no property `marked` | only spaces have "
     "properties; choose it from `spaces`, or declare it as a space"},
    {STATEMENTS, "for each z in zones: z.marked = true",
     "E0506 1:24 this may be a box, and boxes have no property `marked` | only spaces have "
     "properties; choose it from `spaces`, or declare it as a space"},
    {STATEMENTS, "gold = gold.income",
     "E0506 1:13 a number has no properties, so it has no `income` | spaces, seats and cards "
     "have properties"},
    {STATEMENTS, "card-1.strength = 3",
     "E0507 1:8 `strength` cannot be changed | it is printed on the card"},
    {STATEMENTS, "gold = card-1.order",
     "E0527 1:15 `order` is a list of 3 values | read one entry: `….order[0]` is the first"},
    {STATEMENTS, "leader = card-1.order[3]",
     "E0527 1:23 `order` has no entry 3 | its entries are numbered from 0 to 2"},
    {STATEMENTS, "gold = highest.amont",
     "E0505 1:16 the record `offer` has no field `amont` | did you mean `amount`?"},
    {STATEMENTS, "gold = leader.ask.amont",
     "E0505 1:19 the record `offer` has no field `amont` | did you mean `amount`?"},
    {STATEMENTS, "gold = leader.aks.amount",
     "E0505 1:15 a seat has no property `aks` | did you mean `ask`?"},
    {STATEMENTS, "gold = highest",
     "E0546 1:8 `highest` is a record, not a value | name a field: `….amount`"},
    {STATEMENTS, "let _x = leader.ask",
     "E0546 1:17 `ask` is a record, not a value | name a field: `….amount`"},
    {STATEMENTS, "log \"{offers[2]}\"",
     "E0546 1:13 `offers` is a record, not a value | name a field: `….amount`"},
    {STATEMENTS, "highest += 1",
     "E0546 1:1 `highest` is a record, not a value | name a field: `….amount`"},
    {STATEMENTS, "highest = none",
     "E0503 1:11 expected a record `offer`, found none | write another variable of the same "
     "record, or name a field: `….amount`"},
    {STATEMENTS, "leader.ask = cry",
     "E0503 1:14 expected a record `offer`, found a record `plea` | write another variable of "
     "the same record, or name a field: `….amount`"},
    {STATEMENTS, "rich = highest == 3",
     "E0503 1:19 expected a record `offer`, found a number | write another variable of the same "
     "record, or name a field: `….amount`"},
    {STATEMENTS, "rich = 3 == highest",
     "E0503 1:8 expected a record `offer`, found a number | write another variable of the same "
     "record, or name a field: `….amount`"},
    {STATEMENTS, "rich = highest == offers[roll 3]",
     "E0546 1:25 the compared record may not depend on an effect | do it in an earlier "
     "statement, and keep the result with `let`"},
    {STATEMENTS, "offers = highest",
     "E0507 1:1 `offers` cannot be changed | it is indexed; change one of its entries: `…[…] = …`"},
    {STATEMENTS, "gold = offers.amount",
     "E0509 1:8 `offers` is an indexed variable | give the index: `offers[…]`"},
    {STATEMENTS, "offers[4] = highest",
     "E0527 1:8 `offers` has no entry 4 | its entries are numbered from 1 to 3"},
    {STATEMENTS, "offers[4].amount = 2",
     "E0527 1:8 `offers` has no entry 4 | its entries are numbered from 1 to 3"},
    {STATEMENTS, "highest.amount = leader",
     "E0503 1:18 expected a number, found a seat | the variable `highest.amount` is a number"},
    {STATEMENTS, "highest.amount = 30",
     "W0537 1:18 `highest.amount` cannot be 30 | it goes from 0 to 20"},
    {STATEMENTS, "gold = highest[1].amount",
     "E0546 1:8 `highest` is a record, not a value | name a field: `….amount`"},
    {YAML,
     "functions:\n"
     "  f(seat p): |\n"
     "    highest = p.ask\n"
     "    return 1\n", "E0513 3:5 a function may not change `highest` | make it a procedure"},
    {STATEMENTS, "gold = shelf",
     "E0509 1:8 `shelf` is an indexed variable | give the index: `shelf[…]`"},
    {STATEMENTS, "shelf = 2",
     "E0507 1:1 `shelf` cannot be changed | it is indexed; change one of its entries: `…[…] = …`"},
    {STATEMENTS, "gold = shelf[5]",
     "E0527 1:14 `shelf` has no entry 5 | its entries are numbered from 1 to 4"},
    {STATEMENTS, "shelf[0] = 1",
     "E0527 1:7 `shelf` has no entry 0 | its entries are numbered from 1 to 4"},
    {STATEMENTS, "gold = leader.tides",
     "E0527 1:15 `tides` is an indexed variable | give the index: `….tides[…]`"},
    {STATEMENTS, "gold = leader.coins-held[1]", "E0527 1:15 `coins-held` is one value, not a list"},
    {STATEMENTS, "gold = card-1.strength[0]", "E0527 1:15 `strength` is one value, not a list"},
    {STATEMENTS,
     "let m = table by spaces of int\n"
     "m[Red] += 1\n"
     "log \"{m[lake]}\"",
     "E0503 2:3 expected a space, found a seat | the index of this table takes a space"},
    {STATEMENTS,
     "let m = table by spaces of int\n"
     "log \"{m}\"", "E0529 2:7 a table by spaces of int cannot be shown in a text"},
    {STATEMENTS,
     "let m = table by seats of bool\n"
     "m[Red] = 3\n"
     "log \"{m[Red]}\"",
     "E0503 2:10 expected true or false, found a number | the variable is true or false"},
    {STATEMENTS,
     "let m = table by 2..14 of int\n"
     "m[15] = 3\n"
     "log \"{m[2]}\"", "E0527 2:3 `m` has no entry 15 | its entries are numbered from 2 to 14"},
    {STATEMENTS,
     "let m = table by 2..14 of int\n"
     "log \"{m[lake]}\"",
     "E0503 2:9 expected a number, found a space | the index of this table takes a number"},
    {STATEMENTS,
     "let m = table by 1..gold of int\n"
     "log \"{m[2]}\"",
     "E0527 1:19 a table cannot be indexed by this | write `spaces`, `seats`, `kinds`, an "
     "enumeration, or a range as 0..14 of at most 253 numbers"},
    {STATEMENTS,
     "let m = table by space of int\n"
     "log \"{m[lake]}\"",
     "E0527 1:18 a table cannot be indexed by this | write `spaces`, `seats`, `kinds`, an "
     "enumeration, or a range as 0..14 of at most 253 numbers"},
    {STATEMENTS, "gold = gold[lake]",
     "E0527 1:8 a number has no entries | tables, stacks of seats and lists on cards are read "
     "with `[…]`"},
    {STATEMENTS, "deal 1 from hand[lake] to deck",
     "E0503 1:18 expected a seat, found a space | `hand[…]` takes a seat"},
};

static const wrong_case assignment[] = {
    {STATEMENTS, "Red = Blue", "E0507 1:1 `Red` cannot be changed | it is a seat"},
    {STATEMENTS, "longGame = false",
     "E0507 1:1 `longGame` cannot be changed | it is an option, chosen before the game"},
    {STATEMENTS, "turnNumber = 3", "E0507 1:1 `turnNumber` cannot be changed | the engine sets it"},
    {STATEMENTS, "low = 3", "E0507 1:1 `low` cannot be changed | it is a value"},
    {STATEMENTS, "for each s in spaces: s = lake",
     "E0507 1:23 `s` cannot be changed | it is a loop variable; copy it with `let` to change it"},
    {STATEMENTS,
     "let m = table by spaces of int\n"
     "m = 3\n"
     "log \"{m[lake]}\"",
     "E0507 2:1 `m` cannot be changed | it is a table; change its entries: `…[…] = …`"},
    {STATEMENTS, "gold = 200", "W0537 1:8 `gold` cannot be 200 | it goes from 0 to 75"},
    {STATEMENTS, "let r = 1..6",
     "W0532 1:5 the local variable `r` is never used | if this is intended, call it `_r`\n"
     "E0536 1:10 a range of numbers cannot be kept in a variable"},
    {STATEMENTS,
     "let x = {}\n"
     "log \"hi\"",
     "E0512 1:5 cannot infer the type of `x` | give it a first value with a type, or use it "
     "where its type is clear"},
    {STATEMENTS, "let n = count(Red troops in lake)",
     "W0532 1:5 the local variable `n` is never used | if this is intended, call it `_n`"},
};

static const wrong_case calls[] = {
    {STATEMENTS, "advance(lake)", "E0501 1:1 unknown function or procedure `advance`"},
    {STATEMENTS, "gold = hel(lake)",
     "E0501 1:8 unknown function or procedure `hel` | did you mean `held`?"},
    {STATEMENTS, "gold = abs(1, 2)", "E0509 1:8 `abs` takes 1 argument, 2 given"},
    {STATEMENTS, "gold = step(lake)", "E0509 1:8 the argument `direction` of `step` is missing"},
    {STATEMENTS, "gold = size(lake)",
     "E0503 1:13 expected a set or a stack of cards, found a space | `size` takes a set or a "
     "stack of cards"},
    {STATEMENTS, "used = adjacent(Red)",
     "E0503 1:17 expected a space or a set of spaces, found a seat | `adjacent` takes a space or "
     "a set of spaces"},
    {STATEMENTS, "march(lake)",
     "E0509 1:1 the argument `amount` of `march` is missing | it is declared here"},
    {STATEMENTS, "march(lake, 2, 3, 4)",
     "E0509 1:1 `march` takes at most 3 arguments, 4 given | it is declared here"},
    {STATEMENTS, "march(lake, 2, fre: true)",
     "E0510 1:16 `march` has no parameter `fre` | did you mean `free`?"},
    {STATEMENTS, "march(lake, 2, number: 3)", "E0510 1:16 `march` has no parameter `number`"},
    {STATEMENTS, "march(Red, 2)",
     "E0503 1:7 expected a space, found a seat | in `march`, the parameter `s` is a space"},
    {STATEMENTS, "gold = march(lake, 2)",
     "E0509 1:8 `march` returns no value | it has no `return` with a value; call it on its own "
     "line"},
    {STATEMENTS, "rich = held(lake, lake)",
     "E0509 1:8 `held` takes 1 argument, 2 given | it is declared here"},
    {STATEMENTS, "held(lake)",
     "E0515 1:1 this computes a value and does not use it | a line of its own must call a "
     "procedure"},
    {STATEMENTS, "gold(3)",
     "E0509 1:1 `gold` is not a function or a procedure | with a space before the bracket, it is "
     "a piece filter"},
    {STATEMENTS, "spaces(3)",
     "E0509 1:1 `spaces` is a value, not a function | delete the brackets"},
    {STATEMENTS, "leader = owner(Red pieces)", "E0520 1:16 `owner` needs pieces of a single kind"},
    {STATEMENTS,
     "let m = table by spaces of int\n"
     "march(m, 2)",
     "E0503 2:7 expected a space, found a table by spaces of int | in `march`, the parameter `s` "
     "is a space"},
};

static const wrong_case purity[] = {
    {STATEMENTS, "if roll 6 > 3: gold = 1",
     "E0513 1:4 the condition of `if` may not roll dice | do it in an earlier statement, and "
     "keep the result with `let`"},
    {STATEMENTS, "for each s in {t in spaces where give(t) > 0}: gold = s.income",
     "E0513 1:34 a `where` condition may not call the procedure `give` | do it in an earlier "
     "statement, and keep the result with `let`"},
    {STATEMENTS, "log \"{roll 6}\"",
     "E0513 1:7 a text may not roll dice | do it in an earlier statement, and keep the result "
     "with `let`"},
    {STATEMENTS, "repeat at most 3 times while roll 2 == 1: gold += 1",
     "E0513 1:30 a `while` condition may not roll dice | do it in an earlier statement, and keep "
     "the result with `let`"},
    {YAML,
     "functions:\n"
     "  bad: roll 6\n", "E0513 2:8 a function may not roll dice | make it a procedure"},
    {YAML,
     "functions:\n"
     "  bad: |\n"
     "    gold = 3\n"
     "    return 1\n", "E0513 3:5 a function may not change `gold` | make it a procedure"},
    {YAML,
     "functions:\n"
     "  bad: |\n"
     "    place 1 Red troops in lake\n"
     "    return 1\n", "E0513 3:5 a function may not move pieces | make it a procedure"},
    {YAML,
     "functions:\n"
     "  bad: |\n"
     "    choose s in spaces\n"
     "    return s\n", "E0513 3:5 a function may not ask for a decision | make it a procedure"},
    {YAML,
     "functions:\n"
     "  bad: give(lake)\n",
     "E0513 2:8 a function may not call the procedure `give` | make it a procedure"},
    {YAML,
     "procedures:\n"
     "  _bad(n = size(hills)): gold += n\n"
     "functions:\n"
     "  hills: \"{s in spaces where s.kind == hill}\"\n",
     "E0513 2:17 the default of a parameter may not call functions or procedures | pass it in "
     "the call"},
};

static const wrong_case patterns[] = {
    {STATEMENTS, "used = spanned(rook, lake, used)",
     "E0509 1:8 this game declares no patterns | declare them in the section `patterns`\n"
     "E0501 1:16 unknown name `rook`"},
    {YAML,
     "patterns: {slide: {slides: [uphill]}}\n"
     "functions:\n"
     "  _bad: spanned(slied, lake, used)\n",
     "E0501 3:17 unknown name `slied`, where one of pattern is expected | did you mean `slide`?"},
    {YAML,
     "patterns: {slide: {slides: [uphill]}}\n"
     "functions:\n"
     "  _bad: spanned(3, lake, used)\n",
     "E0503 3:17 expected one of pattern, found a number | `spanned` takes one of pattern"},
};

static const wrong_case supposing[] = {
    {STATEMENTS, "if supposing(gold > 3, rich): gold = 1",
     "E0571 1:19 `supposing` needs the call of a procedure; this changes nothing | write "
     "`supposing(shift(s, t), attacked(t))`"},
    {STATEMENTS, "if supposing(give(lake), roll 6 > 2): gold = 1",
     "E0513 1:26 the condition of `if` may not roll dice | do it in an earlier statement, and "
     "keep the result with `let`\n"
     "E0570 1:26 nothing inside `supposing` may roll dice | do it before or after `supposing`"},
    {STATEMENTS, "if supposing(give(lake), top(deck) == none): gold = 1",
     "E0570 1:26 nothing inside `supposing` may look at cards | do it before or after `supposing`"},
    {YAML,
     "procedures:\n"
     "  ask: |\n"
     "    choose s in spaces\n"
     "    s.marked = true\n"
     "  outer: ask()\n"
     "functions:\n"
     "  _bad: supposing(outer(), gold > 3)\n",
     "E0570 7:19 `outer` cannot be supposed: it may ask for a decision | here (outer → ask)"},
    {YAML,
     "procedures:\n"
     "  fail: require gold > 3\n"
     "functions:\n"
     "  _bad: supposing(fail(), rich)\n",
     "E0570 4:19 `fail` cannot be supposed: it may fail by `require` | here (fail)"},
    {YAML,
     "procedures:\n"
     "  mix: shuffle deck\n"
     "functions:\n"
     "  _bad: supposing(mix(), rich)\n",
     "E0570 4:19 `mix` cannot be supposed: it may shuffle | here (mix)"},
    {YAML,
     "procedures:\n"
     "  hand-out: deal 1 from deck to discard\n"
     "functions:\n"
     "  _bad: supposing(hand-out(), rich)\n",
     "E0570 4:19 `hand-out` cannot be supposed: it may move cards | here (hand-out)"},
    {YAML,
     "procedures:\n"
     "  pile-up: put all of deck on top of discard\n"
     "functions:\n"
     "  _bad: supposing(pile-up(), rich)\n",
     "E0570 4:19 `pile-up` cannot be supposed: it may move cards | here (pile-up)"},
    {YAML,
     "procedures:\n"
     "  over: end game\n"
     "functions:\n"
     "  _bad: supposing(over(), rich)\n",
     "E0570 4:19 `over` cannot be supposed: it may end the game | here (over)"},
    {YAML,
     "procedures:\n"
     "  pick: remove up to 2 Red troops from lake\n"
     "functions:\n"
     "  _bad: supposing(pick(), rich)\n",
     "E0570 4:19 `pick` cannot be supposed: it may ask for a decision | here (pick)"},
    {YAML,
     "functions:\n"
     "  look: top(deck) != none\n"
     "  _bad: supposing(give(lake), look())\n",
     "E0570 3:31 `look` cannot be supposed: it may look at cards | here (look)"},
};

static const wrong_case loops[] = {
    {STATEMENTS, "break", "E0514 1:1 `break` outside a loop"},
    {STATEMENTS, "continue", "E0514 1:1 `continue` outside a loop"},
    {STATEMENTS,
     "choose s in spaces or done\n"
     "log \"{s}\"",
     "E0514 1:1 `or done` outside a loop | it leaves the loop around the choice; outside a loop, "
     "write `or none`"},
    {STATEMENTS, "place 2 Red troops in lake \"How many?\"",
     "E0528 1:28 nobody is asked here, so this prompt is never shown | delete it, or let a "
     "player choose: `chosen`, `up to`"},
    {STATEMENTS,
     "choose n in 1..6 or none\n"
     "log \"{n}\"", "E0528 1:1 a number cannot be none | use `or done` in a loop, or a menu"},
    {YAML,
     "procedures:\n"
     "  p:\n"
     "    - chooseOne: { bind: s, options: spaces, orWhen: rich }\n"
     "    - set: { target: target, to: s }\n",
     "E0528 3:54 the way out has a condition, but there is no way out | say which: `or: done` or "
     "`or: none`"},
    {YAML,
     "procedures:\n"
     "  p:\n"
     "    - chooseOne: { bind: s, options: spaces, as: skip }\n"
     "    - set: { target: target, to: s }\n",
     "E0528 3:7 the way out has a kind, but there is no way out | say which: `or: done` or `or: "
     "none`"},
    {YAML,
     "functions:\n"
     "  f: { as: { value: lake, type: seat } }\n"
     "  g: { tally: { op: any, of: lukc } }\n"
     "  h: { as: { value: lake } }\n"
     "  i: { tally: { op: sum, of: luck } }\n",
     "E0503 2:8 unknown conversion `as seat` | only a zone can be converted to a space: `z as "
     "space`\n"
     "E0501 3:8 unknown group of variables `lukc` | did you mean `luck`?\n"
     "E0304 4:8 `as` needs the field `type`\n"
     "E0307 5:21 `op` cannot be `sum` | it is one of `count`, `any`, `every`"},
    {YAML, /* what could not be parsed may use the rest */
     "procedures:\n"
     "  p(seat who, space s): |\n"
     "    let n = 3\n"
     "    gold += = n\n"
     "    who.coins-held += 1\n"
     "functions:\n"
     "  f(space s): size(\n",
     "E0217 4:13 expected a value, found `=`\n"
"E0204 7:19 `(` is not closed before the end | it must be closed before this point"},
    {YAML,
     "actions:\n"
     "  - {id: other, phase: main, params: [{name: s, domain: spaces}], effects: 'let n = 3 4'}\n",
     "E0218 2:87 expected an operator or the end of the line, found `4`"},
    {YAML,
     "procedures:\n"
     "  p(int limit = none): |\n"
     "    gold = limit\n"
     "    gold += limit - 1\n"
     "    log \"{limit}\"\n"
     "    for i in 1..limit: gold = i\n"
     "    if limit < none: gold = 1\n"
     "    if limit != none or gold == limit - 2: gold = 2\n"
     "    if limit == none: gold = abs(limit)\n"
     "    else: gold = abs(limit)\n",
     "E0503 3:12 expected a number, found a number or none | it may be none: write `min(…, n)`, "
     "or test `… != none` first\n"
     "E0508 4:13 `-` needs numbers, found a number or none | it may be none: write `min(…, n)`, "
     "or test `… != none` first\n"
     "E0529 5:11 a number or none cannot be shown in a text | it may be none: write `min(…, n)`, "
     "or test `… != none` first\n"
     "E0503 6:17 expected a number, found a number or none | it may be none: write `min(…, n)`, "
     "or test `… != none` first\n"
     "E0508 7:16 `<` needs numbers or values of one enumeration, found none\n"
     "E0508 8:33 `-` needs numbers, found a number or none | it may be none: write `min(…, n)`, "
     "or test `… != none` first\n"
     "E0503 9:34 expected a number, found a number or none | it may be none: write `min(…, n)`, "
     "or test `… != none` first"},
    {YAML,
     "functions:\n"
     "  f(int limit = none): limit < 3\n"
     "  g(int n): f(n) or f(none) or f(lake)\n"
     "  h(int limit = none): g(limit)\n",
     "E0503 3:34 expected a number or none, found a space | in `f`, the parameter `limit` is a "
     "number or none\n"
     "E0503 4:26 expected a number, found a number or none | it may be none: write `min(…, n)`, "
     "or test `… != none` first"},
    {STATEMENTS, "repeat at most none: gold += 1",
     "E0503 1:16 expected a number, found none | `repeat` takes a number"},
    {STATEMENTS, "if luck: gold = 1",
     "E0509 1:4 `luck` is a group of variables, not a value | write `any(luck)` or "
     "`count(luck)`; to assign to all, write `luck = …`"},
    {STATEMENTS, "luck = 3",
     "E0503 1:8 expected true or false, found a number | the variable `luck` is true or false"},
    {STATEMENTS, "purse += 3",
     "E0508 1:1 a group of variables takes only `=` | change the variables one by one"},
    {STATEMENTS, "if any(purse): gold = 1",
     "E0508 1:8 each variable of `purse` is a number | only variables that are true or false can "
     "be counted"},
    {STATEMENTS, "if any(lukc): gold = 1",
     "E0501 1:8 unknown group of variables `lukc` | did you mean `luck`?"},
    {STATEMENTS, "gold = count(troops)",
     "E0508 1:14 `troops` is not a group of variables | say where the pieces are: `count(troops "
     "in s)`"},
    {STATEMENTS, "gold = count(used)",
     "E0508 1:14 `used` is not a group of variables | for a set, write `size(…)`; for its "
     "members, `count(x in … where …)`"},
    {STATEMENTS, "loop: gold += 1",
     "E0514 1:1 this `loop` never ends | write `break`, `return` or `or done` where it is to end"},
    {STATEMENTS,
     "loop\n"
     "  for s in spaces: break",
     "E0514 1:1 this `loop` never ends | write `break`, `return` or `or done` where it is to end\n"
     "W0532 2:7 the loop variable `s` is never used | if this is intended, call it `_s`"},
    {STATEMENTS,
     "loop\n"
     "  if rich: end turn\n"
     "gold = 1", "W0530 3:1 this is never reached"},
    {STATEMENTS, "loop while gold: gold -= 1",
     "E0504 1:12 expected a condition, found a number | compare it, for example `… > 0`"},
    {STATEMENTS,
     "let s = gold as space\n"
     "if s == none: gold = 1",
     "E0503 1:9 expected a zone, found a number | `as space` takes a zone"},
    {STATEMENTS,
     "let s = lake as seat\n"
     "if s == Red: gold = 1",
     "E0503 1:14 unknown conversion `as seat` | only a zone can be converted to a space: `z as "
     "space`"},
    {STATEMENTS,
     "choose s in spaces or none when gold\n"
     "target = s",
     "E0504 1:33 expected a condition, found a number | compare it, for example `… > 0`"},
    {STATEMENTS,
     "choose s in spaces or none when s == lake\n"
     "target = s", "E0501 1:33 unknown name `s` | it is known only after the choice"},
    {STATEMENTS, "repeat 200000 times: gold += 1",
     "E0523 1:8 cannot repeat 200000 times | a loop runs from 1 to 100000 times"},
    {STATEMENTS, "repeat 0 times: gold += 1",
     "E0523 1:8 cannot repeat 0 times | a loop runs from 1 to 100000 times"},
    {STATEMENTS, "for each n in 6..1: gold += n",
     "E0523 1:16 the range 6..1 is empty | write the smaller number first"},
    {STATEMENTS, "gold = roll 0", "E0523 1:13 a die needs at least one side"},
    {STATEMENTS,
     "choose 3 to 1 x in spaces\n"
     "used = x", "E0523 1:1 from 3 to 1 is not possible | write the smaller number first"},
    {STATEMENTS,
     "choose\n"
     "  option \"Go on!\": gold = 1\n"
     "  option \"Stay\": gold = 2\n"
     "  option \"Go on?\": gold = 3",
     "E0545 4:3 two options of this choice have the id `go-on` | write another id before the "
     "label: `option stay \"…\"`"},
    {STATEMENTS,
     "choose\n"
     "  option \"→\": gold = 1\n"
     "  option right \"→\": gold = 2",
     "E0545 2:3 this label gives no id: it has no letter from a to z and no digit | write an id "
     "before the label: `option stay \"…\"`"},
    {STATEMENTS,
     "choose 2 x in 1..6\n"
     "log \"{x}\"",
     "E0528 1:1 only spaces, zones, seats, cards and directions can be chosen several at once | "
     "choose them one at a time in a loop"},
    {STATEMENTS, "for each s in lake: gold += 1",
     "W0532 1:10 the loop variable `s` is never used | if this is intended, call it `_s`\n"
     "E0528 1:15 expected a set or a range, found a space | write a set of one element in "
     "braces: `{…}`"},
    {STATEMENTS, "for each s in gold: gold += 1",
     "W0532 1:10 the loop variable `s` is never used | if this is intended, call it `_s`\n"
     "E0528 1:15 expected a set or a range, found a number | write the numbers from 1 to that as "
     "`1..…`"},
    {STATEMENTS, "if every s in spaces: gold = 1",
     "E0528 1:4 `every` needs a condition | write `every x in … where CONDITION`"},
    {STATEMENTS,
     "repeat 2 times\n"
     "  gold += 1\n"
     "  break\n"
     "  gold += 2", "W0530 4:3 this is never reached"},
    {STATEMENTS,
     "end turn\n"
     "gold = 1", "W0530 2:1 this is never reached"},
    {STATEMENTS,
     "if rich\n"
     "  return\n"
     "else\n"
     "  end phase\n"
     "gold = 1", "W0530 5:1 this is never reached"},
    {STATEMENTS,
     "choose \"What?\"\n"
     "  option \"Never\" when false\n"
     "    gold = 1\n"
     "  option \"Yes\"\n"
     "    gold = 2", "W0534 2:23 this option is never offered"},
};

static const wrong_case returns[] = {
    {STATEMENTS, "return 3",
     "E0516 1:8 nothing receives this value | only functions and procedures return a value"},
    {YAML,
     "functions:\n"
     "  bad: |\n"
     "    if rich: return 3\n",
     "E0516 2:3 not every path through `bad` returns a value | here it returns a value"},
    {YAML,
     "functions:\n"
     "  bad: |\n"
     "    let n = 3\n",
     "E0516 2:3 the function `bad` returns no value | its body needs a `return`\n"
     "W0532 3:9 the local variable `n` is never used | if this is intended, call it `_n`"},
    {YAML,
     "functions:\n"
     "  bad: |\n"
     "    if rich: return 3\n"
     "    return Red\n",
     "E0516 4:12 this `return` returns a seat | another `return` returns a number"},
    {YAML,
     "procedures:\n"
     "  bad: |\n"
     "    if rich: return 3\n"
     "    return\n", "E0516 4:5 this `return` returns nothing | another `return` returns a number"},
    {YAML,
     "functions:\n"
     "  bad: 1..6\n", "E0536 2:9 a routine cannot return a range of numbers"},
};

static const wrong_case pieces[] = {
    {STATEMENTS, "if any Red Blue troops in lake: gold = 1",
     "E0518 1:12 no piece is both `Red` and `Blue` | for pieces of either kind, write `(… or …)`"},
    {STATEMENTS, "if any Red (troops and scouts) in lake: gold = 1",
     "E0518 1:20 no piece is both `troops` and `scouts` | for pieces of either kind, write `or`"},
    {STATEMENTS, "if any Red trops in lake: gold = 1",
     "E0501 1:12 unknown name `trops` | did you mean `troops`?"},
    {STATEMENTS, "if any trops in lake: gold = 1",
     "E0519 1:8 unknown word for pieces `trops` | did you mean `troops`?"},
    {STATEMENTS, "if any Red lake in lake: gold = 1",
     "E0519 1:12 expected a word for pieces, found a space | a filter has seats, groups of "
     "seats, piece types and states"},
    {STATEMENTS, "if any Red troops in Red: gold = 1",
     "E0503 1:22 expected a zone or a set of zones, found a seat | after `in`, a count of pieces "
     "takes a zone or a set of zones"},
    {STATEMENTS, "gold = count(Red troops in deck)",
     "E0503 1:28 expected a zone or a set of zones, found a stack of cards | after `in`, a count "
     "of pieces takes a zone or a set of zones"},
    {STATEMENTS,
     "for each s in spaces\n"
     "  if any s in spaces: gold = 1",
     "E0503 2:10 expected pieces, found a space | `any … in …` takes pieces"},
    {STATEMENTS, "remove 2 Red pieces from lake",
     "E0520 1:10 these can be pieces of several kinds or states: say which ones | add `chosen` "
     "(the player decides), `declared` (in the order of declaration) or `in order […]`"},
    {STATEMENTS, "remove 1 Red scouts from lake",
     "E0520 1:10 these can be pieces of several kinds or states: say which ones | add `chosen` "
     "(the player decides), `declared` (in the order of declaration) or `in order […]`"},
    {STATEMENTS, "remove 1 troops from lake",
     "E0520 1:10 these can be pieces of several kinds or states: say which ones | add `chosen` "
     "(the player decides), `declared` (in the order of declaration) or `in order […]`"},
    {STATEMENTS, "place 1 Blue pieces in lake",
     "E0520 1:9 these can be pieces of several kinds: say which ones | add `chosen` (the player "
     "decides), `declared` (in the order of declaration) or `in order […]`"},
    {STATEMENTS, "place 1 coins in lake",
     "E0521 1:9 `gold-coins` has no supply | say where they come from: `place … from ZONE in "
     "ZONE`, or give the kind a supply here"},
    {YAML,
     "pieces:\n"
     "  - {id: red-stones, seat: Red, type: stones}\n"
     "procedures:\n"
     "  lay: |\n"
     "    place 1 activePlayer stones in lake\n",
     "E0521 5:13 `red-stones` has no supply | say where they come from: `place … from ZONE in "
     "ZONE`, or give the kind a supply here"},
    {STATEMENTS, "remove all coins from lake",
     "E0521 1:12 `gold-coins` has no supply | say where they go: `remove … from ZONE to ZONE`, "
     "or give the kind a supply here"},
    {STATEMENTS, /* what is replaced goes to its supply, and what replaces it comes from its own */
     "replace 1 coins in lake with Red troops\n"
     "replace 1 Red troops in lake with coins",
     "E0521 1:11 `gold-coins` has no supply | give the kind `count` and `supply` here\n"
     "E0521 2:35 `gold-coins` has no supply | give the kind `count` and `supply` here"},
    {YAML, /* pieces that no scenario places and no supply holds cannot be anywhere */
     "pieces:\n"
     "  - {id: red-stones, seat: Red, type: stones, states: [rough, smooth]}\n"
     "procedures:\n"
     "  lay: |\n"
     "    place 1 stones from red-box in lake\n"
     "    move 1 Red stones from red-box to lake\n"
     "    remove all rough stones from lake to red-box\n"
     "    flip all stones in lake to smooth\n"
     "    move all Red (stones or troops) from red-box to lake\n"
     "    if any stones in lake: gold = 1\n"
     "setup: lay()\n",
     "E0521 5:13 no `red-stones` can exist | it has no supply and no scenario places any: give it "
     "`count` and `supply` here\n"
"E0521 6:12 no `red-stones` can exist | it has no supply and no scenario places any: give it "
"`count` and `supply` here\n"
"E0521 7:16 no `red-stones` can exist | it has no supply and no scenario places any: give it "
"`count` and `supply` here\n"
"E0521 8:14 no `red-stones` can exist | it has no supply and no scenario places any: give it "
"`count` and `supply` here"},
    {STATEMENTS, "flip all Blue forts in lake to shown",
     "E0522 1:32 `blue-forts` has no state `shown` | its states are declared here"},
    {STATEMENTS, "flip all Red scouts in lake to troops",
     "E0522 1:32 `flip` needs the name of a state | write `flip … to STATE`"},
    {STATEMENTS, "flip all Red scouts in lake to lake",
     "E0522 1:32 `flip` needs the name of a state | write `flip … to STATE`"},
    {STATEMENTS, "replace 1 Red troops in lake with Blue pieces",
     "E0522 1:35 the pieces after `with` must be of a single kind"},
    {STATEMENTS, "place lake Red troops in lake",
     "E0503 1:7 expected a number, found a space | the amount is a number"},
    {STATEMENTS, "place Rde troops in lake", "E0501 1:7 unknown name `Rde` | did you mean `Red`?"},
    {STATEMENTS, "remove Red pieces from lake",
     "E0520 1:8 these can be pieces of several kinds or states: say which ones | add `chosen` "
     "(the player decides), `declared` (in the order of declaration) or `in order […]`"},
    {STATEMENTS, "place Red forts in lake",
     "E0518 1:11 no piece is both `Red` and `forts` | for pieces of either kind, write `(… or …)`"},
    {STATEMENTS, "remove 1 Red pieces from lake chosen by lake",
     "E0503 1:41 expected a seat, found a space | `by` takes a seat"},
    {STATEMENTS, "remove 2 Red pieces from lake in order [troops, gold]",
     "E0503 1:49 expected pieces, found a number | `in order […]` takes pieces"},
};

static const wrong_case cards_and_phases[] = {
    {STATEMENTS, "put Red on top of deck",
     "E0503 1:5 expected a card, found a seat | `put` takes a card"},
    {STATEMENTS, "put card-1 on top of lake",
     "E0503 1:22 expected a stack of cards, found a space | the place of `put` takes a stack of "
     "cards"},
    {STATEMENTS,
     "deal gold from deck to discard\n"
     "deal rich from deck to discard",
     "E0503 2:6 expected a number, found true or false | `deal` takes a number"},
    {STATEMENTS,
     "put all of lake on top of deck\n"
     "put all of deck under card-1\n"
     "put all of deck on top of discard",
     "E0503 1:12 expected a stack of cards, found a space | `put all of` takes a stack of cards\n"
     "E0503 2:23 expected a stack of cards, found a card | the place of `put` takes a stack of "
     "cards"},
    {STATEMENTS,
     "for c in cardsIn(discard): put c on top of deck\n"
     "for c in hand[Red]\n"
     "  gold += c.strength\n"
     "  put c under discard",
     "W0540 1:28 a loop over the cards of a stack loses their order | to keep their order, write "
     "`put all of … on top of …`\n"
     "W0540 4:3 a loop over the cards of a stack loses their order | to keep their order, write "
     "`put all of … under …`"},
    {STATEMENTS, /* where no order can be lost, or the statement could not say the same */
     "for c in cards: put c on top of deck\n"
     "for c in cardsIn(deck) where c.strength > 1: put c on top of discard\n"
     "for c in cardsIn(deck)\n"
     "  if c.strength > 1: put c on top of discard\n"
     "for c in cardsIn(discard): put top(deck) on top of hand[c.order[0]]\n"
     "for c in cardsIn(discard): put c on top of hand[c.order[0]]\n"
     "for p in seats\n"
     "  for c in {card-1, card-2}: put c on top of hand[p]",
     ""},
    {STATEMENTS, "shuffle lake",
     "E0503 1:9 expected a stack of cards, found a space | `shuffle` takes a stack of cards"},
    {STATEMENTS, "perform card-1.uper",
     "E0517 1:1 cards have no part `uper` | did you mean `upper`?"},
    {STATEMENTS, "perform card-2.lower", "E0517 1:1 the card `card-2` has no part `lower`"},
    {STATEMENTS, "perform Red.upper",
     "E0503 1:9 expected a card, found a seat | `perform` takes a card"},
    {STATEMENTS, "goto markt", "E0517 1:1 unknown phase `markt` | did you mean `market`?"},
    {STATEMENTS, "check year-ent",
     "E0517 1:1 no checkpoint has the timing `year-ent` | did you mean `year-end`?"},
    {STATEMENTS, "end game for lake",
     "E0503 1:14 expected a seat, found a space | `end game for` takes a seat"},
    {YAML,
     "cards:\n"
     "  - id: card-3\n"
     "    strength: 1\n"
     "    order: [Red, Blue, Green]\n"
     "    upper: {effects: perform current.upper}\n",
     "E0535 5:22 a card can perform another card only by name | cards that perform any card "
     "could perform each other forever"},
    {YAML,
     "cards:\n"
     "  - id: card-3\n"
     "    strength: 1\n"
     "    order: [Red, Blue, Green]\n"
     "    upper: {effects: perform card-3.upper}\n",
     "E0524 5:22 `card-3.upper` calls itself | card-3.upper → card-3.upper"},
};

static const wrong_case parameters_and_flow[] = {
    {YAML,
     "procedures:\n"
     "  tell(x): |\n"
     "    log \"{x}\"\n",
     "E0512 2:8 cannot infer the type of the parameter `x` | annotate it, for example `x: space`"},
    {YAML,
     "procedures:\n"
     "  tell(x): |\n"
     "    log \"{x}\"\n"
     "  two: |\n"
     "    tell(Red)\n"
     "    tell(lake)\n",
     "E0503 6:10 expected a seat, found a space | in `tell`, the parameter `x` is a seat"},
    {YAML,
     "functions:\n"
     "  \"odd(n: int = Red)\": n + 1\n",
     "E0503 2:17 expected a number, found a seat | the parameter `n` is a number"},
    {YAML,
     "functions:\n"
     "  odd(n): n.income + n.coins-held\n",
     "E0505 2:24 a space has no property `coins-held` | it belongs to a seat"},
    {YAML,
     "procedures:\n"
     "  alone(s): |\n"
     "    gold += 1\n",
     "E0512 2:9 cannot infer the type of the parameter `s` | annotate it, for example `s: space`"},
    {YAML,
     "procedures:\n"
     "  once: |\n"
     "    twice()\n"
     "  twice: |\n"
     "    once()\n", "E0524 5:5 `once` calls itself through others | once → twice → once"},
    {YAML,
     "functions:\n"
     "  again(n): again(n - 1)\n", "E0524 2:13 `again` calls itself | again → again"},
    {YAML,
     "procedures:\n"
     "  \"play(c: card)\": |\n"
     "    perform c.upper\n"
     "  _go: |\n"
     "    play(card-1)\n"
     "cards:\n"
     "  - id: card-3\n"
     "    strength: 1\n"
     "    order: [Red, Blue, Green]\n"
     "    upper: {effects: play(card-1)}\n",
     "E0524 10:22 `play` calls itself through others | play → card-3.upper → play"},
    {YAML,
     "functions:\n"
     "  open: card-3.upper\n"
     "cards:\n"
     "  - id: card-3\n"
     "    strength: 1\n"
     "    order: [Red, Blue, Green]\n"
     "    upper: {when: open, effects: 'gold += 1'}\n",
     "E0524 7:19 `open` calls itself through others | open → card-3.upper → open"},
    {YAML,
     "globalVars:\n"
     "  - {name: spare, type: int, min: 0, max: 9}\n"
     "  - {name: _spare, type: int, min: 0, max: 9}\n",
     "W0533 2:12 no rule mentions the variable `spare`"},
    {YAML,
     "functions:\n"
     "  spare: gold + 1\n"
     "  _spare: gold + 2\n"
     "procedures:\n"
     "  idle: gold += 1\n",
     "W0531 2:3 the function `spare` is never called\n"
     "W0531 5:3 the procedure `idle` is never called"},
    {YAML,
     "actions:\n"
     "  - id: look\n"
     "    phase: main\n"
     "    params:\n"
     "      - {name: s, domain: gold}\n"
     "      - {name: q, domain: spaces}\n"
     "    pre: gold\n"
     "    effects: log \"{s}\"\n",
     "E0528 5:27 expected a set or a range, found a number | write the numbers from 1 to that as "
     "`1..…`\n"
     "W0532 6:16 the parameter `q` is never used | if this is intended, call it `_q`\n"
     "E0504 7:10 expected a condition, found a number | compare it, for example `… > 0`"},
    {YAML,
     "invariants:\n"
     "  - {id: odd, holds: gold}\n",
     "E0504 2:22 expected a condition, found a number | compare it, for example `… > 0`"},
};

static const wrong_case scenario_data[] = {
    {YAML,
     "setup: |\n"
     "  choose s in spaces \"Where?\"\n"
     "  gold = s.income\n",
     "E0515 2:3 a decision is not possible here | ask in `onEnter` of the first phase"},
    {YAML,
     "setup: |\n"
     "  ask()\n"
     "procedures:\n"
     "  ask: deeper()\n"
     "  deeper: place up to 2 Red troops in lake\n",
     "E0515 2:3 `ask` asks for a decision, which is not possible in `setup` | ask in `onEnter` "
     "of the first phase"},
    {YAML,
     "setup: |\n"
     "  remove up to 2 Red troops from lake\n",
     "E0515 2:3 a decision is not possible here | say how many"},
    {YAML, "setup: end game\n", "E0515 1:8 `end game` is only allowed in play"},
    {YAML,
     "setup: |\n"
     "  gold = scenario.start.tresure\n",
     "E0526 2:25 no scenario has a field `tresure` here | did you mean `treasure`?"},
    {YAML,
     "setup: |\n"
     "  gold = scenario.start\n", "E0526 2:19 a record is not a value | name one of its fields"},
    {YAML,
     "setup: |\n"
     "  gold = scenario.extra\n",
     "E0526 2:19 the data of scenario `long` has no field `extra` | guard it with `if ….extra`: "
     "not every scenario has it"},
    {YAML,
     "setup: |\n"
     "  for each t in scenario.troops\n"
     "    break\n"
     "    log \"{t.zone}\"\n",
     "E0514 3:5 `break` cannot leave a loop over scenario data | select the entries with `where`\n"
     "W0530 4:5 this is never reached"},
    {YAML,
     "setup: |\n"
     "  for each t in scenario.start: gold += 1\n",
     "E0526 2:26 `for` needs a list, found a record"},
    {YAML,
     "setup: |\n"
     "  for each t in scenario.troops\n"
     "    place t.zone Red troops in t.zone\n",
     "E0503 3:13 expected a number, found a space | the amount is a number"},
    {YAML,
     "setup: |\n"
     "  end turn\n", "E0515 2:3 `end turn` is only allowed in play"},
    {YAML,
     "setup: |\n"
     "  if scenario.exta: gold += 1\n",
     "E0526 2:15 no scenario has a field `exta` here | did you mean `extra`?"},
    {YAML,
     "setup: |\n"
     "  scenario.extra = 3\n", "E0507 2:12 `extra` cannot be changed | it is data of the scenario"},
    {STATEMENTS, "gold = scenario.extra", "E0526 1:8 `scenario` is only available in `setup`"},
};

#define SECRETS "seatVars: [{name: bid, type: int, max: 9, visibility: owner, possible: '{n in " \
    "0..9 where n <= p.bid}'}]\n" \
    "globalVars: [{name: fate, type: int, max: 9, visibility: hidden}]\n"
#define TELLS_OF(name) "the options here depend on `" name "`, which is hidden from the " \
    "deciding seat | " \
    "the options would reveal it to the seat; reveal it first: assign it to a variable that all see"
static const wrong_case hidden_variables[] = {
    {YAML,
     SECRETS
     "actions:\n"
     "  - id: a\n"
     "    phase: main\n"
     "    effects: |\n"
     "      choose sealed activePlayer.bid in 1..5 where bid > 2\n"
     "      choose sealed leader.bid in 1..leader.bid by leader \"Your bid?\"\n"
     "      fate = leader.bid\n"
     "      choose n in 1..next(activePlayer).bid\n"
     "      choose m in 1..9 where m > fate\n"
     "      gold = n + m\n",
     "W0560 10:41 " TELLS_OF("bid") "\n"
     "W0560 11:34 " TELLS_OF("fate")},
    {YAML,
     SECRETS "actions:\n"
     "  - id: a\n"
     "    phase: main\n"
     "    effects: |\n"
     "      choose sealed activePlayer.coins-held in 1..5\n"
     "      choose sealed Red.bid in 1..5 by Blue\n"
     "      choose sealed Red.bid in seats\n"
     "      gold = bid\n",
     "E0563 7:34 a sealed choice needs a variable that only its seat can see | declare it under "
     "`seatVars` with `visibility: owner`\n"
     "E0563 8:40 a sealed choice needs a variable of the seat that chooses | delete `by`: the "
     "owner of the variable chooses\n"
     "E0503 9:25 expected a number, found a seat | the variable `bid` is a number\n"
     "E0501 10:14 unknown name `bid` | it is a variable of seats; name the seat: "
     "`activePlayer.bid`"},
    {YAML,
     "seatVars: [{name: bid, type: int, max: 9, visibility: owner, possible: seats}]\n"
     "actions: [{id: a, phase: main, effects: 'activePlayer.bid = 2'}]\n",
     "E0503 1:72 expected a seat, found a number | the set takes a seat"},
};

#define COVERED "pieces: [{id: red-masked, seat: Red, type: masked, count: 0},\n" \
    "  {id: red-spy, seat: Red, type: spy, states: [covered, open], count: 1, supply: red-box, " \
    "secret: covered, seenAs: red-masked, possible: spaces except used},\n" \
    "  {id: red-mine, seat: Red, type: mine, states: [covered, open], count: 1, supply: red-box, " \
    "secret: covered, seenAs: red-masked}]\n"
#define TELLS_PIECES "the options here depend on what covered pieces are, which is hidden " \
    "from the deciding seat | " \
    "the options would reveal them to the seat; test for all pieces of a seat, or reveal them first"
static const wrong_case covered_pieces[] = {
    {YAML,
     COVERED
     "actions:\n"
     "  - id: a\n"
     "    phase: main\n"
     "    effects: |\n"
     "      choose s in spaces where any Red mine in s by Blue\n"
     "      choose t in spaces where any Red (mine or spy) in t and any activePlayer spy in t\n"
     "      choose u in spaces where count(spy in u) > 0\n"
     "      flip all Red spy in s to open\n"
     "      used = {s, t, u}\n",
     "W0560 8:32 " TELLS_PIECES "\n"
     "W0560 10:32 " TELLS_PIECES},
};

#define STACKS "zones: [{id: vault, holds: cards, visibility: hidden}, {id: own, holds: cards, " \
               "owner: each, visibility: owner}]\n"
#define TELLS "the options here depend on cards that are hidden from the deciding seat | " \
    "the options would reveal them to the seat; move the cards to where it sees them first"
static const wrong_case hidden_cards[] = {
    {YAML,
     STACKS
     "actions: [{id: a, phase: main, pre: top(vault).strength > 1, effects: 'gold += 1'}]\n",
     "W0560 2:37 " TELLS},
    {YAML,
     STACKS
     "actions: [{id: a, phase: main, params: [{name: n, domain: 'cardsIn(own[Red])'}], effects: "
     "'current = n'}]\n",
     "W0560 2:60 " TELLS},
    {YAML,
     STACKS
     "actions:\n"
     "  - id: a\n"
     "    phase: main\n"
     "    effects: |\n"
     "      choose c in vault\n"
     "      choose d in own[activePlayer]\n"
     "      choose e in own[leader] by leader\n"
     "      choose f in own[next(activePlayer)]\n"
     "      choose up to 2 g in own[activePlayer] by leader\n"
     "      put c on top of discard\n"
     "      put d on top of discard\n"
     "      put e on top of discard\n"
     "      put f on top of discard\n"
     "      for h in g: put h on top of discard\n",
     "W0560 6:19 " TELLS "\n"
     "W0560 9:22 " TELLS "\n"
     "W0560 10:30 " TELLS},
    {YAML,
     STACKS
     "functions:\n"
     "  best: max(c.strength for c in cardsIn(vault))\n"
     "  mine(p): size(cardsIn(own[p]))\n"
     "procedures:\n"
     "  ask: |\n"
     "    choose \"What?\"\n"
     "      option \"One\" when best() > 1: gold += 1\n"
     "      option \"Two\" when mine(activePlayer) > 1: gold += 2\n"
     "    require top(own[Red]) != none\n"
     "actions: [{id: a, phase: main, effects: 'ask()'}]\n",
     "W0560 8:25 " TELLS "\n"
     "W0560 10:13 " TELLS},
    {YAML, /* what is done, said or counted is not offered */
     STACKS
     "actions:\n"
     "  - id: a\n"
     "    phase: main\n"
     "    pre: size(vault) > 0 and stackOf(card-1) == vault\n"
     "    effects: |\n"
     "      if top(vault).strength > 1: gold += 1\n"
     "      log \"It was {top(vault)}\"\n"
     "      let p = next(activePlayer)\n"
     "      choose c in own[p]\n"
     "      put c on top of discard\n",
     ""},
};

/* clang-format on */

#define GROUP(name)                                                                                \
    static void test_##name(void **state) {                                                        \
        (void)state;                                                                               \
        for (size_t i = 0; i < LF_COUNT(name); i++)                                                \
            expect_case(&name[i]);                                                                 \
    }
GROUP(names)
GROUP(types)
GROUP(operators)
GROUP(properties)
GROUP(assignment)
GROUP(calls)
GROUP(purity)
GROUP(patterns)
GROUP(supposing)
GROUP(loops)
GROUP(returns)
GROUP(pieces)
GROUP(cards_and_phases)
GROUP(parameters_and_flow)
GROUP(scenario_data)
GROUP(hidden_cards)
GROUP(hidden_variables)
GROUP(covered_pieces)

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_types),
        cmocka_unit_test(test_operators),
        cmocka_unit_test(test_properties),
        cmocka_unit_test(test_assignment),
        cmocka_unit_test(test_calls),
        cmocka_unit_test(test_purity),
        cmocka_unit_test(test_patterns),
        cmocka_unit_test(test_supposing),
        cmocka_unit_test(test_loops),
        cmocka_unit_test(test_returns),
        cmocka_unit_test(test_pieces),
        cmocka_unit_test(test_cards_and_phases),
        cmocka_unit_test(test_parameters_and_flow),
        cmocka_unit_test(test_scenario_data),
        cmocka_unit_test(test_hidden_cards),
        cmocka_unit_test(test_hidden_variables),
        cmocka_unit_test(test_covered_pieces),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
