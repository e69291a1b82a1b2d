/* why_sets.c: why something is not in a set, and why a search through one finds nothing.
 *
 * A set is followed to where it is made: the filter of a selection, the body of a function, what a
 * local was made with. Of a search the elements are asked one by one, and those that fail at the
 * same condition are told together. */
#include "why.h"

#define MAX_SEARCHES 2 /* within each other; deeper ones are only said to find nothing */
#define MAX_GROUPS 3

/* ---- membership ---- */

static lf_node *in_node(lf_asker *why, const lf_node *x, const lf_node *set) {
    lf_node *n = lf_why_node(why, LF_N_BINARY, LF_W_IN, set, (lf_type){.base = LF_T_BOOL});
    n->kids[LF_K_BINARY_LEFT] = (lf_node *)(uintptr_t)x;
    n->kids[LF_K_BINARY_RIGHT] = (lf_node *)(uintptr_t)set;
    return n;
}

static void explain_in(lf_asker *why, const lf_node *x, const lf_node *set,
                       const lf_why_local *locals, bool want, bool own, lf_reasons *out) {
    lf_why_explain(why, in_node(why, x, set), locals, want, own, out);
}

static void in_selection(lf_asker *why, const lf_node *x, const lf_node *set,
                         const lf_why_local *locals, bool want, bool own, lf_reasons *out) {
    const uint32_t before = out->count;
    if (want)
        explain_in(why, x, set->kids[LF_K_AGG_IN], locals, true, own, out);
    if (out->count > before)
        return;
    const lf_why_local *element = lf_why_bind(why, locals, set->symbol, x, locals);
    if (element != NULL)
        lf_why_explain(why, set->kids[LF_K_AGG_WHERE], element, want, own, out);
}

/* The body of a function knows the element by a name of our own. */
static void in_call(lf_asker *why, const lf_node *x, const lf_node *set, const lf_why_local *locals,
                    bool want, lf_reasons *out) {
    const lf_why_local *inner = locals;
    const lf_node *body = lf_why_body(why, set, &inner);
    lf_node *name = lf_why_name(why, x->type);
    const lf_why_local *element =
        body != NULL ? lf_why_bind(why, inner, name->symbol, x, locals) : NULL;
    if (element != NULL)
        explain_in(why, name, body, element, want, want, out);
}

static void in_combination(lf_asker *why, const lf_node *x, const lf_node *set,
                           const lf_why_local *locals, bool want, bool own, lf_reasons *out) {
    const lf_node *left = set->kids[LF_K_BINARY_LEFT], *right = set->kids[LF_K_BINARY_RIGHT];
    const bool except = set->word == LF_W_EXCEPT;
    const bool each_counts = set->word == LF_W_OR ? !want : want;
    lf_reasons sides[2] = {{.count = 0}, {.count = 0}};
    explain_in(why, x, left, locals, want, own, &sides[0]);
    explain_in(why, x, right, locals, except ? !want : want, own, &sides[1]);
    if (!each_counts) {
        lf_why_join(why, sides, 2, out);
        return;
    }
    for (int side = 0; side < 2; side++)
        for (uint32_t i = 0; i < sides[side].count; i++)
            lf_why_add(out, sides[side].items[i]);
}

/* "A, B or C". */
static const char *list_items(lf_asker *why, const lf_node *items, const lf_why_local *locals) {
    const char *text = NULL;
    for (uint32_t i = 0; i < items->kid_count; i++) {
        const char *item = lf_why_said(why, items->kids[i], locals);
        const char *between = i + 1 == items->kid_count ? " or " : ", ";
        if (item == NULL)
            return NULL;
        text = text == NULL ? item : lf_arena_printf(why->arena, "%s%s%s", text, between, item);
    }
    return text;
}

/* What was asked for needs no saying again. */
static bool is_the_question(const lf_node *x) {
    return x->kind == LF_N_NAME && x->name[0] == '\0';
}

