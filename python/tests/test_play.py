"""Playing through Python: the names that OpenSpiel users know, and what they promise."""

from __future__ import annotations

import copy
import os
import pickle
import random
import tempfile
import threading
import unittest
from typing import Dict, List, Set

from common import GAMES, TOP

import ludoforge
from ludoforge import CHANCE, TERMINAL
from ludoforge.agents import Agent
from ludoforge.env import AECEnv

SMALL = ["tic-tac-toe", "connect-four", "kuhn-poker", "reversi", "breakthrough"]


def random_game(state: ludoforge.State, seed: int, most: int = 100000) -> List[int]:
    draw = random.Random(seed)
    while not state.is_terminal() and state.move_number() < most:
        state.apply_action(draw.choice(state.legal_actions()))
    return state.history()


class Native(unittest.TestCase):
    """Native code, where there is a compiler, and where there is none."""

    def setUp(self) -> None:
        self.saved = {key: os.environ.get(key) for key in ("XDG_CACHE_HOME", "PATH")}
        self.folder = tempfile.TemporaryDirectory()
        os.environ["XDG_CACHE_HOME"] = self.folder.name

    def tearDown(self) -> None:
        for key, value in self.saved.items():
            if value is None:
                os.environ.pop(key, None)
            else:
                os.environ[key] = value
        self.folder.cleanup()

    def test_it_is_built_when_asked_for_and_then_found(self) -> None:
        plain = ludoforge.load("kuhn-poker")
        self.assertFalse(plain.is_native)
        native = ludoforge.load("kuhn-poker", native=True)
        self.assertTrue(native.is_native)
        self.assertTrue(ludoforge.load("kuhn-poker").is_native)
        self.assertFalse(ludoforge.load("kuhn-poker", native=False).is_native)
        self.assertTrue(pickle.loads(pickle.dumps(native)).is_native)
        for seed in range(20):
            one, other = plain.new_initial_state(seed=seed), native.new_initial_state(seed=seed)
            self.assertEqual(random_game(one, seed), random_game(other, seed))
            self.assertEqual(one.returns(), other.returns())

    def test_without_a_compiler_it_warns_and_plays(self) -> None:
        os.environ["PATH"] = "/nonexistent"
        with self.assertWarnsRegex(UserWarning, "no C compiler"):
            game = ludoforge.load("tic-tac-toe", native=True)
        self.assertFalse(game.is_native)
        self.assertTrue(random_game(game.new_initial_state(seed=1), 1))

    def test_what_is_neither(self) -> None:
        with self.assertRaisesRegex(ludoforge.ArgumentError, "auto"):
            ludoforge.load("tic-tac-toe", native="fast")


ROWS = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def noughts_and_crosses() -> Dict[str, bool]:
    """All positions of the game by a program of its own, and whether it is over in them."""
    found: Dict[str, bool] = {}

    def walk(board: str) -> None:
        if board in found:
            return
        won = any(board[a] != " " and board[a] == board[b] == board[c] for a, b, c in ROWS)
        found[board] = won or " " not in board
        mover = "XO"[(9 - board.count(" ")) % 2]
        for cell in range(9) if not found[board] else ():
            if board[cell] == " ":
                walk(board[:cell] + mover + board[cell + 1 :])

    walk(" " * 9)
    return found


