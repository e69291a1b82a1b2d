/* check_data.c: `scenario.field` in set-up code, folded away while checking.
 *
 * A path into the data becomes the constant that stands there: a number, true or false, a name that
 * is resolved as if it were written here, or a set of them. A loop over a list becomes one block
 * for each entry. So nothing behind the checker knows that there is such a thing as scenario data.
 *
 * A field that this scenario lacks may be asked for as a condition ("is it there?") and walked by a
 * loop (no entries), provided that some scenario has it or the game declares it: otherwise it is a
 * slip of the pen. */
#include <string.h>

#include "check.h"

/* ---- paths ---- */

static data_path name_path(checker *c, const lf_node *n, const lf_doc **found) {
    check_local *local = lf_check_find_local(c, n->name);
    if (local != NULL) {
        if (local->symbol.kind != LF_SYM_DATA)
            return DATA_NOT;
        local->symbol.used = true;
        *found = local->symbol.data;
        return DATA_FOUND;
    }
    const lf_symbol *symbol = lf_model_find(c->model, n->name);
    if (symbol == NULL || symbol->kind != LF_SYM_BUILTIN || symbol->index != LF_BUILTIN_SCENARIO)
        return DATA_NOT;
    *found = c->body->scenario->data;
    return *found != NULL ? DATA_FOUND : DATA_MISSING;
}

static const lf_doc *entry_at(const lf_doc *list, const lf_node *at) {
    if (list->kind != LF_DOC_LIST || at == NULL || at->kind != LF_N_INT)
        return NULL;
    return at->value >= 0 && at->value < (int64_t)list->count ? list->items[at->value] : NULL;
}

data_path lf_check_data_path(checker *c, lf_node *n, const lf_doc **found) {
    *found = NULL;
    if (c->body->scenario == NULL || n == NULL)
        return DATA_NOT;
    if (n->kind == LF_N_NAME)
        return name_path(c, n, found);
    if (n->kind != LF_N_PROP && n->kind != LF_N_INDEX)
        return DATA_NOT;
    const lf_doc *inside;
    data_path path = lf_check_data_path(c, n->kids[0], &inside);
    if (path != DATA_FOUND)
        return path;
    *found = n->kind == LF_N_PROP ? lf_doc_get(inside, n->name)
                                  : entry_at(inside, n->kids[LF_K_INDEX_AT]);
    return *found != NULL && !lf_doc_is_null(*found) ? DATA_FOUND : DATA_MISSING;
}

/* ---- what is not there ---- */

static bool has_key(const lf_doc *doc, const char *key) {
    if (doc == NULL || doc->kind == LF_DOC_SCALAR)
        return false;
    if (doc->kind == LF_DOC_MAP && lf_doc_get(doc, key) != NULL)
        return true;
    for (uint32_t i = 0; i < doc->count; i++)
        if (has_key(doc->kind == LF_DOC_MAP ? doc->pairs[i].value : doc->items[i], key))
            return true;
    return false;
}

static bool is_optional(const checker *c, const lf_node *n) {
    if (n->kind == LF_N_INDEX)
        return false;
    if (has_key(lf_doc_get(c->model->document, "scenarioFields"), n->name))
        return true;
    for (uint32_t i = 0; i < c->model->scenario_count; i++)
        if (has_key(c->model->scenarios[i].data, n->name))
            return true;
    return false;
}

static lf_type missing_field(checker *c, lf_node *n) {
    const lf_doc *inside = NULL;
    const char *scenario = c->body->scenario->name, *note = NULL;
    if (n->kind == LF_N_INDEX)
        return n->type = lf_check_fault(c, n, LF_E0526, NULL,
                                        "the data of scenario `%s` has no such entry", scenario);
    if (n->kind == LF_N_PROP)
        lf_check_data_path(c, n->kids[LF_K_PROP_OF], &inside);
    if (inside != NULL && inside->kind == LF_DOC_MAP) {
        lf_nearest nearest = lf_nearest_to(n->name);
        for (uint32_t i = 0; i < inside->count; i++)
            lf_nearest_offer(&nearest, inside->pairs[i].key);
        note = lf_check_did_you_mean(c, &nearest);
    }
    if (!is_optional(c, n))
        return n->type = lf_check_fault(c, n, LF_E0526, note, "no scenario has a field `%s` here",
                                        n->name);
    if (note == NULL)
        note = lf_check_printf(c, "guard it with `if ….%s`: not every scenario has it", n->name);
    return n->type =
               lf_check_fault(c, n, LF_E0526, note, "the data of scenario `%s` has no field `%s`",
                              scenario, n->name);
}

/* ---- constants ---- */

static void become(lf_node *n, lf_node_kind kind, int64_t value) {
    n->kind = (uint8_t)kind;
    n->value = value;
    n->kid_count = 0;
    n->kids = NULL;
    n->symbol = NULL;
}

/* `box:none` is `box`, as in the notation. */
static size_t length_without_none(const lf_doc *doc) {
    static const char suffix[] = ":none";
    size_t length = doc->length, tail = sizeof suffix - 1;
    return length > tail && strcmp(doc->text + length - tail, suffix) == 0 ? length - tail : length;
}

static void become_text(checker *c, lf_node *n, const lf_doc *doc, lf_type hint) {
    n->name = lf_intern(c->model->names, doc->text, length_without_none(doc));
    bool shown = hint.base == LF_T_TEXT && lf_model_find(c->model, n->name) == NULL;
    become(n, shown ? LF_N_STRING : LF_N_NAME, 0);
}

