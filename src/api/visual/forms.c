/* forms.c: what may stand under which key of visual.yaml, as tables; and the one walk that checks a
 * document against them. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "visual.h"

/* ---- the tables ---- */

typedef enum {
    FORM_TEXT,
    FORM_NUMBER,  /* above 0 */
    FORM_COLOUR,  /* "#rrggbb", or { light, dark } */
    FORM_NUMBERS, /* a list of `count` of them: a point, a circle, a rectangle */
    FORM_POINTS,  /* at least `count` points */
    FORM_WORD,    /* one of `words` */
    FORM_FIELDS,  /* a map with the keys of `fields` */
    FORM_MAP,     /* a map from names (`names`) to `inner` */
    FORM_LIST,    /* a list of `inner` */
    FORM_NAME,    /* a name (`names`) */
    FORM_LOG      /* a text with placeholders: `words`, and those that are `names` */
} form_kind;

/* What a name must be the name of. */
typedef enum {
    NAMES_ANY,
    NAMES_SEATS,
    NAMES_KINDS,  /* without their states */
    NAMES_STATES, /* of kinds */
    NAMES_SPACES,
    NAMES_BOXES,
    NAMES_PROPERTIES,
    NAMES_MARKED, /* variables and displays of spaces */
    NAMES_SETS,   /* globals that are sets of spaces */
    NAMES_SHOWN,  /* globals and displays */
    NAMES_PARTS,  /* of cards */
    NAMES_STACKS,
    NAMES_PHASES,
    NAMES_DISPLAYS,
    NAMES_VARIABLES,
    NAMES_FACTS, /* variables, and properties of spaces */
    NAMES_VERBS, /* procedures, actions and phases */
    NAMES_TURNS  /* actions and phases */
} name_kind;

typedef struct form form;
typedef struct {
    const char *key;
    const form *form;
} field;
struct form {
    form_kind kind;
    uint32_t count;
    name_kind names;
    const form *inner;
    const field *fields;
    const char *const *words;
    const char *what; /* FORM_FIELDS: "a seat", for messages */
};

static const form text = {.kind = FORM_TEXT}, number = {.kind = FORM_NUMBER},
                  colour = {.kind = FORM_COLOUR}, point = {.kind = FORM_NUMBERS, .count = 2},
                  circle = {.kind = FORM_NUMBERS, .count = 3},
                  rect = {.kind = FORM_NUMBERS, .count = 4},
                  outline = {.kind = FORM_POINTS, .count = 3},
                  course = {.kind = FORM_POINTS, .count = 2};

static const char *const shape_words[] = {"cube", "disc",    "square",   "hexagon",  "octagon",
                                          "star", "diamond", "triangle", "cylinder", "cross",
                                          "ring", "figure",  NULL};
static const form shape = {.kind = FORM_WORD, .words = shape_words};
static const char *const mark_words[] = {"none", "star", "dot", "ring", "hollow", "arch", NULL};
static const form mark = {.kind = FORM_WORD, .words = mark_words};
static const form texts = {.kind = FORM_LIST, .inner = &text};
static const form numbers = {.kind = FORM_LIST, .inner = &number};

static const field board_fields[] = {{"size", &point},
                                     {"background", &colour},
                                     {"outside", &colour},
                                     {"compass", &point},
                                     {NULL, NULL}};
static const form board = {.kind = FORM_FIELDS, .fields = board_fields, .what = "`board`"};

static const char *const glyph_words[] = {"star", "bars", "burst", "half", "dot", "cross", NULL};
static const form glyph = {.kind = FORM_WORD, .words = glyph_words};
static const field seat_fields[] = {{"color", &colour}, {"ink", &colour},  {"symbol", &text},
                                    {"glyph", &glyph},  {"side", &number}, {NULL, NULL}};
static const form seat = {.kind = FORM_FIELDS, .fields = seat_fields, .what = "a seat"};
static const form seats = {.kind = FORM_MAP, .names = NAMES_SEATS, .inner = &seat};