class Enumeration(unittest.TestCase):
    def test_tic_tac_toe(self) -> None:
        """255,168 games, counted as paths through the positions, which is the same number with less
        work. Of the 5,478 positions the engine shows those where there is something to decide: the
        last cell is filled without asking."""
        positions = noughts_and_crosses()
        self.assertEqual(len(positions), 5478)
        forced = [board for board, over in positions.items() if board.count(" ") == 1 and not over]
        games: Dict[str, int] = {}

        def walk(state: ludoforge.State) -> int:
            key = state.observation_string(ludoforge.ONLOOKER) + str(state.current_player())
            if key not in games:
                legal = state.legal_actions()
                games[key] = sum(walk(state.child(action)) for action in legal) if legal else 1
            return games[key]

        self.assertEqual(walk(ludoforge.load("tic-tac-toe").new_initial_state()), 255168)
        self.assertEqual(len(games), 5478 - len(forced))
        games.clear()  # and when it is asked for them it shows them all
        self.assertEqual(walk(ludoforge.load("tic-tac-toe").new_initial_state(forced="ask")),
                         255168)
        self.assertEqual(len(games), 5478)

    def test_kuhn_tree(self) -> None:
        """3 · 2 deals; below each 4 decisions and 5 ends: pp, pbp, pbb, bp, bb."""
        counts = {"chance": 0, "player": 0, "terminal": 0}
        sets: List[Set[str]] = [set(), set()]

        def walk(state: ludoforge.State) -> None:
            if state.is_terminal():
                counts["terminal"] += 1
                self.assertEqual(sum(state.returns()), 0)
                return
            if state.is_chance_node():
                counts["chance"] += 1
                self.assertAlmostEqual(sum(chance for _, chance in state.chance_outcomes()), 1.0)
            else:
                counts["player"] += 1
                player = state.current_player()
                sets[player].add(state.information_state_string(player))
            for action in state.legal_actions():
                walk(state.child(action))

        root = ludoforge.load("kuhn-poker").new_initial_state(chance="explicit")
        self.assertEqual(root.current_player(), CHANCE)
        walk(root)
        self.assertEqual(counts, {"chance": 1 + 3, "player": 6 * 4, "terminal": 6 * 5})
        self.assertEqual([len(found) for found in sets], [6, 6])


class Leduc(unittest.TestCase):
    def test_information_states(self) -> None:
        """Of both players together: 936 with suits told apart; 288 by rank alone."""
        game = ludoforge.load("leduc-poker")
        root = game.new_initial_state(chance="explicit")
        root.information_state_string(0)
        sets: Set[str] = set()

        def walk(state: ludoforge.State) -> None:
            if state.is_player_node():
                player = state.current_player()
                sets.add(f"{player}: {state.information_state_string(player)}")
            for action in state.legal_actions():
                walk(state.child(action))

        walk(root)
        self.assertEqual(len(sets), 936)


