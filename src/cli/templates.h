/* templates.h: the games of data/templates, as the build put them into the program
 * (embed_templates.py). */
#ifndef CLI_TEMPLATES_H
#define CLI_TEMPLATES_H

typedef struct {
    const char *name;
    const char *spec, *cases; /* the text of its spec and of its rule cases */
} game_template;
extern const game_template game_templates[]; /* ended by a name of NULL */

#endif
