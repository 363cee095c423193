-- Ids are compared by their bytes, as everywhere.
ALTER TABLE "passkeys" ALTER COLUMN "credential_id" TYPE TEXT COLLATE "C";
