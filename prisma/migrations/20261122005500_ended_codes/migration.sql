-- An approved agreement uses up the code it was asked for with; until now that use was not counted.
UPDATE "payment_codes" SET "uses" = "uses" + 1
WHERE "status" = 'used' AND EXISTS (
  SELECT 1 FROM "recurring_agreements" a WHERE a."payment_code_id" = "payment_codes"."id" AND a."approved_at" IS NOT NULL);

-- What Prisma's schema cannot say ------------------------------------------------------------------------------------

-- A code that is used up was used; one that revoking ended was revoked. Revoking one that had ended leaves its status.
ALTER TABLE "payment_codes"
  ADD CONSTRAINT "payment_codes_used_was_used" CHECK ("status" <> 'used' OR "uses" > 0),
  ADD CONSTRAINT "payment_codes_revoked_was_revoked" CHECK ("status" <> 'revoked' OR "revoked_at" IS NOT NULL);
