/* turn_text.c: a turn as people read it: a head ("Red March + Tax"), a sentence for each thing done
 * in a space, and what else has changed on the whole. The words are those of the game (`log` of its
 * visual.yaml), or else come from its labels. */
#include <assert.h>
#include <ctype.h>
#include <string.h>

#include "api/displays.h"
#include "api/visual/visual.h"
#include "steps.h"
#include "support/array.h"

#define PLACES_MAX 64 /* in one sentence; further ones are not named */
#define KINDS_MAX 32

/* Steps that make one sentence. */
typedef struct {
    const lf_session *session;
    step *steps;
    size_t count;
    lf_seat turn_seat;
    step_effect effect; /* of the clause that is being said */
    int64_t total;      /* of the pieces that were named last */
} sentence;

/* ---- the game's words ---- */

static const char *const effect_keys[] = {
    [STEP_VALUE] = "value", [STEP_PLACE] = "place", [STEP_REMOVE] = "remove", [STEP_MOVE] = "move",
    [STEP_FLIP] = "flip",   [STEP_CARD] = "card",   [STEP_OTHER] = "text"};

static const char *const default_words[] = {[STEP_VALUE] = NULL,
                                            [STEP_PLACE] = "places {pieces} in {space}",
                                            [STEP_REMOVE] = "removes {pieces} from {space}",
                                            [STEP_MOVE] = "moves {pieces} from {from} to {space}",
                                            [STEP_FLIP] = "{pieces} in {space} now {state}",
                                            [STEP_CARD] = "{text}",
                                            [STEP_OTHER] = "{text}"};

static const char *words_of(const lf_session *s, const char *part, const char *key,
                            const char *field) {
    const json_t *found = json_object_get(json_object_get(s->words, part), key);
    if (field != NULL)
        found = json_object_get(found, field);
    return json_string_value(found);
}

/* NULL: the game has no words for this effect of its verb. */
static const char *clause_words(const lf_session *s, const step *st, const char *field) {
    return st->verb != NULL ? words_of(s, "steps", st->verb, field) : NULL;
}

static bool is_quiet(const lf_session *s, const char *variable) {
    const json_t *const list = json_object_get(s->words, "quiet");
    for (size_t i = 0; i < json_array_size(list); i++)
        if (strcmp(json_string_value(json_array_get(list, i)), variable) == 0)
            return true;
    return false;
}

/* ---- lists ---- */

/* ", " or " and " before item `i` of `count`. */
static void say_separator(size_t i, size_t count, lf_text *out) {
    if (i > 0)
        lf_text_addz(out, i + 1 == count ? " and " : ", ");
}

static const char *zone_label(const lf_game *game, int zone) {
    return zone >= 0 && zone < (int)game->zone_count ? game->zones[zone].label : "";
}

/* Which place of a step is meant. */
typedef enum { PLACE_SPACE, PLACE_FROM, PLACE_TO } place_role;

static int place_of(const step *st, place_role role) {
    return role == PLACE_SPACE ? st->space : role == PLACE_FROM ? st->from : st->to;
}

static bool say_places(const sentence *part, place_role role, lf_text *out) {
    int places[PLACES_MAX];
    size_t count = 0;
    for (size_t i = 0; i < part->count; i++) {
        const int place = place_of(&part->steps[i], role);
        size_t at = 0;
        while (at < count && places[at] != place)
            at++;
        if (place >= 0 && at == count && count < PLACES_MAX && part->steps[i].effect < STEP_CARD)
            places[count++] = place;
    }
    /* what happens nowhere happens where the seat has chosen */
    if (count == 0 && role == PLACE_SPACE && part->steps[0].chosen >= 0)
        places[count++] = part->steps[0].chosen;
    for (size_t i = 0; i < count; i++) {
        say_separator(i, count, out);
        lf_text_addz(out, zone_label(part->session->game, places[i]));
    }
    return count > 0;
}

/* ---- pieces ---- */

/* Where the word stands in the text, with a space behind it; NULL: nowhere. */
static const char *find_word(const char *text, const char *word) {
    const size_t length = strlen(word);
    for (const char *at = text; length > 0 && (at = strstr(at, word)) != NULL; at++)
        if ((at == text || at[-1] == ' ') && at[length] == ' ')
            return at;
    return NULL;
}

/* The seat that acts is not named again with its own pieces. */
static void say_kind(const lf_game *game, const char *label, int owner, lf_seat seat,
                     lf_text *out) {
    const char *own = NULL;
    size_t length = 0;
    if (owner >= 0 && owner == seat) {
        const char *const names[] = {game->seats[owner].label, game->seats[owner].name};
        for (size_t i = 0; i < LF_COUNT(names) && own == NULL; i++) {
            own = find_word(label, names[i]);
            length = strlen(names[i]) + 1;
        }
    }
    if (own != NULL)
        lf_text_add(out, label, (size_t)(own - label));
    lf_text_addz(out, own != NULL ? own + length : label);
}

