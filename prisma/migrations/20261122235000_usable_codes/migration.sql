-- DropIndex
DROP INDEX "payment_codes_recurring_idx";

-- CreateIndex
CREATE INDEX "payment_codes_usable_idx" ON "payment_codes"("member_id", "created_at", "id") WHERE (status = 'active');
