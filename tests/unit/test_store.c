/* test_store.c: where tables are kept: what was acknowledged is there, what was refused is not, and
 * damage is told. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <pthread.h>
#include <sqlite3.h>

#include "tool/store/match.h"
#include "tool/store/store.h"

#include <cmocka.h>

#define TABLE "tests/fixtures/table.game-spec.md"

static lf_game *game;
static char folder[64], path[96];

static int open_game(void **unused) {
    (void)unused;
    game = lf_game_load(TABLE, NULL);
    strcpy(folder, "/tmp/test_store.XXXXXX");
    if (game == NULL || mkdtemp(folder) == NULL)
        return -1;
    snprintf(path, sizeof path, "%s/tables.sqlite", folder);
    return 0;
}

static int close_game(void **unused) {
    (void)unused;
    lf_game_free(game);
    rmdir(folder);
    return 0;
}

static int remove_file(void **unused) {
    (void)unused;
    static const char *const endings[] = {"", "-wal", "-shm"};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        char name[128];
        snprintf(name, sizeof name, "%s%s", path, endings[i]);
        unlink(name);
    }
    return 0;
}

static store *opened(const char *where) {
    store_error error = {STORE_OK, ""};
    store *s = store_open(where, &error);
    if (s == NULL)
        fail_msg("%s", error.message);
    return s;
}

/* ---- a table that is kept as it is played ---- */

typedef struct {
    store *store;
    match match;
    store_table row;
} kept;

static bool write_table(store *s, void *context, store_error *error) {
    const kept *k = context;
    return store_put_game(s, game, error) && store_put_table(s, &k->row, error);
}

/* `more`: members of the head besides, each with a comma before it. */
static kept begin_with(store *s, const char *id, const char *more) {
    store_error error = {STORE_OK, ""};
    char head[300];
    snprintf(head, sizeof head,
             "{\"game\":\"table\",\"seed\":7,\"confirm\":true,\"seats\":{\"Red\":\"me\",\"Blue\":"
             "\"open\"}%s}",
             more);
    kept k = {.store = s, .row = {.identity = lf_game_identity(game), .head = strdup(head)}};
    snprintf(k.row.id, sizeof k.row.id, "%s", id);
    assert_true(match_open(&k.match, game, &k.row, &error));
    if (!store_write(s, write_table, &k, &error))
        fail_msg("%s", error.message);
    return k;
}

static kept begin(store *s, const char *id) {
    return begin_with(s, id, "");
}

static void end(kept *k) {
    match_close(&k->match);
    store_table_free(&k->row);
}

typedef struct {
    const char *table;
    store_event event;
} appending;

static bool append(store *s, void *context, store_error *error) {
    const appending *a = context;
    return store_append(s, a->table, &a->event, error);
}

static bool keep(kept *k, const char *kind, const char *payload, store_error *error) {
    json_t *json = json_loads(payload, 0, NULL);
    assert_non_null(json);
    bool good = match_apply(&k->match, kind, json, 1, error);
    char *text = json_dumps(json, JSON_COMPACT);
    appending a = {k->row.id, {k->match.events, kind, text, 1}};
    good = good && store_write(k->store, append, &a, error);
    free(text);
    json_decref(json);
    return good;
}

static void do_events(kept *k, const char *const *events) {
    for (; *events != NULL; events += 2) {
        store_error error = {STORE_OK, ""};
        if (!keep(k, events[0], events[1], &error))
            fail_msg("%s %s: %s", events[0], events[1], error.message);
    }
}
#define DO(k, ...) do_events(k, (const char *const[]){__VA_ARGS__, NULL})

#define DECIDE(seat, option) "decision", "{\"seat\":\"" seat "\",\"option\":\"" option "\"}"