static const field piece_fields[] = {{"shape", &shape}, {"color", &colour}, {"symbol", &text},
                                     {"size", &number}, {"band", &colour},  {NULL, NULL}};
static const form piece = {.kind = FORM_FIELDS, .fields = piece_fields, .what = "a piece"};
static const form kinds = {.kind = FORM_MAP, .names = NAMES_KINDS, .inner = &piece};
static const form sets = {.kind = FORM_MAP, .names = NAMES_SETS, .inner = &piece};

static const field state_fields[] = {{"mark", &mark}, {NULL, NULL}};
static const form state = {.kind = FORM_FIELDS, .fields = state_fields, .what = "a state"};
static const form states = {.kind = FORM_MAP, .names = NAMES_STATES, .inner = &state};

static const field size_fields[] = {
    {"sizes", &numbers}, {"least", &number}, {"small", &number}, {NULL, NULL}};
static const form sizes = {.kind = FORM_FIELDS, .fields = size_fields, .what = "`pieces`"};

static const form points = {.kind = FORM_POINTS, .count = 1};
static const char *const look_words[] = {"area", "plate", "highway", "river", NULL};
static const form space_look = {.kind = FORM_WORD, .words = look_words};
static const field space_fields[] = {
    {"polygon", &outline}, {"rect", &rect},       {"circle", &circle}, {"path", &course},
    {"width", &number},    {"label", &point},     {"pieces", &point},  {"fill", &colour},
    {"ends", &points},     {"header", &rect},     {"slot", &rect},     {"plaque", &rect},
    {"lines", &texts},     {"look", &space_look}, {NULL, NULL}};
static const form space = {.kind = FORM_FIELDS, .fields = space_fields, .what = "a space"};
static const form spaces = {.kind = FORM_MAP, .names = NAMES_SPACES, .inner = &space};

static const form seat_name = {.kind = FORM_NAME, .names = NAMES_SEATS};
static const field box_fields[] = {
    {"rect", &rect}, {"fill", &colour}, {"seat", &seat_name}, {NULL, NULL}};
static const form box = {.kind = FORM_FIELDS, .fields = box_fields, .what = "a box"};
static const form boxes = {.kind = FORM_MAP, .names = NAMES_BOXES, .inner = &box};

static const form colours = {.kind = FORM_MAP, .names = NAMES_ANY, .inner = &colour};
static const char *const texture_words[] = {"carets", "strokes", "trees", NULL};
static const form texture = {.kind = FORM_WORD, .words = texture_words};
static const form textures = {.kind = FORM_MAP, .names = NAMES_ANY, .inner = &texture};
static const form property = {.kind = FORM_NAME, .names = NAMES_PROPERTIES};
static const form chequers = {.kind = FORM_LIST, .inner = &colour, .count = 2};
static const field fill_fields[] = {{"by", &property},
                                    {"values", &colours},
                                    {"chequered", &chequers},
                                    {"textures", &textures},
                                    {NULL, NULL}};
static const form fill = {.kind = FORM_FIELDS, .fields = fill_fields, .what = "`fill`"};

static const form space_name = {.kind = FORM_NAME, .names = NAMES_SPACES};
static const form pair = {.kind = FORM_LIST, .inner = &space_name, .count = 2};
static const form links = {.kind = FORM_LIST, .inner = &pair};

static const char *const level_words[] = {"up", "up-up", "flat", "down", "down-down", NULL};
static const form level = {.kind = FORM_WORD, .words = level_words};
static const char *const badge_words[] = {"shield", "pennant", "round", NULL};
static const form badge = {.kind = FORM_WORD, .words = badge_words};
static const char *const edge_words[] = {"solid", "dashed", NULL};
static const form edge = {.kind = FORM_WORD, .words = edge_words};
static const field value_fields[] = {{"symbol", &text}, {"color", &colour}, {"level", &level},
                                     {"shape", &badge}, {"edge", &edge},    {NULL, NULL}};
static const form value = {.kind = FORM_FIELDS, .fields = value_fields, .what = "a value"};
static const form values = {.kind = FORM_MAP, .names = NAMES_ANY, .inner = &value};
static const form markers = {.kind = FORM_MAP, .names = NAMES_MARKED, .inner = &values};