/* "3 Red scouts and 1 cart": the pieces of one effect, by kind without its state. */
static bool say_pieces(sentence *part, step_effect effect, lf_text *out) {
    const lf_game *const game = part->session->game;
    step_pieces sums[KINDS_MAX];
    size_t count = 0;
    for (size_t i = 0; i < part->count; i++) {
        const step *const st = &part->steps[i];
        for (int p = 0; st->effect == effect && p < st->piece_count; p++) {
            const int kind = game->slots[st->pieces[p].kind].default_slot;
            size_t at = 0;
            while (at < count && sums[at].kind != kind)
                at++;
            if (at == count && count < KINDS_MAX)
                sums[count++] = (step_pieces){kind, 0};
            if (at < count)
                sums[at].count += st->pieces[p].count;
        }
    }
    part->total = 0;
    for (size_t i = 0; i < count; i++) {
        const lf_slot *const slot = &game->slots[sums[i].kind];
        part->total += sums[i].count;
        say_separator(i, count, out);
        lf_text_printf(out, "%lld ", (long long)sums[i].count);
        say_kind(game, sums[i].count == 1 ? slot->kind_one : slot->kind_label, slot->seat,
                 part->steps[0].seat, out);
    }
    return count > 0;
}

/* The state that pieces have taken: what the label of the kind with its state has in front. */
static bool say_state(const sentence *part, lf_text *out) {
    for (size_t i = 0; i < part->count; i++) {
        const step *const st = &part->steps[i];
        if (st->effect != STEP_FLIP || st->piece_count == 0)
            continue;
        const lf_slot *const slot = &part->session->game->slots[st->pieces[0].kind];
        const size_t all = strlen(slot->label), kind = strlen(slot->kind_label);
        if (all > kind + 1 && strcmp(slot->label + all - kind, slot->kind_label) == 0)
            lf_text_add(out, slot->label, all - kind - 1);
        else
            lf_text_addz(out, slot->label);
        return true;
    }
    return false;
}

/* ---- values ---- */

static void say_change(const sentence *part, const step_value *value, int64_t after, int space,
                       lf_text *out) {
    const lf_game *const game = part->session->game;
    const lf_var *const var = &game->vars[value->var];
    if (var->scope == LF_SCOPE_SEAT && value->owner >= 0 && value->owner != part->steps[0].seat)
        lf_text_printf(out, "%s ", game->seats[value->owner].label);
    if (var->scope == LF_SCOPE_SPACE && value->owner != space)
        lf_text_printf(out, "%s: ", zone_label(game, value->owner));
    lf_format_change(game, var, value->before, after, " → ", out);
}

static int space_of(const sentence *part) {
    for (size_t i = 0; i < part->count; i++)
        if (part->steps[i].space >= 0)
            return part->steps[i].space;
    return part->steps[0].chosen;
}

/* The change of a variable in the whole sentence, if no other sentence has stated it. Spaces in
 * which the same has happened are named together, so that it is said once. */
static bool say_variable(const sentence *part, int var, lf_text *out) {
    step_value *first = NULL;
    int64_t after = 0;
    for (size_t i = 0; i < part->count; i++)
        for (int v = 0; v < part->steps[i].value_count; v++) {
            step_value *const value = &part->steps[i].values[v];
            if (value->var != var || value->stated)
                continue;
            if (first == NULL)
                first = value;
            if (value->owner == first->owner)
                after = value->after;
            value->stated = true;
        }
    if (first == NULL || first->before == after)
        return false;
    say_change(part, first, after, first->owner, out);
    return true;
}

/* The value of a global before an entry: what the next change of it found, or what it is now. */
static int64_t value_before(const lf_session *s, size_t line, int var) {
    for (size_t i = line; i < s->log_count; i++)
        if (s->log[i].kind == LF_EVENT_VALUE && s->log[i].subject == var)
            return s->log[i].before;
    return lf_global(s->state, var);
}

/* ---- placeholders ---- */

static bool is_name(const char *name, size_t length, const char *other) {
    return strlen(other) == length && strncmp(name, other, length) == 0;
}

static int find_variable(const lf_game *game, const char *name, size_t length) {
    for (uint32_t i = 0; i < game->var_count; i++)
        if (is_name(name, length, game->vars[i].name))
            return (int)i;
    return -1;
}

/* What the space is like, unless that is nothing. */
static bool say_property(const sentence *part, const char *name, size_t length, lf_text *out) {
    const lf_game *const game = part->session->game;
    const int space = space_of(part);
    char buffer[128];
    for (int i = 0; space >= 0 && i < lf_count(game, LF_OF_PROPERTIES); i++) {
        if (!is_name(name, length, lf_name(game, LF_OF_PROPERTIES, i)))
            continue;
        const char *const text = lf_property(game, space, i, buffer, sizeof buffer);
        if (strcmp(text, "0") == 0 || strcmp(text, "no") == 0 || *text == '\0')
            return false;
        lf_text_addz(out, text);
        return true;
    }
    return false;
}

static bool is_roll(const step *st) {
    return st->effect == STEP_OTHER && st->kind == LF_EVENT_ROLL;
}

