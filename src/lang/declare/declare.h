/* declare.h: what the files of declare share. Nobody else includes it.
 *
 * lf_declare runs a list of steps over the document (declare.c). Each step reads some sections and
 * adds to the model; a step may look up whatever an earlier step declared. A broken entry is
 * reported and left out, and the step goes on with the next, so that one run shows all errors.
 *
 * Invariant: a function that returns false, NULL or -1 for an entry has reported why. */
#ifndef LF_DECLARE_H
#define LF_DECLARE_H

#include "lang/model.h"
#include "lang/read.h"

/* ---- the run --------------------------------------------------------------------------------- */

/* Names that live beside the global ones: two of the same in one scope are an error. */
typedef enum {
    LF_NAMES_ENUM,
    LF_NAMES_RECORD,
    LF_NAMES_KIND,
    LF_NAMES_SPACE, /* what may follow `space.`: properties and variables */
    LF_NAMES_SEAT,  /* what may follow `seat.` */
    LF_NAMES_CARD,  /* what may follow `card.`: attributes and parts */
    LF_NAMES_PHASE,
    LF_NAMES_ACTION,
    LF_NAMES_CHECKPOINT,
    LF_NAMES_INVARIANT,
    LF_NAMES_DISPLAY,
    LF_NAMES_TERM,
    LF_NAMES_PRIOR,
    LF_NAMES_ASSET,
    LF_NAMES_DECK,
    LF_NAMES_SCENARIO,
    LF_NAMES_SCOPES
} lf_names_scope;

typedef struct {
    const char *name, *what; /* what: "a piece", for messages */
    lf_pos pos;
    int index;
    bool clashed; /* another one was to have the name, which is reported once */
} lf_local;

typedef struct {
    lf_map *map; /* name → lf_local */
    lf_local **items;
    uint32_t count, capacity;
} lf_locals;

typedef struct {
    const lf_doc **items;
    uint32_t count, capacity;
} lf_doc_list;

/* A scenario as it stands in the document: an entry of `scenarios`, or an asset with a payload. */
typedef struct {
    const lf_doc *id, *body;
} lf_scenario_source;

typedef struct {
    bool has_vector;
    int dx, dy;
} lf_vector;

typedef struct {
    lf_model *m;
    lf_parse_context parse;
    lf_symbol **symbols; /* in the order of declaration */
    uint32_t symbol_count, symbol_capacity;
    lf_locals locals[LF_NAMES_SCOPES];
    uint32_t enum_capacity;
    lf_doc_list map_payloads;
    lf_scenario_source *scenario_sources;
    uint32_t scenario_source_count, scenario_source_capacity;
    uint32_t columns, rows;    /* of the grid; 0 without one */
    lf_vector *vectors;        /* per direction */
    uint64_t adjacent_ways;    /* the directions that make spaces adjacent */
    const lf_doc **space_docs; /* per space; NULL for those of the grid */
    const lf_doc **card_docs;  /* per card */
    uint32_t position_rule_capacity;
} lf_declaring;

/* ---- declare.c ------------------------------------------------------------------------------- */

/* The entries of the sections (`spaces`, or `seatVars` and its other name), those of map assets
 * included. The list of names ends with NULL. */
lf_doc_list lf_gather(lf_declaring *, const char *const *sections);
/* A section that is a map, or NULL. */
const lf_doc *lf_section_map(lf_declaring *, const char *section);

/* ---- declare_fields.c: maps with known keys -------------------------------------------------- */

typedef enum {
    LF_KEY_ANY,    /* whatever it is, not empty */
    LF_KEY_SCALAR, /* a text, name, number */
    LF_KEY_INT,
    LF_KEY_BOOL,
    LF_KEY_LIST,
    LF_KEY_MAP
} lf_key_kind;

enum { LF_KEY_REQUIRED = 1, LF_KEY_NULLABLE = 2 /* an empty value counts as absent */ };

typedef struct {
    const char *key;
    lf_key_kind kind;
    unsigned flags;
} lf_key_rule;

typedef struct {
    const char *what; /* "a piece" */
    const lf_key_rule *rules;
    uint32_t count;
    bool open; /* other keys are the caller's business */
} lf_shape;

