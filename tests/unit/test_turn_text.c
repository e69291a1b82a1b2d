/* test_turn_text.c: turns as people read them. The sentences of Fire in the Lake are written by
 * hand from the rules and the set-up of the Full scenario. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bundled_fixture.h"
#include "ludoforge_session.h"
#include "ludoforge_tools.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static lf_game *fitl;

static lf_status run_statements(lf_state *state, void *context, lf_error *error) {
    return lf_do(state, context, error);
}

/* A session on these cards, after these statements. */
static lf_session *begin(const char *const *cards, char *statements) {
    lf_error error = {0};
    lf_session *const s = lf_session_new(fitl, "");
    lf_session_set_confirm(s, false);
    assert_int_equal(lf_session_start(s, &(lf_setup){.stack = "deck", .cards = cards}, &error),
                     LF_OK);
    if (lf_session_edit(s, run_statements, statements, &error) != LF_OK)
        fail_msg("%s", error.message);
    return s;
}

static void choose_all(lf_session *s, const char *const *options) {
    for (; *options != NULL; options++) {
        const int at = lf_find_option(lf_session_state(s), *options);
        if (at < 0) {
            char *const prompt = lf_prompt(lf_session_state(s));
            fail_msg("no option %s: %s", *options, prompt);
        }
        assert_int_equal(lf_session_apply(s, at, false, NULL), LF_OK);
    }
}
#define CHOOSE(session, ...) choose_all(session, (const char *const[]){__VA_ARGS__, NULL})

/* The last turn whose head begins so. */
static void expect_turn(const lf_session *s, const char *head, const char *wanted) {
    for (int turn = lf_session_turns(s) - 1; turn >= 0; turn--) {
        char *const text = lf_session_turn_text(s, turn, LF_NOBODY);
        const bool found = strncmp(text, head, strlen(head)) == 0;
        if (found)
            assert_string_equal(text, wanted);
        lf_string_free(text);
        if (found)
            return;
    }
    fail_msg("no turn begins with %s", head);
}

static const char *const body_count[] = {"card-72", "card-1", "card-2", NULL};

/* Rally places up to Population and Bases Guerrillas (3.3.1), Tax brings twice the Population and
 * shifts toward Support (4.5.1): 5 Resources, less 1 for the space, and 4. */
static void rally_and_tax(void **unused) {
    (void)unused;
    lf_session *const s = begin(body_count, "remove all pieces from tay-ninh\n"
                                            "tay-ninh.support = neutral\n"
                                            "place 2 VC guerrillas in tay-ninh\n"
                                            "place 1 VC bases in tay-ninh");
    CHOOSE(s, "pass", "pass", "pass", "operation", "Rally", "rally-in-a-space", "tay-ninh",
           "place-guerrillas", "3", "special-activity", "tay-ninh", "done", "end-of-rally");
    expect_turn(s, "Viet Cong",
                "Viet Cong Rally + Tax\n"
                "1. 3 Guerrillas in Tay Ninh.\n"
                "2. Tax in Tay Ninh: VC Resources 4 → 8 (2 × Population 2); "
                "Support Neutral → Passive Support.\n"
                "VC Resources 5 → 8; United States score 38 → 40.");
    expect_turn(s, "NVA", "NVA passes\nNVA Resources 10 → 11.");
    expect_turn(s, "Body Count", "Body Count, then Gulf of Tonkin");
    lf_session_free(s);
}

/* Groups that March into one space are one sentence; the Province costs 1, once (3.3.2). The NVA
 * Controls where it has more pieces than all others (1.7). */
static void march(void **unused) {
    (void)unused;
    lf_session *const s = begin(body_count, "remove all pieces from southern-laos\n"
                                            "remove all pieces from quang-tin-quang-ngai\n"
                                            "remove all pieces from binh-dinh\n"
                                            "place 3 NVA troops in southern-laos\n"
                                            "place 1 NVA guerrillas in southern-laos\n"
                                            "place 1 NVA guerrillas in binh-dinh");
    CHOOSE(s, "pass", "operation", "March", "march-into-a-space", "quang-tin-quang-ngai",
           "southern-laos", "3", "1", "another-group", "end-of-march");
    expect_turn(s, "NVA",
                "NVA March\n"
                "1. 3 Troops and 2 Guerrillas march from Southern Laos and Binh Dinh "
                "to Quang Tin-Quang Ngai.\n"
                "NVA Resources 10 → 9; Southern Laos and Binh Dinh: Control NVA → none; "
                "Quang Tin-Quang Ngai: Control none → NVA.");
    lf_session_free(s);
}

