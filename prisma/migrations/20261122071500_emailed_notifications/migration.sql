ALTER TABLE "notifications" RENAME COLUMN "has_letter" TO "is_emailed";

ALTER TABLE "payment_codes" RENAME CONSTRAINT "payment_codes_bound_to_somebody" TO "payment_codes_bound_to_merchant";