static void play_some(kept *k) {
    DO(k, DECIDE("Red", "march"), DECIDE("Red", "hill"), "undo", "{\"seat\":\"Red\"}",
       DECIDE("Red", "ford"), DECIDE("Red", "rest"), "confirm", "{\"seat\":\"Red\"}", "chat",
       "{\"from\":\"Blue\",\"text\":\"well\"}", DECIDE("Blue", "storm"), DECIDE("Blue", "rest"),
       "undoTurn", "{\"seat\":\"Blue\"}", "redo", "{\"seat\":\"Blue\"}", "seat",
       "{\"seat\":\"Blue\",\"who\":\"me\"}", "rollback", "{\"turn\":1}", "redo",
       "{\"seat\":\"Red\"}");
}

static void expect_loads_as(store *s, const kept *k) {
    store_error error = {STORE_OK, ""};
    store_table row;
    match again;
    lf_game *rules = NULL;
    if (!store_get_table(s, k->row.id, &row, &error) ||
        (rules = store_get_game(s, row.identity, &error)) == NULL ||
        !match_load(&again, s, rules, &row, &error))
        fail_msg("%s", error.message);
    assert_int_equal(again.events, k->match.events);
    char *one = lf_session_view(k->match.session, 0), *other = lf_session_view(again.session, 0);
    char *log = lf_session_log_json(k->match.session, 1, 0),
         *other_log = lf_session_log_json(again.session, 1, 0);
    assert_string_equal(one, other);
    assert_string_equal(log, other_log);
    assert_int_equal(json_array_size(again.chat), json_array_size(k->match.chat));
    lf_string_free(one);
    lf_string_free(other);
    lf_string_free(log);
    lf_string_free(other_log);
    match_close(&again);
    lf_game_free(rules);
    store_table_free(&row);
}

static void test_what_is_loaded_is_what_was_played(void **unused) {
    (void)unused;
    const char *const places[] = {":memory:", path};
    for (int i = 0; i < 2; i++) {
        store *s = opened(places[i]);
        kept k = begin(s, "one");
        expect_loads_as(s, &k);
        play_some(&k);
        expect_loads_as(s, &k);
        if (i == 1) { /* and from the file alone */
            store_close(s);
            s = opened(path);
            expect_loads_as(s, &k);
        }
        end(&k);
        store_close(s);
    }
}

/* ---- events that the game refuses ---- */

static void test_events_are_refused_in_words(void **unused) {
    (void)unused;
    static const struct {
        const char *kind, *payload, *why;
    } rows[] = {
        {DECIDE("Blue", "march"), "not the decision of Blue"},
        {DECIDE("Red", "nothing"), "no option \"nothing\""},
        {"decision", "{}", "not the decision"},
        {"confirm", "{\"seat\":\"Red\"}", "nothing to confirm"},
        {"undo", "{\"seat\":\"Blue\"}", "nothing to take back"},
        {"undo", "{\"seat\":\"Green\"}", "Only a person"},
        {"redo", "{\"seat\":\"Red\"}", "nothing to do again"},
        {"redo", "{\"seat\":\"Blue\"}", "whose decision it is"},
        {"rollback", "{\"turn\":\"x\"}", "There is no turn"},
        {"seat", "{\"seat\":\"Red\",\"who\":\"ghost\"}", "not by \"ghost\""},
        {"seat", "{\"seat\":\"Red\",\"who\":\"bot:ghost\"}", "no agent \"ghost\""},
        {"seat", "{\"seat\":\"Green\",\"who\":\"me\"}", "no seat \"Green\""},
        {"resign", "{\"seat\":\"Green\"}", "no seat"},
        {"draw", "{\"seat\":\"Red\",\"answer\":\"decline\"}", "Nobody offers"},
    };
    store *s = opened(":memory:");
    kept k = begin(s, "one");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        store_error error = {STORE_OK, ""};
        assert_false(keep(&k, rows[i].kind, rows[i].payload, &error));
        assert_int_equal(error.status, STORE_CONFLICT);
        if (strstr(error.message, rows[i].why) == NULL)
            fail_msg("%s %s: %s", rows[i].kind, rows[i].payload, error.message);
    }
    assert_int_equal(k.match.events, 0);
    expect_loads_as(s, &k);
    end(&k);
    store_close(s);
}

