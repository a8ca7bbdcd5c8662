-- The one way to append: a batch of commits, at most one for each match, key and command.
--
-- The arrays of the first three lines hold one entry for each commit, those of the last line one for each event, in
-- order: the number of its commit counted from 1, its version, ..., and on a commit's last event the commit's command.
-- Each commit gets a verdict of its own:
--   0 stored, 1 stored before under the same command, 2 its key was used before, 3 the match has another version.
-- The lock is held to the end of the transaction, so positions become visible in their order.
CREATE FUNCTION append_commits(
    match_ids uuid[], expected bigint[], commands uuid[], moves integer[],
    scopes text[], keys bytea[], bodies bytea[], secrets bytea[],
    games text[], statuses text[], visibilities text[], players text[], waited text[], summaries bytea[],
    belongs integer[], versions bigint[], topics text[], states bytea[], metas text[], closing uuid[]
) RETURNS TABLE (
    verdict integer, match uuid, move integer, version bigint, "position" bigint, recorded_at timestamptz, body bytea
) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
    now_at timestamptz;
    before bigint;
BEGIN
    PERFORM pg_advisory_xact_lock(1163281746, 1);
    now_at := clock_timestamp();
    before := coalesce((SELECT max(notification_id) FROM events), 0);
    RETURN QUERY
    WITH asked AS (
        SELECT * FROM unnest(
            match_ids, expected, commands, moves, scopes, keys, bodies, secrets,
            games, statuses, visibilities, players, waited, summaries
        ) WITH ORDINALITY AS a (
            match, expected, command, move, scope, key, body, secret,
            game, status, visibility, players, waited, summary, place
        )
    ), judged AS MATERIALIZED (
        SELECT a.*,
            done.originator_version AS done_version, done.notification_id AS done_position, done.recorded_at AS done_at,
            used.match AS used_match, used.move AS used_move, used.version AS used_version, used.body AS used_body,
            coalesce((
                SELECT e.originator_version FROM events e WHERE e.originator_id = a.match
                ORDER BY e.originator_version DESC LIMIT 1
            ), 0) AS current
        FROM asked a
        LEFT JOIN LATERAL (
            SELECT * FROM events e WHERE e.command = a.command LIMIT 1
        ) done ON true
        LEFT JOIN LATERAL (
            SELECT * FROM idempotency_keys k WHERE k.scope = a.scope AND k.key = a.key LIMIT 1
        ) used ON true
    ), good AS (
        SELECT * FROM judged
        WHERE done_version IS NULL AND used_version IS NULL AND current = expected
    ), stored AS (
        INSERT INTO events (originator_id, originator_version, topic, state, meta, command, recorded_at)
        SELECT g.match, n.version, n.topic, n.state, n.meta::jsonb, n.command, now_at
        FROM good g JOIN unnest(belongs, versions, topics, states, metas, closing) WITH ORDINALITY
            AS n (place, version, topic, state, meta, command, line) ON n.place = g.place
        ORDER BY n.line
        RETURNING command, originator_version, notification_id
    ), ends AS (
        SELECT * FROM stored WHERE command IS NOT NULL
    ), remembered AS (
        INSERT INTO idempotency_keys (scope, key, body, match, move, version)
        SELECT g.scope, g.key, g.body, g.match, g.move, e.originator_version
        FROM good g JOIN ends e ON e.command = g.command
        WHERE g.key IS NOT NULL
    ), hidden AS (
        INSERT INTO match_secrets (match, secret)
        SELECT g.match, g.secret FROM good g WHERE g.secret IS NOT NULL
    ), listed AS (
        INSERT INTO matches AS m (
            match, version, game, status, visibility, players, waited, move, body, created_at, updated_at
        )
        SELECT g.match, e.originator_version, g.game, g.status, g.visibility, string_to_array(g.players, E'\n'),
            string_to_array(g.waited, E'\n'), g.move, g.summary, now_at, now_at
        FROM good g JOIN ends e ON e.command = g.command
        ON CONFLICT ON CONSTRAINT matches_pkey DO UPDATE SET
            version = excluded.version, status = excluded.status, visibility = excluded.visibility,
            players = excluded.players, waited = excluded.waited, move = excluded.move, body = excluded.body,
            updated_at = excluded.updated_at
    )
    SELECT
        CASE WHEN e.command IS NOT NULL THEN 0 WHEN j.done_version IS NOT NULL THEN 1
            WHEN j.used_version IS NOT NULL THEN 2 ELSE 3 END,
        CASE WHEN j.done_version IS NULL AND j.used_version IS NOT NULL THEN j.used_match ELSE j.match END,
        CASE WHEN j.done_version IS NULL AND j.used_version IS NOT NULL THEN j.used_move ELSE j.move END,
        coalesce(e.originator_version, j.done_version, j.used_version, j.current),
        coalesce(e.notification_id, j.done_position),
        coalesce(j.done_at, now_at),
        j.used_body
    FROM judged j LEFT JOIN ends e ON e.command = j.command
    ORDER BY j.place;
    -- The notice says what came after which position, as far as it fits: who follows closely need not read.
    PERFORM pg_notify('events', CASE WHEN count(*) > 120 THEN '' ELSE
        before || ' ' || max(notification_id) || ' ' ||
        string_agg(originator_id || ' ' || originator_version, ' ' ORDER BY notification_id) END)
    FROM events WHERE notification_id > before AND command IS NOT NULL HAVING count(*) > 0;
END
$$;