static bool say_rolls(const sentence *part, lf_text *out) {
    size_t count = 0;
    for (size_t i = 0; i < part->count; i++)
        if (is_roll(&part->steps[i]))
            lf_text_printf(out, "%s%lld", count++ > 0 ? ", " : "",
                           (long long)part->steps[i].result);
    return count > 0;
}

/* Entries that have a text of their own. Arrows in it look like all others. */
static bool say_texts(const sentence *part, lf_text *out) {
    bool said = false;
    for (size_t i = 0; i < part->count; i++) {
        const step *const st = &part->steps[i];
        if (st->effect != part->effect || st->text == NULL || st->kind == LF_EVENT_ROLL ||
            *st->text == '\0')
            continue;
        lf_text_addz(out, said ? "; " : "");
        for (const char *at = st->text; *at != '\0';) {
            const char *const arrow = strstr(at, " -> ");
            lf_text_add(out, at, arrow != NULL ? (size_t)(arrow - at) : strlen(at));
            lf_text_addz(out, arrow != NULL ? " → " : "");
            at = arrow != NULL ? arrow + strlen(" -> ") : at + strlen(at);
        }
        said = true;
    }
    return said;
}

/* "name=": a global at that time. */
static bool say_value_then(const sentence *part, const char *name, size_t length, lf_text *out) {
    const lf_game *const game = part->session->game;
    const int var = find_variable(game, name, length);
    if (var < 0 || game->vars[var].scope != LF_SCOPE_GLOBAL)
        return false;
    const int64_t value = value_before(part->session, part->steps[0].line, var);
    lf_format_value(game, (lf_sort)game->vars[var].sort, game->vars[var].enum_id, &value, out);
    return true;
}

/* "goes|go": the first for one piece, the second for more. */
static bool say_number(const sentence *part, const char *name, size_t length, lf_text *out) {
    const char *const bar = memchr(name, '|', length);
    const size_t first = (size_t)(bar - name);
    if (part->total == 1)
        lf_text_add(out, name, first);
    else
        lf_text_add(out, bar + 1, length - first - 1);
    return true;
}

/* "name?": does it hold at that time? */
static bool holds(const sentence *part, const char *name, size_t length) {
    const int var = find_variable(part->session->game, name, length);
    if (var >= 0 && part->session->game->vars[var].scope == LF_SCOPE_GLOBAL)
        return value_before(part->session, part->steps[0].line, var) != 0;
    lf_text ignored = {0};
    const bool said = say_property(part, name, length, &ignored);
    lf_text_free(&ignored);
    return said;
}

static bool say_placeholder(void *context, const char *name, size_t length, lf_text *out) {
    sentence *const part = context;
    static const struct {
        const char *name;
        step_effect effect;
    } pieces[] = {{"placed", STEP_PLACE},
                  {"removed", STEP_REMOVE},
                  {"moved", STEP_MOVE},
                  {"flipped", STEP_FLIP}};
    for (size_t i = 0; i < LF_COUNT(pieces); i++)
        if (is_name(name, length, pieces[i].name))
            return say_pieces(part, pieces[i].effect, out);
    if (is_name(name, length, "pieces"))
        return say_pieces(part, part->effect, out);
    if (is_name(name, length, "space"))
        return say_places(part, PLACE_SPACE, out);
    if (is_name(name, length, "from"))
        return say_places(part, PLACE_FROM, out);
    if (is_name(name, length, "to"))
        return say_places(part, PLACE_TO, out);
    if (is_name(name, length, "state"))
        return say_state(part, out);
    if (is_name(name, length, "roll"))
        return say_rolls(part, out);
    if (is_name(name, length, "text"))
        return say_texts(part, out);
    if (is_name(name, length, "cause")) {
        lf_text_addz(out, part->steps[0].cause);
        return *part->steps[0].cause != '\0';
    }
    if (memchr(name, '|', length) != NULL)
        return say_number(part, name, length, out);
    if (length > 0 && name[length - 1] == '?')
        return holds(part, name, length - 1);
    if (length > 0 && name[length - 1] == '=')
        return say_value_then(part, name, length - 1, out);
    const int var = find_variable(part->session->game, name, length);
    return var >= 0 ? say_variable(part, var, out) : say_property(part, name, length, out);
}

/* ---- sentences ---- */

static bool has_effect(const sentence *part, step_effect effect) {
    for (size_t i = 0; i < part->count; i++)
        if (part->steps[i].effect == effect)
            return true;
    return false;
}

/* A clause behind those before it; one that says nothing leaves no trace. */
static void add_clause(sentence *part, const char *words, lf_text *out) {
    const size_t length = out->length;
    if (length > 0)
        lf_text_addz(out, "; ");
    const size_t begin = out->length;
    if (!lf_log_fill(words, say_placeholder, part, out) || out->length == begin)
        lf_text_cut(out, length);
}

