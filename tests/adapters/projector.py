"""A projector as any would be written: totals by match in a table, its position stored with each change.

Run by itself it follows until it is killed, and says so once it has begun.
"""

import sys
import time
from typing import Any

from eventsourcing.persistence import Tracking
from eventsourcing.postgres import PostgresTrackingRecorder
from eventsourcing.projection import Projection, ProjectionRunner
from psycopg.sql import SQL, Identifier

from adapters.eventstore.library import EventLog, environment
from adapters.eventstore.mapper import Recorded
from domain.kernel.codec import Codec
from domain.kernel.secrecy import Public
from domain.kernel.values import Event


class Counted(Event, frozen=True, tag="toy.counted"):
    """The one event of these tests."""

    number: Public[int]


class Registry:
    """A registry of one topic."""

    _codec = Codec([Counted])

    def event(self, name: str, state: bytes) -> Event:
        return {"toy.counted": self._codec}[name].decode(state)


class Log(EventLog):
    name = "events"
    registry = Registry()


class Totals(PostgresTrackingRecorder):
    """A row for each match: how many events, the sum of their numbers."""

    table = "totals"

    def __init__(self, datastore: Any, **kwargs: Any) -> None:
        super().__init__(datastore, **(kwargs | {"tracking_table_name": f"{self.table}_tracking"}))
        self.sql_create_statements.append(
            SQL("CREATE TABLE IF NOT EXISTS {} (match uuid PRIMARY KEY, events bigint, sum bigint)").format(
                Identifier(self.table)
            )
        )

    def add(self, seen: Recorded, number: int, tracking: Tracking) -> None:
        with self.datastore.transaction(commit=True) as cursor:
            self._insert_tracking(cursor, tracking)
            cursor.execute(
                SQL(
                    "INSERT INTO {0} AS t VALUES (%s, 1, %s) ON CONFLICT (match) DO UPDATE"
                    " SET events = t.events + 1, sum = t.sum + excluded.sum"
                ).format(Identifier(self.table)),
                (seen.originator_id, number),
            )


class Rebuilt(Totals):
    """The same, built anew beside."""

    table = "rebuilt"


class Totalling(Projection[Totals]):
    def process_event(self, domain_event: Any, tracking: Tracking) -> None:
        self.view.add(domain_event, domain_event.event.number, tracking)


def runner(conninfo: str, view: type[Totals] = Totals) -> ProjectionRunner[Log, Totals]:
    return ProjectionRunner(
        application_class=Log, projection_class=Totalling, view_class=view, env=environment(conninfo)
    )


if __name__ == "__main__":
    with runner(sys.argv[1]):
        print("begun", flush=True)
        time.sleep(600)
