/* questions.c: the questions that the rules of a game can ask, known without a state: each has a
 * choice site, or a domain of its own (explicit chance). */
#include <stdio.h>

#include "kernel/state/state.h"

lf_choice_site lf_question_site(const lf_game *game, const lf_question_info *question) {
    return question->site >= 0 ? game->sites[question->site]
                               : (lf_choice_site){.domain = question->domain,
                                                  .enum_id = question->enum_id,
                                                  .prompt = -1,
                                                  .done_label = -1,
                                                  .or_done = question->way_out,
                                                  .out_kind = LF_OPTION_DONE};
}

const char *lf_question_id(const lf_game *game, const lf_question_info *question, uint32_t place,
                           char digits[LF_NUMBER_SIZE]) {
    const lf_choice_site site = lf_question_site(game, question);
    if (place >= question->count)
        return site.or_done ? site.done_id : NULL;
    const int64_t value = site.number_count > 0
                              ? (place < site.number_count ? site.numbers[place] : -1)
                              : (int64_t)((uint64_t)question->low + place);
    if (!lf_domain_has(game, &site, value))
        return NULL;
    const char *id = lf_domain_id(game, &site, value);
    if (id == NULL)
        snprintf(digits, LF_NUMBER_SIZE, "%lld", (long long)value);
    return id != NULL ? id : digits;
}

uint32_t lf_question_routine(const lf_game *game, const lf_question_info *question) {
    const int routine =
        question->site < 0 ? -1 : lf_instruction_routine(game, (int)game->sites[question->site].pc);
    return routine < 0 ? UINT32_MAX : (uint32_t)routine;
}
