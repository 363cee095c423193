-- CreateTable
CREATE TABLE "authorization_hours" (
    "tenant_id" TEXT COLLATE "C" NOT NULL,
    "environment" "environment" NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "response_code" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "amount_minor" BIGINT NOT NULL,

    CONSTRAINT "authorization_hours_pkey" PRIMARY KEY ("tenant_id","environment","hour","currency","response_code")
);

ALTER TABLE "authorization_hours" ADD CONSTRAINT "authorization_hours_count_check" CHECK ("count" > 0 AND "amount_minor" >= 0);

-- Each first authorization is in one state, so lists by state are one range of one index, by tenant and by merchant.
-- The expression is said again in server/domain/authorizations/list-authorizations.ts, which must use the same words.
CREATE INDEX "authorizations_state_idx" ON "authorizations" ("tenant_id", "environment", (CASE
    WHEN "outcome" = 'declined' THEN 'declined'
    WHEN "family_amount_minor" > "family_captured_minor" + "family_voided_minor" + "family_expired_minor" THEN 'held'
    WHEN "family_captured_minor" = 0 AND "family_expired_minor" > 0 THEN 'expired'
    WHEN "family_captured_minor" > 0 AND "family_refunded_minor" = 0 THEN 'captured'
    ELSE 'reversed' END), "created_at", "id") WHERE "parent_id" IS NULL;
CREATE INDEX "authorizations_merchant_state_idx" ON "authorizations" ("merchant_id", (CASE
    WHEN "outcome" = 'declined' THEN 'declined'
    WHEN "family_amount_minor" > "family_captured_minor" + "family_voided_minor" + "family_expired_minor" THEN 'held'
    WHEN "family_captured_minor" = 0 AND "family_expired_minor" > 0 THEN 'expired'
    WHEN "family_captured_minor" > 0 AND "family_refunded_minor" = 0 THEN 'captured'
    ELSE 'reversed' END), "created_at", "id") WHERE "parent_id" IS NULL;
