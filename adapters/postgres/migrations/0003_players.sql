-- Persons: the only place where a name stands. Erasing the row erases the tokens with it.
CREATE TABLE players (
    player text PRIMARY KEY,
    name text NOT NULL,
    created_at timestamptz NOT NULL
);

-- Bearer tokens, as SHA-256 digests.
CREATE TABLE tokens (
    token uuid PRIMARY KEY,
    player text NOT NULL REFERENCES players ON DELETE CASCADE,
    name text NOT NULL,
    scopes text[] NOT NULL,
    digest bytea NOT NULL UNIQUE,
    created_at timestamptz NOT NULL
);
CREATE INDEX tokens_player ON tokens (player);