#define LF_SHAPE(name, what, rules, open)                                                          \
    static const lf_shape name = {what, rules, LF_COUNT(rules), open}

/* Reads a map by its shape: values[i] is the value of rule i, or NULL where it is absent or wrong.
 * False when `doc` is no map or a required key is absent or wrong. */
bool lf_read_keys(lf_declaring *, const lf_doc *doc, const lf_shape *, const lf_doc **values);
bool lf_shape_has(const lf_shape *, const char *key);
/* Reports a key that neither the shape nor the scope knows (the scope may be NULL). */
void lf_unknown_key(lf_declaring *, const lf_doc_pair *, const lf_shape *, const lf_locals *more);
/* Two keys with one meaning: the one that is given. */
const lf_doc *lf_either(lf_declaring *, const lf_doc *a, const lf_doc *b, const char *keys);

const char *lf_text_or(const lf_doc *scalar, const char *fallback);
bool lf_bool_or(const lf_doc *, bool fallback);
/* The number, or `fallback` if absent. Outside of min … max it is reported and `fallback` is
 * taken. */
/* The place of the word in a list that ends with NULL; the first if it is absent, -1 if it is none
 * of them. */
int lf_read_choice(lf_declaring *, const lf_doc *, const char *const *words, const char *what);
int64_t lf_int_or(lf_declaring *, const lf_doc *, int64_t min, int64_t max, int64_t fallback);
bool lf_is_list(lf_declaring *, const lf_doc *, const char *what);
bool lf_is_map(lf_declaring *, const lf_doc *, const char *what);
bool lf_is_scalar(lf_declaring *, const lf_doc *, const char *what);

/* A key, or the beginning of one, where a reference is looked up by its scalar. */
lf_doc lf_key_as_scalar(lf_declaring *, const char *key, size_t length, lf_pos);
uint16_t lf_doc_width(const lf_doc *);
uint16_t lf_text_width(const char *);
const char *lf_did_you_mean(lf_declaring *, const lf_nearest *);

/* An error at a node of the document, and at a key or name. */
#define LF_WRONG(d, code, doc, note, ...)                                                          \
    lf_report_add((d)->m->report, LF_ERROR, code, (doc)->pos, lf_doc_width(doc), note, __VA_ARGS__)
#define LF_WRONG_NAME(d, code, name, pos, note, ...)                                               \
    lf_report_add((d)->m->report, LF_ERROR, code, pos, lf_text_width(name), note, __VA_ARGS__)

/* ---- declare_names.c: names, symbols, references --------------------------------------------- */

/* `text` as a name, checked against the rules for names; reserved words may be names only behind a
 * dot (`member`). */
typedef enum {
    LF_NAME_ID,
    LF_NAME_WORD,    /* of a filter: a seat, a type, a state, a group */
    LF_NAME_ROUTINE, /* stands before a bracket */
    LF_NAME_MEMBER   /* only ever behind a dot: any word will do */
} lf_name_use;
const char *lf_check_name(lf_declaring *, const char *text, lf_pos, const char *what, lf_name_use);
const char *lf_read_name(lf_declaring *, const lf_doc *scalar, const char *what); /* an id */
const char *lf_read_word(lf_declaring *, const lf_doc *scalar, const char *what);
/* Names that end in `:none` are the same as those without. */
const char *lf_plain_name(lf_declaring *, const char *text);

/* Enters a name; NULL (reported) when it is taken. */
lf_symbol *lf_add_symbol(lf_declaring *, lf_symbol_kind, const char *name, lf_pos, lf_base_type,
                         int index);
bool lf_add_local(lf_declaring *, lf_names_scope, const char *what, const char *name, lf_pos,
                  int index);
const lf_local *lf_find_local(const lf_declaring *, lf_names_scope, const char *name);
/* The index of a name in a scope, or -1 (reported). */
int lf_local_ref(lf_declaring *, lf_names_scope, const char *what, const lf_doc *scalar);

/* id and label of a list entry; `label` may be NULL. */
bool lf_read_entry(lf_declaring *, const lf_doc *id, const lf_doc *label, const char *what,
                   lf_entry *out);
/* Room for one more? Reports the limit at the entry that is too many. */
bool lf_within(lf_declaring *, const lf_doc *at, uint64_t count, uint64_t limit, const char *what);

