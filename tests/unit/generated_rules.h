/* generated_rules.h: a generator of games with some hundred random functions: conditions about the
 * elements of sets, their surroundings, tables, calls with arguments, parts that can fail. For
 * tests that run the same rules in different ways.
 *
 * The maps are symmetric, as every map that can be written is: adjacency always works both ways. */
#ifndef GENERATED_RULES_H
#define GENERATED_RULES_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/base.h"
#include "support/random.h"

enum { SEATS = 3, BOXES = 4, FUNCTIONS = 120 /* a game */ };
enum { MOST_VARIABLES = 12, NAME_ROOM = 16 };

/* ---- chance ---- */

static int below(lf_random *g, int n) {
    return n > 0 ? (int)(lf_random_next(g) % (uint64_t)n) : 0;
}

/* ---- the writer of functions ---- */

typedef enum { SPACES, ZONES, BOOL, INT, SPACE } answer;

/* parameters: a space, a seat, pieces, a truth, a number */
enum { P = 1, F = 2, K = 4, B = 8, N = 16 };

typedef struct {
    char *text; /* as it stands in the spec */
    answer gives;
    int params; /* which of P, F, … it has */
    int weight; /* how deep sets are walked in it */
    bool risky; /* something in it may fail */
} function;

typedef struct {
    lf_text out;
    lf_random g;
    int spaces;
    function functions[FUNCTIONS];
    int count;
    /* of the function that is being written */
    char variables[MOST_VARIABLES][NAME_ROOM]; /* elements of loops, the innermost last */
    int variable_count;
    bool risky, asks_p;      /* it may use what can fail; its conditions are about its parameter */
    bool zone, table, local; /* there is the element z of `zones`, a table t, a number v */
    int used;                /* parameters */
    int loops, weight;       /* around the place that is written, and at the deepest place */
    int fresh;               /* variables so far */
} writer;

/* A rule of the grammar: how often it is taken, what it needs, and its text, in which $X is
 * replaced by what `expand` says. */
typedef struct {
    int often, needs;
    const char *text;
} rule;

enum {
    DEEP = 1,     /* not at the end of the recursion */
    ELEMENT = 2,  /* inside a loop */
    OUTER = 4,    /* inside a loop in a loop */
    SHALLOW = 8,  /* inside at most two loops */
    RISKY = 16,   /* in a function that may fail */
    TABLE = 32,   /* where there is a table */
    LOCAL = 64,   /* where there is a number */
    ZONE = 128,   /* where there is an element of `zones` */
    SELDOM = 256, /* not in a loop in a loop */
    TOP = 512,    /* outside loops */
    ASKS_P = 1024
};

