/* why_explain.c: from a condition that stands in the way to reasons in words.
 *
 * What must be true and is not: of `a and b` those that fail, of `a or b` all together, of `if …
 * then … else …` the side that counts, of a function its body. What must be false and is true goes
 * the same way round. At the leaves stand comparisons, said with the values that they had. */
#include "why.h"

#define MAX_DEPTH 40
#define MAX_JOINED 3 /* alternatives that are named; of more only the number is said */

void lf_why_add(lf_reasons *reasons, lf_reason reason) {
    if (reason.text == NULL || reasons->count == LF_WHY_REASONS)
        return;
    for (uint32_t i = 0; i < reasons->count; i++)
        if (strcmp(reasons->items[i].text, reason.text) == 0)
            return;
    reasons->items[reasons->count++] = reason;
}

/* ---- and, or ---- */

static bool is_about_who(const lf_reasons *reasons) {
    for (uint32_t i = 0; i < reasons->count; i++)
        if (reasons->items[i].who)
            return true;
    return false;
}

/* "Sky is calm and must be rain" and "Sky is calm and must be storm" are one: "Sky is calm and must
 * be rain or storm". */
static const char *both(lf_asker *why, const char *text, const char *more) {
    static const char needed[] = LF_WHY_MUST_BE;
    const char *a = strstr(text, needed), *b = strstr(more, needed);
    if (a != NULL && b != NULL && a - text == b - more &&
        strncmp(text, more, (size_t)(a - text)) == 0)
        return lf_arena_printf(why->arena, "%s or %s", text, b + strlen(needed));
    return lf_arena_printf(why->arena, "%s, and %s", text, more);
}

static bool is_no_alternative(const lf_reasons *reasons) {
    return is_about_who(reasons) || (reasons->count == 1 && reasons->items[0].plain);
}

/* What only another seat, or another thing, could do is no alternative, if there is one for
 * this. */
void lf_why_join(lf_asker *why, const lf_reasons *alternatives, uint32_t count, lf_reasons *out) {
    const char *text = NULL;
    const lf_node *at = NULL;
    uint32_t shown = 0, left = 0, own = 0;
    for (uint32_t i = 0; i < count; i++)
        own += alternatives[i].count > 0 && !is_no_alternative(&alternatives[i]);
    for (uint32_t i = 0; i < count; i++) {
        const lf_reasons *one = &alternatives[i];
        if (one->count == 0 || (own > 0 && is_no_alternative(one)))
            continue;
        if (shown == MAX_JOINED) {
            left++;
            continue;
        }
        if (text != NULL && strstr(text, one->items[0].text) != NULL)
            continue;
        text = text == NULL ? one->items[0].text : both(why, text, one->items[0].text);
        at = at != NULL ? at : one->items[0].at;
        shown++;
    }
    if (left > 0)
        text = lf_arena_printf(why->arena, "%s, and %u more like it", text, left);
    bool who = shown > 0;
    for (uint32_t i = 0; i < count; i++)
        who = who && (alternatives[i].count == 0 || is_about_who(&alternatives[i]));
    lf_why_add(out, (lf_reason){.text = text, .at = at, .who = who});
}

#define MAX_ALTERNATIVES 16

static void alternatives_of(lf_asker *why, const lf_node *n, lf_word word,
                            const lf_why_local *locals, bool want, bool own, lf_reasons *each,
                            uint32_t *count) {
    if (n->kind == LF_N_BINARY && n->word == word && n->type.base == LF_T_BOOL &&
        n->because == NULL) {
        alternatives_of(why, n->kids[LF_K_BINARY_LEFT], word, locals, want, own, each, count);
        alternatives_of(why, n->kids[LF_K_BINARY_RIGHT], word, locals, want, own, each, count);
        return;
    }
    if (*count == MAX_ALTERNATIVES)
        return;
    each[*count] = (lf_reasons){.count = 0};
    lf_why_explain(why, n, locals, want, own, &each[*count]);
    (*count)++;
}