static void become_scalar(checker *c, lf_node *n, const lf_doc *doc, lf_type hint) {
    int64_t number;
    bool truth;
    if (lf_doc_int(doc, &number))
        become(n, LF_N_INT, number);
    else if (lf_doc_bool(doc, &truth))
        become(n, LF_N_BOOL, truth);
    else
        become_text(c, n, doc, hint);
}

static lf_type become_set(checker *c, lf_node *n, const lf_doc *doc, lf_type hint) {
    lf_arena *arena = c->model->arena;
    lf_node *items = lf_node_list(arena, n->pos);
    for (uint32_t i = 0; i < doc->count; i++) {
        if (doc->items[i]->kind != LF_DOC_SCALAR)
            return n->type = lf_check_fault(c, n, LF_E0526, "go through it with `for`",
                                            "a list of records is not a value");
        lf_node *item = lf_node_new(arena, LF_N_INT, n->pos, n->length);
        become_scalar(c, item, doc->items[i], lf_check_element(hint));
        lf_node_list_add(arena, items, item);
    }
    *n = *lf_node_new(arena, LF_N_SET, n->pos, n->length);
    n->kids[LF_K_LIST] = items;
    return lf_check_set(c, n, hint);
}

lf_type lf_check_data_expr(checker *c, lf_node *n, data_path path, const lf_doc *doc,
                           lf_type hint) {
    bool present = path == DATA_FOUND, truth;
    if (!present && (hint.base != LF_T_BOOL || !is_optional(c, n)))
        return missing_field(c, n);
    if (hint.base == LF_T_BOOL) {
        become(n, LF_N_BOOL, present && lf_doc_bool(doc, &truth) ? truth : present);
        return n->type = hint;
    }
    if (doc->kind == LF_DOC_LIST)
        return become_set(c, n, doc, hint);
    if (doc->kind == LF_DOC_MAP)
        return n->type = lf_check_fault(c, n, LF_E0526, "name one of its fields",
                                        "a record is not a value");
    become_scalar(c, n, doc, hint);
    return lf_check_expr(c, n, hint);
}

/* ---- loops ---- */

/* The body for one entry; with a `where` it is wrapped in an `if`. */
static lf_node *body_for_entry(checker *c, const lf_node *loop) {
    lf_arena *arena = c->model->arena;
    lf_node *body = lf_node_clone(arena, loop->kids[LF_K_FOR_DO]);
    if (loop->kids[LF_K_FOR_WHERE] == NULL)
        return body;
    lf_node *guard = lf_node_new(arena, LF_N_IF, loop->pos, loop->length);
    guard->kids[LF_K_IF_CONDITION] = lf_node_clone(arena, loop->kids[LF_K_FOR_WHERE]);
    guard->kids[LF_K_IF_THEN] = body;
    return guard;
}

/* What a walk learns about a local is kept in its node. A copy is walked only here, so both walks
 * are. */
static void check_entry(checker *c, lf_node *body) {
    bool muted = c->body->muted;
    c->body->muted = true;
    uint32_t locals = c->body->local_count;
    lf_check_statement(c, body);
    c->body->muted = muted;
    if (muted)
        return;
    c->body->local_count = locals;
    lf_check_statement(c, body);
}

static void unroll_entry(checker *c, lf_node *loop, const lf_doc *entry, lf_node *out) {
    if (++c->unrolled > LF_MAX_CODE) {
        lf_check_fault(c, loop, LF_E0526, NULL,
                       "loops over scenario data run more than %u times in all", LF_MAX_CODE);
        return;
    }
    uint32_t mark = c->body->scope_count;
    check_local *runner = lf_check_declare(c, loop->name, lf_check_binder_pos(c, loop),
                                           check_type(LF_T_DATA), LOCAL_DATA);
    runner->symbol.data = entry;
    lf_node *body = body_for_entry(c, loop);
    check_entry(c, body);
    lf_node_list_add(c->model->arena, out, body);
    lf_check_leave_scope(c, mark);
}

bool lf_check_unroll(checker *c, lf_node *loop) {
    const lf_doc *list;
    lf_node *over = loop->kids[LF_K_FOR_OVER];
    data_path path = lf_check_data_path(c, over, &list);
    if (path == DATA_NOT)
        return false;
    if (path == DATA_MISSING && !is_optional(c, over))
        missing_field(c, over);
    if (list != NULL && list->kind != LF_DOC_LIST) {
        lf_check_fault(c, over, LF_E0526, NULL, "`for` needs a list, found %s",
                       list->kind == LF_DOC_MAP ? "a record" : "one value");
        list = NULL;
    }
    lf_node *out = lf_node_list(c->model->arena, loop->pos);
    loop_kind outer = c->body->loop;
    c->body->loop = LOOP_DATA;
    for (uint32_t i = 0; list != NULL && i < list->count; i++)
        unroll_entry(c, loop, list->items[i], out);
    c->body->loop = outer;
    if (c->body->muted)
        return true; /* the second walk needs the loop as it is written */
    *loop = *lf_node_new(c->model->arena, LF_N_BLOCK, loop->pos, loop->length);
    loop->kids[LF_K_LIST] = out;
    return true;
}
