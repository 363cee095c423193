-- Builds from before don't begin a held job either: its `touched_at` is the end of the wait.
ALTER TABLE bulk_jobs ADD COLUMN sums json,
  ADD COLUMN is_held boolean DEFAULT false NOT NULL,
  ADD COLUMN decided_by text COLLATE pg_catalog."C",
  ADD COLUMN decided_at timestamp(3) with time zone,
  ADD CONSTRAINT bulk_jobs_held CHECK (((NOT is_held) OR ((sums IS NOT NULL) AND (decided_by IS NULL) AND (cardinality(outcomes) = 0) AND (finished_at IS NULL)))),
  ADD CONSTRAINT bulk_jobs_decided CHECK (((decided_by IS NULL) = (decided_at IS NULL))),
  ADD CONSTRAINT bulk_jobs_second_person CHECK (((decided_by IS NULL) OR (decided_by <> user_id) OR (finished_at IS NOT NULL)));