/* Each cube Activates a Guerrilla (3.2.3). */
static void event_and_sweep(void **unused) {
    (void)unused;
    lf_session *const s = begin(body_count, "remove all pieces from saigon\n"
                                            "place 2 US troops in saigon\n"
                                            "place 2 VC guerrillas in saigon");
    CHOOSE(s, "event", "unshaded", "pass");
    expect_turn(s, "ARVN", "ARVN plays the Event Body Count, Unshaded\nBody Count in force.");
    CHOOSE(s, "operation", "Sweep", "saigon", "done", "go-on", "done", "saigon", "go-on");
    expect_turn(s, "United States",
                "United States Sweep\n1. Sweep in Saigon Activates 2 VC Guerrillas.");
    lf_session_free(s);
}

/* Each Troop removes a Guerrilla (3.2.4), and under Body Count each of them brings 3 Aid
 * (card 72). Saigon has Population 6; the ARVN begins with a score of 35. */
static void assault(void **unused) {
    (void)unused;
    lf_session *const s = begin(body_count, "remove all pieces from saigon\n"
                                            "place 2 US troops in saigon\n"
                                            "place 2 VC guerrillas in saigon\n"
                                            "flip all VC guerrillas in saigon to active\n"
                                            "mom_bodyCount = true\n"
                                            "aid = 15");
    CHOOSE(s, "pass", "pass", "operation", "Assault", "saigon", "done", "go-on");
    expect_turn(s, "United States",
                "United States Assault\n"
                "1. Assault in Saigon removes 2 VC Guerrillas; Aid 15 → 21 (Body Count).\n"
                "ARVN score 29 → 35; Saigon: Control none → COIN.");
    lf_session_free(s);
}

/* ARVN gets Aid 15 and Econ 15, VC 1 for each of 7 Bases, the NVA 1 for each of 3 Bases in Laos and
 * Cambodia and twice the Trail of 1 (6.2). A step of Agitation costs 1 (6.3.2); the
 * VC begins with a score of 27, 4 of them by Tay Ninh. The Reset removes
 * Terror and turns Guerrillas Underground (6.6). */
static void coup_round(void **unused) {
    static const char *const cards[] = {"card-125", "card-1", "card-126", NULL};
    (void)unused;
    lf_session *const s = begin(cards, "binh-dinh.terror = 1\n"
                                       "tay-ninh.support = neutral\n"
                                       "flip all VC guerrillas in tay-ninh to active");
    expect_turn(s, "Nguyen Khanh",
                "Nguyen Khanh, then Gulf of Tonkin; Coup: Nguyen Khanh leads the RVN\n"
                "RVN Leader Duong Van Minh → Nguyen Khanh.");
    expect_turn(s, "Resources Phase",
                "Resources Phase\n"
                "1. ARVN Resources 30 → 60 (Aid 15 + Econ).\n"
                "2. VC Resources 5 → 12 (Bases), NVA Resources 10 → 15 (Bases in Laos and Cambodia "
                "+ twice the Trail).");
    CHOOSE(s, "coupPacifyUSDone", "coupPacifyARVNDone", "coupAgitateVC", "tay-ninh", "done",
           "coupAgitateVCDone");
    expect_turn(s, "United States", "United States ends its Pacification");
    expect_turn(s, "Viet Cong",
                "Viet Cong agitates; ends its Agitation\n"
                "1. Agitation in Tay Ninh; Support Neutral → Passive Opposition.\n"
                "VC Resources 12 → 11; Viet Cong score 23 → 25.");
    CHOOSE(s, "coupArvnRedeployDone", "coupCommitmentPass");
    expect_turn(s, "Reset Phase",
                "Reset Phase\n"
                "1. Binh Dinh: Terror markers 1 → 0.\n"
                "2. 2 VC Guerrillas go Underground.");
    lf_session_free(s);
}

/* ---- a whole game ---- */

static bool is_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           ((unsigned char)c & 0x80) != 0 || c == '-' || c == '_';
}

