/* choice.c: the three kinds of choice: one element, several, a menu.
 *
 * A choice stops the program at a CHOOSE with its domain in registers. Whether it needs look-ahead
 * is decided here, from what can fail behind it. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "compile.h"
#include "kernel/state/state.h"

static bool is_option_id(const lf_game *game, const lf_choice_site *site, const char *id) {
    for (int64_t value = 0; lf_domain_has(game, site, value); value++) {
        const char *taken = lf_domain_id(game, site, value);
        if (taken == NULL) /* numbers */
            return false;
        if (strcmp(taken, id) == 0)
            return true;
    }
    return false;
}

/* Ids are unique within a decision: where something to choose is called "done", the way out is
 * not. */
static const char *unique_way_out_id(lf_compiler *c, const lf_choice_site *site) {
    const char *id = "done";
    for (int number = 2; site->or_done && is_option_id(c->game, site, id); number++)
        id = lf_arena_printf(c->arena, "done-%d", number);
    return id;
}

lf_choice_source lf_source_here(lf_compiler *c, const lf_node *node, uint32_t pc) {
    const uint32_t count = c->own_locals;
    assert(count <= c->local_capacity);
    lf_choice_source source = {.node = node,
                               .pc = pc,
                               .action = -1,
                               .pos = c->pos,
                               .registers = LF_NEW_ARRAY(c->arena, uint8_t, count + 1),
                               .tables = c->has_tables ? LF_NEW_ARRAY(c->arena, uint32_t, count + 1)
                                                       : NULL,
                               .local_count = count};
    if (count > 0)
        memcpy(source.registers, c->local_registers, count);
    if (count > 0 && c->has_tables)
        memcpy(source.tables, c->local_tables, count * sizeof *source.tables);
    return source;
}

static void note_source(lf_compiler *c, const lf_offer *offer, uint32_t pc) {
    lf_choice_source source = lf_source_here(c, offer->node, pc);
    source.action = offer->action != NULL ? (int)(offer->action - c->model->actions) : -1;
    source.param = offer->param;
    LF_PUSH(c->arena, c->choices, c->choice_count, c->choice_capacity, source);
}

static bool names_card(const lf_game *game, int32_t template) {
    for (uint32_t i = 0; template >= 0 && i < game->templates[template].count; i++) {
        const lf_text_part *part = &game->templates[template].parts[i];
        if (part->literal == NULL && part->sort == LF_SORT_CARD)
            return true;
    }
    return false;
}

static bool reveals_cards(const lf_game *game, const lf_choice_site *site) {
    bool shows = site->domain == LF_DOMAIN_CARDS || names_card(game, site->prompt) ||
                 names_card(game, site->done_label);
    for (uint32_t i = 0; i < site->label_count; i++)
        shows = shows || names_card(game, site->labels[i]);
    return shows;
}

lf_ask lf_ask_of_word(lf_word word) {
    return word == LF_W_ASK_ALWAYS ? LF_ASK_ALWAYS
           : word == LF_W_ASK_REAL ? LF_ASK_REAL
                                   : LF_ASK_BY_SECRETS;
}

void lf_offer_choice(lf_compiler *c, const lf_offer *offer) {
    lf_game *game = c->game;
    lf_choice_site site = {.domain = (uint8_t)offer->domain,
                           .bind = (uint8_t)offer->bind,
                           .source = (uint8_t)offer->source,
                           .or_done = offer->or_done,
                           .out_kind = (uint8_t)offer->out_kind,
                           .kinds = offer->kinds,
                           .checked = offer->may_fail_after,
                           .fallible = offer->fallible,
                           .enum_id = offer->enum_id,
                           .sealed = offer->sealed,
                           .ask = (uint8_t)(offer->ask != LF_ASK_BY_SECRETS ? offer->ask : c->ask),
                           .ask_always = offer->ask_always,
                           .ask_real = offer->ask_real,
                           .labels = offer->labels,
                           .ids = offer->ids,
                           .label_count = offer->label_count,
                           .numbers = offer->numbers.list,
                           .number_count = offer->numbers.count,
                           .question = offer->question};
    site.asked = lf_asked_seats(game, &site);
    const uint32_t mark = c->next;
    const uint32_t by = lf_take(c, 1);
    site.by = (uint8_t)by;
    if (offer->by != NULL)
        lf_expr_to(c, offer->by, by);
    else
        lf_emit(c, LF_OP_GETACT, by, 0, 0, 0);
    site.prompt = offer->own_prompt != NULL ? *offer->own_prompt : lf_template_of(c, offer->prompt);
    site.done_label = offer->or_done && offer->own_way_out != NULL
                          ? lf_template_about(c, offer->own_way_out, UINT32_MAX)
                          : lf_template_of(c, offer->or_label);
    site.done_id = unique_way_out_id(c, &site);
    site.shows_cards = reveals_cards(game, &site);
    site.live = (uint8_t)c->next;
    site.pc = lf_here(c);
    site.place = lf_place_of(c, c->pos);
    game->has_checked_sites = game->has_checked_sites || site.checked;
    if (game->questions[site.question].site < 0)
        game->questions[site.question].site = (int32_t)game->site_count;
    lf_emit(c, LF_OP_CHOOSE, 0, 0, 0, game->site_count);
    LF_PUSH(c->arena, game->sites, game->site_count, c->site_capacity, site);
    note_source(c, offer, site.pc);
    c->next = mark;
}

