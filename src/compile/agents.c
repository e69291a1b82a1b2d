/* agents.c: what a designer tells agents about the game (section `agents`), lowered behind
 * everything else.
 *
 * The rules are the same tables with or without it, so that neither saves nor records nor ids of
 * actions hang on what agents think of the game. Whether the ids that priors name can be chosen is
 * known only here, when every menu has its options. */
#include <assert.h>
#include <string.h>

#include "compile.h"

static void lower_routines(lf_compiler *c) {
    const lf_model *model = c->model;
    c->routines_of_agents = c->game->routine_count;
    for (uint32_t i = model->rule_routine_count; i < model->routine_count; i++)
        lf_routine_new(c, model->routines[i].name);
    for (uint32_t i = model->rule_routine_count; i < model->routine_count; i++)
        lf_model_body(c, i);
}

static int32_t term_routine(const lf_compiler *c, int model_routine) {
    return model_routine < 0 ? -1 : (int32_t)lf_routine_of_model(c, (uint32_t)model_routine);
}

/* ---- what can be chosen ---- */

typedef struct {
    lf_compiler *c;
    uint32_t *routines; /* a question: the routine that it stands in */
    lf_map *ids;        /* all that can be chosen anywhere; NULL before it is needed */
} lf_choosable;

static bool speaks_about(const lf_choosable *all, const lf_prior_info *prior, uint32_t question) {
    bool found = prior->asker_count == 0;
    for (uint32_t i = 0; i < prior->asker_count && !found; i++)
        found = prior->askers[i] == all->routines[question];
    return found;
}

static void collect_ids(lf_choosable *all) {
    const lf_game *game = all->c->game;
    all->ids = lf_map_new(all->c->arena);
    for (uint32_t q = 0; q < game->question_count; q++)
        for (uint32_t place = 0; place <= game->questions[q].count; place++) {
            char digits[LF_NUMBER_SIZE];
            const char *id = lf_question_id(game, &game->questions[q], place, digits);
            if (id != NULL)
                lf_map_put(all->ids, lf_intern_z(all->c->model->names, id), all->c->game);
        }
}

static bool is_option_of_prior(const lf_choosable *all, const lf_prior_info *prior,
                               const char *option) {
    const lf_game *game = all->c->game;
    if (prior->asker_count == 0)
        return lf_map_get(all->ids, lf_intern_z(all->c->model->names, option)) != NULL;
    for (uint32_t q = 0; q < game->question_count; q++)
        for (uint32_t place = 0; speaks_about(all, prior, q) && place <= game->questions[q].count;
             place++) {
            char digits[LF_NUMBER_SIZE];
            const char *id = lf_question_id(game, &game->questions[q], place, digits);
            if (id != NULL && strcmp(id, option) == 0)
                return true;
        }
    return false;
}

static void report_option(const lf_choosable *all, const lf_prior_info *prior,
                          const lf_doc *option) {
    const lf_game *game = all->c->game;
    lf_nearest nearest = lf_nearest_to(option->text);
    for (uint32_t q = 0; q < game->question_count; q++)
        for (uint32_t place = 0; speaks_about(all, prior, q) && place <= game->questions[q].count;
             place++) {
            char digits[LF_NUMBER_SIZE];
            const char *id = lf_question_id(game, &game->questions[q], place, digits);
            if (id != NULL && id != digits)
                lf_nearest_offer(&nearest, id);
        }
    lf_report_add(
        all->c->model->report, LF_ERROR, LF_E0408, option->pos,
        (uint16_t)lf_utf8_count(option->text, strcspn(option->text, "\n")),
        nearest.best != NULL ? lf_arena_printf(all->c->arena, "did you mean `%s`?", nearest.best)
                             : NULL,
        "no choice has an option `%s`%s", option->text, prior->asker_count > 0 ? " there" : "");
}

