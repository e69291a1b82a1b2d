"""Many games at once: one call steps them all, and writes into numpy arrays without a copy.

    env = BatchEnv(game, 1024, seed=1)
    step = env.reset()
    while training:
        step = env.step(policy(step.observations, step.masks))

The arrays of a step belong to the environment, and the next call overwrites them. Copy what you
want to keep.
"""

from __future__ import annotations

from ctypes import POINTER, byref, c_float, c_int8, c_int32, c_uint8, c_uint64
from ctypes import pointer as pointer_to
from operator import index
from typing import Any, Mapping, NamedTuple, Optional, Tuple

from ._exclusive import Exclusive, exclusive
from ._library import lf
from ._numpy import numpy, pointer
from ._structs import OPTIONS_MAX, BatchConfig, BatchViews, Error
from .errors import check, raise_error
from .game import Game
from .setup import check_seed, make_setup
from .state import State


class Step(NamedTuple):
    """What a call of reset or step wrote; None for what was not requested.

    Rewards and `done` belong to the step that was made, everything else to the decision that is
    pending now.
    """

    observations: Any  #: [games, numbers], float32 or int8, as the player sees it who decides
    rewards: Any  #: [games, players], float32: the returns of a game that ended, else 0
    done: Any  #: [games], uint8
    masks: Any  #: [games, actions], uint8, 1 where legal; or bits in uint64 words
    players: Any  #: [games], int32: who decides; -1 where no game goes on
    legal: Any  #: [games, LF_OPTIONS_MAX], int32: legal ids, -1 behind them
    legal_counts: Any  #: [games], int32


#: What may be asked for: the field of lf_batch_views, its type, and its name in numpy.
_OBSERVATIONS = {"float32": ("observations", c_float), "int8": ("observed_bytes", c_int8)}
_MASKS = {"bytes": ("masks", c_uint8, "uint8"), "bits": ("mask_words", c_uint64, "uint64")}


@exclusive()
class BatchEnv(Exclusive):
    """Many games with the same rules, stepped together.

    Parameters
    ----------
    games : how many games
    threads : how many threads step them; 0: one for each core. The results do not depend on it.
    auto_reset : whether a finished game starts again in the same step
    observations : "float32", "int8" or None
    masks : "bytes", "bits" or None
    legal : whether to write lists of legal ids

    What you do not request costs nothing.
    """

    def __init__(
        self,
        game: Game,
        games: int,
        *,
        seed: int = 0,
        scenario: Optional[str] = None,
        options: Optional[Mapping[str, object]] = None,
        forced: str = "game",
        threads: int = 1,
        auto_reset: bool = True,
        observations: Optional[str] = "float32",
        masks: Optional[str] = "bytes",
        legal: bool = False,
    ) -> None:
        self.game, self.games, self.seed = game, index(games), check_seed(seed)
        if self.games < 1 or threads < 0:
            raise ValueError("a batch has at least one game, and `threads` is not negative")
        self._views = BatchViews()
        self.last = self._make_arrays(observations, masks, legal)
        self._ids = numpy("BatchEnv").zeros(self.games, dtype="int32")
        setup = make_setup(self.seed, scenario, options, forced=forced).to_c()
        config = BatchConfig(setup=pointer_to(setup), games=self.games, threads=threads,
                             no_reset=not auto_reset)
        error = Error()
        batch = lf.lf_batch_new(game._handle, byref(config), byref(error))
        if not batch:
            raise_error(error)
        self._batch: int = batch
        self._started = False

    def __del__(self, free: Any = lf.lf_batch_free) -> None:
        batch = self.__dict__.pop("_batch", None)
        if batch is not None:
            free(batch)

    # ---- the arrays ----

    def _array(self, field: str, columns: Tuple[int, ...], dtype: str, kind: Any) -> Any:
        array = numpy("BatchEnv").zeros((self.games, *columns), dtype=dtype)
        setattr(self._views, field, pointer(array, POINTER(kind)))
        return array

    def _make_arrays(self, observations: Optional[str], masks: Optional[str], legal: bool) -> Step:
        game = self.game
        if observations not in (None, *_OBSERVATIONS) or masks not in (None, *_MASKS):
            raise ValueError('`observations` must be "float32", "int8" or None, and `masks` '
                             '"bytes", "bits" or None')
        seen = mask = None
        if observations is not None:
            field, kind = _OBSERVATIONS[observations]
            seen = self._array(field, (game.observation_tensor_size(),), observations, kind)
        if masks is not None:
            field, mask_kind, dtype = _MASKS[masks]
            words = (game.num_distinct_actions() if masks == "bytes"
                     else lf.lf_mask_words(game._handle))
            mask = self._array(field, (words,), dtype, mask_kind)
        return Step(
            observations=seen,
            rewards=self._array("rewards", (game.max_num_players(),), "float32", c_float),
            done=self._array("done", (), "uint8", c_uint8),
            masks=mask,
            players=self._array("deciders", (), "int32", c_int32),
            legal=self._array("legal", (OPTIONS_MAX,), "int32", c_int32) if legal else None,
            legal_counts=self._array("legal_counts", (), "int32", c_int32) if legal else None,
        )

    # ---- playing ----

    def reset(self, seed: Optional[int] = None) -> Step:
        """Starts all games, from a new seed if one is given."""
        if seed is not None:
            self.seed = check_seed(seed)
        error = Error()
        check(lf.lf_batch_reset(self._batch, self.seed, byref(self._views), byref(error)), error)
        self._started = True
        return self.last

    def step(self, actions: Any) -> Step:
        """Takes one action for each game: an array or a list of ids.

        If one of them is illegal, no game steps.
        """
        self._check_started()
        ids = numpy("BatchEnv").ascontiguousarray(actions)
        if ids.dtype != "int32":
            ids = self._narrow(ids)
        if ids.shape != (self.games,):
            raise ValueError(f"`actions` must have one id for each of the {self.games} games, not "
                             f"the shape {ids.shape}")
        error = Error()
        status = lf.lf_batch_step(self._batch, pointer(ids, POINTER(c_int32)), byref(self._views),
                                  byref(error))
        check(status, error)
        return self.last

    @staticmethod
    def _narrow(ids: Any) -> Any:
        if ids.dtype.kind not in "iu":
            raise TypeError(f"actions are integers, not {ids.dtype}")
        np = numpy("BatchEnv")
        return np.clip(ids, -1, 2**31 - 1).astype("int32")  # an id that does not fit stays illegal

    def sample(self) -> Any:
        """A random legal id for each game. The array belongs to the environment."""
        self._check_started()
        lf.lf_batch_sample(self._batch, pointer(self._ids, POINTER(c_int32)))
        return self._ids

    def _check_started(self) -> None:
        if not self._started:
            raise RuntimeError("call reset() before the first step")

    def state(self, number: int) -> State:
        """A copy of one game's position, to continue alone. Its history is not known."""
        self._check_started()
        if not 0 <= index(number) < self.games:
            raise IndexError(f"there is no game {number}: they are 0 … {self.games - 1}")
        return State._copy_of(self.game, lf.lf_batch_state(self._batch, index(number)))

    def __len__(self) -> int:
        return self.games

    def __repr__(self) -> str:
        return f"<BatchEnv: {self.games} games of {self.game.id}>"
