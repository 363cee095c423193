-- AlterTable
ALTER TABLE "recurring_agreements" ADD COLUMN     "is_without_limit" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "member_interval" "recurring_interval";


-- Who approved without a cap or an interval so far did so as it was asked.
UPDATE "recurring_agreements" SET "is_without_limit" = true
WHERE "approved_at" IS NOT NULL
  AND (coalesce("member_max_minor", "max_amount_minor", "amount_minor") IS NULL OR "interval" IS NULL);

-- A member lowers what was asked and never raises it; what neither side bounds, the member has left open on purpose.
ALTER TABLE "recurring_agreements"
  ADD CONSTRAINT "recurring_agreements_within_what_was_asked" CHECK (
    "member_max_minor" <= coalesce("max_amount_minor", "amount_minor") AND "member_interval" >= "interval"),
  ADD CONSTRAINT "recurring_agreements_bounded_or_meant" CHECK (
    "approved_at" IS NULL OR "is_without_limit"
    OR (num_nonnulls("member_max_minor", "max_amount_minor", "amount_minor") > 0
      AND num_nonnulls("member_interval", "interval") > 0));

-- What a member is shown is what is approved, and what was approved stands: for other terms the merchant asks again.
CREATE FUNCTION "refuse_change_of_terms"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the terms of an agreement stand' USING ERRCODE = 'CL002';
END $$;

CREATE TRIGGER "recurring_agreements_asked_once" BEFORE UPDATE OF "merchant_id", "member_id", "description", "currency",
  "amount_minor", "max_amount_minor", "interval", "ends_on", "charge_limit" ON "recurring_agreements"
  FOR EACH ROW EXECUTE FUNCTION "refuse_change_of_terms"();
CREATE TRIGGER "recurring_agreements_approved_once" BEFORE UPDATE OF "account_id", "member_max_minor", "member_interval",
  "is_without_limit", "approved_at" ON "recurring_agreements"
  FOR EACH ROW WHEN (OLD."approved_at" IS NOT NULL) EXECUTE FUNCTION "refuse_change_of_terms"();