class Names(unittest.TestCase):
    def test_mask_is_list_is_text(self) -> None:
        for name in SMALL:
            game = ludoforge.load(name)
            state = game.new_initial_state(seed=3)
            draw = random.Random(name)
            while not state.is_terminal():
                legal = state.legal_actions()
                self.assertEqual(sorted(legal), state.legal_actions_mask().nonzero()[0].tolist())
                self.assertEqual(len(state.legal_actions_mask()), game.num_distinct_actions())
                self.assertEqual(len({state.action_to_string(action) for action in legal}),
                                 len(legal))
                self.assertEqual(state.legal_actions(state.current_player()), legal)
                self.assertEqual(state.legal_actions((state.current_player() + 1) % 2), [])
                state.apply_action(draw.choice(legal))
            self.assertEqual(state.current_player(), TERMINAL)
            self.assertEqual(state.legal_actions(), [])
            self.assertEqual(sum(state.returns()), 0)
            self.assertLessEqual(max(state.returns()), game.max_utility() or 0)
            self.assertGreaterEqual(min(state.returns()), game.min_utility() or 0)

    def test_seed_decides(self) -> None:
        game = ludoforge.load("fire-in-the-lake")
        one, other, third = (game.new_initial_state(seed=seed) for seed in (5, 5, 6))
        self.assertTrue(one.equals(other))
        self.assertFalse(one.equals(third))
        for state in (one, other):
            random_game(state, 1, 200)
        self.assertEqual(one.history(), other.history())
        self.assertEqual(one.hash(), other.hash())

    def test_scenarios_and_options(self) -> None:
        game = ludoforge.load("fire-in-the-lake")
        scenarios = game.scenarios()
        self.assertGreater(len(scenarios), 1)
        hashes = {game.new_initial_state(scenario=scenario).hash() for scenario in scenarios}
        self.assertEqual(len(hashes), len(scenarios))
        name, values = next(iter(game.options().items()))
        default = values.partition("(")[2].rstrip(")")
        other = next(value for value in values.partition(" ")[0].split("|") if value != default)
        set_otherwise = game.new_initial_state(options={name: other})
        self.assertNotEqual(set_otherwise.hash(), game.new_initial_state().hash())
        self.assertEqual(game.new_initial_state(options={name: default}).hash(),
                         game.new_initial_state().hash())
        with self.assertRaisesRegex(ludoforge.ArgumentError, "unknown scenario 'tomorrow'"):
            game.new_initial_state(scenario="tomorrow")
        with self.assertRaisesRegex(ludoforge.ArgumentError, "colour"):
            game.new_initial_state(options={"colour": "blue"})

    def test_observations(self) -> None:
        game = ludoforge.load("kuhn-poker")
        parts = game.observation_tensor_parts()
        self.assertEqual(sum(part.size for part in parts), game.observation_tensor_size())
        state = game.new_initial_state(seed=1)
        tensor = state.observation_tensor(0)
        self.assertEqual(tensor.dtype.name, "float32")
        self.assertEqual(list(tensor.shape), game.observation_tensor_shape())
        self.assertEqual(tensor.tolist(), state.observation_bytes(0).tolist())
        for name, part in state.observation_parts(0).items():
            self.assertEqual(part.shape, next(p.shape for p in parts if p.name == name))
        for number in (0, game.observation_tensor_size() - 1):
            self.assertTrue(game.observation_number_to_string(number))

    def test_nobody_sees_hidden_cards(self) -> None:
        """Seeds that differ in the other player's card alone look the same."""
        game = ludoforge.load("kuhn-poker")
        seen: Dict[str, Set[str]] = {}
        for seed in range(40):
            state = game.new_initial_state(seed=seed)
            own = state.eval("top(hand[First])")
            seen.setdefault(own, set()).add(
                str(state.observation_tensor(0).tolist()) + state.observation_string(0))
        self.assertEqual({card: len(views) for card, views in seen.items()}, dict.fromkeys(seen, 1))
        self.assertEqual(len(seen), 3)

    def test_determinize_keeps_what_is_known(self) -> None:
        game = ludoforge.load("kuhn-poker")
        state = game.new_initial_state(seed=1)
        drawn = [state.determinize(0, seed) for seed in range(20)]
        self.assertEqual({d.observation_string(0) for d in drawn}, {state.observation_string(0)})
        self.assertEqual(len({d.eval("top(hand[Second])") for d in drawn}), 2)

    def test_determinize_preserves_the_information_state(self) -> None:
        game = ludoforge.load("leduc-poker")
        chosen = random.Random(5)
        for seed in range(20):
            state = game.new_initial_state(seed=seed)
            for _ in range(chosen.randrange(4)):
                if not state.is_terminal():
                    state.apply_action(chosen.choice(state.legal_actions()))
            if state.is_terminal():
                continue
            player = state.current_player()
            before = state.information_state_string(player)
            drawn = [state.determinize(player, number) for number in range(10)]
            self.assertEqual({d.information_state_string(player) for d in drawn}, {before})
            hands = {d.eval(f"top(hand[{('First', 'Second')[1 - player]}])"): d for d in drawn}
            others = {d.information_state_string(1 - player) for d in hands.values()}
            self.assertEqual(len(others), len(hands),
                             "the other player's information state tells its own card")
            action = chosen.choice(state.legal_actions())
            after = [d.child(action) for d in drawn]
            seen = {d.information_state_string(player) for d in after if not d.is_terminal()}
            for text in seen:  # a public card may be turned up by then, which differs
                self.assertTrue(text.startswith(before.rsplit("\n", 1)[0]))

    def test_a_reseeded_position_has_no_information_state(self) -> None:
        state = ludoforge.load("kuhn-poker").new_initial_state(seed=1)
        state.reseed(4)
        with self.assertRaisesRegex(ludoforge.InputError, "has no history"):
            state.information_state_string(0)

    def test_texts(self) -> None:
        state = ludoforge.load("tic-tac-toe").new_initial_state()
        self.assertIn("tic-tac-toe", repr(state))
        self.assertIn("9", repr(state))
        self.assertEqual(state.eval("size(empty)"), "9")
        self.assertTrue(str(state))
        self.assertTrue(state.prompt())
        with self.assertRaisesRegex(ludoforge.InputError, "nonsense"):
            state.eval("nonsense + 1")