static void say_effect(sentence *part, step_effect effect, lf_text *out) {
    const char *words = clause_words(part->session, &part->steps[0], effect_keys[effect]);
    const size_t length = out->length;
    part->effect = effect;
    if (words != NULL)
        add_clause(part, words, out);
    if ((words == NULL || (*words != '\0' && out->length == length)) &&
        default_words[effect] != NULL)
        add_clause(part, default_words[effect], out);
}

/* What has happened to pieces, in the order of the steps. */
static void say_effects(sentence *part, lf_text *out) {
    const char *const exchange = has_effect(part, STEP_PLACE) && has_effect(part, STEP_REMOVE)
                                     ? clause_words(part->session, &part->steps[0], "exchange")
                                     : NULL;
    unsigned said = 0;
    for (size_t i = 0; i < part->count; i++) {
        const step *const st = &part->steps[i];
        const bool roll = is_roll(st);
        const unsigned bit = 1U << (roll ? STEP_OTHER + 1 : (int)st->effect);
        if ((said & bit) != 0 || st->effect == STEP_VALUE)
            continue;
        said |= bit;
        if (roll) {
            const char *const words = clause_words(part->session, &part->steps[0], "roll");
            add_clause(part, words != NULL ? words : "rolls {roll}", out);
        } else if (exchange != NULL && (st->effect == STEP_PLACE || st->effect == STEP_REMOVE)) {
            said |= 1U << STEP_PLACE | 1U << STEP_REMOVE;
            add_clause(part, exchange, out);
        } else {
            say_effect(part, st->effect, out);
        }
    }
    if (out->length == 0 && has_effect(part, STEP_VALUE))
        say_effect(part, STEP_VALUE, out);
}

/* Values that no clause has stated: those of spaces, or with `all` every one. */
static void say_values(const sentence *part, bool all, lf_text *out) {
    const lf_game *const game = part->session->game;
    const int space = space_of(part);
    bool first = true;
    const bool aside = out->length > 0;
    for (size_t i = 0; i < part->count; i++)
        for (int v = 0; v < part->steps[i].value_count; v++) {
            const step_value *const value = &part->steps[i].values[v];
            const lf_var *const var = &game->vars[value->var];
            if (value->stated || (var->scope != LF_SCOPE_SPACE && !all) ||
                is_quiet(part->session, var->name))
                continue;
            lf_text change = {0};
            if (say_variable(part, value->var, &change)) {
                if (first && !aside && var->scope == LF_SCOPE_SPACE && space >= 0) {
                    say_places(part, PLACE_SPACE, out);
                    lf_text_addz(out, ": ");
                } else {
                    lf_text_addz(out, first ? (aside ? "; " : "") : ", ");
                }
                lf_text_addz(out, lf_text_shown(&change));
                first = false;
            }
            lf_text_free(&change);
        }
}

/* With a capital and a full stop; nothing if there is nothing to say. */
static void say_sentence(sentence *part, bool all_values, lf_text *out) {
    lf_text words = {0};
    say_effects(part, &words);
    say_values(part, all_values, &words);
    if (words.length > 0 && !words.failed) {
        const lf_seat seat = part->steps[0].seat;
        if (seat >= 0 && seat != part->turn_seat)
            lf_text_printf(out, "%s: ", part->session->game->seats[seat].label);
        else
            words.data[0] = (char)toupper((unsigned char)words.data[0]);
        lf_text_add(out, words.data, words.length);
        if (strchr(".!?", words.data[words.length - 1]) == NULL)
            lf_text_addz(out, ".");
    }
    out->failed = out->failed || words.failed;
    lf_text_free(&words);
}

void lf_step_format(const lf_session *s, step *st, lf_seat turn_seat, lf_text *out) {
    sentence part = {.session = s, .steps = st, .count = 1, .turn_seat = turn_seat};
    for (int v = 0; v < st->value_count; v++)
        st->values[v].stated = false;
    say_sentence(&part, true, out);
    for (int v = 0; v < st->value_count; v++)
        st->values[v].stated = false;
}

/* ---- which steps make a sentence ---- */

/* Not said: what the board shows, and what a line of the game's own stands for. */
static bool is_silent(const step *st) {
    return st->effect == STEP_OTHER && (st->kind == LF_EVENT_SET || st->kind == LF_EVENT_SHUFFLE ||
                                        (st->kind == LF_EVENT_LOG && st->level != LF_LOG_STEP));
}

/* Have all variables of its space that the one changes come to the same with the other? */
static bool values_are_alike(const lf_game *game, const step *a, const step *b) {
    for (int i = 0; i < a->value_count; i++) {
        const step_value *const one = &a->values[i];
        bool found = game->vars[one->var].scope != LF_SCOPE_SPACE;
        for (int k = 0; k < b->value_count && !found; k++)
            found = b->values[k].var == one->var && b->values[k].after == one->after &&
                    (a->seat < 0 || b->values[k].before == one->before);
        if (!found)
            return false;
    }
    return true;
}

