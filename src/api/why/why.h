/* why.h: what the files of "why not" share. Nothing outside api/why includes it; the way in is
 * lf_why (why.c).
 *
 * An asker has the trees of the rules (the model), a snippet to work conditions out with, and
 * worlds: states that look to the deciding seat as the true one does, but differ in what it cannot
 * see. What is said is the same in all of them, so an answer tells nothing that the seat does not
 * know. Where nothing is hidden there is one world.
 *
 * A condition is walked from the top: what of it stands in the way becomes reasons, each in the
 * author's words (`because`) or in words made of labels and values. Everything is in the asker's
 * arena. */
#ifndef LF_WHY_H
#define LF_WHY_H

#include "api/snippet/snippet.h"

#define LF_WHY_WORLDS                                                                              \
    8 /* so many that what is hidden is hardly the same in all of them by chance */

/* The value of a local, in every world. A list, innermost first; the body of a function begins a
 * new one. */
typedef struct lf_why_local {
    const lf_symbol *symbol;
    const int64_t *words[LF_WHY_WORLDS];
    const struct lf_why_local *outer;
} lf_why_local;

typedef struct lf_why_lowered lf_why_lowered;

typedef struct {
    lf_arena *arena;
    lf_snippet *snippet;
    const lf_model *model;
    const lf_game *game; /* the snippet's */
    lf_state worlds[LF_WHY_WORLDS];
    uint32_t world_count;
    lf_text *scratch;        /* for what the kernel says; always empty between uses */
    bool *lost;              /* memory ran out while something was said: the answer is none */
    lf_why_lowered *lowered; /* expressions that have been asked before */
    uint32_t depth;          /* of the walk */
    uint32_t searches;       /* around this one: elements of sets within elements of sets */
    uint32_t names;          /* of locals made up so far */
    int64_t budget;          /* of expressions worked out */
} lf_asker;

typedef enum {
    LF_WHY_NO,
    LF_WHY_YES,
    LF_WHY_UNSEEN, /* not the same in all worlds */
    LF_WHY_UNKNOWN /* it cannot be worked out here */
} lf_why_truth;

/* ---- why_values.c ---- */
lf_why_truth lf_why_truth_of(lf_asker *, const lf_node *condition, const lf_why_local *locals);
/* The value, if it is the same in all worlds. */
bool lf_why_value_of(lf_asker *, const lf_node *, const lf_why_local *locals,
                     int64_t out[LF_SET_WORDS_MAX]);
/* A local more, with the value that an expression has (in other locals), or with a number. NULL: it
 * has none. */
const lf_why_local *lf_why_bind(lf_asker *, const lf_why_local *outer, const lf_symbol *,
                                const lf_node *value, const lf_why_local *locals);
const lf_why_local *lf_why_bind_number(lf_asker *, const lf_why_local *outer, const lf_symbol *,
                                       int64_t value);
/* The locals of a pending choice, from the registers of the routine that asks. */
const lf_why_local *lf_why_pending_locals(lf_asker *, const lf_choice_source *);
/* A name of our own for a value: its node, to be bound by the node's symbol. */
lf_node *lf_why_name(lf_asker *, lf_type);
lf_node *lf_why_node(lf_asker *, lf_node_kind, lf_word, const lf_node *like, lf_type);
/* The expression that a call of a function stands for, and in *locals those of its body. NULL: it
 * is none. */
const lf_node *lf_why_body(lf_asker *, const lf_node *call, const lf_why_local **locals);
/* What a local that nothing changes was made with: its `let`, or the argument that the running
 * procedure was called with, and then *locals becomes those of the caller. NULL: nothing that is
 * known. */
const lf_node *lf_why_definition(lf_asker *, const lf_symbol *, const lf_why_local **locals);
lf_type lf_why_element_type(lf_type set);
/* The elements of a set or domain, ascending; -1 if they are not known. */
int lf_why_elements(lf_asker *, const lf_node *domain, const lf_why_local *locals, int64_t *out,
                    int cap);

/* ---- why_phrase.c: values and things in words; texts are in the arena ---- */
/* What the kernel has said into the scratch, kept. */
const char *lf_why_keep(lf_asker *);
const char *lf_why_say(lf_asker *, lf_type, const int64_t *words);
/* The same of the value of an expression; NULL: it is not known. */
const char *lf_why_said(lf_asker *, const lf_node *, const lf_why_local *locals);
/* What an expression is called ("Resources of Red"), or NULL where only its value can be said. */
const char *lf_why_phrase(lf_asker *, const lf_node *, const lf_why_local *locals);
/* Where pieces are: "in the harbour", "next to the hill", "in any space". */
const char *lf_why_where(lf_asker *, const lf_node *zones, const lf_why_local *locals);
bool lf_why_is_plural(const char *phrase);
/* "Gold is 2", "Coins of Red are 3"; without a phrase "it is 2". */
const char *lf_why_is(lf_asker *, const char *phrase, const char *value);
#define LF_WHY_MUST_BE " and must be "
#define LF_WHY_NAMED " is already named here"
/* "Harbour has no Boats", "there are Boats next to the hill"; NULL: it is not known. */
const char *lf_why_presence(lf_asker *, const char *pieces, const lf_node *zones,
                            const lf_why_local *locals, bool some);
/* The same of a node with pieces and zones. */
const char *lf_why_there(lf_asker *, const lf_node *, const lf_why_local *locals, bool some);
/* A TEXT; NULL: it is not the same in all worlds, or cannot be worked out. */
const char *lf_why_text(lf_asker *, const lf_node *text, const lf_why_local *locals);

/* ---- why_explain.c ---- */
typedef struct {
    const char *text;
    const lf_node *at; /* the part of the rule that it comes from; NULL: none */
    bool who;          /* it is about who acts: then all else is beside the point */
    bool plain;        /* it says only what was asked for: "it is the hill" */
} lf_reason;
#define LF_WHY_REASONS 6
typedef struct {
    lf_reason items[LF_WHY_REASONS];
    uint32_t count;
} lf_reasons;
void lf_why_add(lf_reasons *, lf_reason);
#define LF_WHY_HIDDEN "it depends on hidden information"

/* Adds what stands in the way of a condition that should be `want`; nothing if it is. `own`: its
 * `because` says so. */
void lf_why_explain(lf_asker *, const lf_node *, const lf_why_local *, bool want, bool own,
                    lf_reasons *);
/* All alternatives have failed: their reasons in one. */
void lf_why_join(lf_asker *, const lf_reasons *alternatives, uint32_t count, lf_reasons *);

/* ---- why_sets.c ---- */

/* Why an element (whose value stands in the expression `x`) is not in a set, or should not be. */
void lf_why_member(lf_asker *, const lf_node *x, const lf_node *set, const lf_why_local *,
                   bool want, bool own, lf_reasons *);
/* Why a set is empty, or a search finds nothing: no element of the domain passes. `where` may be
 * NULL. */
void lf_why_nothing(lf_asker *, const lf_node *domain, const lf_node *where,
                    const lf_symbol *binder, const lf_why_local *, lf_reasons *);
/* Why a search finds something. */
void lf_why_something(lf_asker *, const lf_node *domain, const lf_node *where,
                      const lf_symbol *binder, const lf_why_local *, bool own, lf_reasons *);

/* ---- why_choice.c ---- */

/* Why a value (-1: the way out) is not among the options of the pending choice. */
void lf_why_not_offered(lf_asker *, int64_t value, lf_reasons *);

#endif