static void explain_logical(lf_asker *why, const lf_node *n, const lf_why_local *locals, bool want,
                            bool own, lf_reasons *out) {
    const bool each_counts = (n->word == LF_W_AND) == want;
    if (!each_counts) {
        lf_reasons each[MAX_ALTERNATIVES];
        uint32_t count = 0;
        alternatives_of(why, n, (lf_word)n->word, locals, want, own, each, &count);
        lf_why_join(why, each, count, out);
        return;
    }
    lf_reasons sides[2] = {{.count = 0}, {.count = 0}};
    lf_why_explain(why, n->kids[LF_K_BINARY_LEFT], locals, want, own, &sides[0]);
    lf_why_explain(why, n->kids[LF_K_BINARY_RIGHT], locals, want, own, &sides[1]);
    const bool who = is_about_who(&sides[0]) || is_about_who(&sides[1]);
    for (int side = 0; side < 2; side++)
        for (uint32_t i = 0; i < sides[side].count; i++)
            if (!who || sides[side].items[i].who)
                lf_why_add(out, sides[side].items[i]);
}

/* ---- comparisons ---- */

static bool is_acting_seat(const lf_node *n) {
    return n->type.base == LF_T_SEAT && n->kind == LF_N_NAME && n->symbol != NULL &&
           (n->symbol->kind == LF_SYM_LOCAL ||
            (n->symbol->kind == LF_SYM_BUILTIN && n->symbol->index == LF_BUILTIN_ACTIVE_PLAYER));
}

static const char *needed_words(lf_word comparison, bool number) {
    switch (comparison) {
    case LF_W_EQ:
        return number ? "exactly " : "";
    case LF_W_LT:
        return "less than ";
    case LF_W_LE:
        return "at most ";
    case LF_W_GT:
        return "more than ";
    case LF_W_GE:
        return "at least ";
    default:
        return number ? "a number other than " : "something other than ";
    }
}

/* The same comparison, seen from the other side. */
static lf_word mirror_comparison(lf_word comparison) {
    switch (comparison) {
    case LF_W_LT:
        return LF_W_GT;
    case LF_W_LE:
        return LF_W_GE;
    case LF_W_GT:
        return LF_W_LT;
    case LF_W_GE:
        return LF_W_LE;
    default:
        return comparison;
    }
}

static const char *with_value(lf_asker *why, const char *phrase, const char *value) {
    return phrase == NULL || strcmp(phrase, value) == 0
               ? value
               : lf_arena_printf(why->arena, "%s (%s)", phrase, value);
}

static const char *seat_text(lf_asker *why, const lf_node *other, const lf_why_local *locals,
                             lf_word needed) {
    const char *seat = lf_why_said(why, other, locals);
    return seat == NULL
               ? NULL
               : lf_arena_printf(why->arena,
                                 needed == LF_W_EQ ? "only %s can do this" : "%s cannot do this",
                                 seat);
}

/* Must a number that is 0 be more than that? */
static bool is_missing(lf_word needed, const char *value, const char *wanted) {
    return strcmp(value, "0") == 0 && strcmp(wanted, needed == LF_W_GE ? "1" : "0") == 0 &&
           (needed == LF_W_GE || needed == LF_W_GT || needed == LF_W_NE);
}