/* Has the same happened in another space? Of what happens by itself, the numbers may differ. */
static bool is_alike(const lf_game *game, const step *a, const step *b) {
    const bool by_itself = a->seat < 0;
    if (a->effect != b->effect || a->effect >= STEP_CARD || a->piece_count != b->piece_count ||
        !values_are_alike(game, a, b) || !values_are_alike(game, b, a) || a->from != b->from ||
        a->to != b->to || (!by_itself && a->number != b->number))
        return false;
    for (int i = 0; i < a->piece_count; i++)
        if (a->pieces[i].kind != b->pieces[i].kind ||
            (!by_itself && a->pieces[i].count != b->pieces[i].count))
            return false;
    return true;
}

/* Is the die another one than that whose outcome the sentence has stated? */
static bool is_new_roll(const sentence *part, const step *next) {
    bool rolled = false;
    for (size_t i = 0; i < part->count; i++)
        rolled = rolled || is_roll(&part->steps[i]);
    return rolled && is_roll(next) && !is_roll(&part->steps[part->count - 1]);
}

/* Does the step go on with what the sentence says? */
static bool belongs(const sentence *part, const step *next) {
    const step *const first = &part->steps[0];
    const int space = space_of(part);
    if (is_silent(next) || next->verb != first->verb || next->action != first->action ||
        next->seat != first->seat ||
        (first->verb == NULL && strcmp(next->cause, first->cause) != 0))
        return false;
    if (is_new_roll(part, next))
        return false;
    if (first->effect == STEP_CARD || next->effect == STEP_CARD)
        return first->effect == next->effect;
    if (next->space < 0 && next->chosen != first->chosen)
        return false;
    if (next->space < 0 || space < 0 || next->space == space)
        return true;
    for (size_t i = 0; i < part->count; i++)
        if (!is_alike(part->session->game, &part->steps[i], next))
            return false;
    return true;
}

/* ---- lines ---- */

static void add_line(turn_lines *list, turn_line_kind kind, size_t first, size_t count,
                     lf_text *text) {
    char *const taken = lf_text_take(text);
    if (taken == NULL ||
        !lf_array_reserve(&list->lines, &list->capacity, list->count + 1, sizeof *list->lines)) {
        lf_free(taken);
        list->failed = true;
        return;
    }
    list->lines[list->count++] = (turn_line){kind, first, count, taken};
}

void lf_turn_lines_free(turn_lines *list) {
    for (size_t i = 0; i < list->count; i++)
        lf_free(list->lines[i].text);
    lf_free(list->lines);
    *list = (turn_lines){.lines = NULL};
}

/* What is in the making. */
typedef struct {
    turn_lines *list;
    step_list *steps;
    const lf_session *session;
    lf_log_turn turn;
    int number;
    lf_seat viewer;
} telling;

static void tell_steps(const telling *t) {
    const step_list *const steps = t->steps;
    for (size_t i = 0; i < steps->count;) {
        sentence part = {.session = t->session,
                         .steps = &steps->steps[i],
                         .count = 1,
                         .turn_seat = t->turn.seat};
        while (!is_silent(part.steps) && i + part.count < steps->count &&
               belongs(&part, &steps->steps[i + part.count]))
            part.count++;
        lf_text text = {0};
        if (!is_silent(part.steps) && !part.steps->replaced)
            say_sentence(&part, false, &text);
        if (text.length > 0)
            add_line(t->list, LINE_STEP, i, part.count, &text);
        else
            lf_text_free(&text);
        i += part.count;
    }
}

/* ---- the result ---- */

/* The variable as the turn found it and left it. Marks all its changes as stated; false: sentences
 * have stated all of them. */
static bool take_whole(const telling *t, step_value *whole) {
    bool news = false, first = true;
    for (size_t i = 0; i < t->steps->count; i++) {
        step *const st = &t->steps->steps[i];
        for (int v = 0; v < st->value_count && !st->replaced; v++) {
            step_value *const value = &st->values[v];
            if (value->var != whole->var || value->owner != whole->owner)
                continue;
            news = news || !value->stated;
            value->stated = true;
            whole->before = first ? value->before : whole->before;
            whole->after = value->after;
            first = false;
        }
    }
    return news && whole->before != whole->after;
}

/* Values that no sentence has stated, or not all changes of. */
static void say_net_values(const telling *t, lf_text *out) {
    const lf_game *const game = t->session->game;
    for (size_t i = 0; i < t->steps->count; i++) {
        step *const st = &t->steps->steps[i];
        for (int v = 0; v < st->value_count; v++) {
            const lf_var *const var = &game->vars[st->values[v].var];
            step_value whole = st->values[v];
            if (whole.stated || st->replaced || var->scope == LF_SCOPE_SPACE ||
                is_quiet(t->session, var->name) || !take_whole(t, &whole))
                continue;
            const sentence part = {.session = t->session, .steps = st, .count = 1};
            lf_text_addz(out, out->length > 0 ? ", " : "");
            say_change(&part, &whole, whole.after, -1, out);
        }
    }
}

