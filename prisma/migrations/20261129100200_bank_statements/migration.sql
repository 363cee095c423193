-- What banks say of the network's accounts. A statement and each line of it count once, in whichever file they come.
CREATE TYPE statement_format AS ENUM ('camt_053', 'mt940', 'csv');
CREATE TYPE bank_line_state AS ENUM ('unassigned', 'funded', 'returned', 'payout', 'other');

ALTER TABLE bank_accounts ADD COLUMN csv_mapping json;

CREATE TABLE bank_statements (
    id text NOT NULL COLLATE pg_catalog."C",
    environment environment NOT NULL,
    bank_account_id text NOT NULL COLLATE pg_catalog."C",
    format statement_format NOT NULL,
    number character varying(35),
    file_digest character(64) NOT NULL,
    digest character(64) NOT NULL,
    from_on date NOT NULL,
    to_on date NOT NULL,
    opening_minor bigint,
    closing_minor bigint,
    line_count integer NOT NULL,
    new_count integer NOT NULL,
    handled_count integer DEFAULT 0 NOT NULL,
    user_id text NOT NULL COLLATE pg_catalog."C",
    request_id text NOT NULL,
    run integer DEFAULT 0 NOT NULL,
    touched_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone NOT NULL,
    finished_at timestamp(3) with time zone,
    CONSTRAINT bank_statements_balances CHECK (((opening_minor IS NULL) = (closing_minor IS NULL))),
    CONSTRAINT bank_statements_counts CHECK (((handled_count >= 0) AND (handled_count <= new_count) AND (new_count <= line_count))),
    CONSTRAINT bank_statements_days CHECK ((from_on <= to_on))
);
ALTER TABLE bank_statements ADD CONSTRAINT bank_statements_pkey PRIMARY KEY (id);
ALTER TABLE bank_statements ADD CONSTRAINT bank_statements_bank_account_id_fkey FOREIGN KEY (bank_account_id) REFERENCES bank_accounts(id) ON UPDATE CASCADE ON DELETE RESTRICT;
CREATE UNIQUE INDEX bank_statements_bank_account_id_digest_key ON bank_statements USING btree (bank_account_id, digest);
CREATE INDEX bank_statements_environment_created_at_id_idx ON bank_statements USING btree (environment, created_at, id);
CREATE INDEX bank_statements_open_idx ON bank_statements USING btree (created_at) WHERE (finished_at IS NULL);

CREATE TABLE bank_lines (
    id text NOT NULL COLLATE pg_catalog."C",
    statement_id text NOT NULL COLLATE pg_catalog."C",
    bank_account_id text NOT NULL COLLATE pg_catalog."C",
    environment environment NOT NULL,
    currency character(3) NOT NULL,
    "position" integer NOT NULL,
    key character varying(80) NOT NULL,
    booked_on date NOT NULL,
    value_on date,
    amount_minor bigint NOT NULL,
    counterparty_name text,
    counterparty_number text,
    text text NOT NULL,
    end_to_end_id text,
    return_reason text,
    state bank_line_state DEFAULT 'unassigned'::bank_line_state NOT NULL,
    account_id text COLLATE pg_catalog."C",
    posting_id text COLLATE pg_catalog."C",
    note text,
    user_id text COLLATE pg_catalog."C",
    handled_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT bank_lines_funded CHECK ((((state = 'funded'::bank_line_state) = (posting_id IS NOT NULL)) AND ((posting_id IS NULL) = (account_id IS NULL)) AND ((posting_id IS NULL) OR (amount_minor > 0))))
);
ALTER TABLE bank_lines ADD CONSTRAINT bank_lines_pkey PRIMARY KEY (id);
ALTER TABLE bank_lines ADD CONSTRAINT bank_lines_statement_id_fkey FOREIGN KEY (statement_id) REFERENCES bank_statements(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE bank_lines ADD CONSTRAINT bank_lines_bank_account_id_fkey FOREIGN KEY (bank_account_id) REFERENCES bank_accounts(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE bank_lines ADD CONSTRAINT bank_lines_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE bank_lines ADD CONSTRAINT bank_lines_posting_id_fkey FOREIGN KEY (posting_id) REFERENCES postings(id) ON UPDATE CASCADE ON DELETE RESTRICT;
CREATE UNIQUE INDEX bank_lines_bank_account_id_key_key ON bank_lines USING btree (bank_account_id, key);
CREATE UNIQUE INDEX bank_lines_posting_id_key ON bank_lines USING btree (posting_id);
CREATE INDEX bank_lines_statement_id_position_idx ON bank_lines USING btree (statement_id, "position");
CREATE INDEX bank_lines_environment_created_at_id_idx ON bank_lines USING btree (environment, created_at, id);
CREATE INDEX bank_lines_unassigned_idx ON bank_lines USING btree (environment, created_at, id) WHERE (state = 'unassigned'::bank_line_state);
CREATE INDEX bank_lines_account_id_idx ON bank_lines USING btree (account_id) WHERE (account_id IS NOT NULL);

-- A line whose funding is taken back, by whichever way, is nobody's again in the same statement.
CREATE FUNCTION release_bank_line() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  UPDATE bank_lines SET state = 'unassigned', account_id = NULL, posting_id = NULL, user_id = NULL
  WHERE posting_id = NEW.reversed_posting_id;
  RETURN NULL;
END
$$;
CREATE TRIGGER fundings_release_bank_line AFTER INSERT ON fundings FOR EACH ROW WHEN ((new.reversed_posting_id IS NOT NULL)) EXECUTE FUNCTION release_bank_line();

-- An operator assigns a large line only with a second one.
ALTER TABLE approvals ADD COLUMN bank_line_id text COLLATE pg_catalog."C";
ALTER TABLE approvals ADD CONSTRAINT approvals_bank_line_id_fkey FOREIGN KEY (bank_line_id) REFERENCES bank_lines(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE approvals ADD CONSTRAINT approvals_line_is_of_money CHECK (((bank_line_id IS NULL) OR ((tier IS NULL) AND (reversed_posting_id IS NULL))));
