/* marks.c: what the displays say that are told as the result of a turn. They are read before each
 * decision that begins one, while the state rests. */
#include <assert.h>
#include <string.h>

#include "api/displays.h"
#include "session.h"
#include "support/array.h"

int lf_session_mark_owners(const lf_game *game, int display) {
    if (display < 0 || lf_display_looks_at_cards(game, display))
        return 0;
    switch (lf_display_of(game, display)) {
    case LF_DISPLAY_GAME:
        return 1;
    case LF_DISPLAY_SEAT:
        return lf_count(game, LF_OF_SEATS);
    case LF_DISPLAY_SPACE:
        return lf_count(game, LF_OF_SPACES);
    default:
        return 0;
    }
}

static size_t count_values(const lf_session *s) {
    const char *name;
    json_t *ignored;
    size_t count = 0;
    json_object_foreach(json_object_get(s->words, "results"), name, ignored) count +=
        (size_t)lf_session_mark_owners(s->game, lf_find(s->game, LF_OF_DISPLAYS, name));
    return count;
}

/* NULL: out of memory. */
static int64_t *read_values(const lf_session *s, const lf_state *state, size_t count) {
    const char *name;
    json_t *ignored;
    size_t at = 0;
    int64_t *const values = lf_calloc(count, sizeof *values);
    if (values == NULL)
        return NULL;
    json_object_foreach(json_object_get(s->words, "results"), name, ignored) {
        const int display = lf_find(s->game, LF_OF_DISPLAYS, name);
        const int owners = lf_session_mark_owners(s->game, display);
        for (int owner = 0; owner < owners; owner++) {
            lf_shown shown;
            values[at++] =
                lf_display_read(state, display, owner, &shown) ? shown.words[0] : LF_MARK_NOT_SHOWN;
        }
    }
    assert(at == count);
    return values;
}

/* The marks of decisions that were taken back since go first. */
void lf_session_mark_turn(lf_session *s, size_t decision) {
    const size_t count = s->trial != NULL ? count_values(s) : 0;
    while (s->mark_count > 0 && s->marks[s->mark_count - 1].decision >= decision)
        lf_free(s->marks[--s->mark_count].values);
    if (count == 0 ||
        !lf_array_reserve(&s->marks, &s->mark_capacity, s->mark_count + 1, sizeof *s->marks))
        return;
    int64_t *const values = read_values(s, s->trial, count);
    if (values != NULL)
        s->marks[s->mark_count++] = (turn_mark){decision, values};
}

void lf_session_free_marks(lf_session *s) {
    while (s->mark_count > 0)
        lf_free(s->marks[--s->mark_count].values);
    lf_free(s->marks);
    s->marks = NULL;
    s->mark_capacity = 0;
}

static const turn_mark *mark_of(const lf_session *s, const session_turn *turn) {
    for (size_t i = s->mark_count; i > 0 && turn->seat >= 0; i--)
        if (s->marks[i - 1].decision == turn->decision)
            return &s->marks[i - 1];
    return NULL;
}

static int64_t *copy_values(const int64_t *values, size_t count) {
    int64_t *const copy = lf_calloc(count, sizeof *copy);
    if (copy != NULL)
        memcpy(copy, values, count * sizeof *copy);
    return copy;
}

size_t lf_session_marks(const lf_session *s, int turn, int64_t **before, int64_t **after) {
    const turn_mark *const begin = mark_of(s, &s->turns[turn]), *end = NULL;
    const size_t count = begin != NULL ? count_values(s) : 0;
    for (size_t next = (size_t)turn + 1; next < s->turn_count && end == NULL; next++)
        end = mark_of(s, &s->turns[next]);
    *before = *after = NULL;
    if (count == 0)
        return 0;
    *before = copy_values(begin->values, count);
    *after = end != NULL ? copy_values(end->values, count) : read_values(s, s->state, count);
    return *before != NULL && *after != NULL ? count : 0;
}
