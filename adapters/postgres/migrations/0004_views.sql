-- Events with their data readable by SQL, for the operator.
CREATE VIEW event_log AS
SELECT notification_id AS "position", originator_id AS match, originator_version AS version, topic,
    convert_from(state, 'UTF8')::jsonb AS data, meta, recorded_at
FROM events;

-- What analysts may read: matches that are finished, without keys and command ids.
CREATE VIEW finished_matches WITH (security_barrier) AS
SELECT match, game, version, move, players, created_at, updated_at AS finished_at,
    convert_from(body, 'UTF8')::jsonb AS facts
FROM matches WHERE status = 'finished';

CREATE VIEW finished_events WITH (security_barrier) AS
SELECT e.notification_id AS "position", e.originator_id AS match, m.game, e.originator_version AS version, e.topic,
    convert_from(e.state, 'UTF8')::jsonb AS data, e.meta - '{key,body,command}'::text[] AS meta, e.recorded_at
FROM events e JOIN matches m ON m.match = e.originator_id
WHERE m.status = 'finished';
