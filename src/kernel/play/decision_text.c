/* decision_text.c: the pending decision for people and programs: its prompt, and every option with
 * its id and its label. options.c says which options there are, text.c makes the text of a value.
 *
 * The ids of the options of a decision are unique: ids of things are unique, the compiler checks
 * those of a menu, and the way out gets a free one. Their labels are unique because of make_unique
 * below. */
#include <stdio.h>

#include "kernel/state/state.h"

/* ---- ids ---- */

const char *lf_option_id(const lf_state *state, int option, char *buffer, size_t size) {
    const lf_choice_site *site = lf_pending_site(state);
    lf_option at;
    if (!lf_option_at(state, option, &at))
        return "";
    if (site == NULL && at.kind == LF_OPTION_CARD) /* chance decides */
        return state->game->cards[at.subject].name;
    if (site == NULL) {
        snprintf(buffer, size, "%d", at.count);
        return buffer;
    }
    if (lf_is_way_out(state, option))
        return site->done_id;
    const int64_t value = lf_pending_value(state, site, option);
    const char *id =
        lf_domain_has(state->game, site, value) ? lf_domain_id(state->game, site, value) : "";
    if (id != NULL)
        return id;
    snprintf(buffer, size, "%lld", (long long)value);
    return buffer;
}

/* ---- labels ---- */

/* The texts of a decision while they are being made: one after the other in `text`, each with its
 * NUL. */
typedef struct {
    const lf_state *state;
    const lf_choice_site *site;
    lf_text text;
    uint32_t *ids, *labels; /* where they begin */
    uint32_t
        *buckets; /* hash table of labels: option plus one, 0 empty; it has `mask` + 1 entries */
    uint32_t mask;
} lf_decision_texts;

static uint32_t label_hash(const char *label) {
    uint32_t hash = UINT32_C(0x811c9dc5);
    for (; *label != '\0'; label++)
        hash = (hash ^ (unsigned char)*label) * UINT32_C(0x01000193);
    return hash;
}

/* The bucket of a label, or the free one where it belongs. There are more buckets than labels, so
 * the search ends. */
static uint32_t *bucket_of(const lf_decision_texts *w, const char *label) {
    for (uint32_t at = label_hash(label);; at++) {
        uint32_t *bucket = &w->buckets[at & w->mask];
        if (*bucket == 0 || strcmp(w->text.data + w->labels[*bucket - 1], label) == 0)
            return bucket;
    }
}

static void end_text(lf_text *text) {
    lf_text_add(text, "", 1);
}

/* The first of several options with the same label keeps it. A later one gets its id appended,
 * again and again until the label is unique; it gets longer each time, so this ends. The label is
 * the last text, so it can grow. */
static void make_unique(lf_decision_texts *w, uint32_t i, const char *id) {
    while (!w->text.failed && *bucket_of(w, w->text.data + w->labels[i]) != 0) {
        w->text.length--; /* its NUL goes */
        lf_text_printf(&w->text, " (%s)", id);
        end_text(&w->text);
    }
    if (!w->text.failed)
        *bucket_of(w, w->text.data + w->labels[i]) = i + 1;
}

static void word_option(lf_decision_texts *w, uint32_t i) {
    char number[LF_NUMBER_SIZE];
    const lf_game *game = w->state->game;
    const char *id = lf_option_id(w->state, (int)i, number, sizeof number);
    w->ids[i] = (uint32_t)w->text.length;
    lf_text_addz(&w->text, id);
    end_text(&w->text);
    w->labels[i] = (uint32_t)w->text.length;
    const bool way_out = lf_is_way_out(w->state, (int)i);
    const int64_t value =
        way_out || w->site == NULL ? -1 : lf_pending_value(w->state, w->site, (int)i);
    if (w->site == NULL)
        lf_format_outcome(w->state, i, &w->text);
    else if (way_out || lf_domain_has(game, w->site, value))
        lf_format_choice(game, w->state->block, w->site, value, &w->text);
    end_text(&w->text);
    make_unique(w, i, id);
}

/* ---- the decision ---- */

