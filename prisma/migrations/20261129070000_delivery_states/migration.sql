-- A delivery has one state, and is due in real time: `next_attempt_at` shows the same moment by its tenant's clock.
CREATE TYPE delivery_state AS ENUM ('waiting', 'sleeping', 'given', 'sending', 'sending_again', 'paused', 'ended');

-- Most deliveries have ended: only the others are written.
ALTER TABLE webhook_deliveries ADD COLUMN state delivery_state DEFAULT 'ended' NOT NULL,
  ADD COLUMN due_at timestamp(3) with time zone, ADD COLUMN since timestamp(3) with time zone;
ALTER TABLE webhook_deliveries ALTER COLUMN state SET DEFAULT 'waiting';

-- Builds from before states write four other columns and `next_attempt_at`: each kind of build finds what the other has written.
CREATE FUNCTION keep_delivery_columns() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
  ahead interval;
  is_by_older_build boolean;
BEGIN
  is_by_older_build := NEW.next_attempt_at IS NOT NULL AND NEW.due_at IS NULL;
  IF TG_OP = 'UPDATE' AND NOT is_by_older_build THEN
    is_by_older_build := NEW.state = OLD.state AND (
      (NEW.handed_over_at, NEW.has_sender, NEW.leased_until, NEW.is_deferred)
        IS DISTINCT FROM (OLD.handed_over_at, OLD.has_sender, OLD.leased_until, OLD.is_deferred)
      OR (NEW.next_attempt_at IS DISTINCT FROM OLD.next_attempt_at AND NEW.due_at IS NOT DISTINCT FROM OLD.due_at));
  END IF;
  IF is_by_older_build THEN
    SELECT coalesce(max(c.ahead_ms), 0) * interval '1 millisecond' INTO ahead
      FROM webhook_subscriptions s JOIN sandbox_clocks c ON c.tenant_id = s.tenant_id
      WHERE s.id = NEW.subscription_id AND s.environment = 'test';
    NEW.due_at := NEW.next_attempt_at - ahead;
    NEW.state := CASE
      WHEN NEW.next_attempt_at IS NULL THEN 'ended'
      WHEN NEW.is_deferred THEN 'paused'
      WHEN NEW.has_sender AND NEW.leased_until IS NOT NULL AND NEW.handed_over_at IS NULL THEN 'sending_again'
      WHEN NEW.has_sender AND NEW.leased_until IS NOT NULL THEN 'sending'
      WHEN NEW.has_sender THEN 'given'
      WHEN NEW.handed_over_at IS NULL THEN 'waiting'
      ELSE 'sleeping'
    END;
    NEW.since := CASE WHEN NEW.state IN ('sending', 'sending_again') THEN NEW.leased_until - interval '30 seconds'
      ELSE coalesce(NEW.handed_over_at, now() + ahead) END - ahead;
  ELSE
    ahead := NEW.next_attempt_at - NEW.due_at;
    NEW.is_deferred := NEW.state = 'paused';
    NEW.has_sender := NEW.state IN ('given', 'sending', 'sending_again');
    NEW.handed_over_at := CASE WHEN NEW.state IN ('sleeping', 'given', 'sending') THEN NEW.since + ahead END;
    NEW.leased_until := CASE WHEN NEW.state IN ('sending', 'sending_again') THEN NEW.since + ahead + interval '30 seconds' END;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER webhook_deliveries_columns BEFORE INSERT OR UPDATE ON webhook_deliveries
  FOR EACH ROW EXECUTE FUNCTION keep_delivery_columns();

UPDATE webhook_deliveries SET due_at = NULL WHERE next_attempt_at IS NOT NULL;

-- What waits by a clock is due sooner once that clock has jumped.
CREATE FUNCTION shift_due_deliveries() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  UPDATE webhook_deliveries d SET due_at = d.due_at - (NEW.ahead_ms - OLD.ahead_ms) * interval '1 millisecond',
      state = CASE d.state WHEN 'sleeping' THEN 'waiting' ELSE d.state END
    FROM webhook_subscriptions s
    WHERE s.id = d.subscription_id AND s.tenant_id = NEW.tenant_id AND s.environment = 'test' AND d.due_at IS NOT NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER sandbox_clocks_shift AFTER UPDATE OF ahead_ms ON sandbox_clocks
  FOR EACH ROW WHEN (NEW.ahead_ms <> OLD.ahead_ms) EXECUTE FUNCTION shift_due_deliveries();

ALTER TABLE webhook_deliveries ADD CONSTRAINT webhook_deliveries_state_due CHECK ((state = 'ended') = (due_at IS NULL)) NOT VALID;
ALTER TABLE webhook_deliveries VALIDATE CONSTRAINT webhook_deliveries_state_due;

CREATE INDEX webhook_deliveries_open_idx ON webhook_deliveries USING btree (due_at) WHERE ((due_at IS NOT NULL) AND (state <> 'paused'::delivery_state));
CREATE INDEX webhook_deliveries_waiting_idx ON webhook_deliveries USING btree (subscription_id, due_at) WHERE (state = 'waiting'::delivery_state);
CREATE INDEX webhook_deliveries_unfollowed_idx ON webhook_deliveries USING btree (id) WHERE ((state = 'waiting'::delivery_state) AND (attempt > 0));
CREATE INDEX webhook_deliveries_held_idx ON webhook_deliveries USING btree (subscription_id) WHERE (state = ANY (ARRAY['given'::delivery_state, 'sending'::delivery_state, 'sending_again'::delivery_state]));
CREATE INDEX webhook_deliveries_paused_idx ON webhook_deliveries USING btree (subscription_id) WHERE (state = 'paused'::delivery_state);
-- Older builds look there every second, and without the others once a minute.
DROP INDEX webhook_deliveries_failed_idx;
DROP INDEX webhook_deliveries_deferred_idx;