static const rule conditions[] = {
    {26, DEEP, "($C and $C)"},
    {14, DEEP, "($C or $C)"},
    {8, DEEP, "(not $C)"},
    {8, DEEP, "(if $C then $C else $C)"},
    {5, 0, "(any $F in $S)"},
    {4, 0, "(no $F in $S)"},
    /* numbers */
    {5, 0, "($R $c $i)"},
    {3, 0, "($i $c $R)"},
    {4, 0, "($R $c $R)"},
    {3, 0, "($R - $R $c 0)"},
    {1, 0, "($R - $R $c $i)"},
    {2, 0, "($R $c $N)"},
    {2, 0, "($R $c $n)"},
    {1, 0, "($n $c $i)"},
    {2, 0, "($R + $R $c $i)"},
    {2, 0, "($N $c $R)"},
    {3, 0, "(count($F in $S) > $R)"},
    {2, 0, "(count($F in $S) > -1)"},
    {2, DEEP, "((if $C then $R else $N) $c $N)"},
    {2, DEEP, "($N $c (if $C then $i else $R))"},
    {2, DEEP, "($N $c $N)"},
    /* properties and variables */
    {2, 0, "($S.terrain $q $E)"},
    {1, 0, "($S.terrain $q $S.terrain)"},
    {2, 0, "($S.loyalty $q $Y)"},
    {1, 0, "($S.home $q $H)"},
    {1, 0, "($H $q $S.holder)"},
    {1, 0, "($S.holder $q none)"},
    {1, 0, "($S.home $q $S.holder)"},
    {2, 0, "$S.coastal"},
    {2, 0, "$S.burnt"},
    {1, 0, "$b"},
    {1, 0, "war"},
    {1, 0, "any(woes)"},
    {1, 0, "(count(woes) $c $i)"},
    {2, DEEP, "($R $c cap($C))"},
    {1, DEEP, "(cap($C, $N) $c $R)"},
    {1, DEEP, "($n $c min(cap($C), $R))"},
    {1, DEEP, "(cap($C) $q none)"},
    {1, 0, "longGame"},
    {1, 0, "(capital $q none)"},
    {2, 0, "($S $q $X)"},
    {1, 0, "($X $q $S)"},
    {1, 0, "($X $q none)"},
    {4, 0, "($S in $M)"},
    {3, 0, "($S not in $M)"},
    {1, 0, "($X in $M)"},
    {1, 0, "($X as space $q $S)"},
    /* surroundings and other sets */
    {4, 0, "(any $F in $U)"},
    {2, 0, "(no $F in $U)"},
    {2, 0, "(any $F in $M)"},
    {4, ELEMENT | SHALLOW, "(any $F in $O)"},
    {2, DEEP | SHALLOW, "(any $F in {$W})"},
    {4, DEEP | SHALLOW, "(any $W)"},
    {2, DEEP | SHALLOW, "(no $W)"},
    {2, DEEP | SHALLOW, "(every $W)"},
    {4, DEEP | SHALLOW, "({$W} $q {})"},
    {1, DEEP | SHALLOW, "({} $q {$W})"},
    {1, DEEP | SHALLOW, "((first $W) $q none)"},
    {1, DEEP | SHALLOW, "((first $W) $q $S)"},
    {2, DEEP | SHALLOW, "($A $c $i)"},
    {1, 0, "($U $q {})"},
    {9, 0, "$1"},
    /* sets of numbers, small, great and computed */
    {2, 0, "($N in $n..$i)"},
    {2, 0, "($R in {$i, $n, $R})"},
    {2, 0, "($N in {-1, 2, 64, 700})"},
    {1, 0, "($N * 350 not in {-350, 0, 700})"},
    {1, DEEP, "($R in (if $C then {$i, 700} else {-1, $n}))"},
    {1, DEEP, "($N in {q in {-1, 1, 2, 64, 700} where q $c $R})"},
    {1, SELDOM, "(any q in {-1, 2, 64, 700} where q $c $R)"},
    {1, SELDOM, "(every q in {0, 2, 3} where q $c $R)"},
    {1, SELDOM, "(any q in {w in -5..70 where w $c $R} where q > $i)"},
    {1, 0, "picky($S, $R + $R)"},
    /* what would be so */
    {3, DEEP | SELDOM, "supposing(upset($S, $N), $C)"},
    {2, DEEP | SELDOM, "($C and not supposing(upset($S, $n), $C))"},
    {1, SELDOM, "(supposing(upset($S, $R), $R) $c $R)"},
    /* what may fail, by itself and behind or before something */
    {6, RISKY | ELEMENT, "$J"},
    {6, RISKY, "$V"},
    {8, RISKY | ELEMENT | DEEP, "($J and $C)"},
    {8, RISKY | ELEMENT | DEEP, "($C and $J)"},
    {8, RISKY | DEEP, "($C and $V)"},
    {8, RISKY | DEEP, "($C or $V)"},
    {5, RISKY, "($R + $R > 4 and $V)"},
    {4, RISKY, "($R + $R > 4 and $R - 1 < $2)"},
    {3, RISKY, "($R + $R > 4 and $1)"},
    {3, RISKY | ELEMENT, "picky($e, 6 / gold)"},
    {4, RISKY | ELEMENT, "($e.level + $e.level > 10 and $1)"}, /* never */
    {2, RISKY | ELEMENT, "($e.level + $e.level > 10 and shaky($n))"},
    {2, RISKY | ELEMENT, "($e.level + $e.level > 10 and $R - 1 < $2)"},
    {3, RISKY | ELEMENT | SHALLOW, "($J and (any $F in $O))"},
    {3, RISKY | ELEMENT | SHALLOW | DEEP, "($J and (any $W))"},
    {5, RISKY | DEEP, "($C and $1)"},
    {4, RISKY | DEEP, "(if $C then $V else $C)"},
    {4, RISKY | DEEP, "(if $C then $C else $V)"},
    {5, RISKY | ELEMENT, "(if $s then $V else $s)"},
    {5, RISKY | ELEMENT, "(if $s then $s else $V)"},
    {3, RISKY | ELEMENT, "($s or $V)"},
    {3, RISKY | ELEMENT, "($s and $V)"},
    {3, RISKY | ELEMENT | SHALLOW,
     "(any q in adjacent($e) where 6 / q.depth > $i and q.level >= $e.level)"},
    {3, RISKY | ELEMENT | SHALLOW,
     "(any q in adjacent($e) where q.level != $e.level and 6 / q.depth > $i)"},
    {4, RISKY, "(capital != none and capital.worth > $i)"},
    {4, RISKY, "(gold != 0 and 6 / gold > $i)"},
    {4, RISKY | ELEMENT, "($e.depth > 0 and 7 mod $e.depth > $i)"},
    {4, RISKY | ELEMENT, "($e.refuge == none or $e.refuge.level > $i)"},
    /* sets of owners, and rows */
    {3, ELEMENT, "($e in Red.claimed)"},
    {3, ELEMENT, "(Blue in $e.visitors)"},
    {3, ELEMENT, "($e.visitors $q {Red, Blue})"},
    {3, ELEMENT, "(size($e.near) > $i)"},
    {3, ELEMENT, "($e.marks[0] > $i)"},
    {3, ELEMENT, "(pile[$e.level] $c $e.level)"},
    {2, RISKY | ELEMENT, "(pile[$e.depth] > $i)"},
    {2, RISKY | ELEMENT, "($e in leader.claimed)"},
    {2, RISKY | ELEMENT, "(leader.held[1] > $e.marks[1])"},
    /* elements of `zones`, which have no properties */
    {60, ZONE, "(z $q camp)"},
    {60, ZONE, "(z in {camp, red-box, x1, x2})"},
    {60, ZONE, "(z as space $q $X)"},
    {60, ZONE, "(z as space in $M)"},
    {30, ZONE, "(z as space != none and (z as space).burnt)"},
    {60, ZONE, "(any $F in z)"},
    {60, ZONE, "(no $F in z)"},
    {60, ZONE, "(count($F in z) $c $N)"},
    {60, ZONE, "(count($F in z) > count($F in z))"},
};

