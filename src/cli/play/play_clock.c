/* play_clock.c: clocks at the terminal: reads `--clock`, shows the time left, and handles a clock
 * that runs out. Time is charged when a line has been read, before the line is used, so a late
 * decision does not count. */
#include "play.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "support/clock.h"
#include "tool/sim/sim.h"

#define MS 1000

/* "1h30m", "10m", "90s" in ms; NULL: it is none. The end of it otherwise. */
static const char *read_time(const char *text, int64_t *out) {
    static const struct {
        char unit;
        int64_t ms;
    } units[] = {{'h', 3600 * MS}, {'m', 60 * MS}, {'s', MS}};
    *out = 0;
    size_t smaller = 0; /* units come from the largest on, each once */
    while (isdigit((unsigned char)*text)) {
        char *end;
        const long long number = strtoll(text, &end, 10);
        while (smaller < sizeof units / sizeof units[0] && units[smaller].unit != *end)
            smaller++;
        if (smaller == sizeof units / sizeof units[0] ||
            number > LF_CLOCK_MS_MAX / units[smaller].ms)
            return NULL;
        *out += number * units[smaller++].ms;
        text = end + 1;
    }
    return text;
}

bool clock_read(const char *text, lf_clock *out) {
    *out = (lf_clock){0, 0};
    const char *end = read_time(text, &out->main_ms);
    if (end != NULL && *end == '+' && end[1] != '\0')
        end = read_time(end + 1, &out->increment_ms);
    if (end != NULL && *end == '\0' && out->main_ms > 0 && out->main_ms <= LF_CLOCK_MS_MAX &&
        out->increment_ms <= LF_CLOCK_MS_MAX)
        return true;
    complain("--clock takes a time and an increment per turn, such as 10m+5s, 90s or 1h30m, "
             "not \"%s\".",
             text);
    return false;
}

const char *clock_text(const play_table *t, lf_seat seat, char text[CLOCK_BYTES]) {
    const int64_t left = lf_session_time_left(t->session, seat);
    if (left < 0 || !t->human[seat])
        return NULL;
    const int64_t seconds = (left + MS - 1) / MS; /* 0:00 only when no time is left */
    if (seconds >= 3600)
        snprintf(text, CLOCK_BYTES, "%" PRId64 ":%02d:%02d", seconds / 3600,
                 (int)(seconds / 60 % 60), (int)(seconds % 60));
    else
        snprintf(text, CLOCK_BYTES, "%d:%02d", (int)(seconds / 60), (int)(seconds % 60));
    return text;
}

bool clock_charge(play_table *t) {
    const lf_seat seat = lf_session_tick(t->session, (int64_t)(lf_clock_seconds() * MS));
    if (seat == LF_NOBODY)
        return false;
    fprintf(t->out, "%s is out of time.\n", lf_label(t->game, LF_OF_SEATS, seat));
    if (lf_session_over(t->session, NULL))
        return true;
    /* With more players an agent takes over. A turn that waited for confirmation is confirmed. */
    t->human[seat] = false;
    lf_session_set_person(t->session, seat, LF_PROGRAM);
    if (lf_session_pending(t->session) != LF_PENDING_NOTHING)
        lf_session_confirm(t->session, NULL);
    name_players(t);
    snprintf(t->notice, sizeof t->notice, "%s is out of time. The bot %s takes over.",
             lf_label(t->game, LF_OF_SEATS, seat), lf_agent_text(t->agents[seat]));
    fprintf(t->out, "The bot %s takes over.\n", lf_agent_text(t->agents[seat]));
    return true;
}
