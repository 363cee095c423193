-- AlterTable
ALTER TABLE "cards" ADD COLUMN     "member_daily_amount_limit_minor" BIGINT,
ADD COLUMN     "member_daily_count_limit" INTEGER,
ADD COLUMN     "member_frozen_at" TIMESTAMPTZ(3),
ADD COLUMN     "member_per_transaction_limit_minor" BIGINT;

-- CreateIndex
CREATE INDEX "payment_codes_recurring_idx" ON "payment_codes"("member_id", "created_at", "id") WHERE (is_recurring AND status = 'active');

ALTER TABLE "cards" ADD CONSTRAINT "cards_member_limits_check"
  CHECK ("member_per_transaction_limit_minor" > 0 AND "member_daily_amount_limit_minor" > 0 AND "member_daily_count_limit" > 0);
