-- The log of requests and the attempts of deliveries are cut by time (decision 072). What is there stays where it is, as the
-- partition of what no other takes; server/db/partitions.ts makes the others and moves into them what belongs there. They have
-- no foreign keys: to drop a partition would lock the tables that it points to, which payments write. Tenants, deliveries, and
-- subscriptions are never deleted, and each row is written by a statement that has just read them.

ALTER TABLE "request_records" RENAME TO "request_records_rest";
ALTER TABLE "request_records_rest" DROP CONSTRAINT "request_records_pkey";
ALTER TABLE "request_records_rest" DROP CONSTRAINT "request_records_tenant_id_fkey";
DROP INDEX "request_records_idempotency_key_idx";
DROP INDEX "request_records_created_at_idx";
ALTER INDEX "request_records_tenant_id_environment_created_at_id_idx" RENAME TO "request_records_rest_tenant_idx";
CREATE TABLE "request_records" (LIKE "request_records_rest" INCLUDING DEFAULTS INCLUDING CONSTRAINTS)
  PARTITION BY RANGE ("created_at");
ALTER TABLE "request_records" ADD CONSTRAINT "request_records_pkey" PRIMARY KEY ("id", "created_at");
CREATE INDEX "request_records_tenant_id_environment_created_at_id_idx"
  ON "request_records"("tenant_id", "environment", "created_at", "id");
CREATE INDEX "request_records_idempotency_key_idx" ON "request_records" USING HASH ("idempotency_key")
  WHERE (idempotency_key IS NOT NULL);
ALTER TABLE "request_records" ATTACH PARTITION "request_records_rest" DEFAULT;

-- That no attempt of a delivery is recorded twice is its delivery's rule: an attempt is written by the statement that moves
-- `webhook_deliveries.attempt` on from the number before.
ALTER TABLE "webhook_attempts" RENAME TO "webhook_attempts_rest";
ALTER TABLE "webhook_attempts_rest" DROP CONSTRAINT "webhook_attempts_pkey";
ALTER TABLE "webhook_attempts_rest" DROP CONSTRAINT "webhook_attempts_delivery_id_fkey";
ALTER TABLE "webhook_attempts_rest" DROP CONSTRAINT "webhook_attempts_subscription_id_fkey";
DROP INDEX "webhook_attempts_delivery_id_number_key";
ALTER INDEX "webhook_attempts_subscription_id_started_at_id_idx" RENAME TO "webhook_attempts_rest_subscription_idx";
CREATE TABLE "webhook_attempts" (LIKE "webhook_attempts_rest" INCLUDING DEFAULTS INCLUDING CONSTRAINTS)
  PARTITION BY RANGE ("started_at");
ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_pkey" PRIMARY KEY ("id", "started_at");
CREATE INDEX "webhook_attempts_delivery_id_number_idx" ON "webhook_attempts"("delivery_id", "number");
CREATE INDEX "webhook_attempts_subscription_id_started_at_id_idx"
  ON "webhook_attempts"("subscription_id", "started_at", "id");
ALTER TABLE "webhook_attempts" ATTACH PARTITION "webhook_attempts_rest" DEFAULT;