static bool has_word(const char *text, const char *word) {
    for (const char *at = text; (at = strstr(at, word)) != NULL; at++)
        if ((at == text || !is_word(at[-1])) && !is_word(at[strlen(word)]))
            return true;
    return false;
}

/* Ids that read unlike their labels: what nobody should find in a text. */
static void expect_no_id(const char *text) {
    static const lf_catalogue catalogues[] = {LF_OF_ZONES,   LF_OF_CARDS,      LF_OF_KINDS,
                                              LF_OF_ACTIONS, LF_OF_SPACE_VARS, LF_OF_GLOBALS,
                                              LF_OF_PHASES};
    for (size_t c = 0; c < COUNT(catalogues); c++)
        for (int i = 0; i < lf_count(fitl, catalogues[c]); i++) {
            const char *const name = lf_name(fitl, catalogues[c], i);
            const bool raw =
                strpbrk(name, "-_.") != NULL || strpbrk(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") > name;
            if (raw && strcmp(name, lf_label(fitl, catalogues[c], i)) != 0 && has_word(text, name))
                fail_msg("%s has the id %s", text, name);
        }
}

/* Something is done in a head that names a seat, and in every sentence. */
static void expect_a_line(const char *line) {
    assert_true(strlen(line) > 3);
    if (strpbrk(line, "{}[]") != NULL || strstr(line, "  ") != NULL || strstr(line, " .") != NULL ||
        strstr(line, "nowhere") != NULL || strstr(line, "->") != NULL)
        fail_msg("%s", line);
    for (int seat = 0; seat < lf_count(fitl, LF_OF_SEATS); seat++) {
        const char *const label = lf_label(fitl, LF_OF_SEATS, seat);
        if (strncmp(line, label, strlen(label)) == 0 && strlen(line) < strlen(label) + 4)
            fail_msg("%s names no verb", line);
    }
    for (int phase = 0; phase < lf_count(fitl, LF_OF_PHASES); phase++) {
        const char *const label = lf_label(fitl, LF_OF_PHASES, phase);
        const char *const at = strstr(line, label);
        if (at != NULL && at > line && at[strlen(label)] == '\0')
            fail_msg("%s names no verb", line);
    }
    expect_no_id(line);
}

static void expect_lines(const lf_session *s) {
    int told = 0;
    for (int turn = 0; turn < lf_session_turns(s); turn++) {
        char *const text = lf_session_turn_text(s, turn, LF_NOBODY);
        assert_non_null(text);
        for (char *line = strtok(text, "\n"); line != NULL; line = strtok(NULL, "\n")) {
            expect_a_line(line);
            told++;
        }
        lf_string_free(text);
    }
    assert_true(told > 100);
}

static void whole_games_read_well(void **unused) {
    uint64_t rng = 1;
    (void)unused;
    for (uint64_t seed = 1; seed <= 4; seed++) {
        lf_session *const s = lf_session_new(fitl, "");
        lf_session_set_confirm(s, false);
        assert_int_equal(lf_session_start(s, &(lf_setup){.seed = seed}, NULL), LF_OK);
        while (!lf_terminal(lf_session_state(s), NULL)) {
            rng = rng * UINT64_C(6364136223846793005) + 1;
            const uint64_t options = (uint64_t)lf_legal_count(lf_session_state(s));
            assert_int_equal(lf_session_apply(s, (int)((rng >> 33) % options), false, NULL), LF_OK);
        }
        expect_lines(s);
        lf_session_free(s);
    }
}

/* Games that have no words of their own are told by their labels. */
static void plain_games(void **unused) {
    (void)unused;
    lf_game *const game = load_bundled("draughts");
    lf_session *const s = lf_session_new(game, "");
    lf_session_set_confirm(s, false);
    assert_int_equal(lf_session_start(s, NULL, NULL), LF_OK);
    CHOOSE(s, "g3", "h4");
    expect_turn(s, "Black", "Black: Move g3 → h4");
    lf_session_free(s);
    lf_game_free(game);
}

int main(void) {
    fitl = load_bundled("fire-in-the-lake");
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rally_and_tax),   cmocka_unit_test(march),
        cmocka_unit_test(event_and_sweep), cmocka_unit_test(assault),
        cmocka_unit_test(coup_round),      cmocka_unit_test(whole_games_read_well),
        cmocka_unit_test(plain_games),
    };
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    lf_game_free(fitl);
    return failed;
}
