/* play_lesson.c: plays a lesson: its texts, its suggestions, and the decisions of the other seats.
 * If the learner decides differently, the agents play the other seats; undo returns to the
 * lesson. */
#include "play_lesson.h"

#include <string.h>

/* ---- which lesson ---------------------------------------------------------------------------- */

static void list_lessons(const lf_lessons *lessons) {
    for (int i = 0; i < lf_lessons_count(lessons); i++)
        fprintf(stderr, "  %s  %s\n", lf_lessons_get(lessons, i)->id,
                lf_lessons_get(lessons, i)->title);
}

lf_lessons *open_lessons(const lf_game *game, const char *name) {
    char path[LF_PATH_BYTES];
    lf_diagnostics *problems = NULL;
    if (!game_locate(name, path))
        return NULL;
    lf_lessons *lessons = lf_lessons_load(game, path, &problems);
    if (lessons == NULL && problems != NULL)
        print_problems(problems);
    lf_diagnostics_free(problems);
    return lessons;
}

const lf_lesson *find_lesson(const lf_lessons *lessons, const char *id) {
    for (int i = 0; i < lf_lessons_count(lessons); i++) {
        if (strcmp(lf_lessons_get(lessons, i)->id, id) == 0)
            return lf_lessons_get(lessons, i);
    }
    if (lf_lessons_count(lessons) == 0) {
        complain("the game has no lessons.");
    } else {
        complain("unknown lesson \"%s\". Choose from:", id);
        list_lessons(lessons);
    }
    return NULL;
}

/* ---- where it stands ------------------------------------------------------------------------- */

/* How many decisions of the lesson have been made; -1 when it is left. */
static int lesson_place(const play_table *t) {
    const size_t made = lf_session_decisions(t->session);
    if (t->lesson == NULL || made > (size_t)t->lesson->count ||
        lf_hash(state_of(t)) != t->lesson->hashes[made])
        return -1;
    return (int)made;
}

int lesson_option(const play_table *t) {
    const int at = lesson_place(t);
    return at >= 0 && at < t->lesson->count
               ? lf_find_option(state_of(t), t->lesson->decisions[at].option)
               : LF_NO_OPTION;
}

/* ---- words ----------------------------------------------------------------------------------- */

/* The text that the decision at `at` belongs to. */
static const char *step_text(const lf_lesson *l, int at) {
    while (at > 0 && l->decisions[at].text == NULL)
        at--;
    return l->decisions[at].text;
}

static void print_text(const play_table *t, const char *text) {
    if (*text == '\0')
        return;
    putc('\n', t->out);
    print_prose(t, text);
}

void print_lesson_begin(play_table *t) {
    heading(t, t->lesson->title);
    print_prose(t, t->lesson->text);
}

/* Something to read: a step may have no words, and the decisions within one have none of their
 * own. */
bool lesson_has_news(const play_table *t) {
    const int at = lesson_place(t);
    for (int i = t->lesson_read; i <= at && i < t->lesson->count; i++) {
        if (t->lesson->decisions[i].text != NULL && t->lesson->decisions[i].text[0] != '\0')
            return true;
    }
    return at >= 0 && at == t->lesson->count && at >= t->lesson_read && t->lesson->end[0] != '\0';
}

void print_lesson_news(play_table *t) {
    const int at = lesson_place(t);
    const lf_lesson *const l = t->lesson;
    for (; t->lesson_read <= at && t->lesson_read < l->count; t->lesson_read++)
        print_text(t, l->decisions[t->lesson_read].text != NULL ? l->decisions[t->lesson_read].text
                                                                : "");
    if (at == l->count) {
        print_text(t, l->end);
        t->lesson_read = at + 1;
    }
}

void print_lesson(const play_table *t) {
    const int at = lesson_place(t);
    if (t->lesson == NULL)
        say(t, "This is not a lesson. Start one with `ludoforge play GAME --lesson NAME`.");
    else if (at < 0)
        say(t, "You've left the lesson. Type undo to return.");
    else
        print_prose(t, at < t->lesson->count ? step_text(t->lesson, at) : t->lesson->end);
}

void print_suggestion(const play_table *t) {
    const int option = lesson_option(t);
    choice c;
    char text[400];
    if (option == LF_NO_OPTION)
        return;
    open_choice(t, &c);
    snprintf(text, sizeof text, "%.300s. Type follow to do it, lesson to read the text again.",
             option < c.count ? c.at[option].label : "");
    print_paragraph(t, "The lesson suggests: ", text, 0);
    close_choice(&c);
}

void note_own_way(const play_table *t, const char *suggested) {
    fprintf(t->out, "The lesson suggested %s. You've left the lesson; type undo to return.\n",
            suggested);
}
