/* declare_agents.c: what a designer tells agents about the game: what a position is worth (terms),
 * and what is usually good to look at first (priors).
 *
 * Both are keyed like displays, `purse` or `purse(seat f)`, and their expressions become pure
 * routines of the model, which no rule can call, as the functions of this section. They stand
 * behind all routines of the rules: with or without them the game is the same. */
#include "declare.h"

enum { AGENTS_FUNCTIONS, AGENTS_TERMS, AGENTS_PRIORS, AGENTS_KEYS };
static const lf_key_rule agents_rules[] = {
    [AGENTS_FUNCTIONS] = {"functions", LF_KEY_MAP, LF_KEY_NULLABLE},
    [AGENTS_TERMS] = {"terms", LF_KEY_MAP, LF_KEY_NULLABLE},
    [AGENTS_PRIORS] = {"priors", LF_KEY_MAP, LF_KEY_NULLABLE},
};
LF_SHAPE(agents_shape, "agents", agents_rules, false);

enum { TERM_LABEL, TERM_SEATS, TERM_VALUE, TERM_WEIGHT, TERM_KEYS };
static const lf_key_rule term_rules[] = {
    [TERM_LABEL] = {"label", LF_KEY_SCALAR, 0},
    [TERM_SEATS] = {"seats", LF_KEY_LIST, 0},
    [TERM_VALUE] = {"value", LF_KEY_ANY, LF_KEY_REQUIRED},
    [TERM_WEIGHT] = {"weight", LF_KEY_SCALAR, LF_KEY_REQUIRED},
};
LF_SHAPE(term_shape, "a term", term_rules, false);

enum {
    PRIOR_LABEL,
    PRIOR_SEATS,
    PRIOR_OPTIONS,
    PRIOR_SPACES,
    PRIOR_IN,
    PRIOR_WHEN,
    PRIOR_WEIGHT,
    PRIOR_KEYS
};
static const lf_key_rule prior_rules[] = {
    [PRIOR_LABEL] = {"label", LF_KEY_SCALAR, 0},
    [PRIOR_SEATS] = {"seats", LF_KEY_LIST, 0},
    [PRIOR_OPTIONS] = {"options", LF_KEY_LIST, 0},
    [PRIOR_SPACES] = {"spaces", LF_KEY_ANY, 0},
    [PRIOR_IN] = {"in", LF_KEY_LIST, 0},
    [PRIOR_WHEN] = {"when", LF_KEY_ANY, LF_KEY_NULLABLE},
    [PRIOR_WEIGHT] = {"weight", LF_KEY_SCALAR, LF_KEY_REQUIRED},
};
LF_SHAPE(prior_shape, "a prior", prior_rules, false);

static const lf_doc *part_of_section(lf_declaring *d, const char *key) {
    const lf_doc *section = lf_section_map(d, "agents");
    const lf_doc *part = section != NULL ? lf_doc_get(section, key) : NULL;
    return part != NULL && part->kind == LF_DOC_MAP ? part : NULL;
}

static uint32_t count_in(lf_declaring *d, const char *key) {
    const lf_doc *part = part_of_section(d, key);
    return part != NULL ? part->count : 0;
}

uint32_t lf_agents_routines(lf_declaring *d) {
    /* spaces, when */
    return count_in(d, "functions") + count_in(d, "terms") + 2 * count_in(d, "priors");
}

/* ---- weights ---- */

/* A decimal with up to three places, in thousandths: decimals of a designer are the same number
 * everywhere. */
static bool parse_thousandths(const char *text, int64_t *out) {
    const bool negative = *text == '-';
    int64_t number = 0;
    int places = -1; /* behind the point; -1: before it */
    text += negative;
    if (!(*text >= '0' && *text <= '9'))
        return false;
    for (; *text != '\0'; text++) {
        if (*text == '.' && places < 0 && text[1] != '\0') {
            places = 0;
            continue;
        }
        if (!(*text >= '0' && *text <= '9') || places == 3 || number > 100 * 1000 * 1000)
            return false;
        number = number * 10 + (*text - '0');
        places += places >= 0;
    }
    for (int place = places < 0 ? 0 : places; place < 3; place++)
        number *= 10;
    *out = negative ? -number : number;
    return true;
}