/* How a display of `results` has changed, in the same way for all owners that are listed. */
typedef struct {
    const lf_game *game;
    int display, owners;
    const int64_t *before, *after; /* by owner */
    int first;                     /* the owners from this one on that have changed like it */
} result_change;

static bool is_same_change(const result_change *c, int owner) {
    return c->before[owner] == c->before[c->first] && c->after[owner] == c->after[c->first];
}

static void say_shown(const result_change *change, int64_t value, lf_text *out) {
    const lf_shown shown = {.has_value = true, .words = {value}};
    char *const text = value != LF_MARK_NOT_SHOWN
                           ? lf_shown_text(change->game, change->display, &shown)
                           : lf_strdup("none");
    lf_text_addz(out, text != NULL ? text : "");
    out->failed = out->failed || text == NULL;
    lf_string_free(text);
}

static void say_owners(const result_change *c, lf_text *out) {
    const lf_display_scope scope = lf_display_of(c->game, c->display);
    const lf_catalogue owners = scope == LF_DISPLAY_SEAT ? LF_OF_SEATS : LF_OF_SPACES;
    size_t count = 0, said = 0;
    for (int owner = c->first; owner < c->owners; owner++)
        count += is_same_change(c, owner);
    for (int owner = c->first; owner < c->owners && scope != LF_DISPLAY_GAME; owner++)
        if (is_same_change(c, owner)) {
            say_separator(said++, count, out);
            lf_text_addz(out, lf_label(c->game, owners, owner));
        }
}

static bool say_result_placeholder(void *context, const char *name, size_t length, lf_text *out) {
    const result_change *const change = context;
    if (is_name(name, length, "before"))
        say_shown(change, change->before[change->first], out);
    else if (is_name(name, length, "after"))
        say_shown(change, change->after[change->first], out);
    else
        say_owners(change, out);
    return true;
}

/* Each sort of change once, where its first owner stands. */
static void say_display(result_change *change, const char *words, lf_text *out) {
    for (int owner = 0; owner < change->owners; owner++) {
        bool said = change->before[owner] == change->after[owner];
        for (change->first = 0; change->first < owner && !said; change->first++)
            said = is_same_change(change, owner);
        if (said)
            continue;
        change->first = owner;
        lf_text_addz(out, out->length > 0 ? "; " : "");
        lf_log_fill(words, say_result_placeholder, change, out);
    }
}

static void say_results(const telling *t, lf_text *out) {
    const lf_game *const game = t->session->game;
    const char *name;
    json_t *words;
    int64_t *before = NULL, *after = NULL;
    size_t at = 0;
    const size_t count = lf_session_marks(t->session, t->number, &before, &after);
    json_t *const results = count > 0 ? json_object_get(t->session->words, "results") : NULL;
    json_object_foreach(results, name, words) {
        const int display = lf_find(game, LF_OF_DISPLAYS, name);
        result_change change = {.game = game,
                                .display = display,
                                .owners = lf_session_mark_owners(game, display),
                                .before = before + at,
                                .after = after + at};
        say_display(&change, json_string_value(words), out);
        at += (size_t)change.owners;
    }
    assert(at == count);
    lf_free(before);
    lf_free(after);
}

static void tell_result(const telling *t) {
    lf_text text = {0};
    say_net_values(t, &text);
    say_results(t, &text);
    if (text.length > 0) {
        lf_text_addz(&text, ".");
        add_line(t->list, LINE_RESULT, 0, 0, &text);
    } else {
        lf_text_free(&text);
    }
}

/* ---- the head ---- */

/* What was chosen with one action, or in one phase that nobody acts in. */
typedef struct {
    const telling *turn;
    int action;
    const char *words; /* the game's; NULL: it has none */
    lf_text said, chosen, plain;
    bool in_list; /* the last thing of `plain` is a place */
    lf_seat by;
} head_part;

/* Labels of the verbs of these steps, each once, and not of what was chosen. */
static bool say_verbs(const head_part *part, lf_text *out) {
    const size_t begin = out->length;
    for (size_t i = 0; i < part->turn->steps->count; i++) {
        const step *const st = &part->turn->steps->steps[i];
        const char *const as = clause_words(part->turn->session, st, "as");
        if (as == NULL || st->action != part->action ||
            strcmp(as, lf_text_shown(&part->chosen)) == 0 ||
            (out->length > begin && strstr(out->data + begin, as) != NULL))
            continue;
        lf_text_printf(out, "%s%s", out->length > begin ? " + " : "", as);
    }
    return out->length > begin;
}

static bool say_head_placeholder(void *context, const char *name, size_t length, lf_text *out) {
    const head_part *const part = context;
    if (is_name(name, length, "verbs"))
        return say_verbs(part, out);
    const lf_text *const text = is_name(name, length, "said") ? &part->said : &part->chosen;
    lf_text_addz(out, text->length > 0 ? text->data : "");
    return text->length > 0;
}

static const char *head_words(const lf_session *s, int action, int phase) {
    const char *const key = action >= 0  ? lf_name(s->game, LF_OF_ACTIONS, action)
                            : phase >= 0 ? lf_name(s->game, LF_OF_PHASES, phase)
                                         : NULL;
    return key != NULL ? words_of(s, "turns", key, NULL) : NULL;
}

