"""The event store: one committer, the reads, and the doors through which the library `eventsourcing` sees the table."""
