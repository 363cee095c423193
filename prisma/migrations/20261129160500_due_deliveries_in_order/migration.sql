-- Whatever is due about one record keeps the order of its events, not only first attempts and those of a replay.
DROP INDEX webhook_deliveries_in_order_idx;
CREATE INDEX webhook_deliveries_in_order_idx ON webhook_deliveries USING btree (subscription_id, authorization_id, sequence) WHERE ((next_attempt_at IS NOT NULL) AND (authorization_id IS NOT NULL));