static const char *needed_text(lf_asker *why, const lf_node *x, const lf_why_local *locals,
                               const char *needed, bool want) {
    const char *phrase = lf_why_phrase(why, x, locals), *value = lf_why_said(why, x, locals);
    if (value == NULL || needed == NULL)
        return NULL;
    if (want && phrase == NULL && is_the_question(x))
        return lf_arena_printf(why->arena, "%s is not %s", value, needed);
    if (!want && phrase == NULL)
        return lf_arena_printf(why->arena, "%s" LF_WHY_NAMED, value);
    const char *is = lf_why_is(why, phrase, value);
    return want ? lf_arena_printf(why->arena, "%s" LF_WHY_MUST_BE "%s", is, needed) : is;
}

static const char *range_text(lf_asker *why, const lf_node *x, const lf_node *range,
                              const lf_why_local *locals, bool want) {
    const char *low = lf_why_said(why, range->kids[LF_K_RANGE_MIN], locals);
    const char *high = lf_why_said(why, range->kids[LF_K_RANGE_MAX], locals);
    if (low == NULL || high == NULL)
        return NULL;
    return needed_text(why, x, locals, lf_arena_printf(why->arena, "from %s to %s", low, high),
                       want);
}

/* Sets that the engine makes: "the hill is not next to the harbour". */
static const char *builtin_text(lf_asker *why, const lf_node *x, const lf_node *set,
                                const lf_why_local *locals, bool want) {
    const lf_node *args = set->kind == LF_N_CALL ? set->kids[LF_K_CALL_ARGS] : NULL;
    const char *value = lf_why_said(why, x, locals), *no = want ? "not " : "";
    const char *from =
        args != NULL && args->kid_count > 0 && args->kids[0]->type.base != LF_T_SPACES
            ? lf_why_said(why, args->kids[0], locals)
            : NULL;
    if (value == NULL || set->symbol == NULL || set->symbol->kind != LF_SYM_BUILTIN)
        return NULL;
    switch ((lf_builtin)set->symbol->index) {
    case LF_BUILTIN_SPACES:
        return lf_arena_printf(why->arena, "%s is %sa space of the map", value, no);
    case LF_BUILTIN_ADJACENT:
        return from != NULL ? lf_arena_printf(why->arena, "%s is %snext to %s", value, no, from)
                            : NULL;
    case LF_BUILTIN_REACHABLE:
        return from == NULL ? NULL
               : want
                   ? lf_arena_printf(why->arena, "there is no path between %s and %s", from, value)
                   : lf_arena_printf(why->arena, "there is a path between %s and %s", from, value);
    case LF_BUILTIN_CARDS_IN:
        return from != NULL ? lf_arena_printf(why->arena, "%s is %sin %s", value, no, from) : NULL;
    default:
        return NULL;
    }
}

static const char *plural_of_domain(const lf_node *domain) {
    switch ((lf_base_type)domain->type.base) {
    case LF_T_SPACES:
    case LF_T_ZONES:
        return "spaces";
    case LF_T_SEATS:
        return "sides";
    case LF_T_CARDS:
        return "cards";
    case LF_T_DIRECTIONS:
        return "directions";
    default:
        return "possibilities";
    }
}

#define MAX_NAMED 6 /* members that are named; of more only their number is said */

static const char *group_text(lf_asker *why, const lf_node *x, const lf_node *set,
                              const lf_why_local *locals, bool want) {
    int64_t elements[LF_MAX_OPTIONS];
    const char *value = lf_why_said(why, x, locals), *phrase = lf_why_phrase(why, set, locals);
    if (value == NULL)
        return NULL;
    if (phrase != NULL)
        return lf_arena_printf(why->arena,
                               want ? "%s is not among the %s" : "%s is already among the %s",
                               value, phrase);
    const int count = lf_why_elements(why, set, locals, elements, LF_MAX_OPTIONS);
    const char *members = lf_why_said(why, set, locals);
    if (count <= 0 || members == NULL)
        return NULL;
    if (want && count > MAX_NAMED)
        return lf_arena_printf(why->arena, "%s is not among the %d %s to choose from", value, count,
                               plural_of_domain(set));
    return needed_text(why, x, locals,
                       count == 1 ? members : lf_arena_printf(why->arena, "one of %s", members),
                       want);
}