/* Does a line of the game's own stand in the head, in place of what was before it? */
static bool takes_said(const char *words) {
    return words == NULL || strstr(words, "{said}") != NULL;
}

/* A part that says the same as the one before it is not repeated. */
static void end_part(head_part *part, lf_text *out) {
    lf_text said = {0};
    if (part->words != NULL)
        lf_log_fill(part->words, say_head_placeholder, part, &said);
    else
        lf_text_addz(&said, lf_text_shown(&part->plain));
    const bool again = out->length >= said.length && said.length > 0 &&
                       strcmp(out->data + out->length - said.length, said.data) == 0;
    if (said.length > 0 && !again)
        lf_text_printf(out, "%s%s", out->length > 0 ? "; " : "", said.data);
    out->failed = out->failed || said.failed || part->said.failed || part->chosen.failed ||
                  part->plain.failed;
    lf_text_free(&said);
    lf_text_free(&part->said);
    lf_text_free(&part->chosen);
    lf_text_free(&part->plain);
}

/* Choices in plain words, for an action that the game has no words for. Places are named only if
 * no sentence does it. */
static void add_plain(head_part *part, const lf_log_entry *entry, bool places) {
    const bool place = entry->choice == LF_OPTION_SPACE || entry->choice == LF_OPTION_ZONE;
    const bool opens = entry->choice == LF_OPTION_ACTION || entry->choice == LF_OPTION_MENU ||
                       entry->choice == LF_OPTION_VALUE || entry->choice == LF_OPTION_CARD;
    const lf_game *const game = part->turn->session->game;
    const bool noise = entry->level == LF_LOG_NOISE && entry->choice != LF_OPTION_ACTION;
    if (place ? !places : !opens || noise)
        return; /* numbers, kinds and ways out show in what came of them */
    if (part->plain.length == 0 && entry->choice != LF_OPTION_ACTION && entry->action >= 0)
        lf_text_addz(&part->plain, game->actions[entry->action].label); /* it was begun before */
    const bool other = entry->seat != part->by && entry->seat >= 0;
    if (part->plain.length > 0)
        lf_text_addz(&part->plain, other ? "; " : !place ? ", " : part->in_list ? " → " : " ");
    if (other)
        lf_text_printf(&part->plain, "%s: ", game->seats[entry->seat].label);
    lf_text_addz(&part->plain, entry->text);
    part->in_list = place;
    part->by = entry->seat;
}

static void add_decision(head_part *part, const lf_log_entry *entry, bool places) {
    const bool value = entry->choice == LF_OPTION_VALUE || entry->choice == LF_OPTION_CARD ||
                       entry->choice == LF_OPTION_MENU;
    if (value && part->chosen.length == 0 && part->words != NULL)
        lf_text_addz(&part->chosen, entry->text);
    if (part->words == NULL)
        add_plain(part, entry, places);
}

static head_part begin_part(const telling *t, int action) {
    return (head_part){.turn = t,
                       .action = action,
                       .by = t->turn.seat,
                       .words =
                           head_words(t->session, action, t->turn.seat < 0 ? t->turn.phase : -1)};
}

static void add_said(head_part *part, const char *text) {
    lf_text_cut(&part->plain, 0);
    part->in_list = false;
    lf_text_printf(&part->said, "%s%s", part->said.length > 0 ? "; " : "", text);
    if (part->words == NULL)
        lf_text_addz(&part->plain, lf_text_shown(&part->said));
}

/* The parts of the head, from all entries of the turn. */
static void say_parts(const telling *t, bool places, bool *own_words, lf_text *out) {
    lf_log_entry entry;
    head_part part = begin_part(t, -1);
    for (size_t i = t->turn.first; i < t->turn.first + t->turn.entries; i++) {
        if (!lf_session_entry(t->session, i, t->viewer, &entry))
            continue;
        const bool acts = entry.kind == LF_EVENT_DECISION && entry.choice == LF_OPTION_ACTION;
        if (t->turn.seat >= 0 && entry.action >= 0 && (acts || part.action < 0)) {
            end_part(&part, out);
            part = begin_part(t, entry.action);
        }
        *own_words = *own_words || part.words != NULL;
        if (entry.kind == LF_EVENT_DECISION)
            add_decision(&part, &entry, places);
        else if (entry.kind == LF_EVENT_LOG && entry.level == LF_LOG_TURN && takes_said(part.words))
            add_said(&part, entry.text);
    }
    end_part(&part, out);
}

/* A turn in which no action was chosen: the first verb, else the rule, else the phase. */
static const char *subject_of(const telling *t) {
    for (size_t i = 0; i < t->steps->count; i++) {
        const char *const as = clause_words(t->session, &t->steps->steps[i], "as");
        if (as != NULL)
            return as;
    }
    for (size_t i = 0; i < t->steps->count; i++)
        if (*t->steps->steps[i].cause != '\0')
            return t->steps->steps[i].cause;
    const char *const phase = lf_label(t->session->game, LF_OF_PHASES, t->turn.phase);
    return phase != NULL ? phase : "";
}