/* What stands in the header of a space and in the plaque of a road. */
static const form marked = {.kind = FORM_NAME, .names = NAMES_MARKED};
static const field header_fields[] = {
    {"number", &marked}, {"level", &marked}, {"badge", &marked}, {"count", &marked}, {NULL, NULL}};
static const form header = {.kind = FORM_FIELDS, .fields = header_fields, .what = "`header`"};
static const field plaque_fields[] = {{"number", &marked}, {"hatch", &marked}, {NULL, NULL}};
static const form plaque = {.kind = FORM_FIELDS, .fields = plaque_fields, .what = "`plaque`"};

static const char *const line_words[] = {"coast", "border", "parallel", NULL};
static const form line_style = {.kind = FORM_WORD, .words = line_words};
static const field line_fields[] = {{"style", &line_style}, {"path", &course}, {NULL, NULL}};
static const form line = {.kind = FORM_FIELDS, .fields = line_fields, .what = "a line"};
static const form lines = {.kind = FORM_LIST, .inner = &line};
static const char *const text_words[] = {"sea", "small", "land", "town", "note", NULL};
static const form text_style = {.kind = FORM_WORD, .words = text_words};
static const char *const anchor_words[] = {"start", "middle", "end", NULL};
static const form anchor = {.kind = FORM_WORD, .words = anchor_words};
static const field caption_fields[] = {
    {"text", &text},     {"at", &point},  {"turn", &number}, {"style", &text_style},
    {"anchor", &anchor}, {"dot", &point}, {NULL, NULL}};
static const form caption = {.kind = FORM_FIELDS, .fields = caption_fields, .what = "a text"};
static const form captions = {.kind = FORM_LIST, .inner = &caption};

static const form shown = {.kind = FORM_NAME, .names = NAMES_SHOWN};
static const form shown_list = {.kind = FORM_LIST, .inner = &shown};
static const char *const token_words[] = {"cylinder", "pentagon", "tag", NULL};
static const form token_shape = {.kind = FORM_WORD, .words = token_words};
static const field token_fields[] = {
    {"shape", &token_shape}, {"seat", &seat_name}, {"symbol", &text}, {NULL, NULL}};
static const form token = {.kind = FORM_FIELDS, .fields = token_fields, .what = "a marker"};
static const form tokens = {.kind = FORM_MAP, .names = NAMES_SHOWN, .inner = &token};
static const field ring_fields[] = {
    {"cell", &number}, {"left", &number}, {"top", &number}, {"right", &number}, {NULL, NULL}};
static const form ring = {.kind = FORM_FIELDS, .fields = ring_fields, .what = "`edge`"};
static const field track_fields[] = {{"label", &text},   {"most", &number},  {"of", &shown_list},
                                     {"edge", &ring},    {"cells", &points}, {"cell", &point},
                                     {"looks", &tokens}, {NULL, NULL}};
static const form track = {.kind = FORM_FIELDS, .fields = track_fields, .what = "a track"};
static const form tracks = {.kind = FORM_LIST, .inner = &track};

/* Rows of the order of play: who is there, what they did, and what may be done there. */
static const form choices = {.kind = FORM_MAP, .names = NAMES_ANY, .inner = &text};
static const field order_row_fields[] = {
    {"label", &text}, {"seat", &shown}, {"did", &shown}, {"boxes", &choices}, {NULL, NULL}};
static const form order_row = {.kind = FORM_FIELDS, .fields = order_row_fields, .what = "a row"};
static const form order_rows = {.kind = FORM_LIST, .inner = &order_row};
static const field order_flag_fields[] = {{"label", &text}, {"of", &shown}, {NULL, NULL}};
static const form order_flag = {.kind = FORM_FIELDS, .fields = order_flag_fields, .what = "a flag"};
static const form order_flags = {.kind = FORM_LIST, .inner = &order_flag};
static const field order_fields[] = {{"rows", &order_rows}, {"flags", &order_flags}, {NULL, NULL}};
static const form order = {.kind = FORM_FIELDS, .fields = order_fields, .what = "`order`"};

