-- Run at each migration: makes the roles where the user may, and gives them what they need.
-- everturn_app: what the service does its work as. everturn_analytics: reads finished matches, nothing else.
DO $$
DECLARE
    home text := quote_ident(current_schema());
BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'everturn_app') THEN
        CREATE ROLE everturn_app NOLOGIN;
    END IF;
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'everturn_analytics') THEN
        CREATE ROLE everturn_analytics NOLOGIN;
    END IF;
    EXECUTE 'GRANT USAGE ON SCHEMA ' || home || ' TO everturn_app, everturn_analytics';
    GRANT SELECT, INSERT ON events, idempotency_keys, match_secrets TO everturn_app;
    GRANT USAGE, SELECT ON SEQUENCE events_notification_id_seq TO everturn_app;
    GRANT SELECT, INSERT, UPDATE ON matches TO everturn_app;
    GRANT SELECT, INSERT, UPDATE, DELETE ON players, tokens TO everturn_app;
    GRANT SELECT ON event_log, finished_matches, finished_events, schema_migrations TO everturn_app;
    GRANT SELECT ON finished_matches, finished_events TO everturn_analytics;
    IF NOT pg_has_role('everturn_app', 'USAGE') THEN
        GRANT everturn_app TO CURRENT_USER;
    END IF;
EXCEPTION
    WHEN insufficient_privilege OR read_only_sql_transaction THEN
        RAISE NOTICE 'roles skipped: %', SQLERRM;
    WHEN duplicate_object OR unique_violation OR internal_error THEN
        RAISE NOTICE 'roles skipped, somebody else is making them: %', SQLERRM;
END
$$;
