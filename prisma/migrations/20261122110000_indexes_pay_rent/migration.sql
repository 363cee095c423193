-- Every index is kept up by every payment. These serve no query that another does not serve as well (decision 068).

-- A root is found by its own id, so that only increments are in the index of families.
DROP INDEX "authorizations_root_id_created_at_id_idx";
CREATE INDEX "authorizations_increments_idx" ON "authorizations"("root_id") WHERE parent_id IS NOT NULL;

-- Few authorizations share a number: whose they are is read from the rows.
DROP INDEX "authorizations_tenant_id_environment_authorization_number_c_idx";
CREATE INDEX "authorizations_authorization_number_idx" ON "authorizations"("authorization_number");

-- A card's are read by its account, which seldom has another.
DROP INDEX "authorizations_card_idx";

-- Most end as captured, and are found in the index of all. The expression is server/domain/authorizations/statuses.ts's.
DROP INDEX "authorizations_state_idx";
CREATE INDEX "authorizations_state_idx" ON "authorizations" ("tenant_id", "environment", (CASE
    WHEN "outcome" = 'declined' THEN 'declined'
    WHEN "family_amount_minor" > "family_captured_minor" + "family_voided_minor" + "family_expired_minor" THEN 'held'
    WHEN "family_captured_minor" = 0 AND "family_expired_minor" > 0 THEN 'expired'
    WHEN "family_captured_minor" > 0 AND "family_refunded_minor" = 0 THEN 'captured'
    ELSE 'reversed' END), "created_at", "id") WHERE "parent_id" IS NULL AND (CASE
    WHEN "outcome" = 'declined' THEN 'declined'
    WHEN "family_amount_minor" > "family_captured_minor" + "family_voided_minor" + "family_expired_minor" THEN 'held'
    WHEN "family_captured_minor" = 0 AND "family_expired_minor" > 0 THEN 'expired'
    WHEN "family_captured_minor" > 0 AND "family_refunded_minor" = 0 THEN 'captured'
    ELSE 'reversed' END) <> 'captured';
DROP INDEX "authorizations_merchant_state_idx";
CREATE INDEX "authorizations_merchant_state_idx" ON "authorizations" ("merchant_id", (CASE
    WHEN "outcome" = 'declined' THEN 'declined'
    WHEN "family_amount_minor" > "family_captured_minor" + "family_voided_minor" + "family_expired_minor" THEN 'held'
    WHEN "family_captured_minor" = 0 AND "family_expired_minor" > 0 THEN 'expired'
    WHEN "family_captured_minor" > 0 AND "family_refunded_minor" = 0 THEN 'captured'
    ELSE 'reversed' END), "created_at", "id") WHERE "parent_id" IS NULL AND (CASE
    WHEN "outcome" = 'declined' THEN 'declined'
    WHEN "family_amount_minor" > "family_captured_minor" + "family_voided_minor" + "family_expired_minor" THEN 'held'
    WHEN "family_captured_minor" = 0 AND "family_expired_minor" > 0 THEN 'expired'
    WHEN "family_captured_minor" > 0 AND "family_refunded_minor" = 0 THEN 'captured'
    ELSE 'reversed' END) <> 'captured';

-- No query reads events by time, and a capture is read by its family.
DROP INDEX "events_tenant_id_environment_created_at_id_idx";
DROP INDEX "captures_authorization_id_idx";