static bool read_weight(lf_declaring *d, const lf_doc *doc, int64_t low, int64_t high,
                        int32_t *out) {
    int64_t weight = 0;
    if (!parse_thousandths(doc->text, &weight)) {
        LF_WRONG(d, LF_E0404, doc, "write it like `3`, `0.25` or `-1.5`",
                 "`weight` must be a number with at most three decimals");
        return false;
    }
    if (weight < low || weight > high) {
        LF_WRONG(d, LF_E0410, doc, NULL, "`weight` must lie between %s and %lld",
                 low > 0 ? "0.01" : "-1000", (long long)high / 1000);
        return false;
    }
    *out = (int32_t)weight;
    return true;
}

/* ---- what terms and priors have in common ---- */

static const lf_subject_rule seat_subject = {1u << LF_T_SEAT,
                                             "a term or prior has a value for the game, or for "
                                             "each seat",
                                             "write `NAME` or `NAME(seat f)`"};

typedef struct {
    lf_entry entry;
    lf_model_param param;
    lf_type of; /* VOID, or a seat */
    uint32_t seats;
} lf_agent_entry;

static uint32_t read_view(lf_declaring *d, const lf_doc *list) {
    int seats[LF_MAX_SEATS];
    uint32_t mask = 0;
    const uint32_t count = list != NULL ? lf_read_seats(d, list, seats) : 0;
    for (uint32_t i = 0; i < count; i++)
        mask |= 1u << seats[i];
    return list != NULL ? mask : (1u << d->m->seat_count) - 1;
}

static bool read_agent_entry(lf_declaring *d, const lf_doc_pair *pair, lf_names_scope scope,
                             const char *what, uint32_t index, lf_agent_entry *out) {
    lf_signature signature = {0};
    if (!lf_parse_signature(&d->parse, pair->key, pair->key_pos, &signature))
        return false;
    out->entry.id = lf_check_name(d, signature.name, pair->key_pos, what, LF_NAME_ROUTINE);
    out->entry.pos = pair->key_pos;
    return out->entry.id != NULL &&
           lf_read_subject(d, &signature, &seat_subject, &out->param, &out->of) &&
           lf_add_local(d, scope, what, out->entry.id, pair->key_pos, (int)index);
}

static void finish_agent_entry(lf_declaring *d, const lf_doc *label, const lf_doc *seats,
                               lf_agent_entry *out) {
    out->entry.label = lf_text_or(label, lf_label_from_id(d, out->entry.id));
    out->seats = read_view(d, seats);
}

static int add_agent_routine(lf_declaring *d, const lf_agent_entry *common, const char *what,
                             const char *key, const lf_doc *doc) {
    const char *name = lf_arena_printf(d->m->arena, "%s %s.%s", what, common->entry.id, key);
    const int routine = lf_add_expression(d, name, &common->param, common->of, doc);
    if (routine >= 0)
        d->m->routines[routine].for_agents = true;
    return routine;
}

/* ---- terms ---- */

static void declare_term(lf_declaring *d, const lf_doc_pair *pair) {
    lf_model *m = d->m;
    lf_agent_entry common = {0};
    lf_model_term term = {0};
    const lf_doc *values[TERM_KEYS];
    if (!lf_within(d, pair->value, m->term_count, LF_MAX_TERMS, "terms") ||
        !lf_read_keys(d, pair->value, &term_shape, values) ||
        !read_agent_entry(d, pair, LF_NAMES_TERM, "a term", m->term_count, &common) ||
        !read_weight(d, values[TERM_WEIGHT], -1000 * 1000, 1000 * 1000, &term.weight))
        return;
    finish_agent_entry(d, values[TERM_LABEL], values[TERM_SEATS], &common);
    term.entry = common.entry;
    term.seats = common.seats;
    term.per_seat = common.of.base != LF_T_VOID;
    term.value = (uint32_t)add_agent_routine(d, &common, "term", "value", values[TERM_VALUE]);
    m->terms[m->term_count++] = term;
}

/* ---- priors ---- */

