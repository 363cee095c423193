-- AlterTable
ALTER TABLE "webhook_attempts" ADD COLUMN "subscription_id" TEXT COLLATE "C";

UPDATE "webhook_attempts" a SET "subscription_id" = d."subscription_id"
  FROM "webhook_deliveries" d WHERE d."id" = a."delivery_id";

ALTER TABLE "webhook_attempts" ALTER COLUMN "subscription_id" SET NOT NULL;

-- CreateIndex
CREATE INDEX "webhook_attempts_subscription_id_started_at_id_idx" ON "webhook_attempts"("subscription_id", "started_at", "id");

-- CreateIndex
CREATE INDEX "webhook_deliveries_failing_idx" ON "webhook_deliveries"("subscription_id", "created_at", "id") WHERE (error IS NOT NULL);

-- AddForeignKey
ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_subscription_id_fkey" FOREIGN KEY ("subscription_id") REFERENCES "webhook_subscriptions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
