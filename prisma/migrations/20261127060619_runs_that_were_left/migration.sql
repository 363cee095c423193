-- CreateIndex
CREATE INDEX "webhook_deliveries_failed_idx" ON "webhook_deliveries"("id") WHERE (handed_over_at IS NULL AND next_attempt_at IS NOT NULL AND NOT is_deferred AND attempt > 0);

-- CreateIndex
CREATE INDEX "webhook_deliveries_left_idx" ON "webhook_deliveries"("id") WHERE (next_attempt_at IS NULL AND handed_over_at IS NOT NULL);