static void test_the_same_decision_is_known_again(void **unused) {
    (void)unused;
    store *s = opened(":memory:");
    kept k = begin(s, "one");
    DO(&k, DECIDE("Red", "march"));
    assert_true(match_was_decided(&k.match, 0, 0, "march"));
    assert_false(match_was_decided(&k.match, 0, 1, "march"));
    assert_false(match_was_decided(&k.match, 0, 0, "rest"));
    assert_false(match_was_decided(&k.match, 1, 0, "hill"));
    DO(&k, DECIDE("Red", "hill"), "undo", "{\"seat\":\"Red\"}");
    assert_false(match_was_decided(&k.match, 1, 0, "hill"));
    DO(&k, "redo", "{\"seat\":\"Red\"}");
    assert_true(match_was_decided(&k.match, 1, 0, "hill"));
    DO(&k, DECIDE("Red", "end")); /* held: the night turns up a card */
    assert_int_equal(lf_session_pending(k.match.session), LF_PENDING_DECISION);
    assert_true(match_was_decided(&k.match, 2, 0, "end"));
    end(&k);
    store_close(s);
}

/* ---- clocks ---- */

#define THOUGHT(seat, option, ms)                                                                  \
    "decision", "{\"seat\":\"" seat "\",\"option\":\"" option "\",\"elapsed\":" #ms "}"

static void expect_left(const kept *k, int64_t red, int64_t blue) {
    assert_int_equal(lf_session_time_left(k->match.session, 0), red);
    assert_int_equal(lf_session_time_left(k->match.session, 1), blue);
}

/* What was thought is in the events, also what was thought about something that was refused. */
static void test_time_is_kept(void **unused) {
    (void)unused;
    store_error error = {STORE_OK, ""};
    store *s = opened(":memory:");
    kept k = begin_with(s, "one", ",\"clock\":{\"mainMs\":10000,\"incrementMs\":500}");
    DO(&k, THOUGHT("Red", "rest", 1000));
    expect_left(&k, 9000, 10000);
    DO(&k, "confirm", "{\"seat\":\"Red\",\"elapsed\":200}");
    expect_left(&k, 9300, 10000);
    assert_false(keep(&k, THOUGHT("Blue", "nothing", 3000), &error));
    expect_left(&k, 9300, 7000);
    DO(&k, THOUGHT("Blue", "rest", 1000));
    expect_left(&k, 9300, 6000);
    expect_loads_as(s, &k);
    assert_false(keep(&k, "confirm", "{\"seat\":\"Blue\",\"elapsed\":6000}", &error));
    assert_non_null(strstr(error.message, "no time left"));
    assert_false(keep(&k, "timeout", "{\"seat\":\"Blue\",\"elapsed\":5999}", &error));
    assert_non_null(strstr(error.message, "has time left"));
    assert_false(keep(&k, "timeout", "{\"seat\":\"Blue\"}", &error));
    expect_left(&k, 9300, 6000);
    DO(&k, "timeout", "{\"seat\":\"Blue\",\"elapsed\":6000}");
    assert_int_equal(lf_session_timed_out(k.match.session), 1);
    assert_int_equal(k.match.timed_out, 1u << 1);
    expect_loads_as(s, &k);
    end(&k);
    store_close(s);
}

/* ---- damage ---- */

static void change_file(const char *sql) {
    sqlite3 *db = NULL;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
}

typedef struct {
    char text[2000];
} told;

static void note(void *context, const char *text) {
    told *t = context;
    strncat(t->text, text, sizeof t->text - strlen(t->text) - 2);
    strcat(t->text, "\n");
}

static void expect_told(const char *wrong) {
    store_error error = {STORE_OK, ""};
    store *s = store_open_to_read(path, &error);
    assert_non_null(s);
    store_summary found;
    told t = {""};
    assert_int_equal(store_check(s, &found, note, &t), wrong == NULL);
    if (wrong != NULL && strstr(t.text, wrong) == NULL)
        fail_msg("not told: %s, but: %s", wrong, t.text);
    store_close(s);
}

