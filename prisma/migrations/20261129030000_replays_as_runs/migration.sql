-- Each replay is worked through by a run of its own. A delivery knows its newest replay, so that its outcome can be counted.
ALTER TABLE replays ADD COLUMN run integer DEFAULT 0 NOT NULL, ADD COLUMN touched_at timestamp(3) with time zone;
CREATE INDEX replays_open_idx ON replays USING btree (created_at) WHERE (finished_at IS NULL);

ALTER TABLE webhook_deliveries ADD COLUMN replay_id text COLLATE pg_catalog."C", ADD COLUMN ordered_attempt integer DEFAULT 0 NOT NULL;
CREATE INDEX webhook_deliveries_replay_idx ON webhook_deliveries USING btree (replay_id) WHERE (replay_id IS NOT NULL);

-- A replayed delivery keeps the order of events as a first attempt does.
DROP INDEX webhook_deliveries_unattempted_idx;
CREATE INDEX webhook_deliveries_in_order_idx ON webhook_deliveries USING btree (subscription_id, authorization_id, sequence) WHERE ((attempt = ordered_attempt) AND (next_attempt_at IS NOT NULL) AND (authorization_id IS NOT NULL));

-- Replays no longer run by the clock; a schedule that no one starts would count as late.
DELETE FROM engine_schedules WHERE function_id = 'closed-loop-replay-events';
