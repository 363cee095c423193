-- Beside the index of credits: the entries of one account, of which members' are mostly debits.
CREATE INDEX entries_debits_idx ON entries (account_id, id) WHERE amount_minor < 0;