static void check_options(lf_choosable *all, const lf_prior_info *prior, const lf_doc *options) {
    if (all->ids == NULL)
        collect_ids(all);
    for (uint32_t i = 0; i < options->count; i++)
        if (!is_option_of_prior(all, prior, options->items[i]->text))
            report_option(all, prior, options->items[i]);
    if (options->count == 0)
        lf_report_add(all->c->model->report, LF_ERROR, LF_E0404, options->pos, 1, NULL,
                      "the list needs at least one option");
}

static void check_prior_spaces(const lf_choosable *all, const lf_prior_info *prior, lf_pos pos) {
    const lf_game *game = all->c->game;
    for (uint32_t q = 0; q < game->question_count; q++)
        if (game->questions[q].domain == LF_DOMAIN_ZONES && speaks_about(all, prior, q))
            return;
    lf_report_add(all->c->model->report, LF_ERROR, LF_E0408, pos, 1, NULL,
                  "the prior `%s` is about spaces, but no choice offers spaces%s", prior->name,
                  prior->asker_count > 0 ? " there" : "");
}

/* ---- the tables ---- */

static void fill_terms(lf_compiler *c) {
    const lf_model *m = c->model;
    lf_game *g = c->game;
    g->term_count = m->term_count;
    g->terms = LF_NEW_ARRAY(c->arena, lf_term_info, m->term_count + 1);
    for (uint32_t i = 0; i < m->term_count; i++)
        g->terms[i] = (lf_term_info){.name = m->terms[i].entry.id,
                                     .label = m->terms[i].entry.label,
                                     .seats = m->terms[i].seats,
                                     .per_seat = m->terms[i].per_seat,
                                     .weight = m->terms[i].weight,
                                     .value = (uint32_t)term_routine(c, (int)m->terms[i].value)};
}

static lf_prior_info prior_of(lf_compiler *c, const lf_model_prior *from) {
    lf_prior_info prior = {.name = from->entry.id,
                           .label = from->entry.label,
                           .seats = from->seats,
                           .per_seat = from->per_seat,
                           .weight = from->weight,
                           .spaces = term_routine(c, from->spaces),
                           .when = term_routine(c, from->when),
                           .option_count = from->options != NULL ? from->options->count : 0,
                           .asker_count = from->asker_count};
    prior.options = LF_NEW_ARRAY(c->arena, const char *, prior.option_count + 1);
    for (uint32_t i = 0; i < prior.option_count; i++)
        prior.options[i] = from->options->items[i]->text;
    prior.askers = LF_NEW_ARRAY(c->arena, uint32_t, prior.asker_count + 1);
    for (uint32_t i = 0; i < prior.asker_count; i++)
        prior.askers[i] = from->askers[i].is_action ? c->action_routines + from->askers[i].index
                                                    : lf_routine_of_model(c, from->askers[i].index);
    return prior;
}

static void fill_priors(lf_compiler *c) {
    const lf_model *m = c->model;
    lf_game *g = c->game;
    lf_choosable all = {.c = c};
    g->prior_count = m->prior_count;
    g->priors = LF_NEW_ARRAY(c->arena, lf_prior_info, m->prior_count + 1);
    if (m->prior_count == 0)
        return;
    all.routines = LF_NEW_ARRAY(c->arena, uint32_t, g->question_count + 1);
    for (uint32_t q = 0; q < g->question_count; q++)
        all.routines[q] = lf_question_routine(g, &g->questions[q]);
    for (uint32_t i = 0; i < m->prior_count; i++) {
        g->priors[i] = prior_of(c, &m->priors[i]);
        if (m->priors[i].options != NULL)
            check_options(&all, &g->priors[i], m->priors[i].options);
        else
            check_prior_spaces(&all, &g->priors[i], m->priors[i].entry.pos);
    }
}

void lf_compile_agents(lf_compiler *c) {
    lf_game *g = c->game;
    g->rules =
        (lf_rules_part){g->code_count, g->constant_count, g->template_count, g->routine_count};
    const uint32_t sites = g->site_count;
    lower_routines(c);
    assert(g->site_count == sites); /* pure routines ask nothing */
    fill_terms(c);
    fill_priors(c);
}