/* What can be put to a whole set for sure; a level is at most 5. */
static const rule simple[] = {
    {1, 0, "$e.coastal"},     {1, 0, "$e.burnt"},       {1, 0, "($e.terrain $q $E)"},
    {1, 0, "(any $F in $e)"}, {1, 0, "($e in marked)"}, {1, 0, "($e.level > $i)"},
    {1, 0, "($e.level > 5)"}, {1, 0, "($e.level < 6)"}, {1, 0, "($e $q $x)"},
};

/* What may fail for an element, and what may fail for a whole set. */
static const rule dangers[] = {
    {4, 0, "(6 / $e.depth > $i)"},
    {2, 0, "(7 mod $S.depth $c $R)"},
    {1, 0, "($e.refuge.level > $i)"},
    {1, 0, "($d > $i)"},
};
static const rule set_dangers[] = {
    {3, 0, "($R $c 6 / gold)"},          {2, 0, "($R > capital.level)"},
    {1, 0, "(capital.level > $i)"},      {1, 0, "(5 / debt > $i)"},
    {1, 0, "(any $F in capital)"},       {1, 0, "($S in adjacent(capital))"},
    {2, 0, "($S in {$x, $x, capital})"}, {1, 0, "(any leader pieces in $S)"},
};

static const rule numbers[] = {
    {2, 0, "$i"},
    {2, 0, "$n"},
    {1, 0, "gold"},
    {1, 0, "debt"},
    {4, LOCAL, "v"},
    {8, 0, "$R"},
    {1, DEEP, "($N + $N)"},
    {1, DEEP, "($N - $N)"},
    {1, DEEP, "($N * $N)"},
    {1, DEEP, "(if $C then $N else $N)"},
    {1, DEEP, "min($N, $N)"},
    {2, DEEP, "$2"},
    {3, DEEP | RISKY, "$d"},
    {3, RISKY, "(6 / gold)"},
    {2, RISKY, "capital.level"},
    {2, DEEP | SHALLOW, "$A"},
    {1, 0, "count($F in $U)"},
};

/* Numbers of a space: what can be compared for a whole set. */
static const rule rows[] = {
    {4, 0, "count($F in $S)"}, {2, 0, "$S.worth"},  {2, 0, "$S.level"},
    {2, 0, "$S.slope"},        {6, TABLE, "t[$S]"},
};

static const rule divisions[] = {
    {2, 0, "($N / $R)"},   {2, 0, "($N mod $R)"}, {2, 0, "(6 / gold)"},
    {1, 0, "($N / debt)"}, {1, 0, "(5 mod $n)"},
};

/* Numbers about a whole set. */
static const rule amounts[] = {
    {3, SELDOM, "count($W)"},
    {1, SELDOM, "sum($G)"},
    {1, SELDOM, "min($G)"},
    {1, SELDOM, "max($G)"},
    {1, 0, "count($F in $M)"},
    {1, 0, "count($F in $U)"},
    {1, SELDOM, "count($F in {$W})"},
    {1, 0, "size($M)"},
    {1, SELDOM, "sum(q for q in {-1, 2, 64, 700} where q $c $R)"},
    {1, SELDOM, "min(first q in {700, 64, 3, 1} where q $c $R, 900)"},
    {1, SELDOM, "count(q in {w in {-1, 1, 2, 64, 700} where w $c $R} where q != $i)"},
    {1, SELDOM | RISKY, "sum(q for q in {3, $R} where q > $i)"},
};

static const rule sets[] = {
    {3, 0, "marked"},
    {1, 0, "Red.claimed"},
    {1, 0, "fronts[2]"},
    {1, RISKY, "leader.claimed"},
    {1, RISKY, "$S.near"},
    {1, 0, "spaces"},
    {2, 0, "{$x, $x, $x}"},
    {1, 0, "{$x, $x, $x, $x, $x, $x}"},
    {1, 0, "{$x, $S}"},
    {1, 0, "{$x}"},
    {1, RISKY, "{$x, capital}"},
    {1, DEEP, "adjacent($S)"},
    {1, DEEP, "adjacent($M)"},
    {1, DEEP, "($M or $M)"},
    {1, DEEP, "({} or $M)"},
    {1, DEEP, "($M and $M)"},
    {1, DEEP, "($M except $M)"},
    {2, DEEP, "$3"},
    {1, DEEP, "$U"},
    {4, DEEP | SELDOM, "{$W}"},
};

static const rule surroundings[] = {
    {6, 0, "adjacent($S)"},         {2, 0, "reachable($S, $M)"},     {1, 0, "reachable($S, $M, 1)"},
    {1, 0, "reachable($S, $M, 2)"}, {1, 0, "reachable($S, $M, $N)"},
};

/* What a loop walks: the deeper, the smaller. */
static const rule domains[] = {
    {12, TOP, "spaces"}, {7, TOP, "$M"},      {1, SELDOM, "spaces"},
    {1, SELDOM, "$M"},   {2, SELDOM, "{$W}"}, {9, ELEMENT, "$U"},
};

