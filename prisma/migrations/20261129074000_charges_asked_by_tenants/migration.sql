-- A tenant's key may ask for a charge in place of its merchant's: exactly one of the two did.
ALTER TABLE charge_requests ADD COLUMN api_key_id text COLLATE pg_catalog."C";
ALTER TABLE charge_requests ALTER COLUMN merchant_key_id DROP NOT NULL;
ALTER TABLE charge_requests ADD CONSTRAINT charge_requests_asked_by_one_key CHECK (((merchant_key_id IS NULL) <> (api_key_id IS NULL)));