/* "Resources of Red are 2 and must be at least 3", "Harbour has no Boats". */
static const char *comparison_text(lf_asker *why, const lf_node *n, const lf_why_local *locals,
                                   bool want) {
    const lf_node *left = n->kids[LF_K_BINARY_LEFT], *right = n->kids[LF_K_BINARY_RIGHT];
    lf_word needed = want ? (lf_word)n->word : lf_opposite((lf_word)n->word);
    const char *name = lf_why_phrase(why, left, locals), *other = lf_why_phrase(why, right, locals);
    if (name == NULL && other != NULL) {
        const lf_node *swapped = left;
        left = right, right = swapped;
        name = other, other = NULL;
        needed = mirror_comparison(needed);
    }
    const char *value = lf_why_said(why, left, locals), *wanted = lf_why_said(why, right, locals);
    if (value == NULL || wanted == NULL)
        return LF_WHY_HIDDEN;
    const bool number = left->type.base == LF_T_INT;
    if (number && is_missing(needed, value, wanted) && left->kind == LF_N_COUNT)
        return lf_why_there(why, left, locals, false);
    if (number && is_missing(needed, value, wanted) &&
        (left->kind == LF_N_NAME || left->kind == LF_N_PROP) && name != NULL &&
        lf_why_is_plural(name))
        return lf_arena_printf(why->arena, "there are no %s", name);
    if (!number && needed == LF_W_NE)
        return name != NULL ? lf_why_is(why, name, value)
                            : lf_arena_printf(why->arena, "%s" LF_WHY_NAMED, value);
    return lf_arena_printf(why->arena, "%s" LF_WHY_MUST_BE "%s%s", lf_why_is(why, name, value),
                           needed_words(needed, number), with_value(why, other, wanted));
}

static bool is_call_of(const lf_node *n, lf_builtin builtin) {
    return n->kind == LF_N_CALL && n->symbol != NULL && n->symbol->kind == LF_SYM_BUILTIN &&
           n->symbol->index == (int32_t)builtin;
}

/* The set that a comparison wants not to be empty (S != {}, size(S) > 0), or NULL. */
static const lf_node *wanted_set(const lf_node *n, bool want) {
    const lf_node *left = n->kids[LF_K_BINARY_LEFT], *right = n->kids[LF_K_BINARY_RIGHT];
    const lf_word needed = want ? (lf_word)n->word : lf_opposite((lf_word)n->word);
    if (lf_is_set(left->type) && lf_is_empty_set(right) && needed == LF_W_NE)
        return left;
    const bool some = right->kind == LF_N_INT && ((needed == LF_W_GT && right->value == 0) ||
                                                  (needed == LF_W_NE && right->value == 0) ||
                                                  (needed == LF_W_GE && right->value == 1));
    if (!some)
        return NULL;
    const lf_node *of =
        is_call_of(left, LF_BUILTIN_SIZE) ? left->kids[LF_K_CALL_ARGS]->kids[0] : NULL;
    return of != NULL && lf_is_set(of->type) ? of : NULL;
}

static const lf_node *wanted_count(const lf_node *n, bool want) {
    const lf_node *left = n->kids[LF_K_BINARY_LEFT], *right = n->kids[LF_K_BINARY_RIGHT];
    const lf_word needed = want ? (lf_word)n->word : lf_opposite((lf_word)n->word);
    const bool some =
        right->kind == LF_N_INT && right->value == 0 && (needed == LF_W_GT || needed == LF_W_NE);
    return some && left->kind == LF_N_AGGREGATE && left->word == LF_W_COUNT ? left : NULL;
}

static void explain_comparison(lf_asker *why, const lf_node *n, const lf_why_local *locals,
                               bool want, lf_reasons *out) {
    const lf_node *left = n->kids[LF_K_BINARY_LEFT], *right = n->kids[LF_K_BINARY_RIGHT];
    const lf_node *set = wanted_set(n, want), *count = wanted_count(n, want);
    const lf_word needed = want ? (lf_word)n->word : lf_opposite((lf_word)n->word);
    const bool seats = is_acting_seat(left) || is_acting_seat(right);
    if (set != NULL)
        lf_why_nothing(why, set, NULL, NULL, locals, out);
    else if (count != NULL)
        lf_why_nothing(why, count->kids[LF_K_AGG_IN], count->kids[LF_K_AGG_WHERE], count->symbol,
                       locals, out);
    else if (seats && (needed == LF_W_EQ || needed == LF_W_NE))
        lf_why_add(out, (lf_reason){.text = seat_text(why, is_acting_seat(left) ? right : left,
                                                      locals, needed),
                                    .at = n,
                                    .who = true});
    else
        lf_why_add(out, (lf_reason){.text = comparison_text(why, n, locals, want),
                                    .at = n,
                                    .plain = left->type.base != LF_T_INT &&
                                             lf_why_phrase(why, left, locals) == NULL &&
                                             lf_why_phrase(why, right, locals) == NULL});
}