/* see sorts.def */
typedef enum {
#define LF_REF_SORT(ref, text, symbol, type) LF_REF_##ref,
#include "base/sorts.def"
    LF_REFS
} lf_ref;

int lf_reference(lf_declaring *, lf_ref, const lf_doc *scalar); /* index or -1 */
/* A list of different seats. `out` has room for all; returns how many are good. */
uint32_t lf_read_seats(lf_declaring *, const lf_doc *list, int *out);
/* A list that names every seat once, or NULL. */
int *lf_read_seat_order(lf_declaring *, const lf_doc *list, const char *what);

/* ---- declare_types.c ------------------------------------------------------------------------- */

/* Where a type stands: not every type may stand everywhere. */
enum {
    LF_USE_PROPERTY = 1,
    LF_USE_VARIABLE = 2,
    LF_USE_OPTION = 4,
    LF_USE_PARAM = 8,
    LF_USE_DATA = 16
};

bool lf_read_type(lf_declaring *, const lf_doc *, unsigned use,
                  lf_type *out); /* a name or a list of values */
bool lf_find_type(lf_declaring *, const char *name, lf_pos, unsigned use, lf_type *out);
bool lf_is_type(const lf_declaring *, const char *name); /* built in, or an enumeration */
/* A constant of the type as the model keeps it: -1 is `none`. */
bool lf_read_value(lf_declaring *, lf_type, const lf_doc *, int64_t *out);
/* The same for a number that must lie in min … max. */
bool lf_read_ranged(lf_declaring *, lf_type, int64_t min, int64_t max, const lf_doc *,
                    int64_t *out);
/* `min` and `max` of a declaration. For an int, `low` and `high` come in as the bounds that hold
 * without them. */
bool lf_read_bounds(lf_declaring *, lf_type, const lf_doc *min, const lf_doc *max, int64_t *low,
                    int64_t *high);
void lf_add_phase_enum(lf_declaring *); /* enumeration 0 */
int lf_add_pattern_enum(lf_declaring *, const char **ids, uint32_t count, lf_pos);
void lf_declare_enums(lf_declaring *);
void lf_label_values(lf_declaring *); /* the last step */

/* ---- declare_ids.c: lists of ids with labels ----------------------------- */

typedef struct {
    const char **ids;    /* NULL if something was reported */
    const char **labels; /* NULL where the list gives no label */
    const char **shorts; /* "" where none is given */
} lf_id_list;

/* A list of different names, at least one: each a name, or {id, label?, short?}. `numbers`: quoted
 * numbers too. */
lf_id_list lf_read_id_list(lf_declaring *, const lf_doc *list, const char *what, bool numbers);

/* What people read of a thing whose declaration says nothing: `coastRoad`, `coast-road`: "Coast
 * road". */
const char *lf_label_from_id(lf_declaring *, const char *id);

/* ---- declare_properties.c: of spaces and cards ----------------------------------------------- */

typedef struct {
    const char *what;       /* "a space property" */
    const lf_shape *holder; /* the keys that its holders have anyway */
    lf_names_scope scope;
    bool lists; /* `length` is allowed */
} lf_property_kind;

/* Adds the entries to `properties`, which has room for them, and counts them. */
void lf_add_properties(lf_declaring *, const lf_property_kind *, lf_doc_list,
                       lf_model_property *properties, uint32_t *count);
/* What a space or card has that states nothing; the values lie one behind the other. */
void lf_fill_properties(const lf_model_property *, uint32_t count, int64_t *values);
/* What it states of one property. */
bool lf_read_property(lf_declaring *, const lf_model_property *, const lf_doc *, int64_t *values);
void lf_report_unstated(lf_declaring *, const lf_model_property *, const lf_entry *holder);

/* ---- the steps, in the files that are called after them -------------------------------------- */