static bool find_asker(lf_declaring *d, const lf_doc *name, lf_model_asker *out) {
    if (!lf_is_scalar(d, name, "an entry of `in`"))
        return false;
    const lf_symbol *symbol = lf_map_get(d->m->symbols, lf_plain_name(d, name->text));
    const lf_local *action = lf_find_local(d, LF_NAMES_ACTION, name->text);
    if (action != NULL) {
        *out = (lf_model_asker){.is_action = true, .index = (uint32_t)action->index};
        return true;
    }
    if (symbol != NULL && symbol->kind == LF_SYM_PROCEDURE) {
        *out = (lf_model_asker){.index = (uint32_t)symbol->index};
        return true;
    }
    lf_nearest nearest = lf_nearest_to(name->text);
    for (uint32_t i = 0; i < d->m->action_count; i++)
        lf_nearest_offer(&nearest, d->m->actions[i].entry.id);
    for (uint32_t i = 0; i < d->m->routine_count; i++)
        if (!d->m->routines[i].pure)
            lf_nearest_offer(&nearest, d->m->routines[i].name);
    LF_WRONG(d, LF_E0408, name, lf_did_you_mean(d, &nearest),
             "`%s` is not the name of an action or a procedure", name->text);
    return false;
}

static bool read_askers(lf_declaring *d, const lf_doc *list, lf_model_prior *prior) {
    bool good = true;
    if (list == NULL)
        return true;
    prior->askers = LF_NEW_ARRAY(d->m->arena, lf_model_asker, list->count + 1);
    for (uint32_t i = 0; i < list->count; i++)
        if (find_asker(d, list->items[i], &prior->askers[prior->asker_count]))
            prior->asker_count++;
        else
            good = false;
    return good;
}

/* What the ids stand for is known only when all menus are compiled (compile/agents.c). */
static bool read_prior_options(lf_declaring *d, const lf_doc_pair *pair, const lf_doc *options,
                               const lf_doc *spaces) {
    if ((options == NULL) == (spaces == NULL)) {
        LF_WRONG_NAME(d, LF_E0403, pair->key, pair->key_pos, NULL,
                      "a prior needs `options` or `spaces`%s", options != NULL ? ", not both" : "");
        return false;
    }
    bool good = true;
    for (uint32_t i = 0; options != NULL && i < options->count; i++)
        good = lf_is_scalar(d, options->items[i], "an entry of `options`") && good;
    return good;
}

static void declare_prior(lf_declaring *d, const lf_doc_pair *pair) {
    lf_model *m = d->m;
    lf_agent_entry common = {0};
    lf_model_prior prior = {0};
    const lf_doc *values[PRIOR_KEYS];
    if (!lf_within(d, pair->value, m->prior_count, LF_MAX_PRIORS, "priors") ||
        !lf_read_keys(d, pair->value, &prior_shape, values) ||
        !read_agent_entry(d, pair, LF_NAMES_PRIOR, "a prior", m->prior_count, &common) ||
        !read_weight(d, values[PRIOR_WEIGHT], 10, 100 * 1000, &prior.weight) ||
        !read_prior_options(d, pair, values[PRIOR_OPTIONS], values[PRIOR_SPACES]) ||
        !read_askers(d, values[PRIOR_IN], &prior))
        return;
    finish_agent_entry(d, values[PRIOR_LABEL], values[PRIOR_SEATS], &common);
    prior.entry = common.entry;
    prior.seats = common.seats;
    prior.per_seat = common.of.base != LF_T_VOID;
    prior.options = values[PRIOR_OPTIONS];
    prior.spaces = add_agent_routine(d, &common, "prior", "spaces", values[PRIOR_SPACES]);
    prior.when = add_agent_routine(d, &common, "prior", "when", values[PRIOR_WHEN]);
    m->priors[m->prior_count++] = prior;
}

/* ---- the section ---- */

void lf_declare_agents(lf_declaring *d) {
    lf_model *m = d->m;
    const lf_doc *section = lf_section_map(d, "agents"), *values[AGENTS_KEYS] = {0};
    m->rule_routine_count = m->routine_count;
    if (section == NULL || !lf_read_keys(d, section, &agents_shape, values))
        return;
    const lf_doc *const functions = values[AGENTS_FUNCTIONS], *const terms = values[AGENTS_TERMS],
                        *const priors = values[AGENTS_PRIORS];
    for (uint32_t i = 0; functions != NULL && i < functions->count; i++)
        if (lf_declare_routine(d, &functions->pairs[i], true))
            m->routines[m->routine_count - 1].for_agents = true;
    m->terms = LF_NEW_ARRAY(m->arena, lf_model_term, count_in(d, "terms") + 1);
    for (uint32_t i = 0; terms != NULL && i < terms->count; i++)
        declare_term(d, &terms->pairs[i]);
    m->priors = LF_NEW_ARRAY(m->arena, lf_model_prior, count_in(d, "priors") + 1);
    for (uint32_t i = 0; priors != NULL && i < priors->count; i++)
        declare_prior(d, &priors->pairs[i]);
}