/* Conditions of a loop: some tell its element from that of the loop around. */
static const rule loop_tests[] = {
    {12, 0, "$C"},
    {2, OUTER, "($e != $o and $C)"},
    {1, OUTER, "($C and $e != $o)"},
    {2, OUTER, "$e != $o"},
    {2, OUTER, "($e.level > $o.level and $C)"},
    {2, OUTER, "($C and count($F in $e) >= count($F in $o))"},
    {3, OUTER | RISKY, "($e != $o and $J)"},
    {3, OUTER | RISKY, "($J and $e.level >= $o.level)"},
    {3, RISKY | ELEMENT, "$J"},
    {3, RISKY, "$V"},
    {2, RISKY | SHALLOW | ELEMENT, "($J and (any $F in $O))"},
    {2, 0, "($R + $R > 4)"},
    {2, RISKY | ELEMENT, "($J and $e.terrain $q $E)"},
};

static const rule filters[] = {
    {1, 0, "pieces"},
    {2, 0, "scouts"},
    {1, 0, "troops"},
    {1, 0, "rocks"},
    {1, 0, "Red pieces"},
    {1, 0, "Blue scouts"},
    {1, 0, "hidden scouts"},
    {1, 0, "Red seen scouts"},
    {1, 0, "Allies pieces"},
    {1, 0, "(pieces except scouts)"},
    {1, 0, "(troops or rocks)"},
    {1, 0, "activePlayer pieces"},
    {2, 0, "$f pieces"},
    {2, 0, "$k pieces"},
    {1, 0, "$k $f"},
    {1, RISKY, "leader pieces"},
    {1, RISKY | ELEMENT, "$e.holder pieces"},
};

/* A space that is asked something. */
static const rule asked[] = {
    {2, 0, "$x"},      {24, ELEMENT, "$e"},      {4, OUTER, "$o"},
    {2, ASKS_P, "$p"}, {12, ASKS_P | TOP, "$p"}, {1, RISKY, "capital"},
};

/* A space or none, only compared. */
static const rule compared[] = {
    {1, 0, "capital"}, {1, 0, "$S.refuge"}, {1, 0, "$S.port"}, {1, 0, "$p"}, {2, 0, "$S"},
};

static const rule comparisons[] = {{1, 0, "=="}, {1, 0, "!="}, {1, 0, "<"},
                                   {1, 0, "<="}, {1, 0, ">"},  {1, 0, ">="}};
static const rule equalities[] = {{3, 0, "=="}, {2, 0, "!="}};
static const rule terrains[] = {{1, 0, "city"}, {1, 0, "hill"}, {1, 0, "road"}};
static const rule loyalties[] = {{1, 0, "hostile"}, {1, 0, "neutral"}, {1, 0, "friendly"}};
static const rule seats[] = {
    {1, 0, "Red"}, {1, 0, "Blue"}, {1, 0, "leader"}, {1, 0, "activePlayer"}, {2, 0, "$f"}};
static const rule constants[] = {{1, 0, "-1"}, {3, 0, "0"}, {3, 0, "1"},
                                 {2, 0, "2"},  {1, 0, "3"}, {1, 0, "4"}};

/* Arguments of calls. */
static const rule space_arguments[] = {{4, 0, "$S"}, {1, 0, "$x"}, {1, RISKY, "capital"}};
static const rule seat_arguments[] = {
    {2, 0, "Red"}, {2, 0, "activePlayer"}, {1, 0, "$f"}, {1, RISKY, "leader"}};
static const rule kinds_arguments[] = {{1, 0, "scouts"},
                                       {1, 0, "troops"},
                                       {1, 0, "(Red pieces)"},
                                       {1, 0, "(hidden scouts)"},
                                       {1, 0, "$k"}};
static const rule truth_arguments[] = {
    {1, 0, "true"}, {1, 0, "war"}, {1, 0, "$b"}, {2, SELDOM, "$C"}, {1, RISKY, "$V"}};
static const rule number_arguments[] = {{2, 0, "$i"},    {1, 0, "$R"},      {2, 0, "$R + $R"},
                                        {1, 0, "n: $n"}, {1, SELDOM, "$N"}, {6, RISKY, "6 / gold"}};

/* Whole bodies: expressions, then blocks. "$l" and "$t" say that v and t are there from now on,
 * "$(" and "$)" that e is the element of a loop, "$z" that z is one of `zones`. */
