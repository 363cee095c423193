-- What a capture, void, or refund says of itself: its reference, by which either surface finds the payment, and metadata.
ALTER TABLE captures ADD COLUMN metadata json;
ALTER TABLE reversals ADD COLUMN merchant_reference text, ADD COLUMN metadata json;
-- A charge that its member is asked about is described as it was asked.
ALTER TABLE charge_requests ADD COLUMN metadata json;
CREATE INDEX reversals_merchant_reference_idx ON reversals USING btree (tenant_id, environment, merchant_reference, created_at DESC) WHERE (merchant_reference IS NOT NULL);
