"""Answers to a request to take a move back, and resignations."""

from openapi.wire.model import SeatNumber, Submitted


class TakebackAnswer(Submitted):
    """Whether a seat agrees; the seat may be left out where one seat is held."""

    agree: bool
    seat: SeatNumber | None = None


class Resignation(Submitted):
    """A seat gives up; the seat may be left out where one seat is held."""

    seat: SeatNumber | None = None
