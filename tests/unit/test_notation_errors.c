/* test_notation_errors.c: wrong texts, with the exact diagnostics: code, place and message.
 *
 * A row with several diagnostics is about recovery: each mistake is reported once, and nothing that
 * follows from it. */
#include "notation_fixture.h"

typedef struct {
    const char *source, *report; /* a diagnostic a line */
} row;

static const row blocks[] = {
    {"x = a -b", "E0213 1:7 minus needs a space on both sides"},
    {"x = a- b", "E0213 1:6 minus needs a space on both sides"},
    {"x = f(a)-1", "E0213 1:9 minus needs a space on both sides"},
    {"x = 3-1", "E0213 1:5 `3-1` is neither a number nor a name"},
    {"if x = 3\n"
     "  y = 1",
     "E0214 1:6 to compare, write `==`"},
    {"if a && b || !c: x = 1", "E0212 1:6 `&&` is not a sign of the notation: write `and`\n"
                               "E0212 1:11 `||` is not a sign of the notation: write `or`\n"
                               "E0212 1:14 `!` is not a sign of the notation: write `not`"},
    {"x = a % 2", "E0212 1:7 `%` is not a sign of the notation: write `mod`"},
    {"if a <> b: break", "E0212 1:6 `<>` is not a sign of the notation: write `!=`"},
    {"if a => b: break", "E0212 1:6 `=>` is not a sign of the notation: write `>=`"},
    {"if a\n"
     "  x = 1\n"
     "elif b\n"
     "  x = 2",
     "E0219 3:1 no statement begins with `elif`"},
    {"foreach s in spaces\n"
     "  x = 1\n"
     "y = = 2",
     "E0219 1:1 no statement begins with `foreach`\n"
     "E0217 3:5 expected a value, found `=`"},
    {"if a\n"
     "  x = 1\n"
     "end if",
     "E0219 3:1 `end` must be followed by `game`, `phase` or `turn`"},
    {"x = 1;\n"
     "y = 2; z = 3",
     "E0212 1:6 `;` is not needed: each statement has its own line\n"
     "E0212 2:6 `;` is not needed: each statement has its own line"},
    {"if a:\n"
     "  x = 1",
     "E0224 1:5 delete the `:` before a block"},
    {"if a\n"
     "\tx = 1\n"
     "\ty = 2",
     "E0205 2:1 tab in the indentation"},
    {"log \"Hello\n"
     "x = 1",
     "E0202 1:11 this text is not closed by `\"` before the line ends"},
    {"log \"Hello {s\"\n"
     "x = 1",
     "E0202 1:15 the `{` in this text is not closed by `}`"},
    {"log \"Gold {}\"", "E0228 1:11 nothing between `{` and `}`"},
    {"log \"Gold {gold +}\"", "E0217 1:18 expected a value, found `}`"},
    {"log \"Gold } here \\n\"", "E0203 1:11 this `}` has no matching `{`\n"
                                "E0203 1:18 unknown escape in a text"},
    {"x = f(a, b\n"
     "let y = 2\n"
     "z = = 3",
     "E0204 1:6 `(` is not closed before the next statement\n"
     "E0217 3:5 expected a value, found `=`"},
    {"x = f(a, b[1)", "E0204 1:11 `[` is not closed before `)`"},
    {"x = a)", "E0204 1:6 unmatched `)`"},
    {"let return = 3", "E0211 1:5 `return` is a reserved word and cannot be a name"},
    {"x = while + 1", "E0211 1:5 `while` is a reserved word and cannot be a name"},
    {"for each let in spaces: break", "E0211 1:10 `let` is a reserved word and cannot be a name"},
    {"log 'hi'", "E0212 1:5 a text is written in double quotes, not in single quotes"},
    {"log 'hi", "E0201 1:5 unexpected character `'` (U+0027)"},
    {"require a < b < c", "E0215 1:15 comparisons cannot be chained"},
    {"require any s in spaces where a or b",
     "E0216 1:33 it is not clear whether this `or` belongs to the `where`"},
    {"remove 1 a from s \"Which?\" chosen \"Which?\"", "E0229 1:35 the prompt is given twice"},
    {"choose s in a or none as pass",
     "E0218 1:26 expected `done`, `skip`, `cancel` or `option` after `as`, found `pass`"},
    {"choose\n"
     "  option \"A\" as option",
     "E0218 2:17 expected `done`, `skip` or `cancel` after `as`, found `option`"},
    {"choose s \"Where?\"", "E0225 1:10 the choice of `s` has no `in`"},
    {"choose s", "E0225 1:9 the choice of `s` has no `in`"},
    {"choose 2 targets", "E0225 1:17 the choice of `targets` has no `in`"},
    {"option \"A\"\n"
     "  x = 1",
     "E0222 1:1 `option` outside `choose`"},
    {"else\n"
     "  x = 1",
     "E0221 1:1 `else` without an `if`"},
    {"if a\n"
     "y = 1",
     "E0223 1:1 `if` has no block"},
    {"for each s in spaces", "E0223 1:1 `for` has no block"},
    {"x = 1\n"
     "    y = 2\n"
     "z = 3",
     "E0207 2:5 this line is indented, but nothing above it takes a block"},
    {"if a\n"
     "    x = 1\n"
     "  y = 2\n"
     "z = 3",
     "E0206 3:3 this line is not aligned with any line above it"},
    {"f(free: true, a)", "E0226 1:15 an argument without a name follows a named one"},
    {"f(free = true)", "E0218 1:8 a named argument is written with `:`, as in `free: true`"},
    {"f(free:true)", "E0234 1:3 a space is missing after `:`"},
    {"x = 99999999999999999999", "E0208 1:5 the number `99999999999999999999` is too large"},
    {"x = 1.5", "E0209 1:5 `1.5` is a decimal number"},
    {"x = a ? b", "E0201 1:7 unexpected character `?` (U+003F)"},
    {"x = a – b", "E0201 1:7 unexpected character `–` (U+2013)"},
    {"x + 1", "E0220 1:1 a value alone is not a statement"},
    {"x == 1", "E0220 1:3 this comparison has no effect: to set the variable, write `=`"},
    {"sweep", "E0220 1:1 `sweep` alone is not a statement"},
    {"palce 3 Red troops in s", "E0219 1:1 no statement begins with `palce`"},
    {"x = ", "E0217 1:4 expected a value, found the end of the line"},
    {"x = a +\n"
     "  b",
     "E0217 1:8 expected a value, found the end of the line"},
    {"x = a + * b", "E0217 1:9 expected a value, found `*`"},
    {"x = a == not b", "E0217 1:10 `not` is not allowed here"},
    {"x = 1 + if a then 2 else 3", "E0217 1:9 `if` is not allowed here"},
    {"x = if a then 2", "E0218 1:16 expected `else`, found the end of the line"},
    {"while a\n"
     "  x = 1",
     "E0219 1:1 no statement begins with `while`"},
    {"repeat while a\n"
     "  x = 1",
     "E0218 1:1 `repeat` does not say how many times"},
    {"repeat 3\n"
     "  x = 1",
     "E0218 1:9 expected `times`, found the end of the line"},
    {"move 2 Red troops from a", "E0218 1:25 expected `to`, found the end of the line"},
    {"remove 2 from a", "E0233 1:10 expected the pieces, found `from`"},
    {"remove n + 1 from a", "E0233 1:14 expected the pieces, found `from`"},
    {"place 2 Red troops", "E0218 1:19 expected `in`, found the end of the line"},
    {"remove all Red troops or police from s", "E0218 1:23 expected `from`, found `or`"},
    {"count(Red troops)", "E0219 1:1 no statement begins with `count`"},
    {"x = count(Red troops or police in s)", "E0218 1:22 expected `in`, found `or`"},
    {"x = count Red troops", "E0218 1:11 expected `(` after `count`, found `Red`"},
    {"x = any Red troops in s where s.rich",
     "E0230 1:9 `where` needs one name here, as in `s in spaces where …`"},
    {"x = every Red troops in s where s.rich",
     "E0230 1:11 `where` needs one name here, as in `s in spaces where …`"},
    {"x = min(a)", "E0218 1:10 expected `for`, found `)`"},
    {"x = {s in spaces}", "E0218 1:17 expected `where`, found `}`"},
    {"x = {a, b", "E0204 1:5 `{` is not closed before the end"},
    {"x = table of int", "E0218 1:11 expected `by`, found `of`"},
    {"x = table by 0..3 of truth", "E0218 1:22 expected `int` or `bool`, found `truth`"},
    {"f(a) = 3", "E0220 1:1 the result of `f` cannot be changed"},
    {"x++", "E0212 1:2 `++` is not a sign of the notation"},
    {"x *= 2", "E0212 1:3 `*=` is not a sign of the notation"},
    {"// comment", "E0212 1:1 `//` is not a sign of the notation"},
    {"\"hello\"", "E0219 1:1 no statement begins with a text"},
    {"3 = x", "E0219 1:1 no statement begins with `3`"},
    {"let = 3", "E0218 1:5 expected a name after `let`, found `=`"},
    {"let x 3", "E0218 1:7 expected `=`, found `3`"},
    {"let x == 3", "E0218 1:7 expected `=`, found `==`"},
    {"if a then x = 1",
     "E0224 1:6 a statement takes no `then`: write `:` and a statement, or indent a block below"},
    {"choose s in spaces ask never",
     "E0218 1:24 expected `always` or `real` after `ask`, found `never`"},
    {"choose s in spaces ask real ask always", "E0229 1:29 `ask` is given twice"},
    {"choose s in spaces \"a\" \"b\"", "E0229 1:24 the prompt is given twice"},
    {"choose 2 t in spaces or done",
     "E0229 1:22 a choice of several things takes no `or`; to allow fewer, write `up to`"},
    {"choose \"a\"\n"
     "x = 1",
     "E0222 1:1 `choose` has no options"},
    {"choose \"a\"\n"
     "  x = 1\n"
     "  option \"B\"",
     "E0222 2:3 expected `option`, found `x`"},
    {"perform c", "E0218 1:9 `perform` needs a card and one of its parts"},
    {"log x", "E0218 1:5 expected a text after `log`, found `x`"},
    {"if a because b: c()", "E0218 1:14 expected a text after `because`, found `b`"},
    {"require a because b", "E0218 1:19 expected a text after `because`, found `b`"},
    {"end", "E0219 1:1 `end` must be followed by `game`, `phase` or `turn`"},
    {"goto 3", "E0218 1:6 expected the name of a phase, found `3`"},
    {"x = a is in S", "E0218 1:10 `is` and `in` cannot be combined"},
    {"if a:break", "E0234 1:4 a space is missing after `:`"},
    {"x = [1, 2]", "E0217 1:5 expected a value, found `[`"},
    {"remove 2 Red troops from s chosen declared",
     "E0229 1:35 how the pieces are picked is given twice"},
    {"put all deck on top of pile", "E0218 1:9 expected `of`, found `deck`"},
    {"put all of deck to pile", "E0218 1:17 expected `on`, found `to`"},
    {"deal 3 cards from deck to hand", "E0218 1:8 expected `from`, found `cards`"},
    {"x = a.3", "E0218 1:7 expected the name of a property after `.`, found `3`"},
    {"x = 1_000", "E0209 1:5 `1_000` is neither a number nor a name"},
    {"x = “a”", "E0201 1:5 unexpected character `“` (U+201C)"},
    {"x = $y", "E0201 1:5 unexpected character `$` (U+0024)"},
    {"if a = 1 and b = 2 and c == d == e\n"
     "  x = = 1\n"
     "  y = 3 3\n"
     "z = )",
     "E0214 1:6 to compare, write `==`\n"
     "E0214 1:16 to compare, write `==`\n"
     "E0215 1:31 comparisons cannot be chained\n"
     "E0204 4:5 unmatched `)`"},
    {"if (a\n"
     "  x = 1",
     "E0204 1:4 `(` is not closed before the next statement"},
    {"if a x = 1", "E0223 1:1 `if` has no block\n"
                   "E0214 1:8 to compare, write `==`"},
    {"x = a, b", "E0218 1:6 expected an operator or the end of the line, found `,`"},
    {"in = 3", "E0219 1:1 no statement begins with `in`"},
    {"x = f(a,)", "E0217 1:9 expected a value, found `)`"},
    {"x = (a", "E0204 1:5 `(` is not closed before the end"},
    {"if a +\n"
     "  x = 1\n"
     "else\n"
     "  x = 2\n"
     "y = = 1",
     "E0217 1:7 expected a value, found the end of the line\n"
     "E0217 5:5 expected a value, found `=`"},
    {"if a\n"
     "  x = = 1\n"
     "  y = 2\n"
     "  z = = 3\n"
     "else if b &&\n"
     "  w = 1\n"
     "v = = 4",
     "E0217 2:7 expected a value, found `=`\n"
     "E0217 4:7 expected a value, found `=`\n"
     "E0212 5:11 `&&` is not a sign of the notation: write `and`\n"
     "E0217 5:13 expected a value, found the end of the line\n"
     "E0217 7:5 expected a value, found `=`"},
    {"choose \"What?\"\n"
     "  option\n"
     "    x = 1\n"
     "  option \"B\" when\n"
     "    y = 2\n"
     "  option \"C\"\n"
     "    z = = 3",
     "E0218 2:9 expected the label of the option, found the end of the line\n"
     "E0217 4:18 expected a value, found the end of the line\n"
     "E0217 7:9 expected a value, found `=`"},
    {"if a\n"
     "  # nothing yet\n"
     "b()",
     "E0223 1:1 `if` has no block"},
    {"  x = 1\n"
     "y = 2",
     "E0206 2:1 this line is not aligned with any line above it"},
    {"if a\n"
     "    if b\n"
     "        x = 1\n"
     "      y = 2\n"
     "    z = 3\n"
     "w = 4",
     "E0206 4:7 this line is not aligned with any line above it"},
    {"if a: if b\n"
     "  x = 1\n"
     "else: y = = 2",
     "E0217 3:11 expected a value, found `=`"},
    {"x = a\n"
     "  b = 2",
     "E0207 2:3 this line is indented, but nothing above it takes a block"},
    {"x = 'a' + \"b", "E0212 1:5 a text is written in double quotes, not in single quotes\n"
                      "E0202 1:13 this text is not closed by `\"` before the line ends"},
    {"log \"a {f(b} c\"", "E0204 1:10 `(` is not closed before `}`"},
    {"log \"a {b)} c\"", "E0204 1:10 unmatched `)`"},
    {"x = (a + [b)\n"
     "y = 1 2",
     "E0204 1:10 `[` is not closed before `)`\n"
     "E0218 2:7 expected an operator or the end of the line, found `2`"},
    {"place up 3 Red troops in s", "E0218 1:10 expected `to`, found `3`"},
    {"flip all Red scouts in s", "E0218 1:25 expected `to`, found the end of the line"},
    {"replace 2 Red troops in s", "E0218 1:26 expected `with`, found the end of the line"},
    {"move 2 Red troops to b", "E0218 1:19 expected `from`, found `to`"},
    {"remove 2 Red troops from s in order Red troops", "E0218 1:37 expected `[`, found `Red`"},
    {"remove 2 Red troops from s by Red by Blue", "E0229 1:35 who picks is given twice"},
    {"repeat at 3\n"
     "  x = 1",
     "E0218 1:11 expected `most`, found `3`"},
    {"for s spaces\n"
     "  x = 1",
     "E0218 1:7 expected `in`, found `spaces`"},
    {"for each s in spaces if s.rich\n"
     "  x = 1",
     "E0218 1:22 expected an operator, `:` or the end of the line, found `if`"},
    {"put c deck", "E0218 1:11 expected `on`, found the end of the line"},
    {"choose up 3 t in spaces", "E0218 1:11 expected `to`, found `3`"},
    {"choose s in spaces or maybe",
     "E0218 1:23 expected `done` or `none` after `or`, found `maybe`"},
    {"choose option in spaces", "E0211 1:8 `option` is a reserved word and cannot be a name"},
    {"choose \"Which?\" or done\n"
     "  option \"A\"",
     "E0229 1:1 a menu takes no `or`"},
    {"choose \"Which?\":\n"
     "  option \"A\"",
     "E0224 1:16 delete the `:` before a block"},
    {"choose k of Red pieces", "E0218 1:23 expected `in`, found the end of the line"},
    {"x = a:b c:", "E0218 1:10 expected an operator or the end of the line, found `:`"},
    {"if a: b()\n"
     "else:x = 1",
     "E0234 2:5 a space is missing after `:`"},
    {"x = a b 3", "E0218 1:9 expected an operator or the end of the line, found `3`"},
    {"x = sum(s.gold in spaces)", "E0218 1:25 expected `for`, found `)`"},
    {"x = sum(s.gold for in spaces)", "E0218 1:20 expected a name for the variable, found `in`"},
    {"x = if a 3 else 4", "E0218 1:10 expected `then`, found `3`"},
    {"x = not", "E0217 1:8 expected a value, found the end of the line"},
    {"x = f(a b: 3)", "E0218 1:10 expected `,` or `)`, found `:`"},
    {"x = moved[s\n"
     "y = 1",
     "E0204 1:10 `[` is not closed before the next statement"},
    {"x = 1 y = 2", "E0218 1:7 expected an operator or the end of the line, found `y`"},
    {"x = 1 let y = 2", "E0218 1:7 expected an operator or the end of the line, found `let`"},
    {"x += y += 1", "E0218 1:8 expected an operator or the end of the line, found `+=`"},
    {"x = a ... b", "E0212 1:7 `...` is not a sign of the notation"},
    {"x = a === b", "E0212 1:7 `===` is not a sign of the notation: write `==`"},
    {"set x = 3", "E0219 1:1 no statement begins with `set`"},
    {"print \"x\"", "E0219 1:1 no statement begins with `print`"},
    {"do sweep", "E0219 1:1 no statement begins with `do`"},
    {"pass", "E0220 1:1 `pass` alone is not a statement"},
    {"x = a \\ b", "E0201 1:7 unexpected character `\\` (U+005C)"},
    {"x = é", "E0201 1:5 unexpected character `é` (U+00E9)"},
    {"return return", "E0217 1:8 expected a value, found `return`, which begins a statement"},
    {"break 3", "E0218 1:7 expected the end of the line, found `3`"},
    {"if a\n"
     "  x = 1\n"
     "else\n"
     "  y = 2\n"
     "else\n"
     "  z = 3",
     "E0221 5:1 `else` without an `if`"},
};

