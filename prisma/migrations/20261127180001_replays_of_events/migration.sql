-- Replays of a span of events beside those of failed deliveries: they send what was missed as well.
ALTER TABLE replays ADD COLUMN since timestamp(3) with time zone, ADD COLUMN until timestamp(3) with time zone,
  ADD COLUMN statuses text[], ADD COLUMN event_types text[],
  ADD CONSTRAINT replays_span_whole CHECK (num_nulls(since, until) IN (0, 2));

-- What was delivered can be sent again.
ALTER TABLE webhook_deliveries DROP CONSTRAINT webhook_deliveries_due,
  ADD CONSTRAINT webhook_deliveries_due CHECK (status IN ('delivered', 'exhausted') OR next_attempt_at IS NOT NULL) NOT VALID;
ALTER TABLE webhook_deliveries VALIDATE CONSTRAINT webhook_deliveries_due;
