/* form_spellings.c: every form that is not `{ key: { field: …, … } }` after nodes.def, in one
 * table.
 *
 * Two sorts of rows: the special spellings that nodes.def announces (`op`, `ref`, `call`, `set` …),
 * which the printer writes, and the older spellings, which are only read. The rows of one key are
 * tried from the top. */
#include <assert.h>
#include <string.h>

#include "form.h"

typedef struct {
    bool statement;
    const char *key;
    /* When the row applies: conditions side by side, all of which must hold.
     *   field       the map has the field       field:map   … and it is a map
     *   field=a|b   it is one of these words; the field then need not stand in `fields` */
    const char *when;
    const char *fields;  /* as in nodes.def; letters and alternatives in form.h */
    const char *becomes; /* a template, or NULL for `build` */
    lf_form_builder *build;
} spelling;

#define EXPR(key, when, fields, becomes)                                                           \
    { false, key, when, fields, becomes, NULL }
#define STMT(key, when, fields, becomes)                                                           \
    { true, key, when, fields, becomes, NULL }
#define EXPR_BUILT(key, when, fields, build)                                                       \
    { false, key, when, fields, NULL, build }
#define STMT_BUILT(key, when, fields, build)                                                       \
    { true, key, when, fields, NULL, build }

/* clang-format off */
static const spelling table[] = {
    /* ---- what the printer writes ---- */
    EXPR("ref", "ref=prop", "of:e name:n", "(PROP.name of)"),
    EXPR("ref", "ref=globalVar|gvar", "name|var:n", "name"),
    EXPR("ref", "ref=binding|option|constant", "name:n", "name"),
    EXPR("ref", "ref=activePlayer|activeSeat", "", "'activePlayer"),
    EXPR("call", "", "call:n args:l? with:a?", "(CALL.call [args*] with)"),
    EXPR("set", "", ".:l", "(SET .)"),
    EXPR("pieces", "", ".:l", "(PIECES .)"),
    EXPR("text", "", ".:s", "(TEXT .)"),
    EXPR_BUILT("op", "op=and|or|+|-|*|/|mod|except args", "args:l", lf_form_build_row),
    STMT("set", "", "target:e to:e", "(ASSIGN:set target to)"),
    STMT("add", "", "target:e by:e", "(ASSIGN:add target by)"),
    STMT("subtract", "", "target:e by:e", "(ASSIGN:subtract target by)"),
    STMT("call", "", "call:n args:l? with:a?", "(DO (CALL.call [args*] with))"),

    /* ---- older conditions and arithmetic ---- */
    EXPR("op", "op=in item", "item:e set:e", "(BINARY:in item set)"),
    EXPR("op", "op=adjacent", "left:e right:e", "(BINARY:in left (CALL.'adjacent [right] -))"),
    EXPR("op", "op=connected", "from:e to:e via:c?",
         "(BINARY:in to (CALL.'reachable [from via] -))"),
    EXPR("op", "op=zonePropIncludes", "zone:e prop:n value:e",
         "(BINARY:in value (PROP.prop zone))"),
    EXPR("op", "op=floorDiv", "left:e right:e", "(BINARY:/ left right)"),
    EXPR("op", "op=min args", "args:l", "(CALL.'min args -)"),
    EXPR("op", "op=max args", "args:l", "(CALL.'max args -)"),
    EXPR("op", "op=min", "left:e right:e", "(CALL.'min [left right] -)"),
    EXPR("op", "op=max", "left:e right:e", "(CALL.'max [left right] -)"),
    EXPR_BUILT("op", "op=count", "op:x query:e", lf_form_build_aggregate),
    EXPR_BUILT("aggregate", "query", "op:x query:e bind:n? valueExpr:e?", lf_form_build_aggregate),
    EXPR("if", "condition", "condition:e then:e else:e", "(COND condition then else)"),
    EXPR("zoneExpr", "", ".:e", "."),

    /* ---- older references ---- */
    EXPR("ref", "ref=pvar|perPlayerVar", "player|seat:p var|name:n", "(PROP.var player)"),
    EXPR("ref", "ref=zoneVar", "zone|space:e var|name:n", "(PROP.var zone)"),
    EXPR("ref", "ref=zoneProp", "zone|space:e prop:n", "(PROP.prop zone)"),
    EXPR("ref", "ref=markerState", "space|zone:e marker:n", "(PROP.marker space)"),
    EXPR("ref", "ref=globalMarkerState", "marker:n", "marker"),
    EXPR("ref", "ref=tokenProp", "token:e prop:n", "(PROP.prop token)"),
    EXPR("ref", "ref=cardProp", "card|token:e prop:n", "(PROP.prop card)"),
    EXPR("ref", "ref=zoneCount", "zone:e", "(CALL.'size [zone] -)"),

    /* ---- older queries ---- */
    EXPR("query", "query=enums", "values:l", "(SET values)"),
    EXPR("query", "query=mapSpaces", "filter|where:c?", "filter"),
    EXPR("query", "query=zones", "filter|where:z?", "filter"),
    EXPR("query", "query=adjacentZones", "zone|space:e", "(CALL.'adjacent [zone] -)"),
    EXPR("query", "query=connectedZones", "zone|space:e via:c?", "(CALL.'reachable [zone via] -)"),
    EXPR("query", "query=tokensInZone", "zone|space:e filter:f?", "(KINDS filter zone)"),
    EXPR("query", "query=tokensInMapSpaces", "spaceFilter:c? filter:f?",
         "(KINDS filter spaceFilter)"),
    EXPR("query", "query=tokensInAdjacentZones", "zone|space:e filter:f?",
         "(KINDS filter (CALL.'adjacent [zone] -))"),
    EXPR("query", "query=intsInRange", "min:e max:e", "(RANGE min max)"),
    EXPR("query", "query=players", "", "'seats"),
    EXPR("query", "query=binding", "name:n", "name"),
    EXPR_BUILT("query", "query=concat", "sources:l", lf_form_build_union),

    /* ---- older effects: variables and markers ---- */
    STMT("setVar", "scope=global|gvar", "var:n value:e", "(ASSIGN:set var value)"),
    STMT("setVar", "scope=pvar|perPlayer", "player|seat:p var:n value:e",
         "(ASSIGN:set (PROP.var player) value)"),
    STMT("setVar", "scope=zoneVar|zone", "zone|space:e var:n value:e",
         "(ASSIGN:set (PROP.var zone) value)"),
    STMT("addVar", "scope=global|gvar", "var:n delta:e", "(ASSIGN:add var delta)"),
    STMT("addVar", "scope=pvar|perPlayer", "player|seat:p var:n delta:e",
         "(ASSIGN:add (PROP.var player) delta)"),
    STMT("addVar", "scope=zoneVar|zone", "zone|space:e var:n delta:e",
         "(ASSIGN:add (PROP.var zone) delta)"),
    STMT("setMarker", "", "space|zone:e marker:n state:e",
         "(ASSIGN:set (PROP.marker space) state)"),
    STMT("shiftMarker", "", "space|zone:e marker:n delta:e",
         "(ASSIGN:add (PROP.marker space) delta)"),
    STMT("setGlobalMarker", "", "marker:n state:e", "(ASSIGN:set marker state)"),
    STMT("shiftGlobalMarker", "", "marker:n delta:e", "(ASSIGN:add marker delta)"),
    STMT("setActivePlayer", "", "player|seat:p", "(ASSIGN:set 'activePlayer player)"),

    /* ---- older effects: pieces and cards. A token with a position is a card; any other is a
     * piece. ---- */
    STMT("moveToken", "position", "token:e from:x? to:e position:w", "(PUT:position token to)"),
    STMT("moveToken", "", "token:e from:e to:e", "(MOVE:exactly:plain #1 token from to - - -)"),
    STMT("moveAll", "", "from:e to:e filter:f?", "(MOVE:all:plain - filter from to - - -)"),
    STMT("createToken", "", "type:e zone|to:e props:v?",
         "(PLACE:exactly:plain #1 (PIECES [props* type]) - zone - - -)"),
    STMT("destroyToken", "", "token:e from|zone:e", "(REMOVE:exactly:plain #1 token from - - - -)"),
    STMT_BUILT("removeByPriority", "", "budget:e groups:x", lf_form_build_removal),
    STMT("shuffle", "zone", "zone:e", "(SHUFFLE zone)"),
    STMT("draw", "", "from:e to:e count:e", "(DEAL count from to)"),

    /* ---- older effects: control ---- */
    STMT("if", "when", "when:e then:b else:b?", "(IF when then else)"),
    STMT("let", "bind", "bind:n value:e in:b?", "(LET.bind value) in*"),
    STMT("forEach", "limit countBind", "bind:n over:e where:e? effects:b limit:e countBind:n in:b?",
         "(LET.countBind #0) (FOR.bind over where {(IF (BINARY:>= countBind limit) {(BREAK)} -)"
         " (ASSIGN:add countBind #1) effects*}) in*"),
    STMT("forEach", "limit", "bind:n over:e where:e? effects:b limit:e in:b?",
         "(LET.^bind #0) (FOR.bind over where {(IF (BINARY:>= ^bind limit) {(BREAK)} -)"
         " (ASSIGN:add ^bind #1) effects*}) in*"),
    STMT("forEach", "countBind", "bind:n over:e where:e? effects:b countBind:n in:b?",
         "(LET.countBind #0) (FOR.bind over where {(ASSIGN:add countBind #1) effects*}) in*"),
    STMT("forEach", "in", "bind:n over:e where:e? effects:b in:b",
         "(FOR.bind over where effects) in*"),
    STMT("chooseN", "n", "bind:n options:e where:e? n:e prompt:t? by:e?",
         "(CHOOSE_N.bind options where n n prompt by)"),
    STMT_BUILT("rollRandom", "", "bind:n min:e max:e in:b?", lf_form_build_roll),
    STMT("advancePhase", "", "", "(END_PHASE)"),
    STMT("gotoPhaseExact", "", "phase:n", "(GOTO_PHASE.phase)"),
    STMT("macro", "args:map", "macro:n args:a", "(DO (CALL.macro [] args))"),
    STMT("macro", "", "macro:n args:l?", "(DO (CALL.macro [args*] -))"),
};
/* clang-format on */