static const char *pieces_text(lf_asker *why, const lf_node *x, const lf_node *set,
                               const lf_why_local *locals, bool want) {
    const char *pieces = lf_why_said(why, x, locals), *others = lf_why_said(why, set, locals);
    if (pieces == NULL || others == NULL)
        return NULL;
    if (set->kind != LF_N_KINDS)
        return lf_arena_printf(why->arena, want ? "%s are no %s" : "%s are %s", pieces, others);
    return lf_why_presence(why, pieces, set->kids[LF_K_IN], locals, !want);
}

static const char *member_text(lf_asker *why, const lf_node *x, const lf_node *set,
                               const lf_why_local *locals, bool want) {
    const char *text = builtin_text(why, x, set, locals, want);
    if (text != NULL)
        return text;
    if (set->kind == LF_N_SET)
        return needed_text(why, x, locals, list_items(why, set->kids[LF_K_LIST], locals), want);
    if (set->kind == LF_N_RANGE)
        return range_text(why, x, set, locals, want);
    if (set->type.base == LF_T_PIECES)
        return pieces_text(why, x, set, locals, want);
    return lf_is_set(set->type) && set->type.base != LF_T_INTS
               ? group_text(why, x, set, locals, want)
               : NULL;
}

static bool is_seat_in_group(const lf_node *x, const lf_node *set) {
    return x->type.base == LF_T_SEAT && set->symbol != NULL &&
           set->symbol->kind == LF_SYM_SEAT_GROUP;
}

static const lf_node *made_with(lf_asker *why, const lf_node *set, const lf_why_local **there) {
    return set->kind == LF_N_NAME && set->symbol != NULL
               ? lf_why_definition(why, set->symbol, there)
               : NULL;
}

/* The set may have been made by a caller, who knows the element by a name of our own. */
static void in_definition(lf_asker *why, const lf_node *x, const lf_node *made,
                          const lf_why_local *locals, const lf_why_local *there, bool want,
                          bool own, lf_reasons *out) {
    lf_node *name = lf_why_name(why, x->type);
    const lf_why_local *element =
        there == locals ? locals : lf_why_bind(why, there, name->symbol, x, locals);
    if (element != NULL)
        explain_in(why, there == locals ? x : name, made, element, want, own, out);
}

static bool followed(lf_asker *why, const lf_node *x, const lf_node *set,
                     const lf_why_local *locals, bool want, bool own, lf_reasons *out) {
    const lf_why_local *there = locals;
    const lf_node *made = made_with(why, set, &there);
    if (made != NULL)
        in_definition(why, x, made, locals, there, want, own, out);
    else if (set->kind == LF_N_SELECT)
        in_selection(why, x, set, locals, want, own, out);
    else if (set->kind == LF_N_CALL && set->symbol != NULL && set->symbol->kind == LF_SYM_FUNCTION)
        in_call(why, x, set, locals, want, out);
    else if (set->kind == LF_N_BINARY)
        in_combination(why, x, set, locals, want, own, out);
    else if (set->kind == LF_N_COND) {
        const lf_why_truth when = lf_why_truth_of(why, set->kids[LF_K_COND_WHEN], locals);
        if (when == LF_WHY_YES || when == LF_WHY_NO)
            explain_in(why, x, set->kids[when == LF_WHY_YES ? LF_K_COND_THEN : LF_K_COND_ELSE],
                       locals, want, own, out);
    } else
        return false;
    return true;
}

void lf_why_member(lf_asker *why, const lf_node *x, const lf_node *set, const lf_why_local *locals,
                   bool want, bool own, lf_reasons *out) {
    const uint32_t before = out->count;
    if (followed(why, x, set, locals, want, own, out) && out->count > before)
        return;
    if (is_seat_in_group(x, set)) {
        const char *seats = lf_why_said(why, set, locals);
        const char *text =
            seats != NULL
                ? lf_arena_printf(why->arena, want ? "only %s can do this" : "%s cannot do this",
                                  seats)
                : NULL;
        lf_why_add(out, (lf_reason){.text = text, .at = set, .who = true});
        return;
    }
    const char *text = member_text(why, x, set, locals, want);
    lf_why_add(out,
               (lf_reason){.text = text,
                           .at = set,
                           .plain = !want && text != NULL && strstr(text, LF_WHY_NAMED) != NULL});
}

