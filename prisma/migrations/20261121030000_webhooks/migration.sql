-- AlterTable
ALTER TABLE "webhook_deliveries" ADD COLUMN     "delivered_at" TIMESTAMPTZ(3),
ADD COLUMN     "error" TEXT,
ADD COLUMN     "event_type" TEXT NOT NULL,
ADD COLUMN     "handed_over_at" TIMESTAMPTZ(3),
ADD COLUMN     "handoff" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "is_deferred" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "leased_until" TIMESTAMPTZ(3),
ADD COLUMN     "response_code" INTEGER,
ADD COLUMN     "scheduled_at" TIMESTAMPTZ(3),
ADD COLUMN     "url" TEXT;

-- AlterTable
ALTER TABLE "webhook_subscriptions" ADD COLUMN     "description" TEXT,
ADD COLUMN     "failure_count" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "is_slow" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "last_delivery_at" TIMESTAMPTZ(3),
ADD COLUMN     "sealed_secret" TEXT NOT NULL,
ADD COLUMN     "secret_last4" CHAR(4) NOT NULL,
ADD COLUMN     "slot" INTEGER,
ADD COLUMN     "updated_at" TIMESTAMPTZ(3),
ADD COLUMN     "version" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "webhook_attempts" (
    "id" TEXT COLLATE "C" NOT NULL,
    "delivery_id" TEXT COLLATE "C" NOT NULL,
    "number" INTEGER NOT NULL,
    "url" TEXT NOT NULL,
    "request_headers" JSON NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "duration_ms" INTEGER NOT NULL,
    "response_code" INTEGER,
    "response_body" TEXT,
    "error" TEXT,

    CONSTRAINT "webhook_attempts_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "webhook_attempts_delivery_id_number_key" ON "webhook_attempts"("delivery_id", "number");

-- CreateIndex
CREATE INDEX "webhook_deliveries_subscription_id_event_type_created_at_id_idx" ON "webhook_deliveries"("subscription_id", "event_type", "created_at", "id");

-- CreateIndex
CREATE INDEX "webhook_deliveries_due_idx" ON "webhook_deliveries"("next_attempt_at") WHERE (next_attempt_at IS NOT NULL AND NOT is_deferred);

-- CreateIndex
CREATE INDEX "webhook_deliveries_to_hand_over_idx" ON "webhook_deliveries"("subscription_id", "next_attempt_at") WHERE (handed_over_at IS NULL AND next_attempt_at IS NOT NULL AND NOT is_deferred);

-- CreateIndex
CREATE INDEX "webhook_deliveries_queued_idx" ON "webhook_deliveries"("subscription_id", "next_attempt_at") WHERE (handed_over_at IS NOT NULL AND next_attempt_at IS NOT NULL AND NOT is_deferred);

-- CreateIndex
CREATE INDEX "webhook_deliveries_deferred_idx" ON "webhook_deliveries"("subscription_id") WHERE (is_deferred);

-- CreateIndex
CREATE UNIQUE INDEX "webhook_subscriptions_slot_key" ON "webhook_subscriptions"("tenant_id", "environment", "slot");

-- AddForeignKey
ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_delivery_id_fkey" FOREIGN KEY ("delivery_id") REFERENCES "webhook_deliveries"("id") ON DELETE RESTRICT ON UPDATE CASCADE;



-- What Prisma's schema cannot say ------------------------------------------------------------------------------------

-- A tenant has 50 places in an environment: more subscriptions than that cannot be, however many are made at once.
ALTER TABLE "webhook_subscriptions"
  ADD CONSTRAINT "webhook_subscriptions_slots" CHECK ("slot" BETWEEN 1 AND 50),
  ADD CONSTRAINT "webhook_subscriptions_slot_ends_with_it" CHECK (("status" = 'revoked') = ("slot" IS NULL)),
  ADD CONSTRAINT "webhook_subscriptions_events_named" CHECK (cardinality("events") > 0),
  ADD CONSTRAINT "webhook_subscriptions_failures" CHECK ("failure_count" >= 0);

ALTER TABLE "webhook_deliveries"
  ADD CONSTRAINT "webhook_deliveries_attempts" CHECK (("status" = 'pending') = ("attempt" = 0)),
  ADD CONSTRAINT "webhook_deliveries_delivered" CHECK (("status" = 'delivered') = ("delivered_at" IS NOT NULL)),
  -- One that is on its way has a time for it, so none is ever forgotten; a delivered one is not sent again.
  ADD CONSTRAINT "webhook_deliveries_due" CHECK (
    CASE "status" WHEN 'delivered' THEN "next_attempt_at" IS NULL WHEN 'exhausted' THEN TRUE
    ELSE "next_attempt_at" IS NOT NULL END);

ALTER TABLE "webhook_attempts"
  ADD CONSTRAINT "webhook_attempts_number" CHECK ("number" BETWEEN 1 AND 50),
  ADD CONSTRAINT "webhook_attempts_response_size" CHECK (octet_length("response_body") <= 4096);
