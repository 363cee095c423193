-- CreateIndex
CREATE INDEX "captures_tenant_idx" ON "captures"("tenant_id", "environment", "created_at", "id") WHERE (id = transaction_id);

-- CreateIndex
CREATE INDEX "captures_merchant_idx" ON "captures"("merchant_id", "created_at", "id") WHERE (id = transaction_id);

-- CreateIndex
CREATE INDEX "refunds_merchant_idx" ON "refunds"("merchant_id", "created_at", "reversal_id");

-- CreateIndex
CREATE INDEX "reversals_refunding_idx" ON "reversals"("tenant_id", "environment", "created_at", "id") WHERE (refunded_minor > 0);