/* ---- conditions ---- */

typedef struct {
    char field[LF_FORM_WORD_BYTES];
    const char *values; /* behind `=`, with what follows; or NULL */
    size_t length;      /* of values */
    bool map;
} condition;

/* Reads the condition at `text`; returns the rest, or NULL when there was none. */
static const char *next_condition(const char *text, condition *out) {
    text += strspn(text, " ");
    if (!*text)
        return NULL;
    size_t name = strcspn(text, " =:"), whole = strcspn(text, " ");
    assert(name < sizeof out->field);
    *out = (condition){.map = text[name] == ':'};
    memcpy(out->field, text, name);
    if (text[name] == '=') {
        out->values = text + name + 1;
        out->length = whole - name - 1;
    }
    return text + whole;
}

static bool condition_holds(lf_form *form, const condition *c, const lf_doc *body) {
    const lf_doc *doc = lf_doc_get(body, c->field);
    if (doc == NULL || lf_doc_is_null(doc))
        return false;
    if (c->map)
        return doc->kind == LF_DOC_MAP;
    if (c->values == NULL)
        return true;
    return doc->kind == LF_DOC_SCALAR &&
           lf_form_is_one_of(lf_arena_strndup(form->context->arena, c->values, c->length),
                             doc->text);
}

static bool applies(lf_form *form, const spelling *row, const lf_doc *body) {
    condition c;
    for (const char *rest = row->when; (rest = next_condition(rest, &c));)
        if (!condition_holds(form, &c, body))
            return false;
    return true;
}

