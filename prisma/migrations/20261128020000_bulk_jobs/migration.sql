-- Acts on many records that people chose, done in the background one record after the other.
CREATE TYPE bulk_act AS ENUM ('revoke_codes', 'retry_deliveries', 'resolve_reports');

CREATE TABLE bulk_jobs (
    id text NOT NULL COLLATE pg_catalog."C",
    tenant_id text NOT NULL COLLATE pg_catalog."C",
    environment environment NOT NULL,
    act bulk_act NOT NULL,
    subject_id text COLLATE pg_catalog."C",
    user_id text NOT NULL COLLATE pg_catalog."C",
    request_id text NOT NULL COLLATE pg_catalog."C",
    item_ids text[] NOT NULL,
    outcomes text[] DEFAULT ARRAY[]::text[] NOT NULL,
    run integer DEFAULT 0 NOT NULL,
    touched_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone NOT NULL,
    finished_at timestamp(3) with time zone,
    CONSTRAINT bulk_jobs_items_check CHECK (cardinality(item_ids) BETWEEN 1 AND 1000),
    CONSTRAINT bulk_jobs_outcomes_check CHECK (cardinality(outcomes) <= cardinality(item_ids)),
    CONSTRAINT bulk_jobs_finished_check CHECK (cardinality(outcomes) < cardinality(item_ids) OR finished_at IS NOT NULL)
);
ALTER TABLE bulk_jobs ADD CONSTRAINT bulk_jobs_pkey PRIMARY KEY (id);
CREATE INDEX bulk_jobs_tenant_id_environment_created_at_id_idx ON bulk_jobs USING btree (tenant_id, environment, created_at, id);
CREATE INDEX bulk_jobs_open_idx ON bulk_jobs USING btree (created_at) WHERE (finished_at IS NULL);
ALTER TABLE bulk_jobs ADD CONSTRAINT bulk_jobs_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON UPDATE CASCADE ON DELETE RESTRICT;