static const row expressions[] = {
    {"a\n"
     "b",
     "E0232 2:1 a second expression begins on this line"},
    {"x += 1", "E0232 1:3 `+=` is an assignment"},
    {"spaces where s.rich", "E0232 1:8 `where` is not allowed here"},
    {"a b 3", "E0232 1:5 expected an operator or the end of the expression, found `3`"},
    {"a = 1", "E0214 1:3 to compare, write `==`"},
    {"a; b", "E0212 1:2 `;` is not needed: each statement has its own line"},
    {"a )", "E0204 1:3 unmatched `)`"},
    {"# only a comment", "E0231 1:17 expected an expression, found nothing"},
    {"let x = 3", "E0217 1:1 expected a value, found `let`, which begins a statement"},
    {"a and\n"
     "b",
     "E0217 1:6 expected a value, found the end of the line"},
    {"{a in b, c}", "E0218 1:8 expected `where`, found `,`"},
    {"f(x", "E0204 1:2 `(` is not closed before the end"},
    {"f(a,\n"
     "  b: 1, c)",
     "E0226 2:9 an argument without a name follows a named one"},
    {"max(a, b", "E0204 1:4 `(` is not closed before the end"},
};

static const row templates[] = {
    {"Gold {s", "E0202 1:8 the `{` in this text is not closed by `}`"},
    {"Gold } here", "E0203 1:6 this `}` has no matching `{`"},
    {"Gold {}", "E0228 1:6 nothing between `{` and `}`"},
    {"Gold {a b 3}", "E0218 1:11 expected `}`, found `3`"},
    {"Gold {f(\"a\n"
     "b\")} and \"quotes\" are free",
     "E0202 1:11 the `{` in this text is not closed by `}`"},
    {"Gold {a ) b} {c", "E0204 1:9 unmatched `)`\n"
                        "E0202 1:16 the `{` in this text is not closed by `}`"},
};