/* The field whose value tells the rows of a key apart: `ref` of `ref=prop`. */
static bool telling_field(const spelling *row, condition *out) {
    for (const char *rest = row->when; (rest = next_condition(rest, out));) {
        if (out->values != NULL)
            return true;
    }
    return false;
}

/* ---- reading ---- */

/* "name|var:n of:e?" to fields. */
static void parse_fields(lf_form *form, const char *text, lf_form_match *match) {
    for (text += strspn(text, " "); *text; text += strspn(text, " ")) {
        size_t name = strcspn(text, ":");
        assert(match->count < LF_MAX_FIELDS);
        lf_field *field = &match->fields[match->count++];
        field->name = lf_arena_strndup(form->context->arena, text, name);
        field->kind = text[name + 1];
        field->optional = text[name + 2] == '?';
        text += name + 2 + field->optional;
    }
}

static lf_node *build_spelling(lf_form *form, const spelling *row, lf_form_match *match) {
    parse_fields(form, row->fields, match);
    bool ok = true;
    if (match->count && strcmp(match->fields[0].name, ".") == 0) {
        match->docs[0] = match->body;
    } else {
        condition telling;
        ok = lf_form_match_fields(form, match, telling_field(row, &telling) ? telling.field : "");
    }
    lf_node *node =
        row->becomes != NULL ? lf_form_build(form, match, row->becomes) : row->build(form, match);
    return ok ? node : NULL;
}

