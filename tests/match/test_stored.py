"""What is stored gives the same match again, and whatever is altered in it is found."""

from dataclasses import replace

import msgspec
import pytest

from domain.kernel.codec import encode, table_hash
from domain.kernel.secrecy import ALL
from domain.match.commit import Order, commit
from domain.match.events import MatchEnded
from domain.match.fold import commits, fold
from domain.match.stream import Stream, topic
from domain.match.takebacks import take_back
from domain.match.verify import Verification, verify
from tests.kit.play import Dice, Line, Table, key_of, moves_of, started
from tests.kit.toy import TOY, TOY_2
from tests.kit.toy import actions as a
from tests.kit.toy.events import GemDrawn, Paid
from tests.kit.toy.state import Purse
from tests.match.toy import OPEN, chosen, until

STREAM = Stream(TOY)


@pytest.fixture(scope="module")
def finished() -> Table:
    table = started(TOY, OPEN, 3, "stored")
    for _ in moves_of(table, Dice("stored")):
        pass
    return table


def found(rows: list[Line], key: bytes | None = None) -> Verification:
    return verify(TOY, STREAM, rows, key or key_of("stored"))


def what(rows: list[Line], key: bytes | None = None) -> tuple[str, int] | None:
    divergence = found(rows, key).divergence
    return None if divergence is None else (divergence.what, divergence.version)


def meta_changed(rows: list[Line], place: int, **changes) -> list[Line]:
    data = rows[place].meta
    assert data is not None
    other = encode(msgspec.structs.replace(STREAM.meta(data), **changes))
    return [*rows[:place], replace(rows[place], meta=other), *rows[place + 1 :]]


def test_folding_gives_the_live_match_at_every_commit(finished):
    match, events = None, 0
    for made in finished.commits:
        rows = finished.rows[events : events + len(made.events)]
        match = fold(TOY, STREAM, rows, match)
        events += len(made.events)
        assert match == made.after
    assert match == fold(TOY, STREAM, finished.rows) == finished.now


def test_a_commit_that_is_not_whole_is_left_out(finished):
    whole = finished.commits[0].after
    assert fold(TOY, STREAM, finished.rows[:1]) == whole
    start = next(place for place, row in enumerate(finished.rows) if row.topic == "match.started")
    before = finished.commits[3].after
    assert fold(TOY, STREAM, finished.rows[: start + 2]) == before
    assert list(commits(STREAM, [])) == []
    assert fold(TOY, STREAM, []) is None


def test_a_whole_match_verifies(finished):
    seen = found(finished.rows)
    assert seen.divergence is None
    assert (seen.events, seen.moves) == (finished.now.version, finished.now.move)
    assert seen.draws == sum(len(made.meta.draws) for made in finished.commits)


def test_a_match_with_taken_back_moves_verifies():
    table = chosen(2, "stored")
    table.move(1, a.Arrange((2,)))
    table.take(take_back(TOY, table.now, "p1", table.order("p1")))
    table.move(1, a.LeaveGem())
    assert verify(TOY, STREAM, table.rows, table.key).divergence is None


def ends(finished: Table) -> list[int]:
    """The version at which each row's commit ends."""
    last, found = 0, []
    for made in finished.commits:
        last += len(made.events)
        found += [last] * len(made.events)
    return found


def test_every_altered_byte_is_found(finished):
    for place, end in enumerate(ends(finished)):
        row = finished.rows[place]
        for at in range(0, len(row.state), 7):
            state = row.state[:at] + bytes([row.state[at] ^ 1]) + row.state[at + 1 :]
            rows = [*finished.rows[:place], replace(row, state=state), *finished.rows[place + 1 :]]
            assert what(rows) == ("chain", end)


def test_rows_that_are_missing_doubled_or_exchanged_are_found(finished):
    rows, start = finished.rows, 10
    assert what(rows[:start] + rows[start + 1 :]) is not None
    assert what([*rows[:start], rows[start], *rows[start:]]) is not None
    assert what([*rows[:start], rows[start + 1], rows[start], *rows[start + 2 :]]) is not None
    last = finished.commits[-1]
    assert len(last.events) > 1
    assert what(rows[:-1]) == ("chain", len(rows) - 1)


def test_an_altered_topic_is_found(finished):
    drawn = next(place for place, row in enumerate(finished.rows) if row.topic == topic(GemDrawn))
    for name in ("toy.storm-broke", "toy.nothing", "toy.gem-drawn:2"):
        rows = [*finished.rows[:drawn], replace(finished.rows[drawn], topic=name), *finished.rows[drawn + 1 :]]
        assert what(rows) == ("chain", ends(finished)[drawn])