static const struct {
    int often;
    answer gives;
    int depth; /* of the recursion, at least */
    const char *text;
} bodies[] = {
    {8, SPACES, 2, "\"{$W}\""},
    {2, SPACES, 2, "\"$M\""},
    {2, SPACES, 2, "\"{e in {$W} where $($C$)}\""},
    {1, SPACES, 1, "\"{e in {$W} where $($V$)}\""},
    {1, SPACES, 0,
     "\"{e in {s9 in {s8 in {s7 in {s6 in {s5 in {s4 in {s3 in {s2 in {s1 in spaces where s1.level "
     "+ s1.slope < 8} "
     "where s2.level + s2.slope > -4} where $n * s3.level < 19} where s4.depth * s4.worth != 7} "
     "where s5.level * s5.slope != 9} where s6.slope + s6.worth < 9} where s7.depth + s7.worth > "
     "-2} "
     "where s8.level + s8.worth > 0} where s9.depth + $n > 1} where $($C$)}\""},
    {2, BOOL, 2, "\"any $W\""},
    {1, BOOL, 2, "\"every $W\""},
    {2, BOOL, 2, "\"{$W} $q {}\""},
    {4, BOOL, 1, "\"$C\""},
    {4, BOOL, 0, "\"($C and $C)\""},
    {2, BOOL, 0, "\"($C and $n $c $R)\""},
    {2, BOOL, 0, "\"($R > $n or $R < $n)\""},
    {2, INT, 2, "\"$A\""},
    {2, INT, 1, "\"$N\""},
    {2, SPACE, 2, "\"first $W\""},
    {1, ZONES, 2, "\"$z{z in zones where $C}\""},
    {1, INT, 2, "\"$zcount(z in zones where $C)\""},
    {2, BOOL, 0, "|\n    if $C: return true\n    if $C: return false\n    return $C"},
    {2, BOOL, 1,
     "|\n    if $C: return false\n    let v = $N$l\n    if $C\n      return $C\n    return $C"},
    {1, BOOL, 0,
     "|\n    if $C\n      return $C\n    else if $C: return $C\n    else\n      return true"},
    {2, BOOL, 1, "|\n    let v = $N$l\n    return $C"},
    {2, BOOL, 0, "|\n    if war: return $b\n    return $V"},
    {2, INT, 0, "|\n    if $V: return $n\n    return $i"},
    {2, SPACES, 1, "|\n    let v = $N$l\n    if v > $N: return $M\n    return {$W}"},
    {1, SPACES, 1, "|\n    if $C: return $M\n    return {$W}"},
    {2, INT, 1, "|\n    let v = $N$l\n    if $C: return v\n    return $N"},
    {2, SPACES, 1,
     "|\n    let t = table by spaces of int\n    for e in $D$(\n      t[e] = $N$)$t\n    return "
     "{$W}"},
    {1, INT, 1,
     "|\n    let t = table by spaces of int\n    for e in $D$(\n      t[e] -= $R$)$t\n    return "
     "count($W)"},
    {2, SPACE, 1, "|\n    for e in $D$( where $C\n      if $C: return e$)\n    return none"},
    {2, INT, 1, "|\n    let r = 0\n    for e in $D$( where $C\n      r += $N$)\n    return r"},
};

static int roll(writer *w, int n) {
    return below(&w->g, n);
}

static bool has_all(const writer *w, int needs, int depth) {
    const int here = (depth > 0 ? DEEP : 0) | (w->variable_count > 0 ? ELEMENT : 0) |
                     (w->variable_count > 1 ? OUTER : 0) | (w->loops < 3 ? SHALLOW : 0) |
                     (w->loops < 2 ? SELDOM : 0) | (w->loops == 0 ? TOP : 0) |
                     (w->risky ? RISKY : 0) | (w->table ? TABLE : 0) | (w->local ? LOCAL : 0) |
                     (w->zone ? ZONE : 0) | (w->asks_p ? ASKS_P : 0);
    return (needs & ~here) == 0;
}

static void expand(writer *w, const char *text, int depth);

#define CHOOSE(w, rules, depth) choose(w, rules, LF_COUNT(rules), depth)
static void choose(writer *w, const rule *rules, size_t count, int depth) {
    int sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += has_all(w, rules[i].needs, depth) ? rules[i].often : 0;
    int left = roll(w, sum);
    for (size_t i = 0; i < count; i++)
        if (has_all(w, rules[i].needs, depth) && (left -= rules[i].often) < 0) {
            expand(w, rules[i].text, depth - 1);
            return;
        }
}

static void put_param(writer *w, int which, const char *name) {
    w->used |= which;
    lf_text_addz(&w->out, name);
}

/* ---- loops ---- */

static void enter(writer *w, const char *name) {
    assert_true(w->variable_count < MOST_VARIABLES);
    snprintf(w->variables[w->variable_count++], NAME_ROOM, "%s", name);
    w->loops++;
    if (w->loops > w->weight)
        w->weight = w->loops;
}

static void leave(writer *w) {
    w->variable_count--;
    w->loops--;
}

/* s1 in DOMAIN where CONDITION */
static void put_walk(writer *w, int depth) {
    char name[NAME_ROOM];
    snprintf(name, sizeof name, "s%d", ++w->fresh);
    lf_text_printf(&w->out, "%s in ", name);
    CHOOSE(w, domains, depth);
    lf_text_addz(&w->out, " where ");
    enter(w, name);
    CHOOSE(w, loop_tests, depth + 1);
    leave(w);
}

/* NUMBER for s1 in DOMAIN where CONDITION */
static void put_generator(writer *w, int depth) {
    char name[NAME_ROOM];
    snprintf(name, sizeof name, "s%d", ++w->fresh);
    enter(w, name);
    CHOOSE(w, numbers, depth);
    leave(w);
    lf_text_printf(&w->out, " for %s in ", name);
    CHOOSE(w, domains, depth);
    lf_text_addz(&w->out, " where ");
    enter(w, name);
    CHOOSE(w, loop_tests, depth + 1);
    leave(w);
}