bool lf_form_spelling(lf_form *form, bool statement, const char *key, lf_pos pos,
                      const lf_doc *body, lf_node **out) {
    for (size_t i = 0; i < LF_COUNT(table); i++) {
        const spelling *row = &table[i];
        if (row->statement != statement || strcmp(row->key, key) != 0 || !applies(form, row, body))
            continue;
        lf_form_match match = {.key = key, .pos = pos, .body = body};
        *out = build_spelling(form, row, &match);
        return true;
    }
    return false;
}

bool lf_form_has_spelling(bool statement, const char *key) {
    for (size_t i = 0; i < LF_COUNT(table); i++)
        if (table[i].statement == statement && strcmp(table[i].key, key) == 0)
            return true;
    return false;
}

void lf_form_offer_spellings(lf_nearest *nearest, bool statement) {
    for (size_t i = 0; i < LF_COUNT(table); i++)
        if (table[i].statement == statement)
            lf_nearest_offer(nearest, table[i].key);
}

/* ---- no row applies ---- */

/* Offers every value that tells a row of the key apart; the copies live as long as the report. */
static void offer_values(lf_form *form, bool statement, const char *key, lf_nearest *nearest) {
    for (size_t i = 0; i < LF_COUNT(table); i++) {
        condition c;
        if (table[i].statement != statement || strcmp(table[i].key, key) != 0 ||
            !telling_field(&table[i], &c))
            continue;
        char word[LF_FORM_WORD_BYTES];
        for (const char *rest = lf_arena_strndup(form->context->arena, c.values, c.length); rest;) {
            rest = lf_form_next(rest, word);
            lf_nearest_offer(nearest, lf_intern_z(form->context->names, word));
        }
    }
}

/* The operators of the notation are words of `op` as well. */
static void offer_operators(const char *key, lf_nearest *nearest) {
    if (strcmp(key, "op") != 0)
        return;
    for (lf_word word = LF_W_NOT; word <= LF_W_IN; word++)
        lf_nearest_offer(nearest, lf_word_text(word));
}

void lf_form_no_spelling(lf_form *form, bool statement, const char *key, lf_pos pos,
                         const lf_doc *body) {
    condition c = {.field = ""};
    for (size_t i = 0; i < LF_COUNT(table); i++)
        if (table[i].statement == statement && strcmp(table[i].key, key) == 0 &&
            telling_field(&table[i], &c))
            break;
    lf_form_match match = {.key = key, .pos = pos, .body = body};
    const lf_doc *doc = lf_doc_get(body, c.field);
    if (body->kind != LF_DOC_MAP) {
        lf_form_match_fields(form, &match, "");
    } else if (doc == NULL) {
        lf_form_missing(form, &match, c.field);
    } else if (doc->kind != LF_DOC_SCALAR || lf_doc_is_null(doc)) {
        lf_form_wrong_kind(form, doc, lf_arena_printf(form->context->arena, "`%s`", c.field),
                           "one word");
    } else {
        lf_nearest nearest = lf_nearest_to(doc->text);
        offer_values(form, statement, key, &nearest);
        offer_operators(key, &nearest);
        lf_form_unknown(
            form, LF_E0307, doc->pos, &nearest, NULL,
            lf_arena_printf(form->context->arena, "`%s` cannot be `%s`", c.field, doc->text));
    }
}
