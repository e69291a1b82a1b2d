/* shown.c: what choices show besides their options: the values in the prompt and in the labels; and
 * how much of everything the choices of a game can show at most, for those who make room for it
 * (api/env/tensor_layout.c). */
#include "kernel/state/state.h"

/* The i-th value of a template; otherwise counts *i down by those that it has. */
static const lf_text_part *value_in(const lf_game *game, int32_t index, uint32_t *i) {
    const bool known = index >= 0 && (uint32_t)index < game->template_count;
    const uint32_t count = known ? game->templates[index].count : 0;
    for (uint32_t p = 0; p < count; p++) {
        const lf_text_part *part = &game->templates[index].parts[p];
        if (part->literal == NULL && (*i)-- == 0)
            return part;
    }
    return NULL;
}

const lf_text_part *lf_choice_text_value(const lf_game *game, const lf_choice_site *site,
                                         uint32_t i, int *where) {
    *where = LF_VALUE_IN_PROMPT;
    const lf_text_part *part = value_in(game, site->prompt, &i);
    if (part == NULL) {
        *where = LF_VALUE_IN_WAY_OUT;
        part = value_in(game, site->done_label, &i);
    }
    for (uint32_t label = 0; part == NULL && label < site->label_count; label++) {
        *where = (int)label;
        part = value_in(game, site->labels[label], &i);
    }
    return part;
}

static bool is_of_numbers(const lf_question_info *question) {
    return question->domain == LF_DOMAIN_RANGE || question->domain == LF_DOMAIN_INTS;
}

lf_choice_limits lf_measure_choices(const lf_game *game) {
    lf_choice_limits most = {0};
    int where = 0;
    for (uint32_t i = 0; i < game->enum_count; i++)
        if (game->enums[i].count > most.values)
            most.values = game->enums[i].count;
    for (uint32_t i = 0; i < game->question_count; i++)
        if (is_of_numbers(&game->questions[i]) && game->questions[i].count > most.numbers)
            most.numbers = game->questions[i].count;
    for (uint32_t i = 0; i < game->site_count; i++) {
        if (game->sites[i].label_count > most.entries)
            most.entries = game->sites[i].label_count;
        while (lf_choice_text_value(game, &game->sites[i], most.text_values, &where) != NULL)
            most.text_values++;
    }
    return most;
}
