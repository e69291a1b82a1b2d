/* engine_requests.c: what each request of `engine` means. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "engine.h"
#include "ludoforge_tools.h"
#include "support/files.h"
#include "support/json_forms.h"
#include "support/setup_json.h"

#define ROLLS_MAX 256

/* ---- reading requests ------------------------------------------------------------------------ */

/* A member that must be there and be a text; NULL otherwise, with the error set. */
static const char *need_text(engine *e, const json_t *request, const char *name) {
    const char *text = json_string_value(json_object_get(request, name));
    if (text == NULL)
        lf_error_set(&e->error, LF_BAD_INPUT, "The request needs a text \"%s\".", name);
    return text;
}

static const lf_game *game_of(const engine *e) {
    return lf_session_game(e->session);
}

/* ---- parts of answers ------------------------------------------------------------------------ */

/* Where the game stands: who decides, in which phase and turn, and how it ended if it has. */
static json_t *standing(const engine *e) {
    const lf_state *state = lf_session_state(e->session);
    const char *phase = lf_name(game_of(e), LF_OF_PHASES, lf_phase(state));
    lf_outcome outcome;
    bool over = lf_terminal(state, &outcome);
    json_t *object = json_pack("{s:o, s:b, s:s?, s:i}", "decider",
                               lf_seat_to_json(game_of(e), over ? LF_NOBODY : lf_decider(state)),
                               "over", over, "phase", phase, "turn", lf_turn(state));
    if (over)
        json_object_set_new(object, "outcome", lf_outcome_to_json(game_of(e), &outcome));
    return object;
}

/* A JSON text of the library as a value. */
static json_t *parsed(char *text) {
    json_t *json = text ? json_loads(text, JSON_DECODE_ANY, NULL) : NULL;
    lf_string_free(text);
    return json;
}

/* "{a, b}" as a list; NULL if the text is no set. */
static json_t *set_to_json(const char *text) {
    size_t length = strlen(text);
    if (length < 2 || text[0] != '{' || text[length - 1] != '}')
        return NULL;
    json_t *list = json_array();
    const char *at = text + 1, *end = text + length - 1;
    while (at < end) {
        const char *comma = strstr(at, ", ");
        size_t size = (size_t)((comma && comma < end ? comma : end) - at);
        json_array_append_new(list, json_stringn(at, size));
        at += size + 2;
    }
    return list;
}

/* The value of an expression: numbers, truth values and sets as JSON has them, all else as text. */
static json_t *value_to_json(const char *text) {
    char *end;
    long long number = strtoll(text, &end, 10);
    if (end != text && !*end && !isspace((unsigned char)text[0]))
        return json_integer(number);
    if (strcmp(text, "true") == 0 || strcmp(text, "false") == 0)
        return json_boolean(text[0] == 't');
    json_t *set = set_to_json(text);
    return set ? set : json_string(text);
}

/* ---- playing --------------------------------------------------------------------------------- */

static json_t *answer_new(engine *e, const json_t *request) {
    owned_setup setup;
    if (!lf_setup_from_json(&setup, request, &e->error))
        return NULL;
    bool good = lf_session_start(e->session, &setup.setup, &e->error) == LF_OK;
    lf_setup_free(&setup);
    return good ? standing(e) : NULL;
}

static json_t *answer_legal(engine *e, const json_t *request) {
    (void)request;
    lf_decision *decision = lf_decision_new(lf_session_state(e->session));
    if (decision == NULL)
        return NULL;
    json_t *answer = standing(e), *list = json_array();
    for (int i = 0; i < decision->count; i++)
        json_array_append_new(list, lf_choice_to_json(game_of(e), &decision->options[i]));
    json_object_set_new(answer, "prompt", json_string(decision->prompt));
    if (decision->card >= 0)
        json_object_set_new(answer, "card",
                            json_string(lf_name(game_of(e), LF_OF_CARDS, decision->card)));
    json_object_set_new(answer, "options", list);
    lf_decision_free(decision);
    return answer;
}

/* The index of the option that a request names by its whole id or label, or by index; -1 with the
 * error set. */
static int find_option(engine *e, const json_t *wanted) {
    const lf_state *state = lf_session_state(e->session);
    if (lf_terminal(state, NULL)) {
        lf_error_set(&e->error, LF_GAME_OVER, "The game is over.");
        return -1;
    }
    if (json_is_integer(wanted)) {
        json_int_t index = json_integer_value(wanted);
        if (index >= 0 && index < lf_legal_count(state))
            return (int)index;
        lf_error_set(&e->error, LF_BAD_ARGUMENT,
                     "No option %lld: this decision has options 0 to %d.", (long long)index,
                     lf_legal_count(state) - 1);
        return -1;
    }
    const char *text = json_string_value(wanted);
    if (text == NULL) {
        lf_error_set(&e->error, LF_BAD_INPUT,
                     "The request needs \"option\": an id, a label or an index.");
        return -1;
    }
    const int found = lf_find_option(state, text);
    if (found == LF_NO_OPTION)
        lf_error_set(&e->error, LF_BAD_ARGUMENT,
                     "No option matches \"%.100s\". Give its whole id or label.", text);
    return found;
}

