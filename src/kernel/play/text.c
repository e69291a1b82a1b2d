/* text.c: makes the texts of values, choices, events and faults, and reports events to observers.
 * Nothing here runs unless somebody reads a text or observes a run. */
#include <assert.h>

#include "kernel/state/state.h"

static const char *label_at(const lf_named *items, uint32_t count, int64_t index) {
    return index >= 0 && (uint64_t)index < count ? items[index].label : "none";
}

/* The slots of the kind that a slot belongs to. */
static uint64_t kind_mask(const lf_game *game, uint32_t slot) {
    uint64_t mask = 0;
    for (uint32_t i = 0; i < game->slot_count; i++)
        if (game->slots[i].default_slot == game->slots[slot].default_slot)
            mask |= UINT64_C(1) << i;
    return mask;
}

/* Names the pieces of a filter. A kind whose states are all in the filter is named without its
 * states. `one`: in the singular. */
static void format_pieces(const lf_game *game, uint64_t mask, bool one, lf_text *out) {
    bool first = true;
    while (mask != 0) {
        const uint32_t slot = (uint32_t)__builtin_ctzll(mask);
        if (slot >= game->slot_count)
            break;
        const uint64_t kind = kind_mask(game, slot);
        const bool whole = (mask & kind) == kind;
        const lf_slot *s = &game->slots[slot];
        lf_text_printf(out, "%s%s", first ? "" : " or ",
                       whole ? (one ? s->kind_one : s->kind_label) : (one ? s->one : s->label));
        mask &= whole ? ~kind : mask - 1;
        first = false;
    }
    if (first)
        lf_text_addz(out, "no pieces");
}

/* The members of a set: "Harbour, Market" for people, {harbour, market} for programs. */
static void format_set(const lf_named *items, uint32_t count, const int64_t *registers, bool ids,
                       lf_text *out) {
    bool first = true;
    lf_text_addz(out, ids ? "{" : "");
    for (uint32_t i = 0; i < count; i++)
        if ((uint64_t)registers[i / 64] >> (i % 64) & 1) {
            lf_text_printf(out, "%s%s", first ? "" : ", ", ids ? items[i].name : items[i].label);
            first = false;
        }
    lf_text_addz(out, ids ? "}" : first ? "none" : "");
}

static lf_things named_list(const lf_named *items, uint32_t count) {
    return (lf_things){.items = items, .count = count, .named = true};
}

lf_things lf_things_of(const lf_game *game, lf_sort sort, uint16_t enum_id) {
#define THINGS_NONE ((lf_things){0})
#define THINGS_VALUES named_list(game->enums[enum_id].values, game->enums[enum_id].count)
#define THINGS_SEATS named_list(game->seats, game->seat_count)
#define THINGS_ZONES named_list(game->zones, game->zone_count)
#define THINGS_DIRECTIONS named_list(game->directions, game->direction_count)
#define THINGS_CARDS named_list(game->cards, game->card_count)
    switch (sort) {
#define LF_TEXT_SORT(sort, things)                                                                 \
    case LF_SORT_##sort:                                                                           \
        return THINGS_##things;
#include "base/sorts.def"
    default:
        return THINGS_NONE;
    }
}

void lf_format_id(const lf_game *game, lf_sort sort, uint16_t enum_id, const int64_t *registers,
                  lf_text *out) {
    const lf_things things = lf_things_of(game, sort, enum_id);
    const bool one = things.named && sort < LF_SORT_ZONES;
    if (one && registers[0] >= 0 && registers[0] < (int64_t)things.count)
        lf_text_addz(out, things.items[registers[0]].name);
    else if (sort == LF_SORT_STACK && registers[0] >= 0 &&
             registers[0] < (int64_t)game->stack_count)
        lf_text_addz(out, game->stacks[registers[0]].name);
    else if (sort >= LF_SORT_ZONES)
        format_set(things.items, things.count, registers, true, out);
    else if (sort == LF_SORT_BOOL)
        lf_text_addz(out, registers[0] != 0 ? "true" : "false");
    else
        lf_format_value(game, sort, enum_id, registers, out);
}