/* ---- domains ---- */

lf_domain lf_domain_kind(const lf_node *domain, bool filtered) {
    switch ((lf_base_type)domain->type.base) {
#define LF_SET_SORT(type, text, sort, element, domain)                                             \
    case LF_T_##type:                                                                              \
        return LF_DOMAIN_##domain;
#include "base/sorts.def"
    case LF_T_PIECES:
        return LF_DOMAIN_KINDS;
    default:
        assert(domain->type.base == LF_T_INTS); /* the checker lets nothing else be chosen from */
        if (domain->type.by == LF_T_ENUM)
            return LF_DOMAIN_ENUM;
        return domain->kind == LF_N_RANGE && !filtered ? LF_DOMAIN_RANGE : LF_DOMAIN_INTS;
    }
}

void lf_domain_of(lf_compiler *c, const lf_node *domain, const lf_node *where,
                  const lf_symbol *binder, lf_offer *offer) {
    offer->domain = lf_domain_kind(domain, where != NULL);
    offer->enum_id = domain->type.id;
    if (offer->domain == LF_DOMAIN_RANGE) {
        offer->source = lf_take(c, offer->may_fail_after ? 2 + LF_RANGE_WORDS : 2);
        lf_expr_to(c, domain->kids[LF_K_RANGE_MIN], offer->source);
        lf_expr_to(c, domain->kids[LF_K_RANGE_MAX], offer->source + 1);
        if (offer->or_done)
            lf_refuse_negative(c, domain, domain->kids[LF_K_RANGE_MIN]);
        return;
    }
    offer->source = lf_take(c, lf_domain_words(c, domain));
    if (domain->type.base == LF_T_INTS)
        offer->numbers = lf_numbers_offered(c, domain, offer->or_done);
    if (where != NULL)
        lf_select_to(c, domain, where, binder, offer->source);
    else
        lf_domain_to(c, domain, offer->source);
}

/* ---- one element ---- */

/* In the order of words.def. */
lf_option_kind lf_kind_of_word(lf_word as, lf_option_kind otherwise) {
    static const lf_option_kind kinds[] = {LF_OPTION_DONE, LF_OPTION_SKIP, LF_OPTION_CANCEL,
                                           LF_OPTION_MENU};
    if (as == LF_W_NONE)
        return otherwise;
    assert(as >= LF_W_DONE && as <= LF_W_AS_OPTION);
    return kinds[as - LF_W_DONE];
}

/* A way out with a condition: one choice that has it and one that has not. */
static void offer_with_way_out(lf_compiler *c, const lf_node *when, const lf_offer *offer) {
    if (when == NULL) {
        lf_offer_choice(c, offer);
        return;
    }
    lf_fixups without = {0};
    lf_offer bare = *offer;
    bare.or_done = false;
    lf_branch(c, when, false, &without);
    lf_offer_choice(c, offer);
    const uint32_t made = lf_emit(c, LF_OP_JMP, 0, 0, 0, 0);
    lf_fixup_here(c, &without);
    lf_offer_choice(c, &bare);
    lf_patch(c, made, lf_here(c));
}

