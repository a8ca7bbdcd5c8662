"""The committer's verdicts, on a real Postgres."""

import asyncio
from datetime import UTC, datetime, timedelta
from uuid import uuid4

import msgspec
import pytest

from adapters.postgres.database import Database
from service.ports import Append, Appended, Conflict, Duplicate, NewEvent, StoreRefused
from tests.adapters.examples import commit, key, summary


async def test_a_commit_is_stored_whole_and_read_back_byte_for_byte(db: Database) -> None:
    match, secret = uuid4(), bytes(range(32))
    events = (
        NewEvent("toy.dealt", '{"name":"Zoë \\u0000 🎲","n":1.50}'.encode()),
        NewEvent("toy.dealt:2", b'{ "kept" : "as it is" }', b'{"move":0,"a":[1,2]}'),
    )
    verdict = await db.store.append(Append(match, 0, uuid4(), events, summary(), 0, secret=secret))
    rows = await db.store.read(match)
    assert isinstance(verdict, Appended)
    assert (verdict.version, verdict.again) == (2, False)
    assert [(row.version, row.topic, row.state) for row in rows] == [
        (1, "toy.dealt", '{"name":"Zoë \\u0000 🎲","n":1.50}'.encode()),
        (2, "toy.dealt:2", b'{ "kept" : "as it is" }'),
    ]
    assert rows[0].meta is None
    assert msgspec.json.decode(rows[1].meta or b"") == {"move": 0, "a": [1, 2]}
    assert rows[1].position == verdict.position == rows[0].position + 1
    assert rows[0].recorded_at == rows[1].recorded_at == verdict.recorded_at
    assert abs(datetime.now(UTC) - verdict.recorded_at) < timedelta(minutes=1)
    assert await db.store.secret(match) == secret


async def test_a_stale_version_is_a_conflict_and_writes_nothing(db: Database) -> None:
    match = uuid4()
    await db.store.append(commit(match, 0, 3))
    assert await db.store.append(commit(match, 2, key=key())) == Conflict(3)
    assert await db.store.append(commit(match, 4, key=key())) == Conflict(3)
    assert await db.store.append(commit(match, 0, key=key(), secret=b"other")) == Conflict(3)
    assert await db.store.append(commit(uuid4(), 1)) == Conflict(0)
    assert len(await db.store.read(match)) == 3
    assert await db.store.secret(match) is None
    assert await db.store.find_key("match:ann", b"key-1") is None


async def test_a_known_key_is_a_duplicate_of_the_first_commit(db: Database) -> None:
    match = uuid4()
    await db.store.append(commit(match, 0, 2, key=key()))
    await db.store.append(commit(match, 2))
    again = await db.store.append(commit(match, 3, key=key(body=b"body-2")))
    assert again == Duplicate(match, 0, 2, b"body-1")
    assert again == await db.store.find_key("match:ann", b"key-1")
    assert await db.store.version(match) == 3


async def test_a_known_key_counts_before_a_stale_version(db: Database) -> None:
    match = uuid4()
    await db.store.append(commit(match, 0, key=key()))
    assert await db.store.append(commit(match, 0, key=key())) == Duplicate(match, 0, 1, b"body-1")


async def test_the_same_key_of_somebody_else_is_another_key(db: Database) -> None:
    await db.store.append(commit(uuid4(), 0, key=key("create:ann")))
    assert isinstance(await db.store.append(commit(uuid4(), 0, key=key("create:bob"))), Appended)


async def test_a_known_command_is_answered_as_the_first_time(db: Database) -> None:
    first = commit(uuid4(), 0, 2, key=key(), secret=b"s")
    stored = await db.store.append(first)
    await db.store.append(commit(first.match, 2))
    assert isinstance(stored, Appended)
    assert await db.store.append(first) == msgspec.structs.replace(stored, again=True)
    assert await db.store.version(first.match) == 3


async def test_refused_neighbours_cost_a_batch_nothing(db: Database) -> None:
    old = [commit(uuid4(), 0, 2, key=key("m", bytes([n]))) for n in range(10)]
    await asyncio.gather(*(db.store.append(one) for one in old))
    new = [commit(uuid4(), 0, 3) for _ in range(10)]
    stale = [commit(one.match, 1) for one in old[:5]]
    reused = [commit(uuid4(), 0, key=one.key) for one in old]
    known = old[5:]
    mixed = [one for group in zip(new, [*stale, *known], reused, strict=True) for one in group]
    verdicts = dict(zip(map(id, mixed), await asyncio.gather(*map(db.store.append, mixed)), strict=True))
    assert [verdicts[id(one)] for one in stale] == [Conflict(2)] * 5
    assert [verdicts[id(one)] for one in reused] == [Duplicate(one.match, 0, 2, b"body-1") for one in old]
    for one in new:
        verdict = verdicts[id(one)]
        assert isinstance(verdict, Appended)
        assert verdict.version == 3
    for one in known:
        verdict = verdicts[id(one)]
        assert isinstance(verdict, Appended)
        assert verdict.again
    assert await db.store.version(reused[0].match) == 0


