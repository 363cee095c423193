-- A person who leaves: their rows stay for the books and lose what says who they were.
ALTER TABLE "members" ADD COLUMN "erased_at" TIMESTAMPTZ(3);
ALTER TABLE "users" ADD COLUMN "erased_at" TIMESTAMPTZ(3);
-- Who is erased is called by id, whose letters are of both cases, and can't sign in.
ALTER TABLE "users" DROP CONSTRAINT "users_email_lower_case",
  ADD CONSTRAINT "users_email_lower_case" CHECK ("email" = lower("email") OR "erased_at" IS NOT NULL);

CREATE TABLE "erasures" (
    "id" TEXT COLLATE "C" NOT NULL,
    "user_id" TEXT COLLATE "C",
    "member_ids" TEXT[],
    "requested_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "erasures_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "erasures_open_idx" ON "erasures"("requested_at") WHERE (finished_at IS NULL);
CREATE INDEX "funding_references_member_id_idx" ON "funding_references"("member_id");

-- The merchant's words in an agreement stand like its terms, until its member is erased and they name nobody any more.
DROP TRIGGER "recurring_agreements_asked_once" ON "recurring_agreements";
CREATE TRIGGER "recurring_agreements_asked_once" BEFORE UPDATE OF "merchant_id", "member_id", "currency",
  "amount_minor", "max_amount_minor", "interval", "ends_on", "charge_limit" ON "recurring_agreements"
  FOR EACH ROW EXECUTE FUNCTION "refuse_change_of_terms"();
CREATE TRIGGER "recurring_agreements_described_once" BEFORE UPDATE OF "description" ON "recurring_agreements"
  FOR EACH ROW WHEN (NEW."description" <> 'Deleted' OR NEW."status" IN ('pending', 'active'))
  EXECUTE FUNCTION "refuse_change_of_terms"();