void lf_choose(lf_compiler *c, const lf_node *n) {
    assert(n->symbol != NULL && n->symbol->kind == LF_SYM_LOCAL);
    const uint32_t bind = lf_take(c, 1), mark = c->next;
    lf_offer offer = {.bind = bind,
                      .node = n,
                      .prompt = n->kids[LF_K_CHOOSE_PROMPT],
                      .by = n->kids[LF_K_CHOOSE_BY],
                      .or_label = n->kids[LF_K_CHOOSE_OR_LABEL],
                      .or_done = n->word != LF_W_NONE,
                      .out_kind = lf_kind_of_word(lf_node_word(n, 1), n->word == LF_W_OR_NONE
                                                                          ? LF_OPTION_SKIP
                                                                          : LF_OPTION_DONE),
                      .ask = lf_ask_of_word(lf_node_word(n, 2)),
                      .may_fail_after = c->rest_may_fail,
                      .sealed = n->kids[LF_K_CHOOSE_SEALED] != NULL,
                      .question = lf_question_of(c, n)};
    lf_domain_of(c, n->kids[LF_K_CHOOSE_OPTIONS], n->kids[LF_K_CHOOSE_WHERE], n->symbol, &offer);
    offer_with_way_out(c, n->kids[LF_K_CHOOSE_OR_WHEN], &offer);
    c->next = mark;
    lf_bind_local(c, n->symbol, bind);
    if (n->word != LF_W_OR_NONE)
        lf_mark_sure(c, n->symbol);
    if (n->word == LF_W_DONE)
        lf_fixup_add(c, &c->loop->breaks, lf_emit(c, LF_OP_JNEG, bind, 0, 0, 0));
    if (offer.domain == LF_DOMAIN_KINDS)
        lf_emit(c, LF_OP_BIT, bind, bind, 0, 0);
    if (offer.sealed) { /* no register knows it any longer than it takes to keep it */
        lf_statement(c, n->kids[LF_K_CHOOSE_SEALED]);
        lf_emit(c, LF_OP_LOADI, bind, 0, 0, 0);
        c->local_registers[n->symbol->index] = UINT8_MAX;
        c->next = bind;
    }
}

/* ---- several: one decision each, until enough, none left, or done ---- */

static void offer_one_more(lf_compiler *c, const lf_offer *offer, uint32_t count, uint32_t low,
                           lf_fixups *finished) {
    lf_offer optional = *offer, needed = *offer;
    optional.or_done = true;
    optional.out_kind = LF_OPTION_DONE;
    optional.own_way_out = "No more";
    const uint32_t must = lf_emit(c, LF_OP_JLT, count, low, 0, 0);
    lf_offer_choice(c, &optional);
    lf_fixup_add(c, finished, lf_emit(c, LF_OP_JNEG, offer->bind, 0, 0, 0));
    const uint32_t take = lf_emit(c, LF_OP_JMP, 0, 0, 0, 0);
    lf_patch(c, must, lf_here(c));
    needed.or_done = false;
    lf_offer_choice(c, &needed);
    lf_patch(c, take, lf_here(c));
}

void lf_choose_n(lf_compiler *c, const lf_node *n) {
    assert(n->symbol != NULL && n->symbol->kind == LF_SYM_LOCAL);
    const lf_node *domain = n->kids[LF_K_CHOOSEN_OPTIONS], *low_node = n->kids[LF_K_CHOOSEN_MIN];
    const uint32_t words = domain->kind == LF_N_RANGE ? 1 : lf_words_of(c, domain->type);
    const uint32_t result = lf_take(c, words), mark = c->next;
    lf_note_cards(c, result, domain->type);
    const uint32_t low = lf_take(c, 1), high = lf_take(c, 1), count = lf_take(c, 1),
                   one = lf_take(c, 1);
    const int64_t empty[(LF_MAX_ZONES + LF_MAX_CARDS) / 64 + 1] = {0};
    lf_fixups finished = {0};
    lf_emit(c, LF_OP_LOADS, result, 0, words, lf_constant_words(c, empty, words));
    if (low_node != NULL)
        lf_expr_to(c, low_node, low);
    else
        lf_emit(c, LF_OP_LOADI, low, 0, 0, 0);
    lf_expr_to(c, n->kids[LF_K_CHOOSEN_MAX], high);
    lf_emit(c, LF_OP_LOADI, count, 0, 0, 0);
    lf_offer offer = {.bind = one,
                      .node = n,
                      .prompt = n->kids[LF_K_CHOOSEN_PROMPT],
                      .by = n->kids[LF_K_CHOOSEN_BY],
                      .ask = lf_ask_of_word(lf_node_word(n, 0)),
                      .may_fail_after = c->rest_may_fail,
                      .question = lf_question_of(c, n)};
    lf_domain_of(c, domain, n->kids[LF_K_CHOOSEN_WHERE], n->symbol, &offer);
    const uint32_t head = lf_here(c);
    lf_fixup_add(c, &finished, lf_emit(c, LF_OP_JLE, high, count, 0, 0));
    lf_fixup_add(c, &finished, lf_emit(c, LF_OP_JEMPTY, offer.source, 0, words, 0));
    offer_one_more(c, &offer, count, low, &finished);
    lf_emit(c, LF_OP_SETADD, result, one, 0, words);
    lf_emit(c, LF_OP_SETDEL, offer.source, one, 0, words);
    lf_emit(c, LF_OP_ADDI, count, count, 0, 1);
    lf_emit(c, LF_OP_JMP, 0, 0, 0, head);
    lf_fixup_here(c, &finished);
    c->next = mark;
    lf_bind_local(c, n->symbol, result);
}

