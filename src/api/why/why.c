/* why.c: why something is not offered, in words: the public functions.
 *
 * Whatever is asked for is found among the things of the game and, if the pending choice could be
 * about it, put to the rules of that choice. The answer is one sentence. */
#include "why.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>

#define BUDGET 200000 /* expressions that one answer may work out */
#define REASONS_SAID 3

typedef struct {
    const lf_state *state;
    const lf_model *model;
    const lf_choice_site *site; /* NULL: nothing is pending */
    int64_t value;              /* of the pending choice; -1: its way out */
    bool way_out;               /* the way out is asked for */
    bool belongs;               /* what is asked for is of the pending choice's sort */
    int action;                 /* or an action of another phase; -1: none */
    const char *label;
    /* the work */
    lf_arena *arena;
    lf_state *worlds[LF_WHY_WORLDS];
    uint32_t world_count;
    bool lost;               /* memory ran out on the way */
    lf_text scratch, answer; /* here, not on a stack that running out of memory jumps out of */
} question;

/* ---- worlds ---- */

/* The state itself where nothing is hidden; otherwise states that look like it to the seat that
 * decides, and never itself. */
static bool make_worlds(question *q) {
    const lf_seat seat = lf_decider(q->state);
    const bool hidden = lf_hides_from(q->state->game, seat);
    for (uint32_t w = 0; w < (hidden ? LF_WHY_WORLDS : 1); w++) {
        lf_state *world = lf_state_clone(q->state);
        if (world == NULL)
            return false;
        if (hidden)
            lf_determinize(world, seat, w + 1);
        q->worlds[q->world_count] = world;
        if (lf_site(world) == lf_site(q->state))
            q->world_count++;
        else
            lf_state_free(world);
    }
    return true;
}

/* ---- the answer ---- */

/* A reason that begins with what was asked for needs no other beginning. */
static bool begins_with_label(const question *q, const char *reason) {
    const size_t length = strlen(q->label);
    return strncmp(reason, q->label, length) == 0 && reason[length] == ' ';
}

static void answer_reasons(question *q, const lf_reasons *reasons) {
    const char *first =
        reasons->count > 0 ? reasons->items[0].text : "the rules do not allow it now";
    if (!begins_with_label(q, first))
        lf_text_printf(&q->answer, "%s: ", q->label);
    lf_text_addz(&q->answer, first);
    for (uint32_t i = 1; i < reasons->count && i < REASONS_SAID; i++)
        lf_text_printf(&q->answer, "; %s", reasons->items[i].text);
}

static void ask_rules(void *context) {
    question *q = context;
    lf_snippet *snippet = LF_NEW(q->arena, lf_snippet);
    lf_asker *why = LF_NEW(q->arena, lf_asker);
    lf_reasons reasons = {.count = 0};
    lf_snippet_prepare(snippet, q->state->game, q->model, q->arena);
    snippet->model.sources = q->model->sources; /* what is lowered stands in them */
    /* asked once, so that lowering matters more than running */
    snippet->game.without = UINT32_MAX;
    *why = (lf_asker){.arena = q->arena,
                      .snippet = snippet,
                      .model = &snippet->model,
                      .game = &snippet->game,
                      .world_count = q->world_count,
                      .scratch = &q->scratch,
                      .lost = &q->lost,
                      .budget = BUDGET};
    for (uint32_t w = 0; w < q->world_count; w++)
        why->worlds[w] = lf_snippet_state(snippet, q->worlds[w]);
    lf_why_not_offered(why, q->value, &reasons);
    answer_reasons(q, &reasons);
}

/* "Hill: not now; Red first answers \"Which card?\"" */
static void answer_not_asked(question *q) {
    char *prompt = lf_prompt(q->state);
    q->lost = q->lost || prompt == NULL;
    const lf_seat seat = lf_decider(q->state);
    lf_text_printf(&q->answer, "%s: not now; %s first answers \"%s\"", q->label,
                   seat >= 0 ? q->state->game->seats[seat].label : "nobody",
                   prompt != NULL ? prompt : "");
    lf_string_free(prompt);
}

static void answer_other_phase(question *q) {
    const lf_model_action *action = &q->model->actions[q->action];
    const lf_game *game = q->state->game;
    const int phase = lf_phase(q->state);
    lf_text_printf(&q->answer, "%s: only in ", q->label);
    bool first = true;
    for (uint32_t i = 0; i < game->phase_count; i++)
        if (action->phases >> i & 1) {
            lf_text_printf(&q->answer, "%s%s", first ? "" : " or ", game->phase_names[i].label);
            first = false;
        }
    if (phase >= 0)
        lf_text_printf(&q->answer, ", and this is %s", game->phase_names[phase].label);
}