void lf_format_value(const lf_game *game, lf_sort sort, uint16_t enum_id, const int64_t *registers,
                     lf_text *out) {
    const lf_things things = lf_things_of(game, sort, enum_id);
    const int64_t value = registers[0];
    switch (sort) {
    case LF_SORT_INT:
        lf_text_printf(out, "%lld", (long long)value);
        break;
    case LF_SORT_BOOL:
        lf_text_addz(out, value != 0 ? "yes" : "no");
        break;
    case LF_SORT_PIECES:
        format_pieces(game, (uint64_t)value, false, out);
        break;
    case LF_SORT_STACK:
        lf_text_addz(out, value >= 0 && (uint64_t)value < game->stack_count
                              ? game->stacks[value].label
                              : "none");
        break;
    default:
        assert(things.named);
        if (sort >= LF_SORT_ZONES)
            format_set(things.items, things.count, registers, false, out);
        else
            lf_text_addz(out, label_at(things.items, things.count, value));
        break;
    }
}

void lf_format_template(const lf_game *game, const lf_template *template, const int64_t *registers,
                        lf_text *out) {
    for (uint32_t i = 0; i < template->count; i++) {
        const lf_text_part *part = &template->parts[i];
        const bool one =
            part->number != LF_NO_NUMBER && registers != NULL && registers[part->number] == 1;
        if (part->literal != NULL)
            lf_text_addz(out, part->many == NULL || one ? part->literal : part->many);
        else if (registers == NULL)
            lf_text_addz(out, "…"); /* a fault from a file: its registers are not known */
        else if (part->sort == LF_SORT_PIECES && one)
            format_pieces(game, (uint64_t)registers[part->reg], true, out);
        else
            lf_format_value(game, (lf_sort)part->sort, part->enum_id, registers + part->reg, out);
    }
}

/* ---- choices ---- */

static void format_way_out(const lf_game *game, const lf_choice_site *site,
                           const int64_t *registers, lf_text *out) {
    if (site->done_label >= 0)
        lf_format_template(game, &game->templates[site->done_label], registers, out);
    else
        lf_text_addz(out, site->out_kind == LF_OPTION_SKIP ? "None" : "Done");
}

void lf_format_choice(const lf_game *game, unsigned char *block, const lf_choice_site *site,
                      int64_t value, lf_text *out) {
    const int64_t *registers =
        block != NULL ? lf_frames(game, block) + lf_head_of(block)->base : NULL;
    if (value < 0 && site->or_done) {
        format_way_out(game, site, registers, out);
        return;
    }
    static const lf_sort says[LF_DOMAINS] = {
#define LF_DOMAIN_SORT(domain, option, sort) [LF_DOMAIN_##domain] = LF_SORT_##sort,
#include "base/sorts.def"
    };
    switch ((lf_domain)site->domain) {
    case LF_DOMAIN_ACTIONS: {
        const lf_phase_info *phase = &game->phases[site->enum_id];
        if (value >= 0 && (uint64_t)value < phase->action_count)
            lf_text_addz(out, game->actions[phase->actions[value]].label);
        break;
    }
    case LF_DOMAIN_MENU:
        if (value >= 0 && (uint64_t)value < site->label_count)
            lf_format_template(game, &game->templates[site->labels[value]], registers, out);
        break;
    case LF_DOMAIN_KINDS:
        if (value >= 0 && (uint64_t)value < game->slot_count)
            lf_text_addz(out, game->slots[value].label);
        break;
    default:
        lf_format_value(game, says[site->domain], site->enum_id, &value, out);
        break;
    }
}

/* ---- events ---- */

#define LF_UNNAMED (-1) /* a card that the reader must not know */

static const char *zone_label(const lf_game *game, int zone) {
    return label_at(game->zones, game->zone_count, zone);
}

static const char *stack_label(const lf_game *game, int stack) {
    return stack >= 0 && (uint32_t)stack < game->stack_count ? game->stacks[stack].label
                                                             : "nowhere";
}

void lf_format_change(const lf_game *game, const lf_var *var, int64_t old, int64_t now,
                      const char *arrow, lf_text *out) {
    const char *text = now != 0 ? var->if_true : var->if_false;
    if (var->sort == LF_SORT_BOOL) { /* the old value is obvious */
        lf_text_printf(out,
                       text != NULL ? "%s"
                       : now != 0   ? "%s: yes"
                                    : "%s: no",
                       text != NULL ? text : var->label);
        return;
    }
    lf_text_printf(out, "%s ", var->label);
    lf_format_value(game, (lf_sort)var->sort, var->enum_id, &old, out);
    lf_text_addz(out, arrow);
    lf_format_value(game, (lf_sort)var->sort, var->enum_id, &now, out);
}