/* ---- a menu ---- */

static void offer_menu_entries(lf_compiler *c, const lf_node *options, uint32_t entries) {
    uint64_t always = 0;
    for (uint32_t i = 0; i < options->kid_count && i < 64; i++)
        if (options->kids[i]->kids[LF_K_OPTION_WHEN] == NULL &&
            lf_conditional_perform(c, options->kids[i]->kids[LF_K_OPTION_DO]) == NULL)
            always |= UINT64_C(1) << i;
    const int64_t word = (int64_t)always;
    lf_emit(c, LF_OP_LOADK, entries, 0, 0, lf_constant_words(c, &word, 1));
    for (uint32_t i = 0; i < options->kid_count && i < 64; i++) {
        const lf_node *when = options->kids[i]->kids[LF_K_OPTION_WHEN];
        const lf_node *performs = lf_conditional_perform(c, options->kids[i]->kids[LF_K_OPTION_DO]);
        lf_fixups skip = {0};
        const uint32_t mark = c->next, index = lf_take(c, 1);
        if (when != NULL)
            lf_branch(c, when, false, &skip);
        if (performs != NULL) {
            lf_ask_part(c, performs->kids[0], performs->name, index);
            lf_fixup_add(c, &skip, lf_emit(c, LF_OP_JZ, index, 0, 0, 0));
        }
        if (when != NULL || performs != NULL) {
            lf_emit(c, LF_OP_LOADI, index, 0, 0, i);
            lf_emit(c, LF_OP_SETADD, entries, index, 0, 1);
            lf_fixup_here(c, &skip);
        }
        c->next = mark;
    }
}

static uint64_t fallible_entries(const lf_compiler *c, const lf_node *options) {
    uint64_t entries = c->rest_may_fail ? UINT64_MAX : 0;
    for (uint32_t i = 0; i < options->kid_count && i < 64; i++)
        if (lf_may_fail(c, options->kids[i]->kids[LF_K_OPTION_DO]))
            entries |= UINT64_C(1) << i;
    return entries;
}

void lf_menu(lf_compiler *c, const lf_node *n) {
    const lf_node *options = n->kids[LF_K_MENU_OPTIONS];
    assert(options->kid_count > 0);
    const uint32_t mark = c->next, chosen = lf_take(c, 1), behind = c->next,
                   entries = lf_take(c, 1);
    lf_fixups finished = {0};
    offer_menu_entries(c, options, entries);
    lf_offer offer = {.domain = LF_DOMAIN_MENU,
                      .source = entries,
                      .bind = chosen,
                      .node = n,
                      .prompt = n->kids[LF_K_MENU_PROMPT],
                      .by = n->kids[LF_K_MENU_BY],
                      .ask = lf_ask_of_word(lf_node_word(n, 0)),
                      .fallible = fallible_entries(c, options),
                      .labels = LF_NEW_ARRAY(c->arena, int32_t, options->kid_count),
                      .ids = LF_NEW_ARRAY(c->arena, const char *, options->kid_count),
                      .kinds = LF_NEW_ARRAY(c->arena, uint8_t, options->kid_count),
                      .label_count = options->kid_count,
                      .question = lf_question_of(c, n)};
    offer.may_fail_after = offer.fallible != 0;
    for (uint32_t i = 0; i < options->kid_count; i++) {
        assert(options->kids[i]->kind == LF_N_OPTION && options->kids[i]->name != NULL);
        offer.labels[i] = lf_template_of(c, options->kids[i]->kids[LF_K_OPTION_LABEL]);
        offer.ids[i] = options->kids[i]->name;
        offer.kinds[i] = (uint8_t)lf_kind_of_word((lf_word)options->kids[i]->word, LF_OPTION_MENU);
    }
    lf_offer_choice(c, &offer);
    for (uint32_t i = 0; i < options->kid_count; i++) {
        const uint32_t other = lf_jump_constant(c, LF_W_NE, chosen, i);
        c->next = behind;
        lf_block(c, options->kids[i]->kids[LF_K_OPTION_DO]);
        lf_fixup_add(c, &finished, lf_emit(c, LF_OP_JMP, 0, 0, 0, 0));
        lf_patch(c, other, lf_here(c));
    }
    lf_fixup_here(c, &finished);
    c->next = mark;
}