/* {s1 in reachable(ELEMENT, SET, 2) where s1 != ELEMENT} */
static void put_others(writer *w, int depth) {
    const char *element = w->variables[w->variable_count - 1];
    const int name = ++w->fresh;
    lf_text_printf(&w->out, "{s%d in reachable(%s, ", name, element);
    CHOOSE(w, sets, depth);
    lf_text_printf(&w->out, "%s) where s%d != %s}", roll(w, 2) == 0 ? ", 2" : "", name, element);
}

/* ---- calls ---- */

static void put_argument(writer *w, int which, int depth) {
    if (which == P)
        CHOOSE(w, space_arguments, depth);
    else if (which == F)
        CHOOSE(w, seat_arguments, depth);
    else if (which == K)
        CHOOSE(w, kinds_arguments, depth);
    else if (which == B)
        CHOOSE(w, truth_arguments, depth);
    else
        CHOOSE(w, number_arguments, depth);
}

/* A call of a function that is there already, or something else of its type. */
static void put_call(writer *w, answer gives, const char *otherwise, int depth) {
    for (int tries = 0; tries < 12 && w->count > 0; tries++) {
        const int i = roll(w, w->count);
        const function *f = &w->functions[i];
        if (f->gives != gives || (f->risky && !w->risky) || w->loops + f->weight > 3 ||
            (f->weight > 1 && w->loops > 0))
            continue;
        if (w->loops + f->weight > w->weight)
            w->weight = w->loops + f->weight;
        lf_text_printf(&w->out, "f%d(", i);
        const char *between = "";
        for (int which = P; which <= N; which *= 2)
            if ((f->params & which) != 0 && (which != N || roll(w, 3) > 0)) { /* n has a default */
                lf_text_addz(&w->out, between);
                put_argument(w, which, depth < 1 ? depth : 1);
                between = ", ";
            }
        lf_text_addz(&w->out, ")");
        return;
    }
    expand(w, otherwise, depth);
}

/* ---- what stands behind $ ---- */

static void expand_scope(writer *w, char sign) {
    if (sign == 'l')
        w->local = true;
    else if (sign == 't')
        w->table = true;
    else if (sign == 'z')
        w->zone = true, w->loops = w->weight = 1;
    else if (sign == '(')
        enter(w, "e");
    else if (sign == ')')
        leave(w);
    else
        fail_msg("$%c means nothing", sign);
}

static void expand_name(writer *w, char sign) {
    if (sign == 'p')
        put_param(w, P, "p");
    else if (sign == 'f')
        put_param(w, F, "f");
    else if (sign == 'k')
        put_param(w, K, "k");
    else if (sign == 'b')
        put_param(w, B, "b");
    else if (sign == 'n')
        put_param(w, N, "n");
    else if (sign == 'e')
        lf_text_addz(&w->out, w->variables[w->variable_count - 1]);
    else if (sign == 'o')
        lf_text_addz(&w->out, w->variables[w->variable_count - 2]);
    else if (sign == 'x')
        lf_text_printf(&w->out, "x%d", roll(w, w->spaces));
    else
        expand_scope(w, sign);
}

static void expand_sign(writer *w, char sign, int depth) {
    static const struct {
        char sign;
        uint8_t count;
        const rule *rules;
    } lists[] = {
#define LIST(sign, rules) {sign, LF_COUNT(rules), rules}
        LIST('C', conditions), LIST('N', numbers),     LIST('R', rows),
        LIST('A', amounts),    LIST('M', sets),        LIST('U', surroundings),
        LIST('D', domains),    LIST('F', filters),     LIST('S', asked),
        LIST('X', compared),   LIST('c', comparisons), LIST('q', equalities),
        LIST('E', terrains),   LIST('Y', loyalties),   LIST('H', seats),
        LIST('i', constants),  LIST('d', divisions),   LIST('J', dangers),
        LIST('s', simple),     LIST('V', set_dangers),
#undef LIST
    };
    for (size_t i = 0; i < LF_COUNT(lists); i++)
        if (lists[i].sign == sign) {
            w->risky = w->risky || sign == 'J' || sign == 'V';
            choose(w, lists[i].rules, lists[i].count, depth);
            return;
        }
    if (sign == 'W')
        put_walk(w, depth);
    else if (sign == 'G')
        put_generator(w, depth);
    else if (sign == 'O')
        put_others(w, depth);
    else if (sign == '1')
        put_call(w, BOOL, "(any $F in $S)", depth);
    else if (sign == '2')
        put_call(w, INT, "$R", depth);
    else if (sign == '3')
        put_call(w, SPACES, "marked", depth);
    else
        expand_name(w, sign);
}

static void expand(writer *w, const char *text, int depth) {
    for (const char *c = text; *c != '\0'; c++)
        if (*c == '$')
            expand_sign(w, *++c, depth);
        else
            lf_text_add(&w->out, c, 1);
}

static void put_signature(const writer *w, lf_text *out) {
    static const char *const params[] = {
        [P] = "space p", [F] = "seat f", [K] = "pieces k", [B] = "bool b", [N] = "int n = 2"};
    const char *between = "(";
    lf_text_printf(out, "  f%d", w->count);
    for (int which = P; which <= N; which *= 2)
        if ((w->used & which) != 0) {
            lf_text_printf(out, "%s%s", between, params[which]);
            between = ", ";
        }
    lf_text_addz(out, w->used ? "): " : ": ");
}

