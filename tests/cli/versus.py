#!/usr/bin/python3
"""`sim A --versus B`: the same seeds under two versions; what differs, and whether that is
significant."""

import csv
import math

from harness import BOARD_GAME, CARD_GAME, Run, main, variant


def versus(game, *flags, games=400):
    run = Run("sim", game, "--games", games, "--json", *flags)
    assert run.status == 0, run
    return run.json()


def biased(text):
    """Whoever moves first is said to lose where the board is full: no draws any more."""
    return text.replace("      draw: true", "      winner: O")


def row(result, measure, of=""):
    return next(r for r in result["differences"] if r["measure"] == measure and r["of"] == of)


def check_a_game_does_not_differ_from_itself(_):
    for game in (BOARD_GAME, CARD_GAME):
        result = versus(game, "--versus", game)
        assert result["pairs"] == result["same"] == 400 and result["left_out"] == 0
        assert result["a"]["digest"] == result["b"]["digest"]
        for difference in result["differences"]:
            assert difference["difference"] == 0 and difference["p"] == 1, difference
            assert not difference["significant"], difference
        run = Run("sim", game, "--versus", game)
        assert run.status == 0 and "No difference" in run.out and not run.err, run


def check_a_biased_copy_is_significant(scratch):
    copy = variant(scratch, biased)
    result = versus(BOARD_GAME, "--versus", copy)
    won, draws = row(result, "wins", "O"), row(result, "draws")
    assert won["significant"] and won["difference"] > 0.05 and won["low"] > 0, won
    assert won["p_adjusted"] < 0.001, won
    assert draws["significant"] and draws["b"] == 0, draws
    assert math.isclose(draws["difference"], -won["difference"]), draws
    assert not row(result, "wins", "X")["significant"]
    assert row(result, "decisions")["difference"] == 0
    assert won["text"].startswith("O wins ") and "points more often (95 % " in won["text"], won
    run = Run("sim", BOARD_GAME, "--versus", copy, "--games", "400")
    assert run.status == 0 and won["text"] in run.out and "Games are drawn" in run.out, run


def check_the_numbers_are_those_of_the_games(scratch):
    """McNemar's exact test and the shares, computed here from the games themselves."""
    copy = variant(scratch, biased)
    rows = []
    for name, game in (("a", BOARD_GAME), ("b", copy)):
        assert Run("sim", game, "--games", "300", "--csv", scratch / name).status == 0
        rows.append(list(csv.DictReader((scratch / name).open())))
    wins = [[game["winner"] == "O" for game in side] for side in rows]
    only_b = sum(b and not a for a, b in zip(*wins))
    only_a = sum(a and not b for a, b in zip(*wins))
    n, k = only_a + only_b, min(only_a, only_b)
    p = min(1, 2 * sum(math.comb(n, i) for i in range(k + 1)) / 2 ** n)
    shown = row(versus(BOARD_GAME, "--versus", copy, games=300), "wins", "O")
    assert math.isclose(shown["p"], p, rel_tol=1e-6), (shown, p)
    assert math.isclose(shown["a"], sum(wins[0]) / 300, rel_tol=1e-6), shown
    assert math.isclose(shown["b"], sum(wins[1]) / 300, rel_tol=1e-6), shown


def check_holm_corrects_for_all_rows(scratch):
    result = versus(BOARD_GAME, "--versus", variant(scratch, biased))
    for difference in result["differences"]:
        assert difference["p"] <= difference["p_adjusted"] <= 1, difference
        assert difference["significant"] == (difference["p_adjusted"] < result["alpha"]), difference


def check_results_do_not_depend_on_threads(scratch):
    copy = variant(scratch, biased)
    one, three = (versus(BOARD_GAME, "--versus", copy, "--threads", n) for n in ("1", "3"))
    assert one == three


def check_options_can_be_compared(scratch):
    option = "options:\n  - { id: swift, type: boolean, default: false }\n\n"
    swift = "      when: won or (swift and size(crosses) == 3)\n"
    game = variant(scratch, lambda text: (text.replace("invariants:", option + "invariants:")
                                          .replace("      when: won\n", swift)))
    result = versus(game, "--versus-option", "swift=true")
    assert result["b"]["options"] == {"swift": "true"} and result["a"]["options"] == {}
    assert row(result, "decisions")["significant"] and row(result, "decisions")["difference"] < 0
    both = versus(game, "--option", "swift=false", "--versus-option", "swift=true")
    assert both["a"]["options"] == {"swift": "false"} and both["b"]["options"] == {"swift": "true"}
    kept = versus(game, "--option", "swift=true", "--versus", game)
    assert kept["b"]["options"] == {"swift": "true"} and kept["same"] == 400


def check_wrong_inputs(scratch):
    def refused(*flags):
        run = Run("sim", BOARD_GAME, "--games", "5", *flags)
        assert run.status in (1, 2) and run.err and not run.out, run
        return run.err

    assert "unknown game" in refused("--versus", "no-such-game")
    assert "not found" in refused("--versus", scratch / "missing.game-spec.md")
    assert "seats" in refused("--versus", CARD_GAME)
    assert "colour" in refused("--versus-option", "colour=red")
    assert "--csv" in refused("--versus", BOARD_GAME, "--csv", scratch / "x.csv")
    assert "--record" in refused("--versus", BOARD_GAME, "--record", scratch / "x")
    assert not (scratch / "x.csv").exists() and not (scratch / "x").exists()


def check_games_that_fail_are_left_out(_):
    run = Run("sim", BOARD_GAME, "--games", "50", "--max-decisions", "6", "--versus", BOARD_GAME,
              "--json")
    result = run.json()
    assert run.status == 0 and 0 < result["pairs"] < 50, run
    assert result["pairs"] + result["left_out"] == 50, run
    run = Run("sim", BOARD_GAME, "--games", "5", "--max-decisions", "2", "--versus", BOARD_GAME)
    assert run.status == 1 and "nothing to compare" in run.err, run


main(globals())