/* ---- leaves ---- */

static const char *truth_text(lf_asker *why, const lf_node *n, const lf_why_local *locals,
                              bool want) {
    const char *phrase = lf_why_phrase(why, n, locals);
    return phrase == NULL
               ? NULL
               : lf_arena_printf(why->arena, want ? "%s does not hold" : "%s holds", phrase);
}

static void explain_name(lf_asker *why, const lf_node *n, const lf_why_local *locals, bool want,
                         bool own, lf_reasons *out) {
    const lf_node *made = n->symbol != NULL ? lf_why_definition(why, n->symbol, &locals) : NULL;
    if (made != NULL)
        lf_why_explain(why, made, locals, want, own, out);
    else
        lf_why_add(out, (lf_reason){.text = truth_text(why, n, locals, want), .at = n});
}

/* `c.upper` as a condition: has the card this part, and does its `when` hold? */
static void explain_part(lf_asker *why, const lf_node *n, const lf_why_local *locals, bool want,
                         lf_reasons *out) {
    const lf_model *m = why->model;
    int64_t card[LF_SET_WORDS_MAX];
    uint32_t part = 0;
    while (part < m->card_part_count && m->card_parts[part] != n->name)
        part++;
    const bool known = lf_why_value_of(why, n->kids[LF_K_PROP_OF], locals, card);
    if (part == m->card_part_count || !known || card[0] < 0 || card[0] >= (int64_t)m->card_count)
        return;
    const lf_model_part *it = &m->cards[card[0]].parts[part];
    if (it->effects == NULL && want)
        lf_why_add(out, (lf_reason){.text = lf_arena_printf(why->arena, "%s has no %s side",
                                                            m->cards[card[0]].entry.label,
                                                            m->card_part_labels[part]),
                                    .at = n});
    else if (it->when != NULL)
        lf_why_explain(why, it->when, NULL, want, want, out);
}

static void explain_prop(lf_asker *why, const lf_node *n, const lf_why_local *locals, bool want,
                         lf_reasons *out) {
    const char *text = truth_text(why, n, locals, want);
    if (text == NULL && n->kids[LF_K_PROP_OF]->type.base == LF_T_CARD)
        explain_part(why, n, locals, want, out);
    lf_why_add(out, (lf_reason){.text = text, .at = n});
}

static void explain_search(lf_asker *why, const lf_node *n, const lf_why_local *locals, bool want,
                           bool own, lf_reasons *out) {
    const lf_node *in = n->kids[LF_K_AGG_IN], *where = n->kids[LF_K_AGG_WHERE];
    int64_t elements[LF_MAX_OPTIONS];
    if (n->word == LF_W_ANY && want) {
        lf_why_nothing(why, in, where, n->symbol, locals, out);
        return;
    }
    if (n->word == LF_W_ANY) {
        lf_why_something(why, in, where, n->symbol, locals, own, out);
        return;
    }
    if (n->word != LF_W_EVERY || !want)
        return;
    const int count = lf_why_elements(why, in, locals, elements, LF_MAX_OPTIONS);
    const uint32_t before = out->count;
    for (int i = 0; i < count && out->count == before; i++)
        lf_why_explain(why, where, lf_why_bind_number(why, locals, n->symbol, elements[i]), true,
                       own, out);
}