/* ---- running ---- */

static void answer_question(question *q) {
    const int phase = lf_phase(q->state);
    if (q->site == NULL) {
        lf_text_printf(&q->answer, "%s: the game is over", q->label);
    } else if (q->action >= 0 && phase >= 0 &&
               (q->model->actions[q->action].phases >> phase & 1) == 0) {
        answer_other_phase(q);
    } else if (!q->belongs) {
        answer_not_asked(q);
    } else {
        q->arena = make_worlds(q) ? lf_arena_new() : NULL;
        const bool asked = q->arena != NULL && lf_arena_try(q->arena, ask_rules, q);
        q->lost = q->lost || !asked;
        lf_arena_free(q->arena);
    }
    for (uint32_t w = 0; w < q->world_count; w++)
        lf_state_free(q->worlds[w]);
    lf_text_free(&q->scratch);
}

/* The whole of it, or nothing. */
static char *answered(question *q, lf_error *error) {
    answer_question(q);
    if (q->answer.length > 0 && q->answer.data[q->answer.length - 1] != '.')
        lf_text_addz(&q->answer, ".");
    q->lost = q->lost || q->answer.failed;
    char *text = q->answer.length > 0 && !q->lost ? lf_text_take(&q->answer) : NULL;
    if (text == NULL)
        lf_error_no_memory(error);
    lf_text_free(&q->answer);
    return text;
}

static bool has_rules(question *q, lf_error *error) {
    q->model = lf_model_of(q->state->game);
    if (q->model == NULL)
        lf_error_set(
            error, LF_BAD_INPUT,
            "this game was loaded from an image, which has no rule texts; load its spec instead");
    return q->model != NULL;
}

/* ---- finding what is asked for ---- */

/* The label of a value of the pending choice. */
static bool has_label(const lf_state *state, const lf_choice_site *site, int64_t value,
                      const char *thing, lf_text *label) {
    lf_text_free(label);
    *label = (lf_text){0};
    lf_format_choice(state->game, state->block, site, value, label);
    return strcasecmp(lf_text_shown(label), thing) == 0;
}

static int64_t domain_size(const lf_game *game, const lf_choice_site *site) {
    int64_t size = 0;
    if (site->domain == LF_DOMAIN_RANGE || site->domain == LF_DOMAIN_INTS)
        return 0;
    while (lf_domain_has(game, site, size))
        size++;
    return size;
}

static bool find_in_domain(question *q, const char *thing, lf_text *label) {
    const lf_game *game = q->state->game;
    const int64_t size = domain_size(game, q->site);
    for (int64_t value = 0; value < size; value++) {
        const char *id = lf_domain_id(game, q->site, value);
        const bool labelled = has_label(q->state, q->site, value, thing, label);
        if (!labelled && (id == NULL || strcasecmp(id, thing) != 0))
            continue;
        q->value = value;
        q->label = lf_text_shown(label);
        return q->belongs = true;
    }
    return false;
}

static bool find_number(question *q, const char *thing) {
    char *end = NULL;
    const long long number = strtoll(thing, &end, 10);
    if ((q->site->domain != LF_DOMAIN_RANGE && q->site->domain != LF_DOMAIN_INTS) || end == thing ||
        *end != '\0')
        return false;
    q->value = number;
    q->label = thing;
    return q->belongs = true;
}

static bool find_way_out_by_name(question *q, const char *thing, lf_text *label) {
    const lf_choice_site *site = q->site;
    lf_choice_site open = *site;
    open.or_done = true;
    if (!has_label(q->state, &open, -1, thing, label) && strcasecmp(site->done_id, thing) != 0)
        return false;
    q->value = -1;
    q->way_out = true;
    q->label = lf_text_shown(label);
    return q->belongs = true;
}

static int find_named(const lf_game *game, lf_catalogue of, const char *thing) {
    for (int i = 0; i < lf_count(game, of); i++)
        if (strcasecmp(lf_name(game, of, i), thing) == 0 ||
            strcasecmp(lf_label(game, of, i), thing) == 0)
            return i;
    return of == LF_OF_MENU_OPTIONS ? lf_find(game, of, thing) : -1; /* a former id */
}