static void check_row(place p, const row *r) {
    fixture f;
    open_fixture(&f);
    lf_text out = {0};
    lf_node *node = parse(&f, p, r->source);
    dump_report(&out, &f.report);
    if (!f.report.count)
        fail_msg("no error in: %s", r->source);
    if (strcmp(out.data, r->report) != 0)
        fail_msg("%s\nis     %s\nwanted %s", r->source, out.data, r->report);
    assert_int_equal(node != NULL, p == BLOCK); /* a block keeps what could be parsed */
    lf_text_free(&out);
    close_fixture(&f);
}

static void test_blocks(void **state) {
    (void)state;
    for (size_t i = 0; i < LF_COUNT(blocks); i++)
        check_row(BLOCK, &blocks[i]);
}

static void test_expressions(void **state) {
    (void)state;
    for (size_t i = 0; i < LF_COUNT(expressions); i++)
        check_row(EXPRESSION, &expressions[i]);
}

static void test_templates(void **state) {
    (void)state;
    for (size_t i = 0; i < LF_COUNT(templates); i++)
        check_row(TEXT, &templates[i]);
}

static void test_nothing_there(void **state) {
    (void)state;
    static const char *const empty[] = {"", "\n\n", "  # only a comment\n"};
    for (size_t i = 0; i < LF_COUNT(empty); i++) {
        fixture f;
        open_fixture(&f);
        assert_null(parse(&f, EXPRESSION, empty[i]));
        assert_non_null(parse(&f, BLOCK, empty[i]));
        assert_int_equal(f.report.count, 2);
        assert_int_equal(f.report.items[0].code, LF_E0231);
        assert_int_equal(f.report.items[1].code, LF_E0231);
        close_fixture(&f);
    }
}

