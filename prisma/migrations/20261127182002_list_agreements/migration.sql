-- A merchant's own agreements, the newest first.
CREATE INDEX recurring_agreements_merchant_id_created_at_id_idx ON recurring_agreements USING btree (merchant_id, created_at, id);
