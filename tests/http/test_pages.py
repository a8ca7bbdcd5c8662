"""Answers kept in memory."""

from adapters.http.answers import Page
from adapters.http.desk import Pages


def test_the_least_recently_used_leave_when_there_is_no_room() -> None:
    pages = Pages(room=100)
    for name in ("a", "b", "c"):
        pages.keep((name,), Page(b"x" * 30, name))
    assert pages.get(("a",)) is not None
    pages.keep(("d",), Page(b"x" * 30, "d"))
    assert pages.get(("b",)) is None
    assert [name for name in "acd" if pages.get((name,)) is not None] == ["a", "c", "d"]


def test_an_answer_kept_twice_counts_once() -> None:
    pages = Pages(room=100)
    for _ in range(10):
        pages.keep(("a",), Page(b"x" * 60, "a"))
    pages.keep(("b",), Page(b"x" * 40, "b"))
    assert pages.get(("a",)) is not None
    assert pages.get(("b",)) is not None


def test_what_has_no_room_at_all_is_answered_and_not_kept() -> None:
    pages = Pages(room=10)
    assert pages.keep(("a",), Page(b"x" * 11, "a")).etag == "a"
    assert pages.get(("a",)) is None
