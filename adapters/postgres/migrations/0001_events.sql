-- The streams: one row an event, never changed. `notification_id` orders all matches and has holes; a commit's last
-- event carries the commit's meta and the id of its command.
CREATE TABLE events (
    originator_id uuid NOT NULL,
    originator_version bigint NOT NULL CHECK (originator_version > 0),
    topic text NOT NULL,
    state bytea NOT NULL,
    notification_id bigserial NOT NULL,
    meta jsonb,
    command uuid,
    recorded_at timestamptz NOT NULL,
    PRIMARY KEY (originator_id, originator_version)
);
CREATE UNIQUE INDEX events_notification_id ON events (notification_id);
CREATE UNIQUE INDEX events_command ON events (command) WHERE command IS NOT NULL;

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'events are only ever appended: % refused', lower(TG_OP) USING ERRCODE = 'insufficient_privilege';
END
$$;
CREATE TRIGGER events_only_appended BEFORE UPDATE OR DELETE OR TRUNCATE ON events
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE events ENABLE ALWAYS TRIGGER events_only_appended;

-- Which idempotency key was used by which commit; keys are stored as digests.
CREATE TABLE idempotency_keys (
    scope text NOT NULL,
    key bytea NOT NULL,
    body bytea NOT NULL,
    match uuid NOT NULL,
    move integer NOT NULL,
    version bigint NOT NULL,
    PRIMARY KEY (scope, key)
);

-- The chance keys: revealed by a match's last event, read by the service only.
CREATE TABLE match_secrets (
    match uuid PRIMARY KEY,
    secret bytea NOT NULL
);

-- The rows by which matches are listed; written with the events, so never behind them. Only unindexed columns change
-- from move to move.
CREATE TABLE matches (
    match uuid PRIMARY KEY,
    version bigint NOT NULL,
    game text NOT NULL,
    status text NOT NULL,
    visibility text NOT NULL,
    players text[] NOT NULL,
    waited text[] NOT NULL,
    move integer NOT NULL,
    body bytea NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL
) WITH (fillfactor = 70);
CREATE INDEX matches_newest ON matches (created_at DESC, match DESC);
CREATE INDEX matches_players ON matches USING gin (players);