/* The owner of a variable of seats or spaces, followed by ": ". */
static void format_owner(const lf_game *game, const lf_event *event, lf_text *out) {
    const lf_var *var = &game->vars[event->subject];
    if (var->scope == LF_SCOPE_SEAT)
        lf_text_printf(out, "%s: ", label_at(game->seats, game->seat_count, event->seat));
    if (var->scope == LF_SCOPE_SPACE)
        lf_text_printf(out, "%s: ", zone_label(game, event->to));
}

static void format_var_event(const lf_game *game, const lf_event *event, lf_text *out) {
    const lf_var *var = &game->vars[event->subject];
    const int64_t old = event->from, now = event->count;
    format_owner(game, event, out);
    lf_format_change(game, var, old, now, " -> ", out);
}

static bool has_elements(const uint64_t *set, int words) {
    uint64_t any = 0;
    for (int w = 0; w < words; w++)
        any |= set[w];
    return any != 0;
}

/* "Crosses + b2", "Black + c3 - d4", "Red: Claimed + e5". */
static void format_set_event(const lf_game *game, const lf_event *event, lf_text *out) {
    const lf_var *var = &game->vars[event->subject];
    format_owner(game, event, out);
    lf_text_addz(out, var->label);
    for (int side = 0; side < 2; side++) {
        const uint64_t *elements = side == 0 ? event->added : event->removed;
        int64_t registers[LF_SET_WORDS_MAX] = {0};
        if (!has_elements(elements, event->words))
            continue;
        memcpy(registers, elements, (size_t)event->words * sizeof *registers);
        lf_text_addz(out, side == 0 ? " + " : " - ");
        lf_format_value(game, (lf_sort)var->sort, var->enum_id, registers, out);
    }
}

static const char *card_label(const lf_game *game, int card) {
    return card == LF_UNNAMED ? "a card" : label_at(game->cards, game->card_count, card);
}

static const char *slot_label(const lf_game *game, const lf_event *event) {
    const lf_slot *slot = &game->slots[event->subject];
    return event->count == 1 ? slot->one : slot->label;
}

static void format_event(const lf_game *game, const lf_event *event, lf_text *out) {
    switch (event->kind) {
    case LF_EVENT_MOVE:
        lf_text_printf(out, "%lld %s: %s -> %s", (long long)event->count, slot_label(game, event),
                       zone_label(game, event->from), zone_label(game, event->to));
        break;
    case LF_EVENT_FLIP:
        lf_text_printf(out, "%s: %lld now %s", zone_label(game, event->from),
                       (long long)event->count, slot_label(game, event));
        break;
    case LF_EVENT_CARD:
        lf_text_printf(out, "%s: %s -> %s", card_label(game, event->subject),
                       stack_label(game, event->from), stack_label(game, event->to));
        break;
    case LF_EVENT_VALUE:
        format_var_event(game, event, out);
        break;
    case LF_EVENT_SET:
        format_set_event(game, event, out);
        break;
    case LF_EVENT_ROLL:
        lf_text_printf(out, "rolled %lld (1-%d)", (long long)event->count, event->subject);
        break;
    case LF_EVENT_SHUFFLE:
        lf_text_printf(out, "%s shuffled", stack_label(game, event->subject));
        break;
    case LF_EVENT_PHASE:
        lf_text_printf(out, "phase %s",
                       label_at(game->phase_names, game->phase_count, event->subject));
        break;
    case LF_EVENT_END:
        lf_text_printf(out, "game over: %s", game->checkpoints[event->subject].label);
        break;
    case LF_EVENT_DECISION:
    case LF_EVENT_LOG:
        break; /* these events come with a text */
    }
}

/* ---- who may know ---- */

bool lf_known_to(uint32_t known_to, lf_seat viewer) {
    return viewer >= 0 && viewer < LF_SEATS_MAX ? (known_to >> viewer & 1) != 0
                                                : known_to == LF_KNOWN_TO_ALL;
}

