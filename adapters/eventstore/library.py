"""The doors through which the library `eventsourcing` reads the table: recorder, subscription, application.

There is one way to append, the committer; the library's own way is closed.
"""

import logging
import time
from collections.abc import Sequence
from typing import Any, ClassVar, NoReturn
from uuid import UUID

import psycopg
from eventsourcing.application import Application
from eventsourcing.persistence import (
    ApplicationRecorder,
    BaseInfrastructureFactory,
    Mapper,
    PersistenceError,
    StoredEvent,
    Subscription,
)
from eventsourcing.postgres import (
    PostgresApplicationRecorder,
    PostgresDatastore,
    PostgresFactory,
    PostgresSubscription,
)
from eventsourcing.utils import Environment, EnvType
from psycopg.conninfo import conninfo_to_dict

from adapters.eventstore.mapper import Registry, RegistryMapper
from adapters.postgres.connections import completed

log = logging.getLogger(__name__)

TABLE = "events"
POLL = 2.0
PAUSE = 0.5
LOCK_SECONDS = 2
DATABASE_URL = "EVERTURN_DATABASE_URL"


class AppendClosed(Exception):
    """Somebody tried to append past the committer."""


class Datastore(PostgresDatastore):
    """Reaches the database with all of libpq's parameters, not only the five the library knows."""

    def __init__(self, conninfo: str) -> None:
        given = conninfo_to_dict(completed(conninfo))
        with psycopg.connect(conninfo) as connection:
            row = connection.execute("SELECT current_schema()").fetchone()
        super().__init__(
            dbname=str(given.pop("dbname", "")),
            host=str(given.pop("host", "")),
            port=str(given.pop("port", "")),
            user=str(given.pop("user", "")),
            password=str(given.pop("password", "")),
            pool_size=2,
            max_overflow=4,
            max_waiting=100,
            lock_timeout=LOCK_SECONDS,
            idle_in_transaction_session_timeout=30,
            schema=row[0] if row is not None else "",
        )
        assert isinstance(self.pool.kwargs, dict)
        self.pool.kwargs.update(given)


class SteadySubscription(PostgresSubscription):
    """Goes on after a lost connection, and reads every two seconds whether it was notified or not."""

    def _listen(self) -> None:
        while not self._has_been_stopped and self._thread_error is None:
            try:
                with self._recorder.datastore.get_connection() as connection:
                    connection.execute(f"LISTEN {self._recorder.channel_name}")
                    self._has_been_notified.set()
                    self._wait_for_notices(connection)
            except (PersistenceError, psycopg.Error) as error:
                log.warning("a subscription lost its connection: %s", error)
                time.sleep(PAUSE)

    def _wait_for_notices(self, connection: psycopg.Connection[Any]) -> None:
        polled = time.monotonic()
        while not self._has_been_stopped and self._thread_error is None:
            for _ in connection.notifies(timeout=0.1, stop_after=1):
                self._has_been_notified.set()
            if time.monotonic() - polled > POLL:
                polled = time.monotonic()
                self._has_been_notified.set()

    def _pull(self) -> None:
        while True:
            try:
                super()._pull()
            except PersistenceError as error:
                log.warning("a subscription cannot read: %s", error)
                time.sleep(PAUSE)
            else:
                return


class ReadOnlyRecorder(PostgresApplicationRecorder):
    """The library's recorder on our table, for reading only."""

    def __init__(self, datastore: PostgresDatastore) -> None:
        super().__init__(datastore, events_table_name=TABLE)

    def create_table(self) -> None:
        """Does nothing: migrations make the tables."""

    def insert_events(self, stored_events: Sequence[StoredEvent], **_: Any) -> NoReturn:
        """Refuses, always."""
        raise AppendClosed(f"{len(stored_events)} events refused: appends go through the committer.")

    def _insert_stored_events(self, *_: Any, **__: Any) -> NoReturn:
        raise AppendClosed("Appends go through the committer.")

    def subscribe(self, gt: int | None = None, topics: Sequence[str] = ()) -> Subscription[ApplicationRecorder]:
        """News after a position, read in a thread."""
        return SteadySubscription(self, gt, topics)


class Factory(PostgresFactory):
    """Makes the library's parts for a connection string; its name goes into PERSISTENCE_MODULE."""

    def __init__(self, env: Environment | EnvType | None) -> None:
        BaseInfrastructureFactory.__init__(self, env)
        self.datastore = Datastore(self.env[DATABASE_URL])

    def application_recorder(self) -> ApplicationRecorder:
        """The recorder on our table."""
        return ReadOnlyRecorder(self.datastore)


class EventLog(Application[UUID]):
    """The library's application over all matches: notification log, subscriptions, projections.

    A subclass names the registry: `type("Log", (EventLog,), {"registry": registry})`.
    """

    name = TABLE
    registry: ClassVar[Registry]

    def construct_mapper(self) -> Mapper[UUID]:
        """Maps by the registry."""
        return RegistryMapper(self.registry)


def environment(conninfo: str) -> dict[str, str]:
    """The library's settings for a database."""
    return {"PERSISTENCE_MODULE": f"{__name__}:{Factory.__name__}", DATABASE_URL: conninfo}
