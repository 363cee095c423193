-- Events of other records than authorizations, and a list of all of them by time.
ALTER TABLE events ADD COLUMN subject_id text COLLATE pg_catalog."C",
  DROP CONSTRAINT events_sequence_check,
  ADD CONSTRAINT events_sequence_check
    CHECK (sequence >= 1 AND (authorization_id IS NOT NULL OR subject_id IS NOT NULL OR sequence = 1)) NOT VALID,
  ADD CONSTRAINT events_one_record CHECK (authorization_id IS NULL OR subject_id IS NULL) NOT VALID;
ALTER TABLE events VALIDATE CONSTRAINT events_sequence_check;
ALTER TABLE events VALIDATE CONSTRAINT events_one_record;
CREATE INDEX events_subject_id_sequence_idx ON events USING btree (subject_id, sequence) WHERE (subject_id IS NOT NULL);
CREATE INDEX events_tenant_id_environment_created_at_id_idx ON events USING btree (tenant_id, environment, created_at, id);
CREATE INDEX events_records_by_type_idx ON events USING btree (tenant_id, environment, type, created_at, id)
  WHERE (subject_id IS NOT NULL);