static void say_head(const telling *t, bool places, lf_text *out) {
    const lf_game *const game = t->session->game;
    lf_text parts = {0};
    bool own_words = false;
    say_parts(t, places, &own_words, &parts);
    const char *const said = parts.length > 0 ? parts.data : "";
    const char *const phase = lf_label(game, LF_OF_PHASES, t->turn.phase);
    if (t->turn.seat >= 0)
        lf_text_printf(out, "%s%s%s", game->seats[t->turn.seat].label,
                       own_words && *said != '\0' ? " " : ": ",
                       *said != '\0' ? said : subject_of(t));
    else if (own_words && *said != '\0')
        lf_text_addz(out, said);
    else /* no phase has begun: it is the set-up */
        lf_text_printf(out, "%s%s%s", phase != NULL && *phase != '\0' ? phase : "Set-up",
                       *said != '\0' ? ": " : "", said);
    out->failed = out->failed || parts.failed;
    lf_text_free(&parts);
}

/* A line of the game's own stands for all steps of its action since the one before it. */
static void leave_out_replaced(const telling *t) {
    size_t from = 0;
    for (size_t i = 0; i < t->steps->count; i++) {
        const step *const st = &t->steps->steps[i];
        const int phase = t->turn.seat < 0 ? t->turn.phase : -1;
        if (st->effect != STEP_OTHER || st->kind != LF_EVENT_LOG || st->level != LF_LOG_TURN ||
            !takes_said(head_words(t->session, t->turn.seat < 0 ? -1 : st->action, phase)))
            continue;
        for (; from <= i; from++)
            t->steps->steps[from].replaced = t->steps->steps[from].action == st->action;
    }
}

/* ---- the turn ---- */

static bool tells_places(const telling *t) {
    for (size_t i = 0; i < t->list->count; i++)
        for (size_t k = 0; k < t->list->lines[i].count; k++)
            if (t->steps->steps[t->list->lines[i].first + k].space >= 0)
                return true;
    return false;
}

static bool is_read(const telling *t) {
    lf_log_entry entry;
    for (size_t i = t->turn.first; i < t->turn.first + t->turn.entries; i++)
        if (lf_session_entry(t->session, i, t->viewer, &entry) && entry.level != LF_LOG_NOISE &&
            (t->turn.seat >= 0 || entry.level <= LF_LOG_STEP))
            return true;
    return false;
}

void lf_turn_lines_gather(turn_lines *list, const lf_session *s, int turn, lf_seat viewer,
                          step_list *steps) {
    telling t = {.list = list, .steps = steps, .session = s, .number = turn, .viewer = viewer};
    if (!lf_session_turn(s, turn, &t.turn))
        return;
    lf_steps_gather(steps, s, t.turn.first, t.turn.entries, t.turn.seat, viewer);
    leave_out_replaced(&t);
    lf_text head = {0};
    add_line(list, LINE_HEAD, 0, 0, &head); /* its place; whether places are named shows below */
    tell_steps(&t);
    tell_result(&t);
    list->failed = list->failed || steps->failed;
    if (list->failed)
        return;
    say_head(&t, !tells_places(&t), &head);
    char *const text = lf_text_take(&head);
    list->failed = text == NULL;
    if (text == NULL)
        return;
    lf_free(list->lines[0].text);
    list->lines[0].text = text;
    if (list->count == 1 && !is_read(&t))
        lf_turn_lines_free(list); /* the head alone, and nobody did anything */
}

/* The lines behind one another, and `between` them what stands there in this form. */
static char *put_together(const lf_session *s, int turn, lf_seat viewer, bool numbered) {
    turn_lines list = {.lines = NULL};
    step_list steps = {.steps = NULL};
    lf_text out = {0};
    size_t sentences = 0;
    if (turn < 0 || turn >= lf_session_turns(s))
        return NULL;
    lf_turn_lines_gather(&list, s, turn, viewer, &steps);
    for (size_t i = 0; i < list.count; i++) {
        const turn_line *const line = &list.lines[i];
        sentences += line->kind == LINE_STEP;
        if (i > 0 && !numbered)
            lf_text_addz(&out, i > 1 ? " " : line->kind == LINE_STEP ? ": " : ". ");
        else if (i > 0)
            lf_text_addz(&out, "\n");
        if (numbered && line->kind == LINE_STEP)
            lf_text_printf(&out, "%zu. ", sentences);
        lf_text_addz(&out, line->text);
    }
    out.failed = out.failed || list.failed;
    lf_turn_lines_free(&list);
    lf_steps_free(&steps);
    return lf_text_take(&out);
}

char *lf_session_summary(const lf_session *s, int turn, lf_seat viewer) {
    return put_together(s, turn, viewer, false);
}

char *lf_session_turn_text(const lf_session *s, int turn, lf_seat viewer) {
    return put_together(s, turn, viewer, true);
}