static const form parts = {.kind = FORM_MAP, .names = NAMES_PARTS, .inner = &colour};
static const form stack = {.kind = FORM_NAME, .names = NAMES_STACKS};
static const form stacks = {.kind = FORM_LIST, .inner = &stack};
static const char *const name_words[] = {"plain", "numbered", NULL};
static const form card_names = {.kind = FORM_WORD, .words = name_words};
static const field card_fields[] = {{"open", &stacks}, {"back", &colour},      {"face", &colour},
                                    {"parts", &parts}, {"names", &card_names}, {"current", &stack},
                                    {"next", &stack},  {"order", &shown_list}, {"warning", &shown},
                                    {NULL, NULL}};
static const form cards = {.kind = FORM_FIELDS, .fields = card_fields, .what = "`cards`"};
static const field effect_fields[] = {
    {"sides", &shown}, {"lists", &shown_list}, {"stacks", &stacks}, {NULL, NULL}};
static const form effects = {.kind = FORM_FIELDS, .fields = effect_fields, .what = "`effects`"};
static const form phase = {.kind = FORM_NAME, .names = NAMES_PHASES};
static const form stepper = {.kind = FORM_LIST, .inner = &phase};

static const char *const panel_words[] = {"prompt", "situation", "cards", "scores", "tracks",
                                          "boxes",  "log",       "chat",  NULL};
static const form panel = {.kind = FORM_WORD, .words = panel_words};
static const form panels = {.kind = FORM_LIST, .inner = &panel};

/* The words of the log: of turns, of what is done in them, and of what has changed by them. */
static const char *const head_words[] = {"chosen", "verbs", "said", NULL};
static const form head = {.kind = FORM_LOG, .words = head_words};
static const form heads = {.kind = FORM_MAP, .names = NAMES_TURNS, .inner = &head};
static const char *const clause_words[] = {"pieces", "placed", "removed", "moved", "flipped",
                                           "space",  "from",   "to",      "state", "roll",
                                           "text",   "cause",  NULL};
static const form clause = {.kind = FORM_LOG, .words = clause_words, .names = NAMES_FACTS};
static const field verb_fields[] = {{"as", &text},      {"place", &clause}, {"remove", &clause},
                                    {"move", &clause},  {"flip", &clause},  {"exchange", &clause},
                                    {"value", &clause}, {"card", &clause},  {"roll", &clause},
                                    {"text", &clause},  {NULL, NULL}};
static const form verb = {.kind = FORM_FIELDS, .fields = verb_fields, .what = "a verb"};
static const form verbs = {.kind = FORM_MAP, .names = NAMES_VERBS, .inner = &verb};
static const char *const result_words[] = {"owner", "before", "after", NULL};
static const form result = {.kind = FORM_LOG, .words = result_words};
static const form results = {.kind = FORM_MAP, .names = NAMES_DISPLAYS, .inner = &result};
static const form variable = {.kind = FORM_NAME, .names = NAMES_VARIABLES};
static const form variables = {.kind = FORM_LIST, .inner = &variable};
static const field log_fields[] = {{"turns", &heads},
                                   {"steps", &verbs},
                                   {"results", &results},
                                   {"quiet", &variables},
                                   {NULL, NULL}};
static const form told = {.kind = FORM_FIELDS, .fields = log_fields, .what = "`log`"};

static const field visual_fields[] = {
    {"board", &board},         {"seats", &seats},     {"kinds", &kinds},
    {"states", &states},       {"sets", &sets},       {"pieces", &sizes},
    {"spaces", &spaces},       {"boxes", &boxes},     {"fill", &fill},
    {"links", &links},         {"lines", &lines},     {"texts", &captions},
    {"header", &header},       {"plaque", &plaque},   {"markers", &markers},
    {"tracks", &tracks},       {"cards", &cards},     {"order", &order},
    {"counters", &shown_list}, {"effects", &effects}, {"stepper", &stepper},
    {"panels", &panels},       {"log", &told},        {NULL, NULL}};
