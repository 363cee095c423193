-- CreateEnum
CREATE TYPE "payment_code_status" AS ENUM ('active', 'used', 'locked', 'expired', 'revoked');

-- CreateEnum
CREATE TYPE "recurring_interval" AS ENUM ('daily', 'weekly', 'monthly');

-- AlterTable
ALTER TABLE "authorizations" ADD COLUMN     "device_hash" TEXT,
ADD COLUMN     "payment_code_id" TEXT COLLATE "C",
ALTER COLUMN "card_id" DROP NOT NULL;

-- AlterTable
ALTER TABLE "idempotency_keys" ADD COLUMN     "is_encrypted" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "payment_codes" (
    "id" TEXT COLLATE "C" NOT NULL,
    "tenant_id" TEXT COLLATE "C" NOT NULL,
    "environment" "environment" NOT NULL,
    "code_hash" TEXT NOT NULL,
    "pin_hash" TEXT,
    "member_id" TEXT COLLATE "C" NOT NULL,
    "account_id" TEXT COLLATE "C" NOT NULL,
    "merchant_id" TEXT COLLATE "C",
    "currency" CHAR(3) NOT NULL,
    "max_amount_minor" BIGINT,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "is_single_use" BOOLEAN NOT NULL,
    "is_recurring" BOOLEAN NOT NULL,
    "recurring_interval" "recurring_interval",
    "recurring_limit" INTEGER,
    "recurring_thru" DATE,
    "lockout_threshold" INTEGER NOT NULL,
    "display_hint" TEXT,
    "metadata" JSON,
    "status" "payment_code_status" NOT NULL DEFAULT 'active',
    "failed_tries" INTEGER NOT NULL DEFAULT 0,
    "uses" INTEGER NOT NULL DEFAULT 0,
    "last_used_at" TIMESTAMPTZ(3),
    "next_use_on" DATE,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),
    "revoke_reason" TEXT,

    CONSTRAINT "payment_codes_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "payment_codes_code_hash_key" ON "payment_codes"("code_hash");

-- CreateIndex
CREATE INDEX "payment_codes_tenant_id_environment_created_at_id_idx" ON "payment_codes"("tenant_id", "environment", "created_at", "id");

-- CreateIndex
CREATE INDEX "payment_codes_member_id_idx" ON "payment_codes"("member_id");

-- CreateIndex
CREATE INDEX "payment_codes_active_idx" ON "payment_codes"("expires_at") WHERE ("status" = 'active');

-- AddForeignKey
ALTER TABLE "authorizations" ADD CONSTRAINT "authorizations_payment_code_id_fkey" FOREIGN KEY ("payment_code_id") REFERENCES "payment_codes"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payment_codes" ADD CONSTRAINT "payment_codes_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "members"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payment_codes" ADD CONSTRAINT "payment_codes_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payment_codes" ADD CONSTRAINT "payment_codes_merchant_id_fkey" FOREIGN KEY ("merchant_id") REFERENCES "merchants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;


-- What Prisma's schema cannot say ------------------------------------------------------------------------------------

ALTER TABLE "authorizations"
  ADD CONSTRAINT "authorizations_one_instrument" CHECK (("card_id" IS NULL) <> ("payment_code_id" IS NULL));

-- Whatever the code: it is never used nor tried once too often, and an ended one has no PIN left to try.
ALTER TABLE "payment_codes"
  ADD CONSTRAINT "payment_codes_tries" CHECK ("failed_tries" BETWEEN 0 AND "lockout_threshold"),
  ADD CONSTRAINT "payment_codes_uses" CHECK (
    "uses" >= 0 AND ("uses" <= 1 OR NOT "is_single_use")
    AND ("recurring_limit" IS NULL OR "uses" <= "recurring_limit")),
  ADD CONSTRAINT "payment_codes_pin_ends_with_code" CHECK (("status" = 'active') = ("pin_hash" IS NOT NULL)),
  ADD CONSTRAINT "payment_codes_recurring_terms" CHECK (
    "is_recurring" OR ("recurring_interval" IS NULL AND "recurring_limit" IS NULL AND "recurring_thru" IS NULL)),
  ADD CONSTRAINT "payment_codes_max_amount_positive" CHECK ("max_amount_minor" > 0);