/* The slot that other seats see of a piece: for a covered piece `seen_as`, otherwise its own. */
static int seen_slot(const lf_game *game, int slot) {
    assert(slot >= 0 && (uint32_t)slot < game->slot_count);
    return game->slots[slot].seen_as != 0 ? game->slots[slot].seen_as - 1 : slot;
}

lf_event lf_event_for(const lf_event *event, lf_seat viewer) {
    lf_event seen = *event;
    if (!lf_known_to(event->known_to, viewer)) {
        const bool piece = event->kind == LF_EVENT_MOVE || event->kind == LF_EVENT_FLIP;
        seen.subject = piece ? event->seen_as : LF_UNNAMED;
        seen.chosen.subject = LF_UNNAMED;
        seen.chosen.count = 0;
        seen.text = event->public_text;
    }
    if (seen.kind == LF_EVENT_VALUE && seen.subject == LF_UNNAMED)
        seen = (lf_event){.kind = LF_EVENT_LOG,
                          .seat = LF_NOBODY,
                          .subject = LF_UNNAMED,
                          .from = -1,
                          .to = -1,
                          .level = LF_LOG_NOISE,
                          .known_to = event->known_to,
                          .text = event->public_text,
                          .public_text = event->public_text};
    return seen;
}

/* Cuts a line to LF_MAX_LINE_BYTES, but not in the middle of a character. */
static void cut_line(lf_text *line) {
    size_t good = 0;
    if (line->data == NULL || line->length <= LF_MAX_LINE_BYTES)
        return;
    line->data[LF_MAX_LINE_BYTES] = 0;
    line->length = LF_MAX_LINE_BYTES;
    if (!lf_utf8_valid(line->data, line->length, &good)) {
        line->data[good] = 0;
        line->length = good;
    }
}

/* Passes an event with its two lines to the observer. The last event of a run that has too many
 * says that the rest is left out. */
static void deliver(lf_state *observer, lf_event event, lf_text *line, lf_text *public_line) {
    assert(observer->observer.event != NULL);
    if (++observer->log_lines > LF_MAX_LOG_LINES) {
        event = (lf_event){.kind = LF_EVENT_LOG,
                           .seat = LF_NOBODY,
                           .level = LF_LOG_STEP,
                           .known_to = LF_KNOWN_TO_ALL};
        lf_text_free(line);
        lf_text_printf(line, "(the log of this decision ends here, after %d lines; play goes on)",
                       (int)LF_MAX_LOG_LINES);
    }
    cut_line(line);
    cut_line(public_line);
    event.text = lf_text_shown(line);
    event.public_text = event.known_to == LF_KNOWN_TO_ALL ? event.text : lf_text_shown(public_line);
    observer->observer.event(observer->observer.context, &event);
}

void lf_notify(lf_state *observer, lf_event event) {
    lf_text line = {0}, public_line = {0};
    if (!lf_is_observed(observer))
        return;
    /* who may know the event */
    event.known_to = LF_KNOWN_TO_ALL;
    if (event.kind == LF_EVENT_CARD)
        event.known_to =
            lf_stack_seats(observer->game, event.from) | lf_stack_seats(observer->game, event.to);
    if (event.kind == LF_EVENT_VALUE) /* the others get no event about a hidden variable */
        event.known_to = lf_var_seats(&observer->game->vars[event.subject], event.seat);
    const bool piece = event.kind == LF_EVENT_MOVE || event.kind == LF_EVENT_FLIP;
    if (piece) {
        event.known_to = lf_slot_seats(&observer->game->slots[event.subject]);
        event.seen_as = seen_slot(observer->game, event.subject);
    }
    /* its text for those who may know it, and for the others */
    if (event.text != NULL)
        lf_text_addz(&line, event.text);
    else
        format_event(observer->game, &event, &line);
    if (event.known_to != LF_KNOWN_TO_ALL && (piece || event.kind == LF_EVENT_CARD)) {
        lf_event unnamed = event;
        unnamed.subject = piece ? event.seen_as : LF_UNNAMED;
        format_event(observer->game, &unnamed, &public_line);
    }
    deliver(observer, event, &line, &public_line);
    lf_text_free(&line);
    lf_text_free(&public_line);
}

