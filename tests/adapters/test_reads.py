"""What is read back: streams, versions, lists, players."""

import asyncio
from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.eventstore import batch
from adapters.postgres.database import Database
from service.ports import Append, Appended, MatchFilter, NewEvent, Player, StoreUnavailable, Token
from tests.adapters.examples import commit, key, summary


async def test_a_stream_is_read_from_after_a_version_and_until_another(db: Database) -> None:
    match = uuid4()
    await db.store.append(commit(match, 0, 4))
    await db.store.append(commit(match, 4, 4))
    assert [row.version for row in await db.store.read(match, 6)] == [7, 8]
    assert [row.version for row in await db.store.read(match, 2, 5)] == [3, 4, 5]
    assert await db.store.read(match, 8) == []
    assert await db.store.read(uuid4()) == []


async def test_b25_what_was_acknowledged_is_read_at_once_by_everybody(db: Database) -> None:
    async def play(match: UUID) -> None:
        for version in range(5):
            verdict = await db.store.append(commit(match, version))
            assert isinstance(verdict, Appended)
            assert await db.store.version(match) == version + 1
            row = await db.summaries.get(match)
            assert row is not None
            assert row.version == version + 1
            assert (await db.store.read(match))[-1].version == version + 1

    await asyncio.gather(*(play(uuid4()) for _ in range(40)))