static const form visual = {.kind = FORM_FIELDS, .fields = visual_fields, .what = "visual data"};

const lf_section lf_visual_sections[] = {
    {"board", LF_SECTION_ONCE},    {"seats", LF_SECTION_MAP},    {"kinds", LF_SECTION_MAP},
    {"states", LF_SECTION_MAP},    {"sets", LF_SECTION_MAP},     {"pieces", LF_SECTION_ONCE},
    {"spaces", LF_SECTION_MAP},    {"boxes", LF_SECTION_MAP},    {"fill", LF_SECTION_ONCE},
    {"links", LF_SECTION_LIST},    {"lines", LF_SECTION_LIST},   {"texts", LF_SECTION_LIST},
    {"header", LF_SECTION_ONCE},   {"plaque", LF_SECTION_ONCE},  {"markers", LF_SECTION_MAP},
    {"tracks", LF_SECTION_LIST},   {"cards", LF_SECTION_ONCE},   {"order", LF_SECTION_ONCE},
    {"counters", LF_SECTION_ONCE}, {"effects", LF_SECTION_ONCE}, {"stepper", LF_SECTION_ONCE},
    {"panels", LF_SECTION_ONCE},   {"log", LF_SECTION_ONCE},     {NULL, LF_SECTION_ONCE}};

/* ---- names ---- */

/* Does the text before or behind the dot of "troops.hidden" read so? A kind without states has no
 * dot. */
static bool is_kind(const char *entry, const char *name) {
    const size_t length = strcspn(entry, ".");
    return strncmp(entry, name, length) == 0 && name[length] == '\0';
}
static bool is_state(const char *entry, const char *name) {
    const char *const dot = strchr(entry, '.');
    return dot != NULL && strcmp(dot + 1, name) == 0;
}
static bool is_same(const char *entry, const char *name) {
    return strcmp(entry, name) == 0;
}

/* The names that a key may be, one by one. */
static const struct {
    lf_catalogue lists[4];
    uint32_t list_count;
    bool (*reads)(const char *entry, const char *name);
    const char *what;
} name_kinds[] = {
    [NAMES_SEATS] = {{LF_OF_SEATS}, 1, is_same, "a seat"},
    [NAMES_KINDS] = {{LF_OF_KINDS}, 1, is_kind, "a kind of pieces"},
    [NAMES_STATES] = {{LF_OF_KINDS}, 1, is_state, "a state of pieces"},
    [NAMES_SPACES] = {{LF_OF_SPACES}, 1, is_same, "a space"},
    [NAMES_BOXES] = {{LF_OF_ZONES}, 1, is_same, "a box"},
    [NAMES_PROPERTIES] = {{LF_OF_PROPERTIES}, 1, is_same, "a property of spaces"},
    [NAMES_MARKED] = {{LF_OF_SPACE_VARS, LF_OF_DISPLAYS},
                      2,
                      is_same,
                      "a variable or a display of spaces"},
    [NAMES_SETS] = {{LF_OF_GLOBALS}, 1, is_same, "a set"},
    [NAMES_SHOWN] = {{LF_OF_GLOBALS, LF_OF_DISPLAYS}, 2, is_same, "a global or a display"},
    [NAMES_PARTS] = {{LF_OF_CARD_PARTS}, 1, is_same, "a part of cards"},
    [NAMES_STACKS] = {{LF_OF_STACKS}, 1, is_same, "a stack of cards"},
    [NAMES_PHASES] = {{LF_OF_PHASES}, 1, is_same, "a phase"},
    [NAMES_DISPLAYS] = {{LF_OF_DISPLAYS}, 1, is_same, "a display"},
    [NAMES_VARIABLES] = {{LF_OF_GLOBALS, LF_OF_SEAT_VARS, LF_OF_SPACE_VARS},
                         3,
                         is_same,
                         "a variable"},
    [NAMES_FACTS] = {{LF_OF_GLOBALS, LF_OF_SEAT_VARS, LF_OF_SPACE_VARS, LF_OF_PROPERTIES},
                     4,
                     is_same,
                     "a placeholder, a variable or a property of spaces"},
    [NAMES_VERBS] = {{LF_OF_ROUTINES, LF_OF_ACTIONS, LF_OF_PHASES},
                     3,
                     is_same,
                     "a procedure, an action or a phase"},
    [NAMES_TURNS] = {{LF_OF_ACTIONS, LF_OF_PHASES}, 2, is_same, "an action or a phase"},
};

