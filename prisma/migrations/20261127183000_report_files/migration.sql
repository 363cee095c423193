-- Reports as files, made in the background a page at a time.
CREATE TYPE report_file_kind AS ENUM ('payments', 'settlement', 'balance');
CREATE TYPE report_file_state AS ENUM ('pending', 'running', 'done', 'failed');

CREATE TABLE report_files (
    id text NOT NULL COLLATE pg_catalog."C",
    tenant_id text NOT NULL COLLATE pg_catalog."C",
    environment environment NOT NULL,
    kind report_file_kind NOT NULL,
    created_from timestamp(3) with time zone NOT NULL,
    created_before timestamp(3) with time zone NOT NULL,
    merchant_id text COLLATE pg_catalog."C",
    currency text,
    state report_file_state DEFAULT 'pending'::report_file_state NOT NULL,
    api_key_id text COLLATE pg_catalog."C",
    user_id text COLLATE pg_catalog."C",
    total_count integer,
    row_count integer DEFAULT 0 NOT NULL,
    part_count integer DEFAULT 0 NOT NULL,
    byte_count bigint DEFAULT 0 NOT NULL,
    cursor json,
    slot integer,
    run integer DEFAULT 0 NOT NULL,
    touched_at timestamp(3) with time zone,
    begins_at timestamp(3) with time zone NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    finished_at timestamp(3) with time zone,
    CONSTRAINT report_files_span_check CHECK (created_from < created_before),
    CONSTRAINT report_files_asker_check CHECK (num_nonnulls(api_key_id, user_id) = 1),
    CONSTRAINT report_files_slot_check CHECK ((slot IS NULL) = (finished_at IS NOT NULL)),
    CONSTRAINT report_files_finished_check
      CHECK ((state IN ('done', 'failed')) = (finished_at IS NOT NULL))
);
ALTER TABLE report_files ADD CONSTRAINT report_files_pkey PRIMARY KEY (id);
CREATE UNIQUE INDEX report_files_slot_key ON report_files USING btree (tenant_id, environment, slot);
CREATE INDEX report_files_tenant_id_environment_created_at_id_idx ON report_files USING btree (tenant_id, environment, created_at, id);
CREATE INDEX report_files_open_idx ON report_files USING btree (created_at) WHERE (finished_at IS NULL);

CREATE TABLE report_file_parts (
    id text NOT NULL COLLATE pg_catalog."C",
    file_id text NOT NULL COLLATE pg_catalog."C",
    number integer NOT NULL,
    content bytea NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);
-- It is compressed already.
ALTER TABLE report_file_parts ALTER COLUMN content SET STORAGE EXTERNAL;
ALTER TABLE report_file_parts ADD CONSTRAINT report_file_parts_pkey PRIMARY KEY (id);
CREATE UNIQUE INDEX report_file_parts_file_id_number_key ON report_file_parts USING btree (file_id, number);

ALTER TABLE report_files ADD CONSTRAINT report_files_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE report_files ADD CONSTRAINT report_files_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE report_file_parts ADD CONSTRAINT report_file_parts_file_id_fkey FOREIGN KEY (file_id) REFERENCES report_files(id) ON UPDATE CASCADE ON DELETE RESTRICT;