async def test_b15_of_fifty_claims_of_one_version_exactly_one_succeeds(db: Database) -> None:
    match = uuid4()
    await db.store.append(commit(match, 0))
    verdicts = await asyncio.gather(*(db.store.append(commit(match, 1)) for _ in range(50)))
    assert sum(isinstance(verdict, Appended) for verdict in verdicts) == 1
    assert verdicts.count(Conflict(2)) == 49
    assert [row.version for row in await db.store.read(match)] == [1, 2]


async def test_one_key_fifty_times_at_once_is_one_commit(db: Database) -> None:
    matches = [uuid4() for _ in range(50)]
    verdicts = await asyncio.gather(*(db.store.append(commit(match, 0, key=key("create:ann"))) for match in matches))
    winners = [match for match, verdict in zip(matches, verdicts, strict=True) if isinstance(verdict, Appended)]
    assert len(winners) == 1
    assert verdicts.count(Duplicate(winners[0], 0, 1, b"body-1")) == 49


async def test_b14_a_poisoned_append_fails_alone(db: Database) -> None:
    broken = commit(uuid4(), 0, key=key())
    poisons = [
        msgspec.structs.replace(broken, events=(NewEvent("toy.x", b"{}", b"not json"),)),
        msgspec.structs.replace(broken, events=(NewEvent("toy.x\x00", b"{}", b"{}"),)),
        msgspec.structs.replace(broken, events=(NewEvent("toy.\ud800", b"{}", b"{}"),)),
        msgspec.structs.replace(broken, events=(NewEvent("toy.x", b"{}", b'{"nul":"\\u0000"}'),)),
        msgspec.structs.replace(broken, move=2**31),
    ]
    good = [commit(uuid4(), 0) for _ in range(8)]
    mixed = [*good[:4], *poisons, *good[4:]]
    verdicts = await asyncio.gather(*map(db.store.append, mixed), return_exceptions=True)
    assert all(isinstance(verdict, StoreRefused) for verdict in verdicts[4:9])
    assert all(isinstance(verdict, Appended) for verdict in [*verdicts[:4], *verdicts[9:]])
    assert await db.store.version(broken.match) == 0
    assert await db.store.find_key("match:ann", b"key-1") is None


async def test_a_commit_without_events_is_refused(db: Database) -> None:
    match = uuid4()
    await db.store.append(commit(match, 0))
    with pytest.raises(StoreRefused):
        await db.store.append(msgspec.structs.replace(commit(match, 1, key=key()), events=()))


async def test_cancelling_the_caller_does_not_cancel_the_commit(db: Database) -> None:
    one = commit(uuid4(), 0)
    caller = asyncio.create_task(db.store.append(one))
    await asyncio.sleep(0)
    caller.cancel()
    with pytest.raises(asyncio.CancelledError):
        await caller
    await db.store.append(commit(uuid4(), 0))
    assert await db.store.version(one.match) == 1


async def test_commits_of_one_match_keep_the_order_of_their_calls(db: Database) -> None:
    match = uuid4()
    verdicts = await asyncio.gather(*(db.store.append(commit(match, version)) for version in range(20)))
    assert [verdict.version for verdict in verdicts] == list(range(1, 21))
    assert all(isinstance(verdict, Appended) for verdict in verdicts)


async def test_closing_stores_what_waits_and_takes_nothing_more(conninfo: str) -> None:
    async with Database.open(conninfo, migrating=False) as db:
        matches = [uuid4() for _ in range(20)]
        callers = [asyncio.create_task(db.store.append(commit(match, 0))) for match in matches]
        await asyncio.sleep(0)
    assert all(isinstance(verdict, Appended) for verdict in await asyncio.gather(*callers))


async def test_b24_order_never_follows_the_clock(db: Database) -> None:
    """Two events of one commit have one time; order and reads go by version and position alone."""
    match = uuid4()
    await db.store.append(commit(match, 0, 5))
    rows = await db.store.read(match)
    assert len({row.recorded_at for row in rows}) == 1
    assert [row.position for row in rows] == sorted(row.position for row in rows)
    assert [row.version for row in rows] == [1, 2, 3, 4, 5]
