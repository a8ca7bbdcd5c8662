"""The database: embedded server, connections, migrations, lists, players, the live tail."""
