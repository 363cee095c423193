-- CreateEnum
CREATE TYPE "payment_code_origin" AS ENUM ('tenant', 'member');

-- CreateEnum
CREATE TYPE "recurring_status" AS ENUM ('pending', 'active', 'denied', 'expired', 'revoked');

-- CreateEnum
CREATE TYPE "revoked_by" AS ENUM ('merchant', 'member');

-- AlterEnum
ALTER TYPE "posting_kind" ADD VALUE 'payout';

-- DropIndex
DROP INDEX "payment_codes_member_id_idx";

-- AlterTable
ALTER TABLE "authorizations" ADD COLUMN     "agreement_id" TEXT COLLATE "C",
ADD COLUMN     "merchant_reference" TEXT,
ADD COLUMN     "risk_score" INTEGER;

-- AlterTable
ALTER TABLE "captures" ADD COLUMN     "batch_id" TEXT COLLATE "C",
ADD COLUMN     "merchant_reference" TEXT,
ADD COLUMN     "target_id" TEXT COLLATE "C";

-- Whom captures so far were addressed to was not kept: the first of the family stands for all of it.
UPDATE "captures" SET "target_id" = "root_id";
ALTER TABLE "captures" ALTER COLUMN "target_id" SET NOT NULL;

-- AlterTable
ALTER TABLE "payment_codes" ADD COLUMN     "bound_at" TIMESTAMPTZ(3),
ADD COLUMN     "origin" "payment_code_origin" NOT NULL DEFAULT 'tenant';

-- Every code so far was made by a tenant; from here on whoever makes one says so.
ALTER TABLE "payment_codes" ALTER COLUMN "origin" DROP DEFAULT;

-- AlterTable
ALTER TABLE "refunds" ADD COLUMN     "batch_id" TEXT COLLATE "C";

