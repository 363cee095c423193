-- A request for money may be one to take a funding back, which it names.
ALTER TABLE approvals ADD COLUMN reversed_posting_id text COLLATE pg_catalog."C";
ALTER TABLE approvals ADD CONSTRAINT approvals_reversed_posting_id_fkey FOREIGN KEY (reversed_posting_id) REFERENCES fundings(posting_id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE approvals ADD CONSTRAINT approvals_reversal_is_of_money CHECK (((reversed_posting_id IS NULL) OR (tier IS NULL)));
