/* play_lesson.h: lessons for the parts of `play` (play_lesson.c). Without a lesson there is nothing
 * to suggest and no news. */
#ifndef CLI_PLAY_LESSON_H
#define CLI_PLAY_LESSON_H

#include "play.h"

/* The lessons of a game by its name or path; NULL after a complaint. */
lf_lessons *open_lessons(const lf_game *, const char *name);
/* NULL after a complaint that lists them. */
const lf_lesson *find_lesson(const lf_lessons *, const char *id);

/* What the lesson wants to be chosen now; LF_NO_OPTION when it is over or left. */
int lesson_option(const play_table *);
/* What is read before the game begins. */
void print_lesson_begin(play_table *);
/* Texts of steps that have not been read yet: prints them. */
bool lesson_has_news(const play_table *);
void print_lesson_news(play_table *);
/* The text of the step that is being played. */
void print_lesson(const play_table *);
/* A line below the options. */
void print_suggestion(const play_table *);
/* After something else was chosen than what was suggested. */
void note_own_way(const play_table *, const char *suggested);

#endif