static const char *did_you_mean(const lf_visual_reading *r, const lf_nearest *nearest) {
    return nearest->best != NULL ? lf_arena_printf(r->arena, "did you mean `%s`?", nearest->best)
                                 : NULL;
}

/* `nearest`: what else was meant, if it is none of these names. */
static bool known_or(const lf_visual_reading *r, name_kind names, const char *name, lf_pos pos,
                     lf_nearest nearest) {
    if (names == NAMES_ANY)
        return true;
    for (uint32_t l = 0; l < name_kinds[names].list_count; l++) {
        const lf_catalogue list = name_kinds[names].lists[l];
        for (int i = 0; i < lf_count(r->game, list); i++) {
            const char *const entry = lf_name(r->game, list, i);
            if (name_kinds[names].reads(entry, name))
                return true;
            lf_nearest_offer(&nearest, entry);
        }
    }
    lf_report_add(r->report, LF_ERROR, LF_E0803, pos, (uint16_t)lf_utf8_count(name, strlen(name)),
                  did_you_mean(r, &nearest), "`%s` is not the name of %s", name,
                  name_kinds[names].what);
    return false;
}

static bool known(const lf_visual_reading *r, name_kind names, const char *name, lf_pos pos) {
    return known_or(r, names, name, pos, lf_nearest_to(name));
}

/* ---- scalars ---- */

static json_t *wrong(const lf_visual_reading *r, const lf_doc *doc, const char *wanted) {
    lf_report_add(r->report, LF_ERROR, LF_E0802, doc->pos,
                  doc->kind == LF_DOC_SCALAR ? (uint16_t)doc->length : 1, NULL, "%s is wanted here",
                  wanted);
    return NULL;
}

static bool read_number(const lf_doc *doc, double *out) {
    char *end = NULL;
    if (doc->kind != LF_DOC_SCALAR || doc->style != LF_STYLE_PLAIN || doc->length == 0)
        return false;
    *out = strtod(doc->text, &end);
    return *end == '\0' && isfinite(*out) && fabs(*out) < 1e6;
}

/* A whole number is written as one. */
static json_t *number_json(double n) {
    return n == floor(n) ? json_integer((json_int_t)n) : json_real(n);
}

static bool is_colour(const lf_doc *doc) {
    return doc->kind == LF_DOC_SCALAR && doc->length == 7 && doc->text[0] == '#' &&
           strspn(doc->text + 1, "0123456789abcdefABCDEF") == 6;
}

static json_t *read_colour(const lf_visual_reading *r, const lf_doc *doc) {
    static const char wanted[] =
        "a colour, \"#rrggbb\" or { light: \"#rrggbb\", dark: \"#rrggbb\" },";
    if (is_colour(doc))
        return json_string(doc->text);
    const lf_doc *const light = lf_doc_get(doc, "light"), *const dark = lf_doc_get(doc, "dark");
    if (light == NULL || dark == NULL || doc->count != 2 || !is_colour(light) || !is_colour(dark))
        return wrong(r, doc, wanted);
    return json_pack("{s:s, s:s}", "light", light->text, "dark", dark->text);
}

static json_t *read_numbers(const lf_doc *doc, uint32_t count) {
    if (doc->kind != LF_DOC_LIST || doc->count != count)
        return NULL;
    json_t *const list = json_array();
    for (uint32_t i = 0; i < count; i++) {
        double n;
        if (!read_number(doc->items[i], &n)) {
            json_decref(list);
            return NULL;
        }
        json_array_append_new(list, number_json(n));
    }
    return list;
}