/* The template of the label that a choice has for this value, or NULL. */
static const lf_template *template_of(const lf_game *game, const lf_choice_site *site,
                                      int64_t value) {
    const int32_t number = value < 0 ? site->done_label
                           : site->domain == LF_DOMAIN_MENU && value < (int64_t)site->label_count
                               ? site->labels[value]
                               : -1;
    return number < 0 ? NULL : &game->templates[number];
}

static bool is_card_of(const lf_game *game, const lf_text_part *part, const int64_t *registers) {
    const bool card = part->literal == NULL && part->sort == LF_SORT_CARD;
    return card && registers[part->reg] >= 0 && registers[part->reg] < (int64_t)game->card_count;
}

/* The seats that see all the cards and pieces that a choice names. */
static uint32_t seers_of(const lf_state *state, const lf_choice_site *site, int64_t value,
                         const int64_t *registers) {
    const lf_game *game = state->game;
    const lf_template *template = template_of(game, site, value);
    uint32_t seers = LF_KNOWN_TO_ALL;
    if (site->domain == LF_DOMAIN_CARDS && value >= 0 && value < (int64_t)game->card_count)
        seers = lf_stack_seats(game, lf_card_where(game, state->block, (uint32_t)value));
    if (site->domain == LF_DOMAIN_KINDS && value >= 0 && value < (int64_t)game->slot_count)
        seers = lf_slot_seats(&game->slots[value]);
    for (uint32_t i = 0; template != NULL && i < template->count; i++)
        if (is_card_of(game, &template->parts[i], registers))
            seers &=
                lf_stack_seats(game, lf_card_where(game, state->block,
                                                   (uint32_t)registers[template->parts[i].reg]));
    return seers;
}

/* The text of the choice for those who may not know its cards. */
static void format_public(const lf_game *game, const lf_template *template,
                          const int64_t *registers, lf_text *out) {
    if (template == NULL)
        lf_text_addz(out, card_label(game, LF_UNNAMED));
    for (uint32_t i = 0; template != NULL && i < template->count; i++) {
        const lf_template part = {&template->parts[i], 1};
        if (is_card_of(game, part.parts, registers))
            lf_text_addz(out, card_label(game, LF_UNNAMED));
        else
            lf_format_template(game, &part, registers, out);
    }
}

void lf_notify_choice(lf_state *observer, const lf_choice_site *site, int64_t value,
                      lf_event event) {
    if (!lf_is_observed(observer))
        return;
    const lf_game *game = observer->game;
    const int64_t *registers = lf_frames(game, observer->block) + lf_head_of(observer->block)->base;
    const int64_t seat = registers[site->by];
    lf_text line = {0}, public_line = {0};
    event.seat = seat >= 0 && seat < (int64_t)game->seat_count ? (lf_seat)seat : LF_NOBODY;
    event.chosen =
        value < 0 && site->or_done ? lf_option_out(site) : lf_option_of(game, site, value);
    event.known_to = site->sealed ? 0 : seers_of(observer, site, value, registers);
    if (event.seat >= 0)
        event.known_to |= UINT32_C(1) << event.seat;
    lf_format_choice(game, observer->block, site, value, &line);
    if (site->sealed)
        lf_text_addz(&public_line, "has chosen");
    else if (event.known_to != LF_KNOWN_TO_ALL && site->domain == LF_DOMAIN_KINDS && value >= 0)
        lf_text_addz(&public_line, game->slots[seen_slot(game, (int)value)].one);
    else if (event.known_to != LF_KNOWN_TO_ALL)
        format_public(game, template_of(game, site, value), registers, &public_line);
    deliver(observer, event, &line, &public_line);
    lf_text_free(&line);
    lf_text_free(&public_line);
}

/* Only the host gets the outcome of chance. A seat learns it by its consequences. */
void lf_notify_outcome(lf_state *observer, int option) {
    lf_text line = {0}, public_line = {0};
    lf_event event = {.kind = LF_EVENT_DECISION, .seat = LF_CHANCE, .subject = option};
    if (!lf_is_observed(observer) || !lf_option_at(observer, option, &event.chosen))
        return;
    lf_format_outcome(observer, (uint32_t)option, &line);
    lf_text_addz(&public_line, "chance decides");
    deliver(observer, event, &line, &public_line);
    lf_text_free(&line);
    lf_text_free(&public_line);
}

/* ---- faults ---- */

