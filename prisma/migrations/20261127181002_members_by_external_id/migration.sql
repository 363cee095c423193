-- What a tenant knows of a member in its own books.
ALTER TABLE members ADD COLUMN external_id character varying(64) COLLATE "C", ADD COLUMN email text, ADD COLUMN metadata json;
CREATE UNIQUE INDEX members_external_id_key ON members USING btree (tenant_id, environment, external_id) WHERE (external_id IS NOT NULL);