/* A thing of the game that the pending choice is not about. */
static bool find_elsewhere(question *q, const char *thing) {
    static const lf_catalogue catalogues[] = {LF_OF_ACTIONS, LF_OF_SPACES,     LF_OF_ZONES,
                                              LF_OF_CARDS,   LF_OF_SEATS,      LF_OF_KINDS,
                                              LF_OF_PHASES,  LF_OF_CARD_PARTS, LF_OF_MENU_OPTIONS};
    const lf_game *game = q->state->game;
    for (size_t i = 0; i < LF_COUNT(catalogues); i++) {
        const int found = find_named(game, catalogues[i], thing);
        if (found < 0)
            continue;
        q->action = catalogues[i] == LF_OF_ACTIONS ? found : -1;
        q->label =
            catalogues[i] == LF_OF_MENU_OPTIONS ? thing : lf_label(game, catalogues[i], found);
        return true;
    }
    for (uint32_t e = 0; e < game->enum_count; e++)
        for (uint32_t i = 0; i < game->enums[e].count; i++) {
            const lf_named *value = &game->enums[e].values[i];
            if (strcasecmp(value->name, thing) != 0 && strcasecmp(value->label, thing) != 0)
                continue;
            q->label = value->label;
            return true;
        }
    return false;
}

/* The words of a menu somewhere in the rules that show no values. */
static const char *menu_label(const lf_game *game, const lf_choice_site *site, uint32_t i) {
    const lf_template *label = site->labels[i] >= 0 ? &game->templates[site->labels[i]] : NULL;
    return label != NULL && label->count == 1 && label->parts[0].literal != NULL
               ? label->parts[0].literal
               : NULL;
}

static bool find_in_menus(question *q, const char *thing) {
    const lf_game *game = q->state->game;
    for (uint32_t s = 0; s < game->site_count; s++)
        for (uint32_t i = 0; i < game->sites[s].label_count; i++) {
            const char *label = menu_label(game, &game->sites[s], i);
            if (label == NULL ||
                (strcasecmp(label, thing) != 0 && strcasecmp(game->sites[s].ids[i], thing) != 0))
                continue;
            q->label = label;
            return true;
        }
    return false;
}

static void offer_names(const lf_game *game, lf_catalogue catalogue, lf_nearest *nearest) {
    for (int i = 0; i < lf_count(game, catalogue); i++)
        lf_nearest_offer(nearest, lf_label(game, catalogue, i));
}

static void report_unknown_thing(const lf_state *state, const char *thing, lf_error *error) {
    lf_nearest nearest = lf_nearest_to(thing);
    lf_decision *decision = lf_decision_new(state);
    for (int i = 0; decision != NULL && i < decision->count; i++)
        lf_nearest_offer(&nearest, decision->options[i].label);
    static const lf_catalogue catalogues[] = {LF_OF_ACTIONS, LF_OF_SPACES, LF_OF_CARDS,
                                              LF_OF_SEATS};
    for (size_t i = 0; i < LF_COUNT(catalogues); i++)
        offer_names(state->game, catalogues[i], &nearest);
    if (nearest.best != NULL)
        lf_error_set(error, LF_BAD_ARGUMENT,
                     "no action or option is called '%.120s'; did you mean '%.120s'?", thing,
                     nearest.best);
    else
        lf_error_set(error, LF_BAD_ARGUMENT, "no action or option is called '%.120s'", thing);
    lf_decision_free(decision);
}

/* The option that a name means, as people write it: in small or capital letters. */
static int find_option_by_name(const lf_state *state, const char *thing) {
    int found = lf_find_option(state, thing);
    lf_decision *decision = found == LF_NO_OPTION ? lf_decision_new(state) : NULL;
    for (int i = 0; decision != NULL && found == LF_NO_OPTION && i < decision->count; i++)
        if (strcasecmp(decision->options[i].id, thing) == 0 ||
            strcasecmp(decision->options[i].label, thing) == 0)
            found = i;
    lf_decision_free(decision);
    return found;
}

/* The option that the value asked for is, whatever it was called. */
static int option_of_value(const question *q) {
    for (int i = 0; q->belongs && i < lf_legal_count(q->state); i++) {
        const bool way_out = lf_is_way_out(q->state, i);
        if (way_out == q->way_out &&
            (way_out || lf_pending_value(q->state, q->site, i) == q->value))
            return i;
    }
    return LF_NO_OPTION;
}

/* An option that is offered needs no reason. */
static char *explain_legal_option(const lf_state *state, int option) {
    lf_decision *decision = lf_decision_new(state);
    lf_text text = {0};
    if (decision != NULL && option < decision->count)
        lf_text_printf(&text, "%s is offered now.", decision->options[option].label);
    text.failed = text.failed || decision == NULL;
    lf_decision_free(decision);
    return lf_text_take(&text);
}

