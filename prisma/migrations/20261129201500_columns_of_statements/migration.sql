-- What was read by other columns says other things of the same line.
ALTER TABLE bank_statements ADD COLUMN columns_digest character(64);