class Chance(unittest.TestCase):
    def test_sampled_frequencies_are_the_probabilities(self) -> None:
        game = ludoforge.load("kuhn-poker")
        root = game.new_initial_state(chance="explicit")
        outcomes = root.chance_outcomes()
        self.assertEqual([round(chance, 9) for _, chance in outcomes], [round(1 / 3, 9)] * 3)
        self.assertEqual([action for action, _ in outcomes], root.legal_actions())
        self.assertEqual(len(root.legal_actions_mask()), game.max_chance_outcomes())
        self.assertEqual(game.new_initial_state().chance_outcomes(), [])

    def test_history_has_the_outcomes(self) -> None:
        state = ludoforge.load("kuhn-poker").new_initial_state(chance="explicit")
        while not state.is_terminal():
            state.apply_action(state.legal_actions()[0])
        self.assertEqual(len(state.history()), 2 + 2)
        self.assertEqual(state.history_str(), ", ".join(map(str, state.history())))

    def test_big_game(self) -> None:
        """A game with dice and a deck, with chance in our hands."""
        state = ludoforge.load("fire-in-the-lake").new_initial_state(chance="explicit")
        draw = random.Random(2)
        met = 0
        while not state.is_terminal() and state.move_number() < 400:
            if state.is_chance_node():
                met += 1
                ids, chances = zip(*state.chance_outcomes())
                self.assertAlmostEqual(sum(chances), 1.0)
                state.apply_action(draw.choices(ids, chances)[0])
            else:
                state.apply_action(draw.choice(state.legal_actions()))
        self.assertGreater(met, 3)


class Copies(unittest.TestCase):
    def test_clones_go_their_own_way(self) -> None:
        state = ludoforge.load("reversi").new_initial_state()
        before = state.hash()
        for made in (state.clone(), copy.copy(state), copy.deepcopy(state),
                     pickle.loads(pickle.dumps(state))):
            self.assertTrue(made.equals(state))
            random_game(made, 1)
        self.assertEqual(state.hash(), before)

    def test_serialized_states_go_on_alike(self) -> None:
        for name in [*SMALL, "fire-in-the-lake"]:
            game = ludoforge.load(name)
            state = game.new_initial_state(seed=9)
            random_game(state, 4, 7)
            again = game.deserialize_state(state.serialize())
            self.assertEqual(again.history(), state.history())
            self.assertEqual(random_game(again, 5, 60), random_game(state, 5, 60))
            self.assertTrue(again.equals(state))

    def test_information_state_survives(self) -> None:
        for chance in ("sampled", "explicit"):
            state = ludoforge.load("kuhn-poker").new_initial_state(seed=2, chance=chance)
            while state.move_number() < 3 and not state.is_terminal():
                state.apply_action(state.legal_actions()[0])
            early = state.clone()  # asks later than the state itself
            known = state.information_state_string(0)
            self.assertEqual(state.clone().information_state_string(0), known)
            self.assertEqual(early.information_state_string(0), known)
            self.assertEqual(pickle.loads(pickle.dumps(state)).information_state_string(0), known)

    def test_pickled_game(self) -> None:
        game = ludoforge.load("tic-tac-toe")
        self.assertIs(copy.deepcopy(game), game)
        self.assertEqual(pickle.loads(pickle.dumps(game)).identity, game.identity)
        source = (GAMES / "tic-tac-toe.game-spec.md").read_bytes()
        self.assertEqual(pickle.loads(pickle.dumps(ludoforge.load(source))).identity, game.identity)


