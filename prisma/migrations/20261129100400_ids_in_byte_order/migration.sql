-- As every id is.
ALTER TABLE bank_statements ALTER COLUMN request_id TYPE text COLLATE pg_catalog."C";
ALTER TABLE bank_lines ALTER COLUMN end_to_end_id TYPE text COLLATE pg_catalog."C";