static void explain_call(lf_asker *why, const lf_node *n, const lf_why_local *locals, bool want,
                         lf_reasons *out) {
    const lf_why_local *inner = locals;
    const lf_node *body = lf_why_body(why, n, &inner);
    if (body != NULL)
        lf_why_explain(why, body, inner, want, want, out);
}

static void explain_binary(lf_asker *why, const lf_node *n, const lf_why_local *locals, bool want,
                           bool own, lf_reasons *out) {
    if (lf_is_logical(n))
        explain_logical(why, n, locals, want, own, out);
    else if (n->word == LF_W_IN)
        lf_why_member(why, n->kids[LF_K_BINARY_LEFT], n->kids[LF_K_BINARY_RIGHT], locals, want, own,
                      out);
    else if (lf_is_comparison(n))
        explain_comparison(why, n, locals, want, out);
}

static void explain_branch(lf_asker *why, const lf_node *n, const lf_why_local *locals, bool want,
                           bool own, lf_reasons *out) {
    const lf_why_truth when = lf_why_truth_of(why, n->kids[LF_K_COND_WHEN], locals);
    const lf_node *branch = n->kids[when == LF_WHY_YES ? LF_K_COND_THEN : LF_K_COND_ELSE];
    if (when == LF_WHY_YES || when == LF_WHY_NO)
        lf_why_explain(why, branch, locals, want, own, out);
}

/* Nothing but its own words can be said of a position that is not there. */
static void explain_supposed(lf_asker *why, const lf_node *n, const lf_why_local *locals, bool own,
                             lf_reasons *out) {
    const lf_node *because = n->kids[LF_K_SUPPOSING_VALUE]->because;
    const char *text = because != NULL && own ? lf_why_text(why, because, locals) : NULL;
    lf_why_add(out, (lf_reason){.text = text, .at = n});
}

static void explain_kind(lf_asker *why, const lf_node *n, const lf_why_local *locals, bool want,
                         bool own, lf_reasons *out) {
    switch ((lf_node_kind)n->kind) {
    case LF_N_UNARY:
        lf_why_explain(why, n->kids[LF_K_UNARY_ARG], locals, !want, own, out);
        break;
    case LF_N_BINARY:
        explain_binary(why, n, locals, want, own, out);
        break;
    case LF_N_COND:
        explain_branch(why, n, locals, want, own, out);
        break;
    case LF_N_CALL:
        explain_call(why, n, locals, want, out);
        break;
    case LF_N_ANY:
        lf_why_add(out, (lf_reason){.text = lf_why_there(why, n, locals, !want), .at = n});
        break;
    case LF_N_AGGREGATE:
        explain_search(why, n, locals, want, own, out);
        break;
    case LF_N_NAME:
        explain_name(why, n, locals, want, own, out);
        break;
    case LF_N_PROP:
        explain_prop(why, n, locals, want, out);
        break;
    case LF_N_SUPPOSING:
        explain_supposed(why, n, locals, own, out);
        break;
    default:
        break;
    }
}

void lf_why_explain(lf_asker *why, const lf_node *n, const lf_why_local *locals, bool want,
                    bool own, lf_reasons *out) {
    const lf_why_truth truth = lf_why_truth_of(why, n, locals);
    if (truth == LF_WHY_UNKNOWN || truth == (want ? LF_WHY_YES : LF_WHY_NO) ||
        why->depth == MAX_DEPTH)
        return;
    if (truth == LF_WHY_UNSEEN) {
        lf_why_add(out, (lf_reason){.text = LF_WHY_HIDDEN, .at = n});
        return;
    }
    if (n->because != NULL && own) {
        const char *text = lf_why_text(why, n->because, locals);
        lf_why_add(out, (lf_reason){.text = text != NULL ? text : LF_WHY_HIDDEN, .at = n});
        return;
    }
    why->depth++;
    explain_kind(why, n, locals, want, own, out);
    why->depth--;
}
