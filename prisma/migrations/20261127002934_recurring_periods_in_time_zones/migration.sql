-- AlterTable
ALTER TABLE "merchants" ADD COLUMN     "time_zone" TEXT NOT NULL DEFAULT 'UTC';

-- AlterTable
ALTER TABLE "payment_codes" ADD COLUMN     "first_used_at" TIMESTAMPTZ(3),
ADD COLUMN     "time_zone" TEXT NOT NULL DEFAULT 'UTC';

-- AlterTable
ALTER TABLE "recurring_agreements" ADD COLUMN     "time_zone" TEXT NOT NULL DEFAULT 'UTC';


-- The zone is one of the terms: whose days are counted does not change once it was asked.
DROP TRIGGER "recurring_agreements_asked_once" ON "recurring_agreements";
CREATE TRIGGER "recurring_agreements_asked_once" BEFORE UPDATE OF "merchant_id", "member_id", "currency",
  "amount_minor", "max_amount_minor", "interval", "ends_on", "charge_limit", "time_zone" ON "recurring_agreements"
  FOR EACH ROW EXECUTE FUNCTION "refuse_change_of_terms"();