static void test_names_are_bounded(void **state) {
    (void)state;
    fixture f;
    open_fixture(&f);
    char name[LF_MAX_NAME_BYTES + 2] = {0};
    memset(name, 'n', LF_MAX_NAME_BYTES);
    assert_non_null(parse(&f, EXPRESSION, name));
    name[LF_MAX_NAME_BYTES] = 'n';
    assert_null(parse(&f, EXPRESSION, name));
    assert_int_equal(f.report.count, 1);
    assert_int_equal(f.report.items[0].code, LF_E0210);
    close_fixture(&f);
}

static void test_numbers_are_bounded(void **state) {
    (void)state;
    fixture f;
    open_fixture(&f);
    lf_node *largest = parse(&f, EXPRESSION, "9223372036854775807");
    assert_true(largest && largest->value == INT64_MAX);
    assert_null(parse(&f, EXPRESSION, "9223372036854775808"));
    assert_int_equal(f.report.items[0].code, LF_E0208);
    close_fixture(&f);
}

/* An unclosed bracket is reported where it is opened, with a note where that was noticed; for
 * texts, and for brackets that are closed behind a mistake, the note points to the opening. */
static void test_openings_are_shown(void **state) {
    (void)state;
    static const struct {
        const char *source;
        unsigned line, column, note_line, note_column; /* 0: not looked at */
    } rows[] = {
        {"x = f(a\nlet y = 1", 1, 6, 2, 1},
        {"x = f(a\ny.z += 1", 1, 6, 2, 1},
        {"x = [a)", 1, 5, 1, 7},
        {"x = 1\nlog \"a", 0, 0, 2, 5},
        {"log \"a {b", 0, 0, 1, 8},
        {"x = f(a b: 1)", 0, 0, 1, 6},
    };
    for (size_t i = 0; i < LF_COUNT(rows); i++) {
        fixture f;
        open_fixture(&f);
        parse(&f, BLOCK, rows[i].source);
        assert_true(f.report.count > 0);
        assert_int_equal(f.report.items[0].note_pos.line, rows[i].note_line);
        assert_int_equal(f.report.items[0].note_pos.column, rows[i].note_column);
        if (rows[i].line > 0) {
            assert_int_equal(f.report.items[0].pos.line, rows[i].line);
            assert_int_equal(f.report.items[0].pos.column, rows[i].column);
        }
        close_fixture(&f);
    }
}

