-- A subscription of one merchant, which hears of its own payments alone. Null: of all of the tenant's. A merchant has places of
-- its own, so that it takes none of the tenant's.
ALTER TABLE webhook_subscriptions ADD COLUMN merchant_id text COLLATE pg_catalog."C";
ALTER TABLE webhook_subscriptions ADD CONSTRAINT webhook_subscriptions_merchant_id_fkey
  FOREIGN KEY (merchant_id) REFERENCES merchants(id) ON UPDATE CASCADE ON DELETE RESTRICT;
DROP INDEX webhook_subscriptions_slot_key;
CREATE UNIQUE INDEX webhook_subscriptions_slot_key ON webhook_subscriptions
  USING btree (tenant_id, environment, slot) WHERE (merchant_id IS NULL);
CREATE UNIQUE INDEX webhook_subscriptions_merchant_slot_key ON webhook_subscriptions
  USING btree (merchant_id, slot) WHERE (merchant_id IS NOT NULL);
CREATE INDEX webhook_subscriptions_merchant_id_created_at_id_idx ON webhook_subscriptions
  USING btree (merchant_id, created_at, id) WHERE (merchant_id IS NOT NULL);
