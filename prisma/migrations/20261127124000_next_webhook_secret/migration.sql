-- A signing secret that is to follow: until its moment both sign.
ALTER TABLE webhook_subscriptions ADD COLUMN next_sealed_secret text, ADD COLUMN next_secret_last4 character(4),
  ADD COLUMN next_secret_at timestamp(3) with time zone, ADD COLUMN secret_since timestamp(3) with time zone,
  ADD CONSTRAINT webhook_subscriptions_next_secret_whole
    CHECK (num_nulls(next_sealed_secret, next_secret_last4, next_secret_at) IN (0, 3));
CREATE INDEX webhook_subscriptions_next_secret_idx ON webhook_subscriptions USING btree (id) WHERE (next_secret_at IS NOT NULL);