static void test_advice(void **state) {
    (void)state;
    static const struct {
        const char *source, *note;
    } rows[] = {
        {"elif b", "write `else if`"},
        {"foreach s in spaces", "write `for each s in spaces`"},
        {"reomve 2 Red troops from s", "did you mean `remove`?"},
        {"end if",
         "a block ends where its indentation ends; if that is what you mean, delete the line"},
        {"while a: x = 1", "every loop has a bound: `repeat at most 10 while \u2026`"},
        {"x = a < b < c", "write `a < b and b < c`"},
        {"x = a \u2212 b", "minus is `-`"},
        {"x = a ? b : c", "a choice between two values is written `if a then b else c`"},
    };
    for (size_t i = 0; i < LF_COUNT(rows); i++) {
        fixture f;
        open_fixture(&f);
        parse(&f, BLOCK, rows[i].source);
        assert_int_equal(f.report.count, 1);
        assert_string_equal(f.report.items[0].note, rows[i].note);
        close_fixture(&f);
    }
}

static void test_signatures(void **state) {
    (void)state;
    static const row signatures[] = {
        {"", "E0218 1:1 expected the name of a function or procedure, found the end"},
        {"true(s)", "E0211 1:1 `true` is a reserved word and cannot be a name"},
        {"f(a b c)", "E0218 1:7 expected `,` or `)`, found `c`"},
        {"f(a", "E0204 1:2 `(` is not closed before the end"},
        {"f(3)", "E0218 1:3 expected the name of a parameter, found `3`"},
        {"f(a, let)", "E0211 1:6 `let` is a reserved word and cannot be a name"},
        {"f(a) b", "E0218 1:6 expected the end after the parameters, found `b`"},
        {"f by Red", "E0218 1:3 expected `(` or the end after the name, found `by`"},
        {"f(a =)", "E0217 1:6 expected a value, found `)`"},
    };
    for (size_t i = 0; i < LF_COUNT(signatures); i++) {
        fixture f;
        open_fixture(&f);
        lf_signature signature;
        lf_text out = {0};
        assert_false(
            lf_parse_signature(&f.context, signatures[i].source, (lf_pos){1, 1, 1}, &signature));
        dump_report(&out, &f.report);
        assert_string_equal(out.data, signatures[i].report);
        lf_text_free(&out);
        close_fixture(&f);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_blocks),
        cmocka_unit_test(test_expressions),
        cmocka_unit_test(test_templates),
        cmocka_unit_test(test_nothing_there),
        cmocka_unit_test(test_names_are_bounded),
        cmocka_unit_test(test_numbers_are_bounded),
        cmocka_unit_test(test_openings_are_shown),
        cmocka_unit_test(test_advice),
        cmocka_unit_test(test_signatures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
