"""The library `eventsourcing` reads our table: notification log, projection runner; it cannot write to it."""

import asyncio
import time
from collections.abc import Iterator
from uuid import UUID, uuid4

import psycopg
import pytest
from eventsourcing.persistence import MapperDeserialisationError, StoredEvent, Tracking
from eventsourcing.postgres import PostgresTrackingRecorder
from eventsourcing.projection import Projection, ProjectionRunner

from adapters.eventstore.library import AppendClosed, ReadOnlyRecorder, environment
from adapters.eventstore.mapper import AllGames, Recorded, RegistryMapper
from adapters.postgres.database import Database
from domain.kernel.codec import encode
from domain.kernel.values import Event
from tests.adapters.examples import commit
from tests.adapters.projector import Counted, Log, Registry


class Sums(PostgresTrackingRecorder):
    """A view that lives in memory; only its position is stored."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self.seen: list[tuple[UUID, int]] = []


class Summing(Projection[Sums]):
    def process_event(self, domain_event: Recorded, tracking: Tracking) -> None:  # type: ignore[override]
        assert isinstance(domain_event.event, Counted)
        assert domain_event.event.number == domain_event.originator_version
        self.view.insert_tracking(tracking)
        self.view.seen.append((domain_event.originator_id, domain_event.originator_version))


@pytest.fixture
def log(conninfo: str) -> Iterator[Log]:
    found = Log(env=environment(conninfo))
    yield found
    found.close()


async def test_the_notification_log_shows_the_commits_in_their_order(db: Database, log: Log) -> None:
    first, second = uuid4(), uuid4()
    for match, expected, events in ((first, 0, 2), (second, 0, 1), (first, 2, 1)):
        await db.store.append(commit(match, expected, events))
    found = await asyncio.to_thread(lambda: list(log.notification_log.select(start=1, limit=10)))
    assert [(one.originator_id, one.originator_version) for one in found] == [
        (first, 1),
        (first, 2),
        (second, 1),
        (first, 3),
    ]
    assert [one.id for one in found] == sorted(one.id for one in found)
    assert log.mapper.to_domain_event(found[3]) == Recorded(first, 3, Counted(3))


async def test_the_projection_runner_follows_and_its_positions_are_ids_not_counts(db: Database, conninfo: str) -> None:
    match = uuid4()
    await db.store.append(commit(match, 0, 3))
    await db.pool.fetch("SELECT nextval('events_notification_id_seq') FROM generate_series(1, 40)")
    runner = await asyncio.to_thread(running, conninfo)
    with runner:
        verdict = await db.store.append(commit(match, 3, 2))
        await asyncio.to_thread(runner.wait, verdict.position, 5)  # type: ignore[union-attr]
        assert runner.view.seen == [(match, version) for version in range(1, 6)]
        assert runner.view.max_tracking_id("events") == verdict.position == 45  # type: ignore[union-attr]


def running(conninfo: str) -> ProjectionRunner[Log, Sums]:
    """A runner of the library on our table."""
    return ProjectionRunner(application_class=Log, projection_class=Summing, view_class=Sums, env=environment(conninfo))


async def test_a_runner_whose_listening_connection_is_killed_goes_on(db: Database, conninfo: str) -> None:
    """The stock subscription ends here for good; ours listens again."""
    match = uuid4()
    runner = await asyncio.to_thread(running, conninfo)
    with runner:
        for version in range(3):
            with psycopg.connect(conninfo, autocommit=True) as owner:
                until = time.monotonic() + 5
                while not owner.execute(KILL).fetchall():
                    assert time.monotonic() < until
                    await asyncio.sleep(0.05)
            verdict = await db.store.append(commit(match, version))
            await asyncio.to_thread(runner.wait, verdict.position, 5)  # type: ignore[union-attr]
    assert runner.view.seen == [(match, 1), (match, 2), (match, 3)]


KILL = """SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND query ILIKE 'LISTEN%events%' AND pid <> pg_backend_pid()"""


async def test_there_is_no_second_way_to_append(db: Database, log: Log) -> None:
    match = uuid4()
    event = Recorded(match, 1, Counted(1))
    stored = [StoredEvent(match, 1, "toy.counted", encode(Counted(1)))]
    for attempt in (
        lambda: log.events.put([event]),
        lambda: log.save(event),
        lambda: log.recorder.insert_events(stored),
    ):
        with pytest.raises(AppendClosed):
            await asyncio.to_thread(attempt)
    recorder = log.recorder
    assert isinstance(recorder, ReadOnlyRecorder)
    with recorder.datastore.transaction() as cursor, pytest.raises(AppendClosed):
        recorder._insert_stored_events(cursor, stored)
    assert await db.store.version(match) == 0
    assert await db.store.read(match) == []


async def test_b18_the_mapper_stores_by_topic_and_reads_only_what_is_registered() -> None:
    mapper = RegistryMapper(Registry())
    match = uuid4()
    stored = mapper.to_stored_event(Recorded(match, 4, Counted(9)))
    assert stored == StoredEvent(match, 4, "toy.counted", b'{"type":"toy.counted","number":9}')
    assert mapper.to_domain_event(stored) == Recorded(match, 4, Counted(9))
    for unknown in ("tests.adapters.projector:Counted", "toy.counted:2", "builtins:object"):
        with pytest.raises(MapperDeserialisationError, match=unknown):
            mapper.to_domain_event(StoredEvent(match, 4, unknown, stored.state))
    with pytest.raises(MapperDeserialisationError):
        mapper.to_domain_event(StoredEvent(match, 4, "toy.counted", b'{"type":"toy.counted","number":"nine"}'))


async def test_events_of_all_games_are_read_by_the_prefix_of_their_topic() -> None:
    toy, other = Registry(), OtherRegistry()
    games = AllGames({"toy": toy, "other": other})  # type: ignore[dict-item]
    assert games.event("toy.counted", encode(Counted(1))) == Counted(1)
    with pytest.raises(LookupError, match="asked the other"):
        games.event("other.moved", b"{}")
    with pytest.raises(KeyError):
        games.event("unheard.of", b"{}")


class OtherRegistry:
    def event(self, name: str, state: bytes) -> Event:
        raise LookupError(f"asked the other for {name}")