static json_t *read_points(const lf_visual_reading *r, const lf_doc *doc, uint32_t least) {
    json_t *const list = json_array();
    bool good = doc->kind == LF_DOC_LIST && doc->count >= least;
    for (uint32_t i = 0; good && i < doc->count; i++)
        good = json_array_append_new(list, read_numbers(doc->items[i], 2)) == 0;
    if (good)
        return list;
    json_decref(list);
    return wrong(r, doc,
                 lf_arena_printf(r->arena, "a list of at least %u points [x, y]", (unsigned)least));
}

static json_t *read_word(const lf_visual_reading *r, const lf_doc *doc, const char *const *words) {
    if (doc->kind != LF_DOC_SCALAR)
        return wrong(r, doc, "a word");
    lf_nearest nearest = lf_nearest_to(doc->text);
    for (; *words != NULL; words++) {
        if (strcmp(*words, doc->text) == 0)
            return json_string(doc->text);
        lf_nearest_offer(&nearest, *words);
    }
    lf_report_add(r->report, LF_ERROR, LF_E0802, doc->pos, (uint16_t)doc->length,
                  did_you_mean(r, &nearest), "`%s` is not known here", doc->text);
    return NULL;
}

/* ---- words of the log ---- */

typedef struct {
    const lf_visual_reading *reading;
    const form *form;
    const lf_doc *doc;
} placeholders;

/* Reports a placeholder that is not known here. "name?" asks whether a fact holds, "name=" what it
 * is, and "goes|go" agrees with a number. */
static bool check_placeholder(void *context, const char *name, size_t length, lf_text *out) {
    const placeholders *const p = context;
    const lf_visual_reading *const r = p->reading;
    const bool asks = length > 0 && (name[length - 1] == '?' || name[length - 1] == '=');
    const char *const fact = lf_arena_strndup(r->arena, name, asks ? length - 1 : length);
    lf_nearest nearest = lf_nearest_to(fact);
    (void)out;
    if (p->form->names != NAMES_ANY && strchr(fact, '|') != NULL)
        return true;
    for (const char *const *word = p->form->words; !asks && *word != NULL; word++) {
        if (strcmp(*word, fact) == 0)
            return true;
        lf_nearest_offer(&nearest, *word);
    }
    if (p->form->names != NAMES_ANY)
        return known_or(r, p->form->names, fact, p->doc->pos, nearest);
    lf_report_add(r->report, LF_ERROR, LF_E0803, p->doc->pos, (uint16_t)p->doc->length,
                  did_you_mean(r, &nearest), "`{%s}` is not a placeholder here", fact);
    return false;
}

static json_t *read_log_words(const lf_visual_reading *r, const form *f, const lf_doc *doc) {
    if (doc->kind != LF_DOC_SCALAR)
        return wrong(r, doc, "a text");
    placeholders p = {r, f, doc};
    lf_text ignored = {0};
    const uint32_t errors = r->report->errors;
    lf_log_fill(doc->text, check_placeholder, &p, &ignored);
    lf_text_free(&ignored);
    return r->report->errors == errors ? json_string(doc->text) : NULL;
}

/* ---- maps and lists ---- */

static json_t *read_form(const lf_visual_reading *r, const form *f, const lf_doc *doc);

static const form *form_of(const lf_visual_reading *r, const form *f, const lf_doc_pair *entry) {
    lf_nearest nearest = lf_nearest_to(entry->key);
    for (const field *at = f->fields; at->key != NULL; at++) {
        if (strcmp(at->key, entry->key) == 0)
            return at->form;
        lf_nearest_offer(&nearest, at->key);
    }
    lf_report_add(r->report, LF_ERROR, LF_E0801, entry->key_pos,
                  (uint16_t)lf_utf8_count(entry->key, strlen(entry->key)),
                  did_you_mean(r, &nearest), "unknown key `%s` in %s", entry->key, f->what);
    return NULL;
}

