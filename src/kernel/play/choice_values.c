/* choice_values.c: the values in the texts of a choice (its prompt and labels), and the greatest
 * numbers that any choice of a game has, for tensors of a fixed size (api/env/tensor_layout.c). */
#include "kernel/state/state.h"

/* The *i-th value of a template. If it has fewer, returns NULL and reduces *i by their number. */
static const lf_text_part *template_value(const lf_game *game, int32_t index, uint32_t *i) {
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
    const lf_text_part *part = template_value(game, site->prompt, &i);
    if (part == NULL) {
        *where = LF_VALUE_IN_WAY_OUT;
        part = template_value(game, site->done_label, &i);
    }
    for (uint32_t label = 0; part == NULL && label < site->label_count; label++) {
        *where = (int)label;
        part = template_value(game, site->labels[label], &i);
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