static void write_function(writer *w) {
    lf_text whole = {0};
    size_t body = 0;
    int sum = 0;
    for (size_t i = 0; i < LF_COUNT(bodies); i++)
        sum += bodies[i].often;
    for (int left = roll(w, sum); (left -= bodies[body].often) >= 0;)
        body++;
    w->out = (lf_text){0};
    w->variable_count = w->used = w->loops = w->weight = w->fresh = 0;
    w->zone = w->table = w->local = false;
    w->risky = roll(w, 10) < 4;
    w->asks_p = roll(w, 2) == 0;
    expand(w, bodies[body].text, bodies[body].depth + roll(w, bodies[body].depth + 1));
    put_signature(w, &whole);
    lf_text_addz(&whole, w->out.data);
    lf_text_free(&w->out);
    w->functions[w->count++] =
        (function){whole.data, bodies[body].gives, w->used, w->weight, w->risky};
}

/* ---- the game around them ---- */

static const char declarations[] =
    "metadata: { id: optimisations, name: Optimisations }\n"
    "seats: [Red, Blue, Green]\n"
    "seatGroups: { Allies: [Red, Blue] }\n"
    "pieces:\n"
    "  - { id: red-troops, seat: Red, type: troops, count: 200, supply: red-box }\n"
    "  - { id: red-scouts, seat: Red, type: scouts, states: [hidden, seen], count: 200, supply: "
    "red-box }\n"
    "  - { id: blue-scouts, seat: Blue, type: scouts, states: [hidden, seen], count: 200, supply: "
    "blue-box }\n"
    "  - { id: rocks, type: rocks, count: 200, supply: lost }\n"
    "zones:\n"
    "  - { id: red-box, owner: Red }\n"
    "  - { id: blue-box, owner: Blue }\n"
    "  - { id: lost }\n"
    "  - { id: camp, keepsStates: true }\n"
    "spaceProperties:\n"
    "  - { name: terrain, type: [city, hill, road] }\n"
    "  - { name: worth, type: int, default: 0 }\n"
    "  - { name: coastal, type: boolean }\n"
    "  - { name: home, type: seat }\n"
    "  - { name: port, type: space }\n"
    "globalVars:\n"
    "  - { name: gold, type: int, min: 0, max: 9 }\n"
    "  - { name: debt, type: int, min: -9, max: 9 }\n"
    "  - { name: war, type: boolean }\n"
    "  - { name: plague, type: boolean }\n"
    "  - { name: marked, type: spaces }\n"
    "  - { name: capital, type: space }\n"
    "  - { name: leader, type: seat }\n"
    "  - { name: pile, type: int, max: 5, by: 0..5 }\n"
    "  - { name: fronts, type: spaces, by: 1..2 }\n"
    "seatVars:\n"
    "  - { name: claimed, type: spaces }\n"
    "  - { name: held, type: int, max: 9, by: 0..2 }\n"
    "variableGroups: { woes: [war, plague] }\n"
    "spaceVars:\n"
    "  - { name: level, type: int, min: 0, max: 5 }\n"
    "  - { name: slope, type: int, min: -3, max: 3 }\n"
    "  - { name: depth, type: int, min: 0, max: 9 }\n"
    "  - { name: burnt, type: boolean }\n"
    "  - { name: refuge, type: space }\n"
    "  - { name: holder, type: seat }\n"
    "  - { name: visitors, type: seats }\n"
    "  - { name: near, type: spaces }\n"
    "  - { name: marks, type: int, max: 4, by: 0..1 }\n"
    "markers:\n"
    "  - { id: loyalty, states: [hostile, neutral, friendly], default: neutral }\n"
    "options:\n"
    "  - { id: longGame, type: boolean, default: false }\n"
    "turnStructure: { phases: [{ id: main }] }\n"
    "actions:\n"
    "  - { id: wait, phase: main, effects: 'gold += 1' }\n"
    "  - { id: rest, phase: main, effects: 'gold -= 1' }\n";

/* A position by dice. How crowded it is, is rolled as well. */
static const char position[] = "setup: |\n"
                               "  let crowd = roll 6\n"
                               "  let sought = roll 18\n"
                               "  gold = roll 4 - 1\n"
                               "  debt = roll 7 - 4\n"
                               "  let d = roll 2\n"
                               "  war = d == 1\n"
                               "  plague = gold == 1\n"
                               "  d = roll 4\n"
                               "  if d > 1: leader = Blue\n"
                               "  if d > 2: activePlayer = Blue\n"
                               "  for s in spaces\n"
                               "    d = roll 6\n"
                               "    if d < crowd: place (d + 1) / 2 Red troops in s\n"
                               "    d = roll 6\n"
                               "    if d < crowd: place 1 Red hidden scouts in s\n"
                               "    if d < crowd - 1: place 1 Red seen scouts in s\n"
                               "    d = roll 6\n"
                               "    if d < crowd: place d Blue hidden scouts in s\n"
                               "    if d < crowd and d > 2: flip 1 Blue scouts in s to seen\n"
                               "    d = roll 9\n"
                               "    if d < crowd: place 1 rocks in s\n"
                               "    s.level = max(0, roll 6 - 2)\n"
                               "    s.slope = roll 7 - 4\n"
                               "    s.depth = roll 16 - 1\n"
                               "    d = roll 3\n"
                               "    s.burnt = d == 1\n"
                               "    d = roll 3\n"
                               "    if d == 1: s.loyalty = hostile\n"
                               "    if d == 2: s.loyalty = friendly\n"
                               "    d = roll 4\n"
                               "    if d == 1: s.holder = Red\n"
                               "    if d == 2: s.holder = Blue\n"
                               "    d = roll 3\n"
                               "    if d == 1: marked += s\n"
                               "    if d == 2: Red.claimed += s\n"
                               "    if d == 3: s.visitors = {Red, Blue}\n"
                               "    if d != 1: s.near = adjacent(s)\n"
                               "    s.marks[0] = d\n"
                               "    Blue.held[d - 1] += 1\n"
                               "    pile[s.level] += d\n"
                               "    if s.burnt: fronts[d mod 2 + 1] += s\n"
                               "    d = roll 4\n"
                               "    if d == 1: s.refuge = capital\n"
                               "    if d == 2: s.refuge = s\n"
                               "    sought -= 1\n"
                               "    if sought == 3: capital = s\n"
                               "  d = roll 3\n"
                               "  place d Red hidden scouts in camp\n"
                               "  if d == 2: place 2 rocks in camp\n";

