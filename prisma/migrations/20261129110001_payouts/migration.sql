-- Where the money of each payout is: on its way to a bank account, there, or back. The row is made with the batch, also by builds
-- that know nothing of it.
CREATE TYPE payout_state AS ENUM ('pending', 'exported', 'sent', 'paid', 'returned', 'failed');
CREATE TYPE payment_file_state AS ENUM ('waiting', 'made', 'sent', 'taken_back');
CREATE TYPE payment_file_format AS ENUM ('pain_001', 'csv');

CREATE TABLE payment_files (
    id text NOT NULL COLLATE pg_catalog."C",
    environment environment NOT NULL,
    currency character(3) NOT NULL,
    format payment_file_format NOT NULL,
    state payment_file_state NOT NULL,
    executes_on date NOT NULL,
    payout_count integer NOT NULL,
    sum_minor bigint NOT NULL,
    sealed_content text,
    digest character(64),
    asked_by text NOT NULL COLLATE pg_catalog."C",
    created_at timestamp(3) with time zone NOT NULL,
    approved_by text COLLATE pg_catalog."C",
    sent_by text COLLATE pg_catalog."C",
    sent_at timestamp(3) with time zone,
    taken_back_by text COLLATE pg_catalog."C",
    taken_back_at timestamp(3) with time zone,
    CONSTRAINT payment_files_has_payouts CHECK (((payout_count > 0) AND (sum_minor > 0))),
    CONSTRAINT payment_files_made CHECK ((((sealed_content IS NULL) = (digest IS NULL)) AND ((state <> ALL (ARRAY['made'::payment_file_state, 'sent'::payment_file_state])) OR (digest IS NOT NULL)))),
    CONSTRAINT payment_files_sent CHECK ((((state = 'sent'::payment_file_state) = (sent_at IS NOT NULL)) AND ((sent_at IS NULL) = (sent_by IS NULL)))),
    CONSTRAINT payment_files_taken_back CHECK ((((state = 'taken_back'::payment_file_state) = (taken_back_at IS NOT NULL)) AND ((taken_back_at IS NULL) = (taken_back_by IS NULL)))),
    CONSTRAINT payment_files_second_person CHECK ((approved_by <> asked_by))
);
ALTER TABLE payment_files ADD CONSTRAINT payment_files_pkey PRIMARY KEY (id);
CREATE INDEX payment_files_environment_created_at_id_idx ON payment_files USING btree (environment, created_at, id);
CREATE INDEX payment_files_asked_by_created_at_idx ON payment_files USING btree (asked_by, created_at);