char *lf_why(const lf_state *state, const char *thing, lf_error *error) {
    question q = {.state = state, .site = lf_pending_site(state), .action = -1, .label = thing};
    lf_text label = {0};
    if (!has_rules(&q, error))
        return NULL;
    int offered = find_option_by_name(state, thing);
    if (offered != LF_NO_OPTION)
        return explain_legal_option(state, offered);
    const bool found =
        (q.site != NULL && (find_in_domain(&q, thing, &label) || find_number(&q, thing) ||
                            find_way_out_by_name(&q, thing, &label))) ||
        find_in_menus(&q, thing) || find_elsewhere(&q, thing);
    char *text = NULL;
    q.lost = label.failed;
    offered = found ? option_of_value(&q) : LF_NO_OPTION;
    if (offered != LF_NO_OPTION)
        text = explain_legal_option(state, offered);
    else if (found)
        text = answered(&q, error);
    else
        report_unknown_thing(state, thing, error);
    lf_text_free(&label);
    return text;
}

/* ---- by subject ---- */

static const lf_catalogue catalogue_of[] = {
    [LF_OPTION_ACTION] = LF_OF_ACTIONS, [LF_OPTION_SPACE] = LF_OF_ZONES,
    [LF_OPTION_ZONE] = LF_OF_ZONES,     [LF_OPTION_SEAT] = LF_OF_SEATS,
    [LF_OPTION_CARD] = LF_OF_CARDS,     [LF_OPTION_KIND] = LF_OF_KINDS,
};

static int option_offered(const lf_state *state, lf_option asked) {
    lf_option options[LF_OPTIONS_MAX];
    const int count = lf_legal(state, options, LF_OPTIONS_MAX);
    for (int i = 0; i < count && i < LF_OPTIONS_MAX; i++)
        if (options[i].kind == asked.kind && options[i].subject == asked.subject &&
            options[i].count == asked.count)
            return i;
    return LF_NO_OPTION;
}

/* A way out, or an option beside the things to choose. */
static bool asks_for_way_out(lf_option asked) {
    return asked.kind >= LF_OPTION_MENU && asked.subject == LF_NO_SUBJECT;
}

/* The value that an option of this kind and subject has in the pending choice. */
static bool find_option_value(question *q, lf_option asked) {
    const lf_game *game = q->state->game;
    const int64_t value = asked.kind == LF_OPTION_NUMBER ? asked.count : asked.subject;
    q->way_out = asks_for_way_out(asked);
    q->value = q->way_out ? -1 : value;
    if (q->way_out)
        return true;
    if (asked.kind != LF_OPTION_ACTION)
        return lf_domain_has(game, q->site, value) &&
               lf_option_of(game, q->site, value).kind == asked.kind;
    for (int64_t i = 0; q->site->domain == LF_DOMAIN_ACTIONS && lf_domain_has(game, q->site, i);
         i++)
        if (lf_option_of(game, q->site, i).subject == asked.subject) {
            q->value = i;
            return true;
        }
    return false;
}

char *lf_why_option(const lf_state *state, lf_option asked, lf_error *error) {
    question q = {.state = state, .site = lf_pending_site(state), .action = -1, .label = "This"};
    lf_text label = {0};
    if (!has_rules(&q, error))
        return NULL;
    const int offered = option_offered(state, asked);
    if (offered != LF_NO_OPTION)
        return explain_legal_option(state, offered);
    const bool listed = (size_t)asked.kind < LF_COUNT(catalogue_of);
    if (listed &&
        (asked.subject < 0 || asked.subject >= lf_count(state->game, catalogue_of[asked.kind]))) {
        lf_error_set(error, LF_BAD_ARGUMENT, "this game has no such option");
        return NULL;
    }
    if (listed)
        q.label = lf_label(state->game, catalogue_of[asked.kind], asked.subject);
    if (asked.kind == LF_OPTION_ACTION)
        q.action = asked.subject;
    q.belongs = q.site != NULL && find_option_value(&q, asked);
    if (q.site != NULL && !q.belongs && !listed) { /* it has no name outside of its own choice */
        lf_error_set(error, LF_BAD_ARGUMENT, "the pending choice has no such option");
        return NULL;
    }
    if (q.belongs && !listed) {
        assert(q.site != NULL);
        lf_choice_site open = *q.site;
        open.or_done = open.or_done || asks_for_way_out(asked);
        has_label(state, &open, q.value, "", &label);
        q.label = lf_text_shown(&label);
    }
    q.lost = label.failed;
    char *text = answered(&q, error);
    lf_text_free(&label);
    return text;
}
