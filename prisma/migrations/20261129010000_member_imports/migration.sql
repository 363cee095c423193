-- Members from a file: a job that carries what each of its records is to be, until it ends.
ALTER TYPE bulk_act ADD VALUE 'create_members';

ALTER TABLE bulk_jobs ADD COLUMN contents text[] DEFAULT ARRAY[]::text[] NOT NULL;
ALTER TABLE bulk_jobs ADD CONSTRAINT bulk_jobs_contents_check CHECK (
    cardinality(contents) = 0 OR (finished_at IS NULL AND cardinality(contents) = cardinality(item_ids))
);

-- Whether a member is there already.
CREATE INDEX members_email_idx ON members USING btree (tenant_id, environment, lower(email)) WHERE (email IS NOT NULL);
