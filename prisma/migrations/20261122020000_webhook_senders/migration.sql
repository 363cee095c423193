-- DropIndex
DROP INDEX "webhook_deliveries_queued_idx";

-- AlterTable
ALTER TABLE "webhook_deliveries" ADD COLUMN     "has_sender" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "webhook_subscriptions" DROP COLUMN "is_slow";

-- CreateIndex
CREATE INDEX "webhook_deliveries_sender_idx" ON "webhook_deliveries"("subscription_id") WHERE (has_sender);

-- Whatever is due no more has given its sender back.
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_sender_check" CHECK (NOT "has_sender" OR "next_attempt_at" IS NOT NULL);