async def test_versions_asked_for_at_the_same_time_are_one_query(db: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    matches = [uuid4() for _ in range(30)]
    await asyncio.gather(*(db.store.append(commit(match, 0, place + 1)) for place, match in enumerate(matches)))
    queries: list[str] = []
    fetch = db.pool.fetch

    async def counted(query: str, *values: object) -> object:
        queries.append(query)
        return await fetch(query, *values)  # type: ignore[arg-type]

    monkeypatch.setattr(db.pool, "fetch", counted)
    asked = [*matches, uuid4(), *matches]
    assert await asyncio.gather(*map(db.store.version, asked)) == [*range(1, 31), 0, *range(1, 31)]
    assert len(queries) == 1


async def test_a_version_asked_for_while_a_query_runs_is_not_answered_by_it(
    db: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The running query may have read before the commit that the asker knows of."""
    match = uuid4()
    await db.store.append(commit(match, 0))
    fetch = db.pool.fetch
    answered = asyncio.Event()

    async def slowly(query: str, *values: object) -> object:
        rows = await fetch(query, *values)  # type: ignore[arg-type]
        answered.set()
        await asyncio.sleep(0.05)
        return rows

    monkeypatch.setattr(db.pool, "fetch", slowly)
    early = asyncio.create_task(db.store.version(match))
    await answered.wait()
    await db.store.append(commit(match, 1))
    assert await db.store.version(match) == 2
    assert await early == 1


async def test_a_version_that_cannot_be_read_is_unavailable_and_the_next_one_is_read(
    db: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(*_: object) -> object:
        raise StoreUnavailable

    with monkeypatch.context() as patch:
        patch.setattr(db.pool, "fetch", fails)
        told = await asyncio.gather(db.store.version(uuid4()), db.store.version(uuid4()), return_exceptions=True)
        assert [type(error) for error in told] == [StoreUnavailable, StoreUnavailable]
    assert await db.store.version(uuid4()) == 0


words = st.text(st.characters(codec="utf-8", exclude_characters="\x00\n"))
values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53), 2**53)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)


def test_b16_whatever_an_event_holds_comes_back_as_the_same_bytes(conninfo: str) -> None:
    with asyncio.Runner() as runner:
        opened = Database.open(conninfo, pool_size=2, migrating=False)
        db = runner.run(opened.__aenter__())

        @given(st.lists(st.tuples(words, values), min_size=1, max_size=4), words)
        def comes_back(events: list[tuple[str, object]], player: str) -> None:
            runner.run(there_and_back(db, events, player))

        comes_back()
        runner.run(opened.__aexit__(None, None, None))


async def there_and_back(db: Database, events: list[tuple[str, object]], player: str) -> None:
    match = uuid4()
    stored = tuple(NewEvent(topic, msgspec.json.encode(value)) for topic, value in events)
    row = summary(players=(player,) if player else (), waited=(), body=msgspec.json.encode(events[0][1]))
    await db.store.append(Append(match, 0, uuid4(), stored, row, 0))
    assert [(one.topic, one.state) for one in await db.store.read(match)] == [(one.topic, one.state) for one in stored]
    found = await db.summaries.get(match)
    assert found is not None
    assert found.summary == row


def test_arrays_are_as_postgres_reads_them() -> None:
    """Header: one dimension, may hold nulls, element type, count, lower bound; then length and bytes of each."""
    assert batch._array(batch.Integers, [b"\x00\x00\x00\x07", None]) == bytes.fromhex(
        "00000001 00000001 00000017 00000002 00000001 00000004 00000007 ffffffff"
    )


async def test_a_row_is_written_with_the_events_and_keeps_its_birth(db: Database) -> None:
    match = uuid4()
    changed = summary(move=1, visibility="unlisted", waited=("ann", "bob"), body=b'{"v":3}')
    first = await db.store.append(commit(match, 0, row=summary(status="open", players=("ann",), waited=())))
    later = await db.store.append(commit(match, 1, 2, row=changed))
    assert isinstance(first, Appended)
    assert isinstance(later, Appended)
    row = await db.summaries.get(match)
    assert row is not None
    assert (row.match, row.version) == (match, 3)
    assert row.summary == changed
    assert (row.created_at, row.updated_at) == (first.recorded_at, later.recorded_at)
    assert await db.summaries.get(uuid4()) is None


async def test_a_refused_commit_leaves_the_row_alone(db: Database) -> None:
    match = uuid4()
    await db.store.append(commit(match, 0, key=key()))
    await db.store.append(commit(match, 0, row=summary(status="finished")))
    await db.store.append(commit(match, 1, key=key(), row=summary(status="finished")))
    row = await db.summaries.get(match)
    assert row is not None
    assert (row.version, row.summary.status) == (1, "running")


async def test_pages_go_from_the_newest_on_without_gap_or_repetition(db: Database) -> None:
    matches = [uuid4() for _ in range(23)]
    await asyncio.gather(*(db.store.append(commit(match, 0)) for match in matches))
    found, before = [], None
    while page := await db.summaries.page(MatchFilter(None), 5, before):
        found += page
        before = (page[-1].created_at, page[-1].match)
    assert sorted(row.match for row in found) == sorted(matches)
    assert [(row.created_at, row.match) for row in found] == sorted(
        ((row.created_at, row.match) for row in found), reverse=True
    )


async def test_lists_show_what_the_viewer_may_know_of(db: Database) -> None:
    public, unlisted, private = uuid4(), uuid4(), uuid4()
    for match, visibility in ((public, "public"), (unlisted, "unlisted"), (private, "private")):
        await db.store.append(commit(match, 0, row=summary(visibility=visibility, players=("ann", "bob"))))

    async def seen(**where: str | None) -> set[UUID]:
        return {row.match for row in await db.summaries.page(MatchFilter(**where), 10, None)}  # type: ignore[arg-type]

    assert await seen(viewer=None) == {public}
    assert await seen(viewer="eve") == {public}
    assert await seen(viewer="ann") == {public, unlisted, private}
    assert await seen(viewer="eve", player="ann") == {public}
    assert await seen(viewer=None, player="ann", to_act="ann") == {public}
    assert await seen(viewer="bob", player="ann") == {public, unlisted, private}


async def test_filters_narrow_the_list(db: Database) -> None:
    toy, other, over = uuid4(), uuid4(), uuid4()
    await db.store.append(commit(toy, 0))
    await db.store.append(commit(other, 0, row=summary(game="other", players=("ann", "eve"), waited=("eve",))))
    await db.store.append(commit(over, 0, row=summary(status="finished", waited=())))

    async def seen(**where: str) -> set[UUID]:
        return {row.match for row in await db.summaries.page(MatchFilter(None, **where), 10, None)}

    assert await seen(game="toy") == {toy, over}
    assert await seen(status="running") == {toy, other}
    assert await seen(player="bob") == {toy, over}
    assert await seen(to_act="ann") == {toy}
    assert await seen(to_act="eve", game="toy") == set()
    assert await seen(game="'; DROP TABLE matches; --") == set()
    assert await db.summaries.waiting() == [toy, other]


BORN = datetime(2026, 5, 4, 3, 2, 1, 1, UTC)


def person(name: str = "ann") -> Player:
    return Player(f"player-{name}", name, BORN)


def token(player: Player, name: str = "first", minutes: int = 0) -> Token:
    return Token(uuid4(), player.id, name, ("play", "read"), BORN + timedelta(minutes=minutes))


async def test_a_player_is_found_by_the_digest_of_a_token(db: Database) -> None:
    ann = person()
    first = token(ann)
    await db.players.create(ann, first, b"digest-1")
    assert await db.players.by_digest(b"digest-1") == (ann, first)
    assert await db.players.by_digest(b"digest-2") is None


async def test_names_are_of_those_who_exist_and_may_change(db: Database) -> None:
    ann, bob = person(), person("bob 🎲\u202e")
    await db.players.create(ann, token(ann), b"a")
    await db.players.create(bob, token(bob), b"b")
    await db.players.rename(ann.id, "Anna")
    assert await db.players.names([ann.id, bob.id, "nobody"]) == {ann.id: "Anna", bob.id: bob.name}
    assert await db.players.names([]) == {}


async def test_tokens_are_several_named_and_revocable(db: Database) -> None:
    ann, bob = person(), person("bob")
    first, second, others = token(ann), token(ann, "phone", 5), token(bob)
    await db.players.create(ann, first, b"a")
    await db.players.create(bob, others, b"b")
    await db.players.add_token(second, b"a2")
    assert await db.players.tokens(ann.id) == [first, second]
    assert not await db.players.revoke(ann.id, others.id)
    assert await db.players.revoke(ann.id, first.id)
    assert not await db.players.revoke(ann.id, first.id)
    assert await db.players.tokens(ann.id) == [second]
    assert await db.players.by_digest(b"a") is None
    assert await db.players.by_digest(b"a2") == (ann, second)


async def test_e09_an_erased_player_leaves_no_name_and_no_token(db: Database, conninfo: str) -> None:
    ann = Player("player-7", "Annabel-Canary", BORN)
    await db.players.create(ann, token(ann), b"a")
    await db.store.append(commit(uuid4(), 0, row=summary(players=(ann.id,))))
    await db.players.erase(ann.id)
    await db.players.erase(ann.id)
    assert await db.players.names([ann.id]) == {}
    assert await db.players.by_digest(b"a") is None
    await db.players.add_token(token(ann), b"a2")
    assert await db.players.by_digest(b"a2") is None
    tables = await db.pool.fetch(
        "SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema()"
    )
    assert len(tables) > 5
    for (name,) in tables:
        found = await db.pool.fetch(f"SELECT count(*) FROM {name} AS one WHERE one::text LIKE %s", ["%Canary%"])
        assert found == [(0,)], name


async def test_creating_a_player_twice_is_creating_him_once(db: Database) -> None:
    """A lost answer makes the adapter ask again."""
    ann = person()
    first = token(ann)
    await db.players.create(ann, first, b"a")
    await db.players.create(ann, first, b"a")
    assert await db.players.tokens(ann.id) == [first]