static json_t *apply_option(engine *e, const lf_choice *option, int index) {
    if (lf_session_apply(e->session, index, false, &e->error) != LF_OK)
        return NULL;
    json_t *answer = standing(e);
    json_object_set_new(answer, "applied", lf_option_to_json(game_of(e), option));
    json_object_set_new(answer, "log", json_integer((json_int_t)lf_session_log_count(e->session)));
    return answer;
}

static json_t *answer_apply(engine *e, const json_t *request) {
    const int index = find_option(e, json_object_get(request, "option"));
    lf_decision *decision = index < 0 ? NULL : lf_decision_new(lf_session_state(e->session));
    json_t *answer = decision == NULL ? NULL : apply_option(e, &decision->options[index], index);
    lf_decision_free(decision);
    return answer;
}

/* ---- looking --------------------------------------------------------------------------------- */

/* For whom the answer is: a seat, or the host if the request names none. False with the error
 * set. */
static bool read_viewer(engine *e, const json_t *request, lf_seat *viewer) {
    const json_t *who = json_object_get(request, "seat");
    const char *name = json_string_value(who);
    *viewer = who == NULL ? LF_HOST : name == NULL ? -1 : lf_find(game_of(e), LF_OF_SEATS, name);
    return *viewer != -1 ||
           lf_error_set(&e->error, LF_BAD_ARGUMENT, "\"seat\" must be the name of a seat.");
}

/* Whoever decided last, unless the request names a seat. */
static json_t *answer_undo(engine *e, const json_t *request) {
    lf_seat seat;
    if (!read_viewer(e, request, &seat))
        return NULL;
    if (seat == LF_HOST)
        seat = lf_session_last_decider(e->session);
    return lf_session_undo(e->session, lf_session_person(e->session, seat), &e->error) == LF_OK
               ? standing(e)
               : NULL;
}

static json_t *answer_redo(engine *e, const json_t *request) {
    (void)request;
    return lf_session_redo(e->session, &e->error) == LF_OK ? standing(e) : NULL;
}

static json_t *answer_summary(engine *e, const json_t *request) {
    lf_seat viewer;
    if (!read_viewer(e, request, &viewer))
        return NULL;
    json_t *lines = json_array();
    for (int turn = 0; turn < lf_session_turns(e->session); turn++) {
        char *line = lf_session_summary(e->session, turn, viewer);
        if (line != NULL && *line != 0)
            json_array_append_new(lines, json_pack("{s:i, s:s}", "turn", turn, "text", line));
        lf_string_free(line);
    }
    return json_pack("{s:o}", "turns", lines);
}

static json_t *answer_state(engine *e, const json_t *request) {
    lf_seat viewer;
    if (!read_viewer(e, request, &viewer))
        return NULL;
    json_t *state = parsed(viewer == LF_HOST ? lf_state_json(lf_session_state(e->session))
                                             : lf_observe(lf_session_state(e->session), viewer));
    return state ? json_pack("{s:o, s:b}", "state", state, "edited", lf_session_edited(e->session))
                 : NULL;
}

static json_t *answer_log(engine *e, const json_t *request) {
    const json_t *since = json_object_get(request, "since");
    json_int_t first = since ? json_integer_value(since) : 0;
    if ((since && !json_is_integer(since)) || first < 0) {
        lf_error_set(&e->error, LF_BAD_INPUT, "\"since\" must be a whole number of at least 0.");
        return NULL;
    }
    lf_seat viewer;
    if (!read_viewer(e, request, &viewer))
        return NULL;
    json_t *entries = json_array();
    for (size_t i = (size_t)first; i < lf_session_log_count(e->session); i++)
        json_array_append_new(entries, parsed(lf_session_entry_json(e->session, i, viewer)));
    return json_pack("{s:o, s:I}", "entries", entries, "next",
                     (json_int_t)lf_session_log_count(e->session));
}

static json_t *answer_why(engine *e, const json_t *request) {
    const char *thing = need_text(e, request, "thing");
    char *text = thing != NULL ? lf_why(lf_session_state(e->session), thing, &e->error) : NULL;
    json_t *answer = text != NULL ? json_pack("{s:s}", "why", text) : NULL;
    lf_string_free(text);
    return answer;
}

static json_t *answer_position(engine *e, const json_t *request) {
    (void)request;
    lf_error error = {0};
    char *text = lf_position_text(lf_session_state(e->session), &error);
    json_t *answer = text != NULL ? json_pack("{s:s}", "position", text) : NULL;
    if (text == NULL)
        lf_error_set(&e->error, LF_BAD_ARGUMENT, "%s", error.message);
    lf_string_free(text);
    return answer;
}

