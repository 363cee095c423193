-- What a tenant calls a merchant in its own books.
ALTER TABLE merchants ADD COLUMN external_id character varying(64) COLLATE "C";
CREATE UNIQUE INDEX merchants_external_id_key ON merchants USING btree (tenant_id, environment, external_id) WHERE (external_id IS NOT NULL);