/* ---- searches ---- */

typedef struct {
    const lf_node *at;
    const char *text; /* of the first element of the group */
    int64_t first;
    uint32_t count;
} failing;

static const char *element_label(lf_asker *why, const lf_node *domain, int64_t element) {
    const int64_t words[LF_SET_WORDS_MAX] = {
        domain->type.base == LF_T_PIECES ? (int64_t)(UINT64_C(1) << element) : element};
    return lf_why_say(why, lf_why_element_type(domain->type), words);
}

static void add_failing(failing *groups, uint32_t *count, const lf_reasons *reasons,
                        int64_t element) {
    if (reasons->count == 0)
        return;
    const lf_reason *reason = &reasons->items[0];
    for (uint32_t i = 0; i < *count; i++)
        if (groups[i].at == reason->at || strcmp(groups[i].text, reason->text) == 0) {
            groups[i].count++;
            return;
        }
    if (*count < LF_WHY_REASONS)
        groups[(*count)++] = (failing){reason->at, reason->text, element, 1};
}

/* "no boats in the harbour (and 12 more like it)" */
static const char *failing_group_text(lf_asker *why, const lf_node *domain, const failing *group,
                                      bool alone) {
    const char *label = element_label(why, domain, group->first);
    const bool named = label == NULL || strstr(group->text, label) != NULL;
    if (group->count == 1)
        return named || alone ? group->text
                              : lf_arena_printf(why->arena, "%s (%s)", group->text, label);
    if (named)
        return lf_arena_printf(why->arena, "%s (and %u more like it)", group->text,
                               group->count - 1);
    return alone ? group->text
                 : lf_arena_printf(why->arena, "%s (%s and %u more)", group->text, label,
                                   group->count - 1);
}

static const failing *biggest(const failing *groups, uint32_t count, const failing *below) {
    const failing *best = NULL;
    for (uint32_t i = 0; i < count; i++) {
        const bool lower = below == NULL || groups[i].count < below->count ||
                           (groups[i].count == below->count && &groups[i] > below);
        if (lower && (best == NULL || groups[i].count > best->count))
            best = &groups[i];
    }
    return best;
}

static const char *search_text(lf_asker *why, const lf_node *domain, const failing *groups,
                               uint32_t count, int elements) {
    const char *text = NULL;
    const failing *group = biggest(groups, count, NULL);
    for (uint32_t shown = 0; group != NULL && shown < MAX_GROUPS; shown++) {
        const char *group_reasons = failing_group_text(why, domain, group, count == 1);
        text = text == NULL ? group_reasons
                            : lf_arena_printf(why->arena, "%s; %s", text, group_reasons);
        group = biggest(groups, count, group);
    }
    if (text == NULL)
        return lf_arena_printf(why->arena, "none of the %d %s qualifies", elements,
                               plural_of_domain(domain));
    return elements == 1 ? text
                         : lf_arena_printf(why->arena, "none of the %d %s qualifies: %s", elements,
                                           plural_of_domain(domain), text);
}

/* The elements of the left side that the right side lets pass, as a search: there is none. */
static void explain_empty_cut(lf_asker *why, const lf_node *set, const lf_why_local *locals,
                              lf_reasons *out) {
    lf_node *element = lf_why_name(why, lf_why_element_type(set->type));
    lf_node *where = in_node(why, element, set->kids[LF_K_BINARY_RIGHT]);
    if (set->word == LF_W_EXCEPT) {
        lf_node *outside = lf_why_node(why, LF_N_UNARY, LF_W_NOT, where, where->type);
        outside->kids[LF_K_UNARY_ARG] = where;
        where = outside;
    }
    lf_why_nothing(why, set->kids[LF_K_BINARY_LEFT], where, element->symbol, locals, out);
}