void lf_generate_entries(lf_declaring *); /* entries with `for` become many */
void lf_declare_seats(lf_declaring *);
void lf_declare_options(lf_declaring *);
void lf_declare_pieces(lf_declaring *);
void lf_declare_map(lf_declaring *); /* the grid, the directions, the names of the spaces */
/* [dx, dy]; false after a report. */
bool lf_read_vector(lf_declaring *, const lf_doc *, lf_vector *);
void lf_declare_pattern_names(lf_declaring *);
void lf_declare_patterns(lf_declaring *);
void lf_declare_position_text(lf_declaring *);
void lf_declare_zones(lf_declaring *);  /* boxes and stacks */
void lf_declare_spaces(lf_declaring *); /* properties, steps, adjacency */
void lf_declare_places(lf_declaring *); /* where spaces are drawn */
void lf_declare_cards(lf_declaring *);
void lf_declare_card_contents(lf_declaring *);
void lf_declare_records(lf_declaring *);
/* What a variable holds: its type, range, initial value and words; docs that are absent are
 * NULL. */
typedef struct {
    const lf_doc *type, *init, *min, *max, *words;
} lf_holding;
bool lf_read_holding(lf_declaring *, const lf_holding *, lf_model_var *);
void lf_declare_vars(lf_declaring *);
void lf_declare_repetitions(lf_declaring *);
void lf_declare_phases(lf_declaring *);
void lf_declare_routines(lf_declaring *);
void lf_declare_actions(lf_declaring *);
void lf_declare_terminal(lf_declaring *);
void lf_declare_invariants(lf_declaring *);
void lf_declare_option_aliases(lf_declaring *);
/* Who may know a variable, and what others must think possible (declare_secrets.c). Its expressions
 * become routines behind those of the rules, which leave room for them. */
bool lf_read_secrecy(lf_declaring *, const lf_doc *visibility, const lf_doc *possible,
                     lf_model_var *);
/* The same of pieces: in which state they are covered, and as what others see them; the latter when
 * all kinds are known. */
bool lf_read_cover(lf_declaring *, const lf_doc *secret, const lf_doc *seen_as,
                   const lf_doc *possible, lf_model_kind *);
void lf_resolve_covers(lf_declaring *);
void lf_declare_secrets(lf_declaring *);
uint32_t lf_secret_routines(lf_declaring *);
void lf_declare_displays(lf_declaring *); /* behind the routines, which leave room for its own: */
uint32_t lf_display_routines(lf_declaring *);
void lf_declare_agents(
    lf_declaring *); /* behind displays and actions; routines leave room for them as well */
uint32_t lf_agents_routines(lf_declaring *);
void lf_declare_scenarios(lf_declaring *);

/* ---- declare_rules.c, declare_displays.c: what is worked out by routines of the model -------- */

/* A function or procedure, keyed by its signature. False: it was left out. */
bool lf_declare_routine(lf_declaring *, const lf_doc_pair *, bool pure);

/* What an expression may be of: a game, or its only parameter. */
typedef struct {
    uint32_t types; /* a bit each: 1 << LF_T_SEAT */
    const char *what, *note;
} lf_subject_rule;
bool lf_read_subject(lf_declaring *, const lf_signature *, const lf_subject_rule *,
                     lf_model_param *, lf_type *of);
/* The pure routine that works an expression out, which no rule can call; -1 where there is none
 * (doc is NULL). */
int lf_add_expression(lf_declaring *, const char *name, const lf_model_param *, lf_type of,
                      const lf_doc *);

/* ---- declare_data.c: the shapes of a game's own scenario fields ------------------------------ */

typedef struct lf_data_shape lf_data_shape;
/* the section `scenarioFields` */
lf_data_shape *lf_read_data_shapes(lf_declaring *, const lf_shape *taken);
/* Checks the keys of a scenario that `known` does not have. */
void lf_check_data(lf_declaring *, const lf_data_shape *, const lf_doc *scenario,
                   const lf_shape *known);

/* ---- declare_positions.c: what a scenario puts where ----------------------------------------- */

typedef enum {
    LF_INITIAL_TRACKS,
    LF_INITIAL_MARKERS,
    LF_INITIAL_SPACES,
    LF_INITIAL_SEATS,
    LF_INITIAL_LISTS
} lf_initial_list;

/* Lists that are absent are NULL. */
void lf_read_initial_values(lf_declaring *, lf_model_scenario *,
                            const lf_doc *const lists[LF_INITIAL_LISTS]);
/* The pieces of the list, and in the supplies what it leaves. */
void lf_read_placements(lf_declaring *, lf_model_scenario *, const lf_doc *list);
void lf_read_initial_cards(lf_declaring *, lf_model_scenario *, const lf_doc *list);

#endif