def test_altered_metas_are_found(finished):
    place = next(
        place
        for place, row in enumerate(finished.rows)
        if row.meta is not None and (meta := STREAM.meta(row.meta)).move > 0 and len(meta.draws) > 1
    )
    data = finished.rows[place].meta
    assert data is not None
    meta, end = STREAM.meta(data), place + 1
    draw = meta.draws[0]
    other = msgspec.structs.replace(draw, value=(draw.value + 1) % draw.below)
    assert what(meta_changed(finished.rows, place, draws=(other, *meta.draws[1:]))) == ("draws", end)
    assert what(meta_changed(finished.rows, place, draws=meta.draws[1:])) == ("draws", end)
    assert what(meta_changed(finished.rows, place, cursor=meta.cursor + 1)) == ("draws", end)
    assert what(meta_changed(finished.rows, place, draws=(), cursor=meta.cursor)) == ("draws", end)
    assert what(meta_changed(finished.rows, place, table="1:00")) == ("table", end)
    assert what(meta_changed(finished.rows, place, chain="00")) == ("chain", end)
    broken = replace(finished.rows[place], meta=b"{")
    assert what([*finished.rows[:place], broken, *finished.rows[place + 1 :]]) == ("chain", end)


def test_another_key_is_found(finished):
    assert what(finished.rows, bytes(32)) == ("commitment", 1)


def test_a_revealed_key_that_is_not_the_one_is_found(finished):
    before = finished.commits[-2].after
    last = finished.commits[-1]
    ended = last.events[-1]
    assert isinstance(ended, MatchEnded)
    forged = commit(
        TOY,
        before,
        [*last.events[:-1], msgspec.structs.replace(ended, key="00" * 32)],
        Order("x", "y"),
        drawn=(last.meta.cursor, last.meta.draws),
    )
    count = len(last.events)
    rows = [
        *finished.rows[:-count],
        *(
            Line(topic(event), state, encode(forged.meta) if place == count - 1 else None)
            for place, (event, state) in enumerate(zip(forged.events, forged.states, strict=True))
        ),
    ]
    assert what(rows) == ("commitment", len(rows))


def test_events_are_stored_under_tag_and_revision():
    assert topic(GemDrawn) == "toy.gem-drawn"
    assert topic(Paid(1, Purse(1, 0), 0)) == "toy.paid:2"


def test_an_older_revision_is_read_as_the_present_one():
    old = b'{"type":"toy.paid","seat":2,"payment":{"copper":2,"silver":1},"price":4}'
    assert STREAM.event("toy.paid", old) == Paid(2, Purse(2, 1), 1)  # 2 + 3 - 4 = 1 is lost
    new = b'{"type":"toy.paid","seat":2,"payment":{"copper":2,"silver":1},"lost":1}'
    assert STREAM.event("toy.paid:2", new) == Paid(2, Purse(2, 1), 1)


def test_a_match_with_old_events_folds_to_the_same_table():
    table = until(chosen(2, "upcast"), lambda state: any(player.gems for player in state.players))
    rows = []
    for row in table.rows:
        if row.topic != "toy.paid:2":
            rows.append(row)
            continue
        event = STREAM.event(row.topic, row.state)
        assert isinstance(event, Paid)
        tree = {
            "type": "toy.paid",
            "seat": event.seat,
            "payment": event.payment,
            "price": event.payment.worth - event.lost,
        }
        rows.append(Line("toy.paid", encode(tree), row.meta))
    assert [row.topic for row in rows] != [row.topic for row in table.rows]
    match = fold(TOY, STREAM, rows)
    assert match is not None
    assert match.table == table.now.table
    assert table_hash(TOY.view(match.table, ALL)) == table.commits[-1].meta.table


def test_a_topic_that_nobody_knows_is_refused():
    with pytest.raises(KeyError):
        STREAM.event("toy.nothing", b"{}")
    with pytest.raises(msgspec.ValidationError):
        STREAM.event("toy.gem-drawn", b'{"type":"toy.storm-broke"}')


def test_metas_come_back_as_they_were(finished):
    for made in finished.commits:
        data = encode(made.meta)
        meta = STREAM.meta(data)
        assert encode(meta) == data
        assert msgspec.structs.replace(meta, action=None) == msgspec.structs.replace(made.meta, action=None)
        assert (meta.action is None) == (made.meta.seat is None)


def test_old_rules_replay_beside_new_ones():
    tables = {}
    for game in (TOY, TOY_2):
        table = started(game, OPEN, 2, "rules")
        for _ in moves_of(table, Dice("rules")):
            pass
        assert verify(game, Stream(game), table.rows, table.key).divergence is None
        tables[game.ref.version] = table
    assert tables[1].commits[-1].meta.table != tables[2].commits[-1].meta.table