-- CreateTable
CREATE TABLE "settlement_batches" (
    "id" TEXT COLLATE "C" NOT NULL,
    "tenant_id" TEXT COLLATE "C" NOT NULL,
    "environment" "environment" NOT NULL,
    "merchant_id" TEXT COLLATE "C" NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "settled_day" DATE NOT NULL,
    "cutoff_at" TIMESTAMPTZ(3) NOT NULL,
    "previous_batch_id" TEXT COLLATE "C",
    "capture_count" INTEGER NOT NULL,
    "captured_minor" BIGINT NOT NULL,
    "refund_count" INTEGER NOT NULL,
    "refunded_minor" BIGINT NOT NULL,
    "carried_in_minor" BIGINT NOT NULL,
    "payout_minor" BIGINT NOT NULL,
    "carried_out_minor" BIGINT NOT NULL,
    "payout_posting_id" TEXT COLLATE "C",
    "idempotency_key" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "settlement_batches_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "recurring_agreements" (
    "id" TEXT COLLATE "C" NOT NULL,
    "tenant_id" TEXT COLLATE "C" NOT NULL,
    "environment" "environment" NOT NULL,
    "merchant_id" TEXT COLLATE "C" NOT NULL,
    "member_id" TEXT COLLATE "C" NOT NULL,
    "account_id" TEXT COLLATE "C" NOT NULL,
    "payment_code_id" TEXT COLLATE "C",
    "status" "recurring_status" NOT NULL DEFAULT 'pending',
    "merchant_reference" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "amount_minor" BIGINT,
    "max_amount_minor" BIGINT,
    "member_max_minor" BIGINT,
    "interval" "recurring_interval",
    "ends_on" DATE,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "next_charge_on" DATE,
    "charges" INTEGER NOT NULL DEFAULT 0,
    "charge_limit" INTEGER,
    "first_charged_at" TIMESTAMPTZ(3),
    "last_charged_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "approved_at" TIMESTAMPTZ(3),
    "denied_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "revoked_by" "revoked_by",
    "revoke_reason" TEXT,
    "version" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "recurring_agreements_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "settlement_batches_previous_batch_id_key" ON "settlement_batches"("previous_batch_id");

-- CreateIndex
CREATE UNIQUE INDEX "settlement_batches_payout_posting_id_key" ON "settlement_batches"("payout_posting_id");

-- CreateIndex
CREATE INDEX "settlement_batches_merchant_id_currency_created_at_id_idx" ON "settlement_batches"("merchant_id", "currency", "created_at", "id");

-- CreateIndex
CREATE INDEX "settlement_batches_tenant_id_environment_created_at_id_idx" ON "settlement_batches"("tenant_id", "environment", "created_at", "id");

-- CreateIndex
CREATE INDEX "settlement_batches_asked_idx" ON "settlement_batches"("tenant_id", "environment", "idempotency_key") WHERE (idempotency_key IS NOT NULL);

-- CreateIndex
CREATE INDEX "recurring_agreements_merchant_id_created_at_id_idx" ON "recurring_agreements"("merchant_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "recurring_agreements_member_id_created_at_id_idx" ON "recurring_agreements"("member_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "recurring_agreements_pending_idx" ON "recurring_agreements"("expires_at") WHERE ("status" = 'pending');

-- CreateIndex
CREATE INDEX "authorizations_account_recent_idx" ON "authorizations"("account_id", "created_at" DESC) WHERE (parent_id IS NULL);

-- CreateIndex
CREATE INDEX "authorizations_merchant_reference_idx" ON "authorizations"("merchant_id", "merchant_reference", "created_at" DESC) WHERE (merchant_reference IS NOT NULL);

-- CreateIndex
CREATE INDEX "authorizations_agreement_idx" ON "authorizations"("agreement_id", "created_at") WHERE (agreement_id IS NOT NULL);

-- CreateIndex
CREATE INDEX "captures_batch_idx" ON "captures"("batch_id", "created_at", "id") WHERE (batch_id IS NOT NULL);

-- CreateIndex
CREATE INDEX "captures_unsettled_idx" ON "captures"("merchant_id", "currency", "created_at", "id") WHERE (batch_id IS NULL);

-- CreateIndex
CREATE INDEX "captures_merchant_reference_idx" ON "captures"("merchant_id", "merchant_reference", "created_at" DESC) WHERE (merchant_reference IS NOT NULL);

-- CreateIndex
CREATE INDEX "payment_codes_member_id_created_at_id_idx" ON "payment_codes"("member_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "refunds_batch_idx" ON "refunds"("batch_id", "created_at", "id") WHERE (batch_id IS NOT NULL);

-- CreateIndex
CREATE INDEX "refunds_unsettled_idx" ON "refunds"("merchant_id", "currency", "created_at", "id") WHERE (batch_id IS NULL);

-- AddForeignKey
ALTER TABLE "authorizations" ADD CONSTRAINT "authorizations_agreement_id_fkey" FOREIGN KEY ("agreement_id") REFERENCES "recurring_agreements"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "captures" ADD CONSTRAINT "captures_target_id_fkey" FOREIGN KEY ("target_id") REFERENCES "authorizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "captures" ADD CONSTRAINT "captures_batch_id_fkey" FOREIGN KEY ("batch_id") REFERENCES "settlement_batches"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_batch_id_fkey" FOREIGN KEY ("batch_id") REFERENCES "settlement_batches"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "settlement_batches" ADD CONSTRAINT "settlement_batches_merchant_id_fkey" FOREIGN KEY ("merchant_id") REFERENCES "merchants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "settlement_batches" ADD CONSTRAINT "settlement_batches_previous_batch_id_fkey" FOREIGN KEY ("previous_batch_id") REFERENCES "settlement_batches"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "settlement_batches" ADD CONSTRAINT "settlement_batches_payout_posting_id_fkey" FOREIGN KEY ("payout_posting_id") REFERENCES "postings"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "recurring_agreements" ADD CONSTRAINT "recurring_agreements_merchant_id_fkey" FOREIGN KEY ("merchant_id") REFERENCES "merchants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "recurring_agreements" ADD CONSTRAINT "recurring_agreements_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "members"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "recurring_agreements" ADD CONSTRAINT "recurring_agreements_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "recurring_agreements" ADD CONSTRAINT "recurring_agreements_payment_code_id_fkey" FOREIGN KEY ("payment_code_id") REFERENCES "payment_codes"("id") ON DELETE RESTRICT ON UPDATE CASCADE;


ALTER TABLE "authorizations"
  DROP CONSTRAINT "authorizations_one_instrument",
  ADD CONSTRAINT "authorizations_one_instrument" CHECK (num_nonnulls("card_id", "payment_code_id", "agreement_id") = 1),
  ADD CONSTRAINT "authorizations_risk_score" CHECK ("risk_score" BETWEEN 0 AND 100);

-- A member's code has no PIN; a tenant's has one as long as it may be used.
ALTER TABLE "payment_codes"
  DROP CONSTRAINT "payment_codes_pin_ends_with_code",
  ADD CONSTRAINT "payment_codes_pin_ends_with_code"
    CHECK (("status" = 'active' AND "origin" = 'tenant') = ("pin_hash" IS NOT NULL)),
  ADD CONSTRAINT "payment_codes_bound_to_somebody" CHECK ("bound_at" IS NULL OR "merchant_id" IS NOT NULL);

ALTER TABLE "recurring_agreements"
  ADD CONSTRAINT "recurring_agreements_amounts"
    CHECK ("amount_minor" > 0 AND "max_amount_minor" > 0 AND "member_max_minor" > 0),
  ADD CONSTRAINT "recurring_agreements_status" CHECK (
    ("status" <> 'active' OR "approved_at" IS NOT NULL)
    AND ("status" = 'denied') = ("denied_at" IS NOT NULL)
    AND ("status" = 'revoked') = ("revoked_at" IS NOT NULL)
    AND ("revoked_at" IS NULL) = ("revoked_by" IS NULL)),
  ADD CONSTRAINT "recurring_agreements_charges"
    CHECK ("charges" >= 0 AND ("charge_limit" IS NULL OR "charges" <= "charge_limit") AND ("charges" > 0) = ("first_charged_at" IS NOT NULL) AND ("charges" = 0 OR "approved_at" IS NOT NULL));

-- A statement adds up, whoever writes it; what it pays out is in the books, and a debt is carried, never paid.
ALTER TABLE "settlement_batches"
  ADD CONSTRAINT "settlement_batches_adds_up" CHECK (
    "captured_minor" - "refunded_minor" + "carried_in_minor" = "payout_minor" + "carried_out_minor"
    AND "payout_minor" >= 0 AND "carried_in_minor" <= 0 AND "carried_out_minor" <= 0
    AND ("payout_minor" = 0 OR "carried_out_minor" = 0)),
  ADD CONSTRAINT "settlement_batches_payout_is_posted"
    CHECK (("payout_minor" > 0) = ("payout_posting_id" IS NOT NULL));
ALTER TABLE "captures" ADD CONSTRAINT "captures_settled_in_batch" CHECK (("batch_id" IS NULL) = ("settled_at" IS NULL));
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_settled_in_batch" CHECK (("batch_id" IS NULL) = ("settled_at" IS NULL));

CREATE TRIGGER "settlement_batches_append_only" BEFORE UPDATE OR DELETE ON "settlement_batches"
  FOR EACH ROW EXECUTE FUNCTION "refuse_change_of_books"();

-- What has settled stays in its batch: it is neither paid twice nor taken back out of a statement.
CREATE TRIGGER "captures_settle_once" BEFORE UPDATE OF "batch_id" ON "captures"
  FOR EACH ROW WHEN (OLD."batch_id" IS NOT NULL AND NEW."batch_id" IS DISTINCT FROM OLD."batch_id")
  EXECUTE FUNCTION "refuse_change_of_books"();
CREATE TRIGGER "refunds_settle_once" BEFORE UPDATE OF "batch_id" ON "refunds"
  FOR EACH ROW WHEN (OLD."batch_id" IS NOT NULL AND NEW."batch_id" IS DISTINCT FROM OLD."batch_id")
  EXECUTE FUNCTION "refuse_change_of_books"();