static void write_space(writer *w, lf_text *out, int i) {
    static const char *const homes[] = {"Red", "Blue", "none"};
    lf_text_printf(out, "  - { id: x%d, terrain: %s, worth: %d, coastal: %s, home: %s", i,
                   terrains[roll(w, 3)].text, roll(w, 7) - 2, roll(w, 100) < 40 ? "true" : "false",
                   homes[roll(w, 3)]);
    if (roll(w, 100) < 60)
        lf_text_printf(out, ", port: x%d", roll(w, w->spaces));
    if (i > 0 && i + 1 < w->spaces) { /* the last one is an island */
        lf_text_printf(out, ", adjacent: [x%d", i - 1);
        for (int more = roll(w, 3); more > 0; more--) {
            const int other = roll(w, i);
            if (other != i - 1)
                lf_text_printf(out, ", x%d", other);
        }
        lf_text_addz(out, "]");
    }
    lf_text_addz(out, " }\n");
}

/* `more` stands behind all of it, in the same block. */
static inline void write_game(writer *w, const char *path, const char *more) {
    lf_text out = {0};
    lf_text_printf(&out, "```yaml\n%s%sspaces:\n", declarations, position);
    for (int i = 0; i < w->spaces; i++)
        write_space(w, &out, i);
    lf_text_addz(&out, "procedures:\n"
                       "  upset(space p, int n): |\n"
                       "    gold += n\n"
                       "    war = not war\n"
                       "    p.burnt = not p.burnt\n"
                       "    if p in marked: marked -= p\n"
                       "    else: marked += p\n"
                       "    remove 1 Red scouts from p declared\n"
                       "    place 1 rocks in p\n"
                       "functions:\n"
                       "  cap(bool b, int most-of = none): if b then most-of else 2\n"
                       "  picky(space p, int n): p.level > 4 and p.worth > n\n"
                       "  shaky(int n): |\n"
                       "    if n > 2: return true\n"
                       "    return 6 / gold > n\n");
    for (int i = 0; i < w->count; i++)
        lf_text_printf(&out, "%s\n", w->functions[i].text);
    lf_text_printf(&out, "%s```\n", more);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(out.data, file);
    assert_int_equal(fclose(file), 0);
    lf_text_free(&out);
}

/* ---- arguments ---- */

typedef struct {
    int64_t words[5];
    uint32_t count;
    char text[96]; /* as it stands in a call */
} arguments;

static int64_t one_argument(writer *w, int which, char *text, size_t size) {
    static const char *const names[SEATS] = {"Red", "Blue", "Green"};
    static const struct {
        const char *name;
        int64_t mask;
    } kinds[] = {
        {"troops", 1}, {"scouts", 30}, {"(Red pieces)", 7}, {"(hidden scouts)", 10}, {"rocks", 32}};
    int value = 0;
    switch (which) {
    case P:
        value = roll(w, 12) == 0 ? -1 : roll(w, w->spaces);
        snprintf(text, size, value < 0 ? "none" : "x%d", value);
        return value;
    case F:
        value = roll(w, SEATS);
        snprintf(text, size, "%s", names[value]);
        return value;
    case K:
        value = roll(w, (int)LF_COUNT(kinds));
        snprintf(text, size, "%s", kinds[value].name);
        return kinds[value].mask;
    case B:
        value = roll(w, 2);
        snprintf(text, size, "%s", value ? "true" : "false");
        return value;
    default:
        value = roll(w, 5) - 1;
        snprintf(text, size, "%d", value);
        return value;
    }
}

static inline arguments random_arguments(writer *w, int params) {
    arguments a = {.count = 0};
    for (int which = P; which <= N; which *= 2) {
        char text[32];
        if ((params & which) == 0)
            continue;
        const size_t length = strlen(a.text);
        a.words[a.count] = one_argument(w, which, text, sizeof text);
        snprintf(a.text + length, sizeof a.text - length, "%s%s", a.count > 0 ? ", " : "", text);
        a.count++;
    }
    return a;
}

#endif