static json_t *read_map(const lf_visual_reading *r, const form *f, const lf_doc *doc) {
    if (doc->kind != LF_DOC_MAP)
        return wrong(r, doc, "a map");
    json_t *const object = json_object();
    for (uint32_t i = 0; i < doc->count; i++) {
        const lf_doc_pair *const at = &doc->pairs[i];
        const form *const inner = f->kind == FORM_FIELDS                     ? form_of(r, f, at)
                                  : known(r, f->names, at->key, at->key_pos) ? f->inner
                                                                             : NULL;
        json_t *const read = inner != NULL ? read_form(r, inner, at->value) : NULL;
        if (read != NULL)
            json_object_set_new(object, at->key, read);
    }
    return object;
}

static json_t *read_list(const lf_visual_reading *r, const form *f, const lf_doc *doc) {
    if (doc->kind != LF_DOC_LIST || (f->count > 0 && doc->count != f->count))
        return wrong(r, doc,
                     f->count > 0 ? lf_arena_printf(r->arena, "a list of %u", (unsigned)f->count)
                                  : "a list");
    json_t *const list = json_array();
    for (uint32_t i = 0; i < doc->count; i++) {
        json_t *const read = read_form(r, f->inner, doc->items[i]);
        if (read != NULL)
            json_array_append_new(list, read);
    }
    return list;
}

static json_t *read_form(const lf_visual_reading *r, const form *f, const lf_doc *doc) {
    double n;
    json_t *read = NULL;
    switch (f->kind) {
    case FORM_TEXT:
        return doc->kind == LF_DOC_SCALAR ? json_string(doc->text) : wrong(r, doc, "a text");
    case FORM_NUMBER:
        return read_number(doc, &n) && n > 0 ? number_json(n) : wrong(r, doc, "a number above 0");
    case FORM_COLOUR:
        return read_colour(r, doc);
    case FORM_NUMBERS:
        read = read_numbers(doc, f->count);
        return read != NULL
                   ? read
                   : wrong(r, doc,
                           lf_arena_printf(r->arena, "a list of %u numbers", (unsigned)f->count));
    case FORM_POINTS:
        return read_points(r, doc, f->count);
    case FORM_WORD:
        return read_word(r, doc, f->words);
    case FORM_NAME:
        if (doc->kind != LF_DOC_SCALAR)
            return wrong(r, doc, "a name");
        return known(r, f->names, doc->text, doc->pos) ? json_string(doc->text) : NULL;
    case FORM_LOG:
        return read_log_words(r, f, doc);
    case FORM_LIST:
        return read_list(r, f, doc);
    default:
        return read_map(r, f, doc);
    }
}

/* ---- what the tables cannot say ---- */

static void check_spaces(const lf_visual_reading *r, const lf_doc *drawn) {
    static const char *const shapes[] = {"polygon", "rect", "circle", "path"};
    for (uint32_t i = 0; i < drawn->count; i++) {
        int given = 0;
        for (size_t s = 0; s < LF_COUNT(shapes); s++)
            given += lf_doc_get(drawn->pairs[i].value, shapes[s]) != NULL;
        if (given != 1)
            lf_report_add(r->report, LF_ERROR, LF_E0805, drawn->pairs[i].key_pos, 1, NULL,
                          "`%s` is one of polygon, rect, circle and path, and has %d of them",
                          drawn->pairs[i].key, given);
    }
    for (int s = 0; s < lf_count(r->game, LF_OF_SPACES); s++)
        if (lf_doc_get(drawn, lf_name(r->game, LF_OF_SPACES, s)) == NULL)
            lf_report_add(r->report, LF_ERROR, LF_E0804, drawn->pos, 1, "draw all spaces, or none",
                          "`%s` is not drawn", lf_name(r->game, LF_OF_SPACES, s));
}

json_t *lf_visual_forms(const lf_visual_reading *r, const lf_doc *document) {
    const lf_doc *const drawn = lf_doc_get(document, "spaces");
    if (drawn != NULL && drawn->kind == LF_DOC_MAP)
        check_spaces(r, drawn);
    return read_form(r, &visual, document);
}
