/* ludoforge_env.h: a game as an environment for search and learning: fixed action ids and masks,
 * observations as tensors, chance as decisions, histories, batches.
 *
 *     while (!lf_terminal(state, NULL)) {
 *         int32_t ids[LF_OPTIONS_MAX];
 *         int n = lf_legal_ids(state, ids, LF_OPTIONS_MAX);
 *         lf_observe_tensor(state, lf_decider(state), observation);
 *         lf_apply_id(state, policy(observation, ids, n));
 *     }
 *
 * Functions that take the caller's buffer do not allocate, and only functions that return texts
 * make them. */
#ifndef LUDOFORGE_ENV_H
#define LUDOFORGE_ENV_H

#include <ludoforge.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- actions
 * ------------------------------------------------------------------------------------------------
 *
 * Everything that can ever be chosen in a game has an id, 0 … lf_action_count - 1. It says where in
 * the rules the choice is made (the question: a `choose`, a menu, the actions of a phase, as the
 * rules are written, not as they are compiled) and what is chosen there. The list depends on the
 * rules alone: not on the state, the scenario, the compiler's version or its optimisations. */

LF_API int lf_action_count(const lf_game *);
typedef struct {
    int question;     /* 0 … lf_question_count - 1 */
    lf_option option; /* what is chosen */
} lf_action;
/* false if there is no such id */
LF_API bool lf_action_at(const lf_game *, int id, lf_action *out);
/* "Build in which space?: Hill", as far as it is known without a state; free it with
 * lf_string_free. NULL: no such id, or out of memory. */
LF_API char *lf_action_text(const lf_game *, int id);
LF_API int lf_question_count(const lf_game *);
/* the question of the pending decision; -1 if there is none, and at chance */
LF_API int lf_question(const lf_state *);

/* The ids of the legal options, in the order of lf_legal. Returns their number; fills at most
 * `cap`. */
LF_API int lf_legal_ids(const lf_state *, int32_t *out, int cap);
/* The same as bits: bit id % 64 of word id / 64. All lf_mask_words of them are written. */
LF_API int lf_mask_words(const lf_game *);
LF_API void lf_legal_mask(const lf_state *, uint64_t *words);
LF_API lf_status lf_apply_id(lf_state *, int id);         /* LF_BAD_ARGUMENT if it is not legal */
LF_API int lf_id_of_option(const lf_state *, int option); /* -1 if there is no such option */
LF_API int lf_option_of_id(const lf_state *, int id);     /* LF_NO_OPTION if it is not legal */

/* ---- observations
 * ------------------------------------------------------------------------------------------------
 *
 * What a seat may know, as numbers in a fixed layout that follows from the game's tables and is
 * the same for all its states. Two positions that the seat cannot distinguish give the same
 * numbers. What the seat does not know is 0 and marked as unknown, never a guess. LF_NOBODY sees
 * what onlookers see. */

/* A part of the layout: an array with named axes, row-major, at `offset`. */
#define LF_TENSOR_AXES 3
typedef struct {
    const char *name; /* "pieces", "globals", "cards in stacks", … */
    int offset, size; /* in numbers */
    int axes;
    int shape[LF_TENSOR_AXES];
    const char *axis[LF_TENSOR_AXES]; /* what an axis counts: "spaces", "kinds", "values", … */
    int64_t min, max;                 /* no number lies outside */
} lf_tensor_part;
LF_API int lf_tensor_size(const lf_game *);
LF_API int lf_tensor_parts(const lf_game *);
LF_API bool lf_tensor_spec(const lf_game *, int part, lf_tensor_part *out);
/* What one number means ("Hill, Red cubes"); free it with lf_string_free. NULL: no such number,
 * or out of memory. */
LF_API char *lf_tensor_text(const lf_game *, int number);
LF_API void lf_observe_tensor(const lf_state *, lf_seat, float *out);
/* The same in bytes: numbers outside -128 … 127 become the nearest of these (lf_tensor_spec says
 * where that can happen). */
LF_API void lf_observe_bytes(const lf_state *, lf_seat, int8_t *out);

/* ---- chance
 * ------------------------------------------------------------------------------------------------
 *
 * A state draws its dice and shuffles from its own generator. With LF_CHANCE_EXPLICIT these become
 * decisions of LF_CHANCE: lf_decider says so, lf_legal lists the outcomes (numbers of a die, cards
 * that may come), and lf_apply takes one. A shuffle asks nothing: the order of a shuffled stack
 * is open, and chance decides each card when it is taken or looked at by its place. But a stack
 * that some seat may look at is drawn as soon as it is shuffled. Games and their probabilities
 * are those of sampled chance. Outcomes have ids of their own, 0 … lf_chance_count - 1, for
 * lf_legal_ids and lf_apply_id; a mask (lf_legal_mask) does not contain them and is empty while
 * chance decides.
 *
 * The set-up is part of the game: a new state may begin with a decision of chance, before the first
 * phase (lf_phase is -1). Functions that read a state from outside cannot wait: expressions that
 * look at an open card fail, and effects (lf_do) draw it from the generator. For an open place
 * lf_stack_card gives a card that could be there, and lf_observe gives null. */

#define LF_CHANCE (-3) /* as a decider */
typedef enum { LF_CHANCE_SAMPLED, LF_CHANCE_EXPLICIT } lf_chance;
/* Starts a new game; `setup` as in lf_state_new. With a fixed order of cards, the set-up, which
 * comes before it, uses sampled chance. */