CREATE TABLE payouts (
    id text NOT NULL COLLATE pg_catalog."C",
    tenant_id text NOT NULL COLLATE pg_catalog."C",
    environment environment NOT NULL,
    currency character(3) NOT NULL,
    amount_minor bigint NOT NULL,
    merchant_id text COLLATE pg_catalog."C",
    batch_id text COLLATE pg_catalog."C",
    account_id text COLLATE pg_catalog."C",
    fee_minor bigint DEFAULT 0 NOT NULL,
    fee_posting_id text COLLATE pg_catalog."C",
    state payout_state DEFAULT 'pending'::payout_state NOT NULL,
    end_to_end_id character varying(35) DEFAULT ('P'::text || upper(replace((gen_random_uuid())::text, '-'::text, ''::text))) NOT NULL,
    file_id text COLLATE pg_catalog."C",
    sealed_account text,
    last4 character(4),
    created_at timestamp(3) with time zone NOT NULL,
    exported_at timestamp(3) with time zone,
    sent_at timestamp(3) with time zone,
    paid_at timestamp(3) with time zone,
    returned_at timestamp(3) with time zone,
    return_reason character varying(140),
    return_posting_id text COLLATE pg_catalog."C",
    answered_by text COLLATE pg_catalog."C",
    repaid_batch_id text COLLATE pg_catalog."C",
    CONSTRAINT payouts_of_a_batch_or_an_account CHECK ((((merchant_id IS NULL) = (batch_id IS NULL)) AND ((merchant_id IS NULL) <> (account_id IS NULL)))),
    CONSTRAINT payouts_amounts CHECK (((amount_minor > 0) AND (fee_minor >= 0) AND ((fee_minor > 0) = (fee_posting_id IS NOT NULL)) AND ((fee_minor = 0) OR (account_id IS NOT NULL)))),
    CONSTRAINT payouts_given_back CHECK ((((state = ANY (ARRAY['returned'::payout_state, 'failed'::payout_state])) = (return_posting_id IS NOT NULL)) AND ((return_posting_id IS NULL) = (returned_at IS NULL)))),
    CONSTRAINT payouts_repaid CHECK (((repaid_batch_id IS NULL) OR ((return_posting_id IS NOT NULL) AND (repaid_batch_id <> batch_id))))
);
ALTER TABLE payouts ADD CONSTRAINT payouts_pkey PRIMARY KEY (id);
CREATE UNIQUE INDEX payouts_fee_posting_id_key ON payouts USING btree (fee_posting_id);
CREATE UNIQUE INDEX payouts_end_to_end_id_key ON payouts USING btree (end_to_end_id);
CREATE UNIQUE INDEX payouts_return_posting_id_key ON payouts USING btree (return_posting_id);
CREATE INDEX payouts_environment_created_at_id_idx ON payouts USING btree (environment, created_at, id);
CREATE INDEX payouts_due_idx ON payouts USING btree (environment, currency, created_at, id) WHERE (state = 'pending' AND file_id IS NULL);
CREATE INDEX payouts_unanswered_idx ON payouts USING btree (environment, sent_at) WHERE (state = 'sent');
CREATE INDEX payouts_in_transit_idx ON payouts USING btree (merchant_id, currency) WHERE ((state = ANY (ARRAY['pending'::payout_state, 'exported'::payout_state, 'sent'::payout_state])) AND merchant_id IS NOT NULL);
CREATE INDEX payouts_returned_idx ON payouts USING btree (merchant_id, currency, returned_at) WHERE (return_posting_id IS NOT NULL AND merchant_id IS NOT NULL);
CREATE INDEX payouts_file_id_idx ON payouts USING btree (file_id) WHERE (file_id IS NOT NULL);
CREATE UNIQUE INDEX payouts_batch_key ON payouts USING btree (batch_id) WHERE (batch_id IS NOT NULL);
CREATE INDEX postings_payout_return_idx ON postings USING btree (id) WHERE (kind = 'payout_return'::posting_kind);
ALTER TABLE payouts ADD CONSTRAINT payouts_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE payouts ADD CONSTRAINT payouts_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE payouts ADD CONSTRAINT payouts_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE payouts ADD CONSTRAINT payouts_id_fkey FOREIGN KEY (id) REFERENCES postings(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE payouts ADD CONSTRAINT payouts_fee_posting_id_fkey FOREIGN KEY (fee_posting_id) REFERENCES postings(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE payouts ADD CONSTRAINT payouts_return_posting_id_fkey FOREIGN KEY (return_posting_id) REFERENCES postings(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE payouts ADD CONSTRAINT payouts_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES settlement_batches(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE payouts ADD CONSTRAINT payouts_repaid_batch_id_fkey FOREIGN KEY (repaid_batch_id) REFERENCES settlement_batches(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE payouts ADD CONSTRAINT payouts_file_id_fkey FOREIGN KEY (file_id) REFERENCES payment_files(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE payouts ADD CONSTRAINT payouts_answered_by_fkey FOREIGN KEY (answered_by) REFERENCES users(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE payment_files ADD CONSTRAINT payment_files_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES users(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE payment_files ADD CONSTRAINT payment_files_approved_by_fkey FOREIGN KEY (approved_by) REFERENCES users(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE payment_files ADD CONSTRAINT payment_files_sent_by_fkey FOREIGN KEY (sent_by) REFERENCES users(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE payment_files ADD CONSTRAINT payment_files_taken_back_by_fkey FOREIGN KEY (taken_back_by) REFERENCES users(id) ON UPDATE CASCADE ON DELETE RESTRICT;

CREATE TRIGGER payouts_asked_once BEFORE UPDATE OF id, tenant_id, environment, currency, amount_minor, merchant_id, batch_id, account_id, fee_minor, fee_posting_id, end_to_end_id, created_at ON payouts FOR EACH ROW EXECUTE FUNCTION refuse_change_of_books();
CREATE TRIGGER payouts_given_back_once BEFORE UPDATE OF state, returned_at, return_posting_id ON payouts FOR EACH ROW WHEN ((old.return_posting_id IS NOT NULL)) EXECUTE FUNCTION refuse_change_of_books();
CREATE TRIGGER payouts_repaid_once BEFORE UPDATE OF repaid_batch_id ON payouts FOR EACH ROW WHEN ((old.repaid_batch_id IS NOT NULL)) EXECUTE FUNCTION refuse_change_of_books();
CREATE TRIGGER payouts_stay BEFORE DELETE OR TRUNCATE ON payouts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_books();
CREATE TRIGGER payment_files_made_once BEFORE UPDATE OF sealed_content, digest ON payment_files FOR EACH ROW WHEN (((old.digest IS NOT NULL) AND (new.digest IS DISTINCT FROM old.digest))) EXECUTE FUNCTION refuse_change_of_books();

CREATE FUNCTION pay_out_batch() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO payouts (id, tenant_id, environment, currency, amount_minor, merchant_id, batch_id, created_at)
  VALUES (new.payout_posting_id, new.tenant_id, new.environment, new.currency, new.payout_minor, new.merchant_id, new.id,
    new.created_at);
  RETURN NULL;
END
$$;
CREATE TRIGGER settlement_batches_pay_out AFTER INSERT ON settlement_batches FOR EACH ROW WHEN ((new.payout_posting_id IS NOT NULL)) EXECUTE FUNCTION pay_out_batch();

-- What was paid out before is over, and nobody knows when the bank did it.
INSERT INTO payouts (id, tenant_id, environment, currency, amount_minor, merchant_id, batch_id, state, created_at)
SELECT payout_posting_id, tenant_id, environment, currency, payout_minor, merchant_id, id, 'paid', created_at
FROM settlement_batches WHERE payout_posting_id IS NOT NULL;

-- What is carried in may now be money that came back.
ALTER TABLE settlement_batches DROP CONSTRAINT settlement_batches_adds_up;
ALTER TABLE settlement_batches ADD CONSTRAINT settlement_batches_adds_up CHECK ((((((captured_minor - refunded_minor) - fee_minor) + carried_in_minor) = (payout_minor + carried_out_minor)) AND (payout_minor >= 0) AND (carried_out_minor <= 0) AND ((payout_minor = 0) OR (carried_out_minor = 0))));

-- A second operator may decide a payment file, which is no tenant's.
ALTER TABLE approvals ADD COLUMN payment_file_id text COLLATE pg_catalog."C";
ALTER TABLE approvals ALTER COLUMN tenant_id DROP NOT NULL;
ALTER TABLE approvals ADD CONSTRAINT approvals_payment_file_id_fkey FOREIGN KEY (payment_file_id) REFERENCES payment_files(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE approvals DROP CONSTRAINT approvals_subject;
ALTER TABLE approvals ADD CONSTRAINT approvals_subject CHECK ((((tier IS NULL) AND (payment_file_id IS NULL) AND (num_nulls(tenant_id, account_id, amount_minor, currency, reference) = 0) AND (amount_minor > 0)) OR ((tier IS NOT NULL) AND (tenant_id IS NOT NULL) AND (num_nonnulls(payment_file_id, account_id, amount_minor, currency, reference) = 0)) OR ((tier IS NULL) AND (payment_file_id IS NOT NULL) AND (num_nulls(amount_minor, currency) = 0) AND (num_nonnulls(tenant_id, account_id, reference) = 0) AND (amount_minor > 0))));