class Loading(unittest.TestCase):
    def test_by_name_path_and_bytes(self) -> None:
        path = GAMES / "tic-tac-toe.game-spec.md"
        games = [ludoforge.load(source)
                 for source in ("tic-tac-toe", path, str(path), path.read_bytes())]
        games.append(ludoforge.load(games[0].to_json().encode()))
        games.append(ludoforge.load(games[0].to_image()))
        self.assertEqual(len({game.identity for game in games}), 1)
        self.assertEqual(len({game.num_distinct_actions() for game in games}), 1)
        self.assertIn("tic-tac-toe", ludoforge.bundled_games())

    def test_every_bundled_game(self) -> None:
        for name in ludoforge.bundled_games():
            with self.subTest(name):
                game = ludoforge.load(name)
                self.assertEqual(game.id, name)
                self.assertTrue(game.title)
                self.assertGreater(game.num_distinct_actions(), 0)
                self.assertEqual(game.describe()["id"], name)
                self.assertEqual(game.describe()["players"], game.max_num_players())
                random_game(game.new_initial_state(seed=1), 1, 300)

    def test_payoffs_have_a_unit(self) -> None:
        self.assertEqual(ludoforge.load("texas-holdem").payoff_unit(), "chips")
        self.assertEqual(ludoforge.load("tic-tac-toe").payoff_unit(), "")

    def test_wrong_specs_are_told_where(self) -> None:
        source = (GAMES / "tic-tac-toe.game-spec.md").read_bytes()
        with self.assertRaises(ludoforge.SpecError) as told:
            ludoforge.load(source.replace(b"activePlayer", b"activePlyer"), "noughts.md")
        self.assertIn("did you mean", str(told.exception))
        first = told.exception.diagnostics[0]
        self.assertTrue(first.is_error)
        self.assertEqual(first.file, "noughts.md")
        self.assertRegex(str(first), r"^noughts\.md:\d+:\d+: error\[E\d+\]: ")
        self.assertEqual(pickle.loads(pickle.dumps(told.exception)).diagnostics,
                         told.exception.diagnostics)

    def test_unknown_names(self) -> None:
        for name in ("tic-tac-tow", "no/such/file.game-spec.md", "", "../README"):
            with self.subTest(name), self.assertRaises(ludoforge.SpecError) as told:
                ludoforge.load(name)
            self.assertTrue(str(told.exception))
        with self.assertRaisesRegex(ludoforge.SpecError, "tic-tac-toe"):
            ludoforge.load("tic-tac-tow")
        for odd in (b"", b"\0\xff\xfe", b"# only a title"):
            with self.subTest(odd), self.assertRaises(ludoforge.SpecError):
                ludoforge.load(odd)


