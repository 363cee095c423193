-- The entries of one member's account in the order of their postings' ids, which begin with their time. Merchants' come here as they
-- are folded, so that a payment adds no more than before.
DROP INDEX entries_debits_idx;
CREATE INDEX entries_account_idx ON entries (account_id, posting_id, amount_minor) WHERE (is_folded = true);