LF_API lf_state *lf_state_new_explicit(const lf_game *, const lf_setup *setup, lf_error *);
LF_API lf_status lf_state_reset_explicit(lf_state *, const lf_setup *setup, lf_error *);
/* Changes the mode of a running game. From EXPLICIT to SAMPLED everything open is drawn; refused
 * (LF_BAD_ARGUMENT) while chance decides. From SAMPLED to EXPLICIT what is already drawn stays
 * drawn. */
LF_API lf_status lf_chance_mode(lf_state *, lf_chance);
LF_API lf_chance lf_chance_of(const lf_state *);
LF_API int lf_chance_count(const lf_game *);
/* The probabilities of the outcomes, in the order of lf_legal. Returns their number; 0 if chance
 * does not decide. */
LF_API int lf_chances(const lf_state *, double *out, int cap);
/* Lets the state draw from another seed from now on; what is already drawn stays. */
LF_API void lf_reseed(lf_state *, uint64_t seed);
/* Plays random decisions, each option with equal chance, with the decider's generator,
 * rng[seat]; seats may share one. For a single option nothing is drawn. Ends after `most`
 * decisions, with the game, when a rule fails, or where chance has to decide. Returns the number
 * of decisions. */
LF_API int64_t lf_playout(lf_state *, uint64_t *const rng[], int64_t most);

/* ---- histories
 * ------------------------------------------------------------------------------------------------
 *
 * What each seat has seen of a game since it began, for algorithms that need perfect recall. A
 * history watches its state (lf_watch) and must be freed before it. */

typedef struct lf_history lf_history;
/* of a state at its beginning; NULL: out of memory */
LF_API lf_history *lf_history_new(lf_state *);
LF_API lf_history *lf_history_clone(const lf_history *, lf_state *clone);
/* The history of a copy that lf_determinize has redrawn for this seat, which has seen the same
 * as before. What the others have seen in such a world is unknown: their histories begin with
 * what they see now. */
LF_API lf_history *lf_history_sample(const lf_history *, lf_state *sampled, lf_seat seat);
LF_API void lf_history_free(lf_history *);
/* All ids that were applied, including chance, in order. Returns their number; fills at most
 * `cap`. */
LF_API int lf_history_ids(const lf_history *, int32_t *out, int cap);
/* Equal for two histories exactly if the seat has seen and decided the same in both; one line
 * for each step. Free it with lf_string_free. */
LF_API char *lf_information_state(const lf_history *, lf_seat);
/* What the seat sees now, without the past, as text; free it with lf_string_free. */
LF_API char *lf_observation_text(const lf_state *, lf_seat);

/* ---- returns --------------------------------------------------------------------------------- */

/* What each seat has won: its margin if the game declares margins, else 1, 0, -1; all 0 before
 * the end. In a cooperative game all have the same: above 0 if they have won together,
 * otherwise they have lost together (lf_win_shares). */
LF_API void lf_returns(const lf_state *, double *out);
/* The least and greatest possible return; false if the rules do not bound them. */
LF_API bool lf_utility_range(const lf_game *, double *min, double *max);

/* ---- batches
 * ------------------------------------------------------------------------------------------------
 *
 * Many games at once: one call steps them all, on several threads. The result is the same for any
 * number of threads. Game `i` of a batch plays its `k`-th episode with a seed that depends on the
 * batch's seed, i and k alone. */

typedef struct lf_batch lf_batch;
typedef struct {
    const lf_setup *setup; /* scenario and options; its seed is the batch's */
    int games;
    int threads;   /* 0: one for each core */
    bool no_reset; /* a finished game stays finished; otherwise a new one begins in the same step */
} lf_batch_config;
/* Where a step writes: the caller's arrays, one row for each game; NULL for what is not wanted.
 * Rewards and `done` belong to the step that was made; everything else belongs to the decision
 * that is pending now, in a new game if one began. */
typedef struct {
    float *observations;    /* [games][lf_tensor_size], as the decider sees it */
    int8_t *observed_bytes; /* the same in bytes */
    uint8_t *masks;         /* [games][lf_action_count], 1 where legal */
    uint64_t *mask_words;   /* [games][lf_mask_words] */
    int32_t *legal;         /* [games][LF_OPTIONS_MAX]: legal ids, then -1 */
    int32_t *legal_counts;  /* [games] */
    float *rewards;         /* [games][seats]: returns of a game that ended, else 0 */
    uint8_t *done;          /* [games] */
    int32_t *deciders;      /* [games]; LF_NOBODY for a game that is over */
} lf_batch_views;
LF_API lf_batch *lf_batch_new(const lf_game *, const lf_batch_config *, lf_error *);
LF_API void lf_batch_free(lf_batch *);
/* Starts all games again, each at its first episode. LF_RULE_ERROR if one of them cannot start;
 * the others have started. `views` may be NULL, here and below. */
LF_API lf_status lf_batch_reset(lf_batch *, uint64_t seed, const lf_batch_views *, lf_error *);
/* `ids`: one for each game; ignored for games that are over. If one of them is not legal, no
 * game steps and the error names it. If a rule fails in a game, that game is done with rewards 0
 * and has no decision; lf_batch_state says why, and the next step starts a new one in its place.
 * With `no_reset` a game that is over stays done, with rewards 0 from then on. */
LF_API lf_status lf_batch_step(lf_batch *, const int32_t *ids, const lf_batch_views *, lf_error *);
/* Draws a legal id for each game, all equally likely, from the batch's own generators; -1 for a
 * game that is over. */
LF_API void lf_batch_sample(lf_batch *, int32_t *ids);
LF_API const lf_state *lf_batch_state(const lf_batch *, int game);

#ifdef __cplusplus
}
#endif

#endif