static const char *routine_name_at(const lf_game *game, uint32_t pc) {
    for (uint32_t i = 0; i < game->routine_count; i++)
        if (pc >= game->routines[i].entry && pc < game->routines[i].end)
            return game->routines[i].name;
    return "?";
}

/* The declared reason of the `require` at this instruction, if it has one: ": a storm costs two
 * coins". */
static void format_reason(const lf_game *game, uint32_t pc, const int64_t *registers,
                          lf_text *out) {
    const lf_instr *in = &game->code[pc];
    if (in->op != LF_OP_REQUIRE || in->imm < 0)
        return;
    lf_text_addz(out, ": ");
    lf_format_template(game, &game->templates[in->imm], registers, out);
}

void lf_format_fault(const lf_game *game, uint32_t pc, lf_fault fault, const int64_t *registers,
                     lf_error *error) {
    static const struct {
        lf_code code;
        const char *text;
        uint32_t limit; /* 0: the fault has nothing to do with a limit */
    } faults[] = {
        [LF_FAULT_NONE] = {LF_E0704, "no fault", 0},
        [LF_FAULT_DEAD_END] =
            {LF_E0701,
             "dead end: nothing can be chosen here, and what led here was offered all the same", 0},
        [LF_FAULT_STEPS] = {LF_E0702, "too much work for one decision", LF_MAX_WORK},
        [LF_FAULT_ROUNDS] = {LF_E0702, "this loop goes round too often: nothing ended it",
                             LF_MAX_ROUNDS},
        [LF_FAULT_LOOKAHEAD] = {LF_E0703,
                                "looking ahead for options that can be completed went too deep",
                                LF_MAX_LOOKAHEAD_DEPTH},
        [LF_FAULT_VALUE] = {LF_E0704,
                            "a value is out of range: a division by zero, `none` where something "
                            "is needed, a number outside its set, or too many pieces in a place",
                            0},
        [LF_FAULT_OPTIONS] = {LF_E0704, "a choice has more options than a decision may have",
                              LF_MAX_OPTIONS},
        [LF_FAULT_STATE] = {LF_E0704,
                            "the state does not fit the program, or too many calls are nested", 0},
        [LF_FAULT_CHOICE] = {LF_E0704,
                             "a choice, or the end of the game, where only effects are allowed", 0},
        [LF_FAULT_CIRCLE] = {LF_E0705,
                             "no action is legal and nothing ended the game: the phases go round "
                             "without a decision",
                             0},
        [LF_FAULT_IDLE] =
            {LF_E0705,
             "the only legal action changes nothing and nothing ended the game: it would be "
             "taken again and again",
             0},
        [LF_FAULT_ROLL] = {LF_E0704,
                           "the next roll was fixed to a number that this die does not have", 0},
        [LF_FAULT_REQUIRE] =
            {LF_E0701,
             "dead end: a `require` failed, and nothing that was offered could prevent it", 0},
        [LF_FAULT_NOTHING] =
            {LF_E0704,
             "`min`, `max` or `first` of nothing: ask first whether there is anything, for example "
             "`if any … then min(…) else 0`",
             0},
        [LF_FAULT_SUPPLY] =
            {LF_E0704,
             "the kind of these pieces has no supply: say where they come from (`place … from ZONE "
             "in …`) "
             "or go to (`remove … from … to ZONE`), or declare `count` and `supply` for the kind",
             0},
        [LF_FAULT_OPEN] =
            {LF_E0704,
             "the card that lies there is not known: the stack was shuffled, and chance, which is "
             "explicit here, has not decided it yet",
             0},
    };
    const uint32_t at = pc < game->code_count ? pc : 0;
    const lf_place *place = &game->places[game->places_of[at]];
    const lf_fault known = (size_t)fault < LF_COUNT(faults) ? fault : LF_FAULT_STATE;
    lf_text more = {0};
    if (faults[known].limit != 0)
        lf_text_printf(&more, "; the limit is %u", (unsigned)faults[known].limit);
    if (known == LF_FAULT_REQUIRE)
        format_reason(game, at, registers, &more);
    lf_error_set(error, LF_RULE_ERROR, "%s:%u:%u: error[%s]: %s%s (in %s)",
                 game->place_files[place->file], place->line, place->column,
                 lf_code_name(faults[known].code), faults[known].text, lf_text_shown(&more),
                 routine_name_at(game, at));
    lf_text_free(&more);
}
