"""Playing many matches at random by the bare rules, for throughput and for finding what never happens."""

import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from hashlib import sha256
from typing import Any

import msgspec
from msgspec import Struct

from adapters.worker.luck import Luck
from domain.catalog import current
from domain.kernel.chance import KeyedChance
from domain.kernel.forms import random_choice
from domain.kernel.game import AnyGame
from domain.kernel.values import tag

LOT = 4
"""Matches that a process plays at a time, so that progress shows."""


class Plan(Struct, frozen=True):
    """What is played."""

    game: str
    seats: int
    settings: dict[str, Any]
    seed: int


class Result(Struct, frozen=True):
    """A match that came to its end; `seconds` of one process."""

    number: int
    actions: int
    events: int
    seconds: float
    winners: tuple[int, ...]
    scores: tuple[int | None, ...]
    kinds: dict[str, int]


def checked(game: AnyGame, plan: Plan) -> Any:
    """The settings of a plan; raises ValidationError or IllegalAction."""
    settings = msgspec.convert(plan.settings, game.types.settings)
    game.check(settings, plan.seats)
    return settings


def play(plan: Plan, number: int) -> Result:
    """One match; the same seed and number give the same again."""
    game = current(plan.game)
    settings = checked(game, plan)
    label = f"{plan.seed}:{number}".encode()
    luck = Luck(int.from_bytes(sha256(label).digest()[:8], "big"))
    chance = KeyedChance(sha256(b"draws " + label).digest())
    began, actions, kinds = time.perf_counter(), 0, Counter[str]()
    state: Any = None
    events = list(game.deal(settings, plan.seats, chance))
    while True:
        kinds.update(tag(event) for event in events)
        for event in events:
            state = game.evolve(state, event)
        decisions = game.decisions(state)
        if not decisions:
            break
        seat = decisions[luck.below(len(decisions))].seat
        action = random_choice(game.forms(state, seat), luck).action
        kinds[tag(action)] += 1
        actions += 1
        events = list(game.decide(state, seat, action, chance))
    outcome = game.outcome(state)
    by_seat = {standing.seat: standing.score for standing in outcome.standings if standing.seat is not None}
    return Result(
        number=number,
        actions=actions,
        events=sum(count for kind, count in kinds.items() if kind in _event_tags(game)),
        seconds=time.perf_counter() - began,
        winners=outcome.winners,
        scores=tuple(by_seat[seat] for seat in sorted(by_seat)),
        kinds=dict(kinds),
    )


def _event_tags(game: AnyGame) -> frozenset[str]:
    return frozenset(tag(kind) for kind in game.types.events)


def play_all(plan: Plan, matches: int, jobs: int) -> Iterator[Result]:
    """All matches, as they end, on so many processes."""
    if jobs == 1:
        yield from map(partial(play, plan), range(matches))
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(partial(play, plan), range(matches), chunksize=LOT)


def settings_of(game: AnyGame, pairs: tuple[str, ...]) -> dict[str, Any]:
    """`name=value` pairs as settings; values are JSON, or else text."""
    known = game.types.settings.__struct_fields__
    found: dict[str, Any] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or name not in known:
            raise ValueError(f"{pair}: settings are written NAME=VALUE; names are {', '.join(known)}")
        try:
            found[name] = msgspec.json.decode(value.encode())
        except msgspec.DecodeError:
            found[name] = value
    return found