/* ---- all that can be offered by an id of the rules' own ---- */

static int compare_ids(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static bool is_menu_option(const lf_game *game, const char *id) {
    return game->menu_option_count > 0 && bsearch(&id, game->menu_options, game->menu_option_count,
                                                  sizeof *game->menu_options, compare_ids) != NULL;
}

static bool has_option(const lf_choice_site *site, const char *id) {
    for (uint32_t i = 0; i < site->label_count; i++)
        if (strcmp(site->ids[i], id) == 0)
            return true;
    return false;
}

/* In a menu that has both, the former id would be the id of another option. */
static bool stand_together(const lf_game *game, const lf_model_option_alias *alias) {
    for (uint32_t s = 0; s < game->site_count; s++)
        if (has_option(&game->sites[s], alias->former) && has_option(&game->sites[s], alias->id))
            return true;
    return false;
}

static void check_alias(lf_compiler *c, const lf_model_option_alias *alias) {
    lf_nearest nearest = lf_nearest_to(alias->id);
    for (uint32_t i = 0; i < c->game->menu_option_count; i++)
        lf_nearest_offer(&nearest, c->game->menu_options[i]);
    if (stand_together(c->game, alias))
        lf_report_add(c->model->report, LF_ERROR, LF_E0407, alias->former_pos,
                      (uint16_t)strlen(alias->former),
                      "an alias must not be the id of another option of the menu",
                      "a menu has both the option `%s` and the option `%s`", alias->former,
                      alias->id);
    if (!is_menu_option(c->game, alias->id))
        lf_report_add(
            c->model->report, LF_ERROR, LF_E0408, alias->id_pos, (uint16_t)strlen(alias->id),
            nearest.best != NULL ? lf_arena_printf(c->arena, "did you mean `%s`?", nearest.best)
                                 : NULL,
            "no option of a menu has the id `%s`", alias->id);
}

static void list_aliases(lf_compiler *c) {
    const lf_model *m = c->model;
    lf_game *game = c->game;
    game->option_alias_count = m->option_alias_count;
    game->option_aliases = LF_NEW_ARRAY(c->arena, lf_option_alias, m->option_alias_count + 1);
    for (uint32_t i = 0; i < m->option_alias_count; i++) {
        check_alias(c, &m->option_aliases[i]);
        game->option_aliases[i] =
            (lf_option_alias){m->option_aliases[i].former, m->option_aliases[i].id};
    }
}

void lf_list_menu_options(lf_compiler *c) {
    lf_game *game = c->game;
    const char **ids = NULL;
    uint32_t count = 0, capacity = 0, kept = 0;
    for (uint32_t s = 0; s < game->site_count; s++) {
        const lf_choice_site *site = &game->sites[s];
        if (site->or_done)
            LF_PUSH(c->arena, ids, count, capacity, site->done_id);
        for (uint32_t i = 0; i < site->label_count; i++)
            LF_PUSH(c->arena, ids, count, capacity, site->ids[i]);
    }
    if (count > 0)
        qsort(ids, count, sizeof *ids, compare_ids);
    for (uint32_t i = 0; i < count; i++)
        if (kept == 0 || strcmp(ids[kept - 1], ids[i]) != 0)
            ids[kept++] = ids[i];
    game->menu_options = ids;
    game->menu_option_count = kept;
    list_aliases(c);
}