static const char *empty_text(lf_asker *why, const lf_node *set, const lf_why_local *locals) {
    const char *phrase = lf_why_phrase(why, set, locals);
    if (phrase != NULL)
        return lf_arena_printf(why->arena, "there are no %s", phrase);
    if (set->kind == LF_N_RANGE) {
        const char *low = lf_why_said(why, set->kids[LF_K_RANGE_MIN], locals);
        const char *high = lf_why_said(why, set->kids[LF_K_RANGE_MAX], locals);
        return low == NULL || high == NULL
                   ? NULL
                   : lf_arena_printf(why->arena,
                                     "at least %s is needed, and at most %s is possible", low,
                                     high);
    }
    return set->kind == LF_N_KINDS ? lf_why_there(why, set, locals, false) : NULL;
}

/* What a set of none is made of. */
static void explain_empty(lf_asker *why, const lf_node *set, const lf_why_local *locals,
                          lf_reasons *out) {
    const lf_why_local *inner = locals;
    const lf_node *named = made_with(why, set, &inner);
    const lf_node *made = named != NULL ? named : lf_why_body(why, set, &inner);
    if (made != NULL) {
        lf_why_nothing(why, made, NULL, NULL, inner, out);
    } else if (set->kind == LF_N_SELECT) {
        lf_why_nothing(why, set->kids[LF_K_AGG_IN], set->kids[LF_K_AGG_WHERE], set->symbol, locals,
                       out);
    } else if (set->kind == LF_N_COND) {
        const lf_why_truth when = lf_why_truth_of(why, set->kids[LF_K_COND_WHEN], locals);
        if (when == LF_WHY_YES || when == LF_WHY_NO)
            lf_why_nothing(why, set->kids[when == LF_WHY_YES ? LF_K_COND_THEN : LF_K_COND_ELSE],
                           NULL, NULL, locals, out);
    } else if (set->kind == LF_N_BINARY && (set->word == LF_W_AND || set->word == LF_W_EXCEPT) &&
               lf_is_set(set->type)) {
        explain_empty_cut(why, set, locals, out);
    } else {
        lf_why_add(out, (lf_reason){.text = empty_text(why, set, locals), .at = set});
    }
}

void lf_why_nothing(lf_asker *why, const lf_node *domain, const lf_node *where,
                    const lf_symbol *binder, const lf_why_local *locals, lf_reasons *out) {
    int64_t elements[LF_MAX_OPTIONS];
    failing groups[LF_WHY_REASONS];
    uint32_t group_count = 0;
    lf_reasons first = {.count = 0};
    const int count = lf_why_elements(why, domain, locals, elements, LF_MAX_OPTIONS);
    if (count == 0 || where == NULL) {
        explain_empty(why, domain, locals, out);
        return;
    }
    if (count < 0) {
        lf_why_add(out, (lf_reason){.text = LF_WHY_HIDDEN, .at = where});
        return;
    }
    why->searches++;
    for (int i = 0; i < count && why->searches <= MAX_SEARCHES; i++) {
        lf_reasons reasons = {.count = 0};
        lf_why_explain(why, where, lf_why_bind_number(why, locals, binder, elements[i]), true, true,
                       &reasons);
        add_failing(groups, &group_count, &reasons, elements[i]);
        first = i == 0 ? reasons : first;
    }
    why->searches--;
    lf_why_add(out, (lf_reason){.text = search_text(why, domain, groups, group_count, count),
                                .at = where});
    for (uint32_t i = 1; group_count == 1 && i < first.count;
         i++) /* all fail alike: then also what else fails */
        lf_why_add(out, first.items[i]);
}

void lf_why_something(lf_asker *why, const lf_node *domain, const lf_node *where,
                      const lf_symbol *binder, const lf_why_local *locals, bool own,
                      lf_reasons *out) {
    int64_t elements[LF_MAX_OPTIONS];
    const int count = lf_why_elements(why, domain, locals, elements, LF_MAX_OPTIONS);
    const uint32_t before = out->count;
    for (int i = 0; i < count && where != NULL && out->count == before; i++)
        lf_why_explain(why, where, lf_why_bind_number(why, locals, binder, elements[i]), false, own,
                       out);
}
