/* json_forms.c: how outcomes, hashes and options are written in JSON. */
#include "json_forms.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

json_t *lf_seat_to_json(const lf_game *game, lf_seat seat) {
    const char *name = seat >= 0 ? lf_name(game, LF_OF_SEATS, seat) : NULL;
    return name != NULL ? json_string(name) : json_null();
}

json_t *lf_outcome_to_json(const lf_game *game, const lf_outcome *outcome) {
    int seats = lf_count(game, LF_OF_SEATS);
    json_t *ranking = json_array(), *margins = json_object(), *winners = json_array();
    for (int i = 0; i < seats; i++) {
        json_array_append_new(ranking, lf_seat_to_json(game, outcome->ranking[i]));
        if (outcome->winners >> i & 1)
            json_array_append_new(winners, lf_seat_to_json(game, i));
        json_object_set_new(margins, lf_name(game, LF_OF_SEATS, i),
                            json_integer(outcome->margin[i]));
    }
    return json_pack("{s:o, s:o, s:s?, s:o, s:o}", "winner", lf_seat_to_json(game, outcome->winner),
                     "winners", winners, "checkpoint", outcome->checkpoint, "ranking", ranking,
                     "margins", margins);
}

json_t *lf_hex_to_json(uint64_t number) {
    char text[17];
    snprintf(text, sizeof text, "%016" PRIx64, number);
    return json_string(text);
}

bool lf_hex_from_json(const json_t *value, uint64_t *out) {
    const char *text = json_string_value(value);
    if (text == NULL || strlen(text) != 16 || strspn(text, "0123456789abcdef") != 16)
        return false;
    *out = strtoull(text, NULL, 16);
    return true;
}

const char *lf_choice_subject_name(const lf_game *game, lf_option_kind kind, int subject) {
    static const struct {
        lf_option_kind kind;
        lf_catalogue of;
    } catalogues[] = {
        {LF_OPTION_ACTION, LF_OF_ACTIONS}, {LF_OPTION_SPACE, LF_OF_ZONES},
        {LF_OPTION_ZONE, LF_OF_ZONES},     {LF_OPTION_SEAT, LF_OF_SEATS},
        {LF_OPTION_CARD, LF_OF_CARDS},     {LF_OPTION_KIND, LF_OF_KINDS},
    };
    for (size_t i = 0; i < sizeof catalogues / sizeof *catalogues; i++) {
        if (catalogues[i].kind == kind)
            return lf_name(game, catalogues[i].of, subject);
    }
    return NULL;
}

json_t *lf_option_to_json(const lf_game *game, const lf_choice *option) {
    return json_pack("{s:s, s:s, s:s, s:s?, s:i}", "id", option->id, "label", option->label, "kind",
                     lf_option_kind_name(option->kind), "subject",
                     lf_choice_subject_name(game, option->kind, option->subject), "count",
                     option->count);
}

json_t *lf_choice_to_json(const lf_game *game, const lf_choice *option) {
    json_t *object = lf_option_to_json(game, option);
    const lf_option_kind kind =
        option->kind == LF_OPTION_ACTION ? lf_action_kind(game, option->subject) : option->kind;
    if (kind >= LF_OPTION_DONE)
        json_object_set_new(object, "wayOut", json_string(lf_option_kind_name(kind)));
    if (option->text != NULL)
        json_object_set_new(object, "text", json_string(option->text));
    return object;
}
