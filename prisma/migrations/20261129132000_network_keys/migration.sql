CREATE TABLE network_keys (
    id text NOT NULL COLLATE pg_catalog."C",
    environment environment NOT NULL,
    key_id text NOT NULL COLLATE pg_catalog."C",
    secret_hash text NOT NULL,
    secret_tag character(8),
    label text NOT NULL,
    allowed_addresses text[] DEFAULT ARRAY[]::text[],
    user_id text NOT NULL COLLATE pg_catalog."C",
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone,
    last_used_at timestamp(3) with time zone,
    revoked_at timestamp(3) with time zone
);
ALTER TABLE network_keys ADD CONSTRAINT network_keys_pkey PRIMARY KEY (id);
CREATE UNIQUE INDEX network_keys_key_id_key ON network_keys USING btree (key_id);
CREATE INDEX network_keys_environment_created_at_id_idx ON network_keys USING btree (environment, created_at, id);

-- A statement is brought by an operator or by such a key. Builds from before bring them for operators.
ALTER TABLE bank_statements ALTER COLUMN user_id DROP NOT NULL,
  ADD COLUMN network_key_id text COLLATE pg_catalog."C",
  ADD CONSTRAINT bank_statements_network_key_id_fkey FOREIGN KEY (network_key_id) REFERENCES network_keys(id) ON UPDATE CASCADE ON DELETE RESTRICT,
  ADD CONSTRAINT bank_statements_brought CHECK ((num_nonnulls(user_id, network_key_id) = 1));
