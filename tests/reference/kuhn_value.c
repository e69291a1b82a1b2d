/* kuhn_value.c: the value of Kuhn poker, exactly.
 *
 * The known equilibria are checked, not trusted: for each of them no pure strategy of either seat
 * does better against the other's than the equilibrium itself does. That makes their value the
 * value of the game. It is printed as a fraction, `-1/18` for the first seat; the program fails if
 * any step does not hold.
 *
 * All in whole numbers: a probability is a number of ninths. A hand has at most three decisions,
 * and there are six equally likely deals; so an expectation is a whole number divided by UNIT. */
#include <stdbool.h>
#include <stdio.h>

enum { JACK, QUEEN, KING, RANKS };
enum { SURE = 9, THIRD = 3, UNIT = SURE * SURE * SURE * 6 };

/* By rank, how often a seat puts a chip in, in ninths: when nobody has bet, and when the other
 * has. */
typedef struct {
    int bet[RANKS], call[RANKS];
} strategy;

/* What the first seat wins in one deal, in ninths of ninths of ninths of a chip. */
static int deal_value(const strategy *first, const strategy *second, int mine, int theirs) {
    int sign = mine > theirs ? 1 : -1;
    int bet = first->bet[mine], check = SURE - bet;
    int called = second->call[theirs], raised = second->bet[theirs];
    int after_bet = (SURE - called) * 1 + called * 2 * sign; /* in ninths */
    /* against a bet behind a check */
    int defence = first->call[mine];
    int after_raise = (SURE - defence) * -1 + defence * 2 * sign; /* in ninths */
    /* in ninths of ninths */
    int after_check = (SURE - raised) * SURE * sign + raised * after_raise;
    return bet * after_bet * SURE + check * after_check;
}

/* The first seat's expectation, in chips / UNIT. */
static int value(const strategy *first, const strategy *second) {
    int sum = 0;
    for (int mine = 0; mine < RANKS; mine++)
        for (int theirs = 0; theirs < RANKS; theirs++)
            if (mine != theirs)
                sum += deal_value(first, second, mine, theirs);
    return sum;
}

/* Each of the 64 pure strategies: bit 2r says to bet with rank r, bit 2r + 1 to call with it. */
static strategy pure(unsigned number) {
    strategy s;
    for (unsigned rank = 0; rank < RANKS; rank++) {
        s.bet[rank] = number >> (2 * rank) & 1 ? SURE : 0;
        s.call[rank] = number >> (2 * rank + 1) & 1 ? SURE : 0;
    }
    return s;
}

static bool is_equilibrium(const strategy *first, const strategy *second) {
    int v = value(first, second);
    for (unsigned number = 0; number < 1u << (2 * RANKS); number++) {
        strategy other = pure(number);
        if (value(&other, second) > v || value(first, &other) < v)
            return false;
    }
    return true;
}

int main(void) {
    const strategy second = {{THIRD, 0, SURE}, {0, THIRD, SURE}};
    for (int bluff = 0; bluff <= THIRD; bluff++) { /* how often the first seat bets with the Jack */
        strategy first = {{bluff, 0, 3 * bluff}, {0, bluff + THIRD, SURE}};
        if (!is_equilibrium(&first, &second) || value(&first, &second) * 18 != -UNIT) {
            fprintf(stderr, "bluff %d/9: no equilibrium of value -1/18\n", bluff);
            return 1;
        }
    }
    printf("-1/18\n");
    return 0;
}
