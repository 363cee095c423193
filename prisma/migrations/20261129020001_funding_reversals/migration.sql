-- A reversal names the funding that it takes back whole: of each there is one at most, whatever a program says.
ALTER TABLE fundings ADD COLUMN reversed_posting_id text COLLATE pg_catalog."C";
ALTER TABLE fundings ADD CONSTRAINT fundings_reverses_another CHECK ((reversed_posting_id <> posting_id));
ALTER TABLE fundings ADD CONSTRAINT fundings_reversed_posting_id_fkey FOREIGN KEY (reversed_posting_id) REFERENCES fundings(posting_id) ON UPDATE CASCADE ON DELETE RESTRICT;
CREATE UNIQUE INDEX fundings_reversed_posting_id_key ON fundings USING btree (reversed_posting_id);
CREATE INDEX postings_funding_reversal_idx ON postings USING btree (id) WHERE (kind = 'funding_reversal'::posting_kind);

-- What came in for a tenant's members and what was taken back, the newest first.
DROP INDEX audit_records_funded_idx;
CREATE INDEX audit_records_funded_idx ON audit_records USING btree (tenant_id, environment, created_at, id) WHERE (action = ANY (ARRAY['account.funded'::text, 'account.funding_reversed'::text]));