static json_t *answer_hash(engine *e, const json_t *request) {
    (void)request;
    return json_pack("{s:o}", "hash", lf_hex_to_json(lf_hash(lf_session_state(e->session))));
}

static json_t *answer_record(engine *e, const json_t *request) {
    (void)request;
    json_t *taken = parsed(lf_session_record_json(e->session));
    return taken ? json_pack("{s:o}", "record", taken) : NULL;
}

/* ---- keeping --------------------------------------------------------------------------------- */

static json_t *answer_save(engine *e, const json_t *request) {
    (void)request;
    json_t *save = parsed(lf_session_json(e->session));
    return save ? json_pack("{s:o}", "data", save) : NULL;
}

static json_t *answer_load(engine *e, const json_t *request) {
    const json_t *data = json_object_get(request, "data");
    if (!json_is_object(data)) {
        lf_error_set(&e->error, LF_BAD_INPUT,
                     "The request needs \"data\": what \"save\" answered.");
        return NULL;
    }
    char *const text = json_dumps(data, 0);
    const bool good = text != NULL && lf_session_from_json(e->session, text, &e->error) == LF_OK;
    free(text);
    return good ? standing(e) : NULL;
}

static json_t *answer_quit(engine *e, const json_t *request) {
    (void)request;
    e->quit = true;
    return json_object();
}

/* ---- for tests ------------------------------------------------------------------------------- */

static json_t *answer_eval(engine *e, const json_t *request) {
    const char *expression = need_text(e, request, "expr");
    char *text =
        expression ? lf_eval(lf_session_state(e->session), expression, NULL, &e->error) : NULL;
    if (text == NULL)
        return NULL;
    json_t *answer = json_pack("{s:o, s:s}", "value", value_to_json(text), "text", text);
    lf_string_free(text);
    return answer;
}

/* A change by hand, and the request that wants it. */
typedef struct {
    engine *engine;
    const json_t *request;
} wanted_change;

static json_t *edit(engine *e, lf_status (*change)(lf_state *, void *, lf_error *),
                    const json_t *request) {
    wanted_change wanted = {e, request};
    return lf_session_edit(e->session, change, &wanted, &e->error) == LF_OK ? standing(e) : NULL;
}

static lf_status change_by_statements(lf_state *state, void *context, lf_error *error) {
    const wanted_change *wanted = context;
    const char *effects = need_text(wanted->engine, wanted->request, "effects");
    return effects ? lf_do(state, effects, error) : LF_BAD_INPUT;
}

static lf_status change_phase(lf_state *state, void *context, lf_error *error) {
    const wanted_change *wanted = context;
    const char *id = need_text(wanted->engine, wanted->request, "id");
    return id ? lf_enter_phase(state, id, error) : LF_BAD_INPUT;
}

static lf_status change_rolls(lf_state *state, void *context, lf_error *error) {
    const wanted_change *wanted = context;
    const json_t *values = json_object_get(wanted->request, "values");
    int rolls[ROLLS_MAX];
    size_t count = json_array_size(values);
    bool good = json_is_array(values) && count <= ROLLS_MAX;
    for (size_t i = 0; good && i < count; i++) {
        const json_t *value = json_array_get(values, i);
        json_int_t number = json_integer_value(value);
        good = json_is_integer(value) && number >= INT16_MIN && number <= INT16_MAX;
        rolls[i] = good ? (int)number : 0;
    }
    if (!good) {
        lf_error_set(error, LF_BAD_INPUT,
                     "The request needs \"values\": a list of at most %d rolls.", ROLLS_MAX);
        return LF_BAD_INPUT;
    }
    return lf_fix_rolls(state, rolls, (int)count, error);
}

static json_t *answer_do(engine *e, const json_t *request) {
    return edit(e, change_by_statements, request);
}

static json_t *answer_phase(engine *e, const json_t *request) {
    return edit(e, change_phase, request);
}

static json_t *answer_rolls(engine *e, const json_t *request) {
    return edit(e, change_rolls, request);
}

const request_kind request_kinds[] = {
    {"new", false, "scenario seed options deck top stack position forced ", answer_new},
    {"legal", true, "", answer_legal},
    {"apply", true, "option ", answer_apply},
    {"undo", true, "seat ", answer_undo},
    {"redo", true, "", answer_redo},
    {"summary", true, "seat ", answer_summary},
    {"state", true, "seat ", answer_state},
    {"log", true, "since seat ", answer_log},
    {"why", true, "thing ", answer_why},
    {"hash", true, "", answer_hash},
    {"position", true, "", answer_position},
    {"save", true, "", answer_save},
    {"load", false, "data ", answer_load},
    {"record", true, "", answer_record},
    {"eval", true, "expr ", answer_eval},
    {"do", true, "effects ", answer_do},
    {"phase", true, "id ", answer_phase},
    {"rolls", true, "values ", answer_rolls},
    {"quit", false, "", answer_quit},
    {NULL, false, NULL, NULL},
};