class Mistakes(unittest.TestCase):
    def setUp(self) -> None:
        self.game = ludoforge.load("tic-tac-toe")
        self.state = self.game.new_initial_state()

    def test_illegal_actions(self) -> None:
        action = self.state.legal_actions()[0]
        self.state.apply_action(action)
        before = self.state.hash()
        for wrong in (action, -1, self.game.num_distinct_actions(), 2**31,
                      2**32 + self.state.legal_actions()[0], -(2**70)):
            with self.subTest(wrong), \
                    self.assertRaisesRegex(ludoforge.IllegalActionError, "is not legal here"):
                self.state.apply_action(wrong)
        with self.assertRaises(TypeError):
            self.state.apply_action("1")  # type: ignore[arg-type]
        self.assertEqual(self.state.hash(), before)
        self.assertEqual(self.state.history(), [action])

    def test_nothing_after_the_end(self) -> None:
        random_game(self.state, 1)
        with self.assertRaises(ludoforge.GameOverError):
            self.state.apply_action(0)

    def test_players_that_play(self) -> None:
        """An option says how many of nine seats play: they count, and nobody else."""
        game = ludoforge.load("texas-holdem")
        counts = [game.num_players(), game.num_players({"players": 6}), game.max_num_players()]
        self.assertEqual(counts, [3, 6, 9])
        for wanted, options in ((3, None), (2, {"players": 2}), (9, {"players": 9})):
            state = game.new_initial_state(seed=1, options=options)
            self.assertEqual(state.num_players(), wanted)
            while not state.is_terminal():
                state.apply_action(state.legal_actions()[0])
            self.assertEqual(len(state.returns()), wanted)
            self.assertEqual(sum(state.returns()), 0, "what some win the others lose")
            self.assertEqual(state.player_return(wanted - 1), state.returns()[-1])
            if wanted < 9:
                with self.assertRaisesRegex(ludoforge.ArgumentError, "does not play"):
                    state.player_return(wanted)
        env = AECEnv(game, options={"players": 4})
        env.reset(seed=1)
        self.assertEqual((len(env.agents), len(env.possible_agents)), (4, 9))
        env.reset(seed=1, options={"players": 2})
        self.assertEqual(len(env.agents), 2)
        found = Agent(game, "random", 0, 1).evaluate(game.new_initial_state(seed=1))
        self.assertEqual((len(found.win), len(found.margin)), (3, 3))

    def test_wrong_players_and_numbers(self) -> None:
        for player in (-2, 2, 99):
            with self.subTest(player):
                for ask in (self.state.observation_tensor, self.state.observation_string,
                            self.state.information_state_string):
                    with self.assertRaisesRegex(ludoforge.ArgumentError, "there is no player"):
                        ask(player)
        with self.assertRaises(ludoforge.ArgumentError):
            self.state.determinize(-1, 0)
        with self.assertRaisesRegex(ludoforge.ArgumentError, "there is no action 100000"):
            self.game.action_to_string(100000)
        for seed in (-1, 2**64):
            with self.assertRaises(ValueError):
                self.game.new_initial_state(seed=seed)
        with self.assertRaisesRegex(ValueError, "explicit"):
            self.game.new_initial_state(chance="maybe")
        with self.assertRaises(ValueError):
            self.state.observation_tensor(0, out=self.state.observation_tensor(0)[:3])

    def test_wrong_bytes(self) -> None:
        good = self.state.serialize()
        head, block = good.split(b"\n", 2)[:2], good.split(b"\n", 2)[2]
        for data in (b"", b"hello", good[:-1], good[:30], good + b"x",
                     b"\n".join([*head, bytes(len(block))])):
            with self.subTest(data[:40]), self.assertRaises(ludoforge.InputError):
                self.game.deserialize_state(data)
        with self.assertRaises(ludoforge.LudoForgeError):
            ludoforge.load("reversi").deserialize_state(good)
        forged = good.replace(b'"actions": []', b'"actions": [0, 0, 7]')
        self.assertNotEqual(forged, good)
        with self.assertRaises(ludoforge.LudoForgeError):
            self.game.deserialize_state(forged).information_state_string(0)

    def test_numpy_integers_are_actions(self) -> None:
        self.state.apply_action(self.state.legal_actions_mask().argmax())
        self.assertEqual(self.state.move_number(), 1)


class Lifetime(unittest.TestCase):
    def test_states_keep_their_game(self) -> None:
        state = ludoforge.load("tic-tac-toe").new_initial_state()
        random_game(state, 1)
        self.assertTrue(state.is_terminal())

    def test_cycles_are_collected(self) -> None:
        """The collector of cycles finalizes in any order: neither order may touch what is freed."""
        import gc

        used: List[bool] = []

        class Holder:
            def __init__(self) -> None:
                self.game = ludoforge.load("tic-tac-toe")
                self.state = self.game.new_initial_state()
                self.state.information_state_string(0)
                self.me = self

            def __del__(self) -> None:
                try:
                    used.append(self.state.is_terminal())
                except AttributeError:
                    used.append(False)

        for _ in range(5):
            Holder()
        gc.collect()
        self.assertEqual(used, [False] * 5)

    def test_threads(self) -> None:
        """Threads that share a game play as one does."""
        game = ludoforge.load("fire-in-the-lake")
        expected = [random_game(game.new_initial_state(seed=seed), seed, 150) for seed in range(6)]
        found: Dict[int, List[int]] = {}

        def work(seed: int) -> None:
            found[seed] = random_game(game.new_initial_state(seed=seed), seed, 150)

        threads = [threading.Thread(target=work, args=(seed,)) for seed in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual([found[seed] for seed in range(6)], expected)


if __name__ == "__main__":
    unittest.main()
