-- CreateIndex
CREATE INDEX "transaction_reports_created_at_idx" ON "transaction_reports"("created_at");

