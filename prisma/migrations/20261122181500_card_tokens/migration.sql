-- A card is found by an HMAC of its panToken, and the token is kept encrypted for its issuer. The key is not the database's:
-- the server replaces the tokens that stand here in clear, at its next start or by npm run keys:reseal.
ALTER TABLE "cards" RENAME COLUMN "pan_token" TO "pan_token_hash";
ALTER INDEX "cards_pan_token_key" RENAME TO "cards_pan_token_hash_key";
ALTER TABLE "cards" ADD COLUMN "sealed_pan_token" TEXT, ADD COLUMN "last4" CHAR(4);
UPDATE "cards" SET "last4" = right("pan_token_hash", 4);
ALTER TABLE "cards" ALTER COLUMN "last4" SET NOT NULL;

-- Empty once the tokens of earlier versions are sealed.
CREATE INDEX "cards_unsealed_idx" ON "cards"("id") WHERE (sealed_pan_token IS NULL);
