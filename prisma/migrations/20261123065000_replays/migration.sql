-- Failed deliveries of a subscription, sent again in the background (decision 105).
CREATE TYPE "replay_state" AS ENUM ('running', 'done', 'stopped');

CREATE TABLE "replays" (
    "id" TEXT COLLATE "C" NOT NULL,
    "subscription_id" TEXT COLLATE "C" NOT NULL,
    "key" TEXT NOT NULL,
    "delivery_status" "delivery_status",
    "event_type" TEXT,
    "total" INTEGER NOT NULL,
    "done" INTEGER NOT NULL DEFAULT 0,
    "after_at" TIMESTAMPTZ(3) NOT NULL,
    "after_id" TEXT COLLATE "C" NOT NULL,
    "state" "replay_state" NOT NULL DEFAULT 'running',
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "replays_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "replays_state_check" CHECK (("state" = 'running') = ("finished_at" IS NULL))
);

CREATE UNIQUE INDEX "replays_running_key" ON "replays"("subscription_id") WHERE (state = 'running');
CREATE UNIQUE INDEX "replays_subscription_id_key_key" ON "replays"("subscription_id", "key");
CREATE INDEX "replays_subscription_id_created_at_id_idx" ON "replays"("subscription_id", "created_at", "id");
ALTER TABLE "replays" ADD CONSTRAINT "replays_subscription_id_fkey" FOREIGN KEY ("subscription_id")
  REFERENCES "webhook_subscriptions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