static const char *part_text(const lf_game *game, int card, const char *id, const char *label) {
    const int by_id = lf_find(game, LF_OF_CARD_PARTS, id);
    const int part = by_id >= 0 ? by_id : lf_find(game, LF_OF_CARD_PARTS, label);
    return card >= 0 && part >= 0 ? lf_card_text(game, card, part) : NULL;
}

/* One allocation for the caller: the decision, its options, and the texts that they point to. */
static lf_decision *make_decision(const lf_decision_texts *w, const lf_option *options, int count,
                                  uint32_t prompt) {
    const size_t head = sizeof(lf_decision), list = (size_t)count * sizeof(lf_choice);
    char *block = w->text.failed ? NULL : lf_malloc(head + list + w->text.length);
    if (block == NULL)
        return NULL;
    lf_decision *decision = (lf_decision *)(void *)block;
    lf_choice *choices = (lf_choice *)(void *)(block + head);
    char *texts = block + head + list;
    memcpy(texts, w->text.data, w->text.length);
    const int card = lf_prompt_card(w->state);
    for (int i = 0; i < count; i++) {
        const char *id = texts + w->ids[i], *label = texts + w->labels[i];
        choices[i] = (lf_choice){.kind = options[i].kind,
                                 .subject = options[i].subject,
                                 .count = options[i].count,
                                 .id = id,
                                 .label = label,
                                 .text = part_text(w->state->game, card, id, label)};
    }
    *decision = (lf_decision){.decider = lf_decider(w->state),
                              .card = card,
                              .prompt = texts + prompt,
                              .count = count,
                              .options = choices};
    return decision;
}

lf_decision *lf_decision_new(const lf_state *state) {
    /* room for the options and the hash table of labels, at most half full */
    const int count = lf_legal_count(state);
    uint32_t mask = 15;
    while (mask < (uint32_t)count * 2)
        mask = mask * 2 + 1;
    lf_option *options = lf_calloc((size_t)count + 1, sizeof *options);
    uint32_t *numbers = lf_calloc((size_t)count * 2 + mask + 1, sizeof *numbers);
    char *prompt = lf_prompt(state);
    lf_decision *decision = NULL;
    if (options != NULL && numbers != NULL && prompt != NULL) {
        lf_decision_texts w = {.state = state,
                               .site = lf_pending_site(state),
                               .ids = numbers,
                               .labels = numbers + count,
                               .buckets = numbers + count * 2,
                               .mask = mask};
        /* make all texts, the prompt last, and pack everything into one block */
        lf_legal(state, options, count);
        for (int i = 0; i < count && !w.text.failed; i++)
            word_option(&w, (uint32_t)i);
        const uint32_t at = (uint32_t)w.text.length;
        lf_text_addz(&w.text, prompt);
        end_text(&w.text);
        decision = make_decision(&w, options, count, at);
        lf_text_free(&w.text);
    }
    lf_string_free(prompt);
    lf_free(numbers);
    lf_free(options);
    return decision;
}

void lf_decision_free(lf_decision *decision) {
    lf_free(decision);
}

/* ---- finding an option ---- */

static int find_present_id(const lf_state *state, const char *id) {
    char number[LF_NUMBER_SIZE];
    const int count = lf_legal_count(state);
    for (int i = 0; i < count; i++)
        if (strcmp(lf_option_id(state, i, number, sizeof number), id) == 0)
            return i;
    return LF_NO_OPTION;
}

int lf_find_option_id(const lf_state *state, const char *id) {
    const lf_game *game = state->game;
    int found = find_present_id(state, id);
    for (uint32_t i = 0; found == LF_NO_OPTION && i < game->option_alias_count; i++)
        if (strcmp(game->option_aliases[i].former, id) == 0)
            found = find_present_id(state, game->option_aliases[i].id);
    return found;
}

int lf_find_option(const lf_state *state, const char *id_or_label) {
    int found = lf_find_option_id(state, id_or_label);
    lf_decision *decision = found == LF_NO_OPTION ? lf_decision_new(state) : NULL;
    for (int i = 0; decision != NULL && found == LF_NO_OPTION && i < decision->count; i++)
        if (strcmp(decision->options[i].label, id_or_label) == 0)
            found = i;
    lf_decision_free(decision);
    return found;
}
