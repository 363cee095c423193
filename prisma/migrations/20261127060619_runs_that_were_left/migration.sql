-- CreateIndex
CREATE INDEX "webhook_deliveries_left_idx" ON "webhook_deliveries"("id") WHERE (next_attempt_at IS NULL AND handed_over_at IS NOT NULL);

