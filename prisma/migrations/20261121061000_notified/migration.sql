-- CreateIndex
CREATE INDEX "payment_codes_locked_idx" ON "payment_codes"("expires_at") WHERE (status = 'locked'::"payment_code_status");