static void test_damage_is_told(void **unused) {
    (void)unused;
    static const struct {
        const char *damage, *wrong;
    } rows[] = {
        {"UPDATE events SET payload = replace(payload, 'ford', 'hill')", "leads elsewhere"},
        {"UPDATE events SET payload = replace(payload, 'ford', 'moon')", "no option \"moon\""},
        {"UPDATE events SET payload = 'x' WHERE number = 2", "cannot be read"},
        {"DELETE FROM events WHERE number = 3", "Event 3 of table one is missing"},
        {"UPDATE events SET kind = 'dance' WHERE number = 1", "no kind of event"},
        {"UPDATE tables SET head = '{'", "head of table one"},
        {"UPDATE games SET gamedef = '{}'", "do not compile"},
        {"UPDATE tables SET identity = '0000000000000000'", "does not have the rules"},
        {"INSERT INTO snapshots VALUES ('one', 14, '0000000000000000', x'00')",
         "the state that was kept"},
        {"PRAGMA writable_schema = ON; UPDATE sqlite_schema SET rootpage = 3 WHERE name = "
         "'tables_changed'",
         "the file"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        store *s = opened(path);
        kept k = begin(s, "one");
        play_some(&k);
        assert_int_equal(k.match.events, 14);
        store_close(s);
        expect_told(NULL);
        change_file(rows[i].damage);
        expect_told(rows[i].wrong);
        end(&k);
        remove_file(NULL);
    }
}

static void expect_no_store(const char *why) {
    store_error error = {STORE_OK, ""};
    assert_null(store_open(path, &error));
    if (strstr(error.message, why) == NULL)
        fail_msg("refused, but not because %s: %s", why, error.message);
}

static void test_files_that_are_no_stores(void **unused) {
    (void)unused;
    FILE *file = fopen(path, "w");
    fputs("This is a letter, and long enough to be looked at as a database by whoever wants to.",
          file);
    fclose(file);
    expect_no_store("damaged");
    remove_file(NULL);
    change_file("CREATE TABLE recipes (cake TEXT)");
    expect_no_store("another program");
    remove_file(NULL);
    store_close(opened(path));
    change_file("PRAGMA user_version = 1000");
    expect_no_store("newer version");
    remove_file(NULL);
    store_error error = {STORE_OK, ""};
    assert_null(store_open("/nowhere/at/all", &error));
    assert_null(store_open_to_read(path, &error));
}

/* ---- what cannot be written ---- */

static bool count(void *context, const store_event *e) {
    (void)e;
    ++*(int *)context;
    return true;
}

static int events_of(store *s, const char *table) {
    int events = 0;
    store_error error = {STORE_OK, ""};
    assert_true(store_each_event(s, table, count, &events, &error));
    return events;
}

static void test_a_full_disk_loses_nothing(void **unused) {
    (void)unused;
    store *s = opened(path);
    kept k = begin(s, "one");
    store_limit_pages(s, 1); /* not less than it has */
    store_error error = {STORE_OK, ""};
    char text[1000];
    int written = 0;
    memset(text, ' ', sizeof text);
    memcpy(text, "{}", 2);
    text[sizeof text - 1] = '\0';
    appending a = {"one", {1, "chat", text, 1}};
    while (store_write(s, append, &a, &error)) {
        a.event.number = ++written + 1;
        assert_true(written < 1000);
    }
    assert_int_equal(error.status, STORE_FULL);
    assert_non_null(strstr(error.message, "nothing was lost"));
    assert_int_equal(events_of(s, "one"), written);
    store_limit_pages(s, 1000000);
    assert_true(store_write(s, append, &a, &error));
    assert_int_equal(events_of(s, "one"), written + 1);
    end(&k);
    store_close(s);
}

static void test_a_store_that_is_only_read(void **unused) {
    (void)unused;
    store *s = opened(path);
    kept k = begin(s, "one");
    play_some(&k);
    store_close(s);
    store_error error = {STORE_OK, ""};
    s = store_open_to_read(path, &error);
    assert_non_null(s);
    expect_loads_as(s, &k);
    appending a = {"one", {15, "chat", "{}", 1}};
    assert_false(store_write(s, append, &a, &error));
    assert_int_equal(error.status, STORE_READ_ONLY);
    end(&k);
    store_close(s);
}

/* ---- many at once ---- */

enum { WRITERS = 8, EACH = 60 };

typedef struct {
    store *store;
    char table[8];
    int good, refused;
} writer;

/* Every third number is one that is there already: only that is refused, whoever shares its
 * transaction. */
static void *write_many(void *context) {
    writer *w = context;
    int64_t number = 1;
    for (int i = 0; i < EACH; i++) {
        store_error error = {STORE_OK, ""};
        const bool again = i % 3 == 2;
        appending a = {w->table, {again ? number - 1 : number, "chat", "{}", 1}};
        const bool good = store_write(w->store, append, &a, &error);
        number += good ? 1 : 0;
        w->good += good;
        w->refused += !good && error.status == STORE_CONFLICT;
    }
    return NULL;
}

static void test_many_threads_write(void **unused) {
    (void)unused;
    const char *const places[] = {":memory:", path};
    for (int place = 0; place < 2; place++) {
        store *s = opened(places[place]);
        pthread_t threads[WRITERS];
        writer writers[WRITERS];
        kept tables[WRITERS];
        for (int i = 0; i < WRITERS; i++) {
            writers[i] = (writer){.store = s};
            snprintf(writers[i].table, sizeof writers[i].table, "t%d", i);
            tables[i] = begin(s, writers[i].table);
        }
        for (int i = 0; i < WRITERS; i++)
            assert_int_equal(pthread_create(&threads[i], NULL, write_many, &writers[i]), 0);
        for (int i = 0; i < WRITERS; i++) {
            pthread_join(threads[i], NULL);
            assert_int_equal(writers[i].good, EACH - EACH / 3);
            assert_int_equal(writers[i].refused, EACH / 3);
            assert_int_equal(events_of(s, writers[i].table), writers[i].good);
            end(&tables[i]);
        }
        store_close(s);
    }
}

/* ---- tokens and notes ---- */

typedef struct {
    store_token token;
    lf_seat drop; /* -2: none */
    const char *note;
} token_work;

static bool do_tokens(store *s, void *context, store_error *error) {
    const token_work *w = context;
    if (w->note != NULL)
        return store_put_note(s, "one", w->token.hash, w->note, error);
    return w->drop >= LF_NOBODY ? store_drop_tokens(s, "one", w->drop, error)
                                : store_put_token(s, "one", &w->token, error);
}

static bool count_tokens(void *context, const store_token *t) {
    (void)t;
    ++*(int *)context;
    return true;
}

static int tokens_of(store *s) {
    int tokens = 0;
    store_error error = {STORE_OK, ""};
    assert_true(store_each_token(s, "one", count_tokens, &tokens, &error));
    return tokens;
}

static bool note_table(void *context, const char *id) {
    snprintf(context, 16, "%s", id);
    return true;
}

static void test_tokens_and_notes(void **unused) {
    (void)unused;
    store *s = opened(":memory:");
    kept k = begin(s, "one");
    store_error error = {STORE_OK, ""};
    token_work owner = {{{1}, STORE_OWNER, LF_NOBODY, {0}}, -2, NULL},
               seat = {{{2}, STORE_SEAT, 1, {0}}, -2, NULL},
               invitation = {{{3}, STORE_INVITATION, 1, {0}}, -2, NULL},
               onlooker = {{{4}, STORE_INVITATION, LF_NOBODY, {0}}, -2, NULL};
    for (int i = 0; i < 2; i++) { /* twice is once */
        assert_true(store_write(s, do_tokens, &owner, &error) &&
                    store_write(s, do_tokens, &seat, &error));
        assert_true(store_write(s, do_tokens, &invitation, &error) &&
                    store_write(s, do_tokens, &onlooker, &error));
        assert_int_equal(tokens_of(s), 4);
    }
    char table[STORE_ID_BYTES];
    store_token found;
    assert_true(store_find_invitation(s, invitation.token.hash, table, &found, &error));
    assert_string_equal(table, "one");
    assert_int_equal(found.seat, 1);
    assert_false(store_find_invitation(s, seat.token.hash, table, &found, &error));
    char listed[16] = "";
    assert_true(store_each_table_of(s, invitation.token.hash, note_table, listed, &error));
    assert_string_equal(listed, ""); /* an invitation is no token yet */
    assert_true(store_each_table_of(s, seat.token.hash, note_table, listed, &error));
    assert_string_equal(listed, "one");
    token_work drop = {.drop = 1};
    assert_true(store_write(s, do_tokens, &drop, &error));
    assert_int_equal(tokens_of(s), 2);
    drop.drop = LF_NOBODY; /* the owner's has no seat either, and stays */
    assert_true(store_write(s, do_tokens, &drop, &error));
    assert_int_equal(tokens_of(s), 1);
    token_work note = {{{1}, STORE_OWNER, LF_NOBODY, {0}}, -2, "mine"};
    assert_true(store_write(s, do_tokens, &note, &error));
    char *text = store_get_note(s, "one", owner.token.hash, &error),
         *none = store_get_note(s, "one", seat.token.hash, &error);
    assert_string_equal(text, "mine");
    assert_string_equal(none, "");
    free(text);
    free(none);
    end(&k);
    store_close(s);
}

/* ---- looking after it ---- */

static void test_a_copy_while_it_is_used(void **unused) {
    (void)unused;
    char copy[128];
    store_error error = {STORE_OK, ""};
    snprintf(copy, sizeof copy, "%s/copy.sqlite", folder);
    store *s = opened(path);
    kept k = begin(s, "one");
    play_some(&k);
    assert_true(store_backup(s, copy, &error));
    store *other = store_open_to_read(copy, &error);
    assert_non_null(other);
    expect_loads_as(other, &k);
    store_close(other);
    assert_false(store_backup(s, "/nowhere/at/all", &error));
    unlink(copy);
    end(&k);
    store_close(s);
}

static bool drop(store *s, void *context, store_error *error) {
    return store_drop_table(s, context, error);
}

static void test_a_table_is_removed_with_all_that_is_its(void **unused) {
    (void)unused;
    store *s = opened(path);
    kept k = begin(s, "one"), other = begin(s, "two");
    store_error error = {STORE_OK, ""};
    store_table row;
    play_some(&k);
    char id[] = "one";
    assert_true(store_write(s, drop, id, &error));
    assert_false(store_get_table(s, "one", &row, &error));
    assert_int_equal(error.status, STORE_MISSING);
    assert_int_equal(events_of(s, "one"), 0);
    expect_loads_as(s, &other);
    store_summary left;
    told t = {""};
    assert_true(store_check(s, &left, note, &t));
    assert_int_equal(left.tables, 1);
    end(&k);
    end(&other);
    store_close(s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_what_is_loaded_is_what_was_played, remove_file),
        cmocka_unit_test_teardown(test_events_are_refused_in_words, remove_file),
        cmocka_unit_test_teardown(test_the_same_decision_is_known_again, remove_file),
        cmocka_unit_test_teardown(test_time_is_kept, remove_file),
        cmocka_unit_test_teardown(test_damage_is_told, remove_file),
        cmocka_unit_test_teardown(test_files_that_are_no_stores, remove_file),
        cmocka_unit_test_teardown(test_a_full_disk_loses_nothing, remove_file),
        cmocka_unit_test_teardown(test_a_store_that_is_only_read, remove_file),
        cmocka_unit_test_teardown(test_many_threads_write, remove_file),
        cmocka_unit_test_teardown(test_tokens_and_notes, remove_file),
        cmocka_unit_test_teardown(test_a_copy_while_it_is_used, remove_file),
        cmocka_unit_test_teardown(test_a_table_is_removed_with_all_that_is_its, remove_file),
    };
    return cmocka_run_group_tests(tests, open_game, close_game);
}
