-- What a merchant is charged of its payments, from a day on. Kept like the books, which are proved by it.
CREATE TABLE merchant_prices (
    id text NOT NULL COLLATE pg_catalog."C",
    tenant_id text NOT NULL COLLATE pg_catalog."C",
    environment environment NOT NULL,
    merchant_id text NOT NULL COLLATE pg_catalog."C",
    currency character(3) NOT NULL,
    rate_bps integer NOT NULL,
    fixed_minor bigint NOT NULL,
    effective_on date NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT merchant_prices_rate CHECK (((rate_bps >= 0) AND (rate_bps <= 10000))),
    CONSTRAINT merchant_prices_fixed CHECK ((fixed_minor >= 0))
);
ALTER TABLE merchant_prices ADD CONSTRAINT merchant_prices_pkey PRIMARY KEY (id);
ALTER TABLE merchant_prices ADD CONSTRAINT merchant_prices_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id) ON UPDATE CASCADE ON DELETE RESTRICT;
CREATE INDEX merchant_prices_effective_idx ON merchant_prices USING btree (merchant_id, currency, effective_on, created_at, id);
CREATE TRIGGER merchant_prices_append_only BEFORE DELETE OR UPDATE ON merchant_prices FOR EACH ROW EXECUTE FUNCTION refuse_change_of_books();
CREATE TRIGGER merchant_prices_stay BEFORE TRUNCATE ON merchant_prices FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_books();

ALTER TABLE merchants ADD COLUMN is_fee_returned boolean DEFAULT false NOT NULL;

-- An account of the fees that a tenant's merchants pay, for each currency.
ALTER TABLE accounts ADD COLUMN tenant_id text COLLATE pg_catalog."C";
ALTER TABLE accounts ADD CONSTRAINT accounts_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE accounts DROP CONSTRAINT accounts_owner;
ALTER TABLE accounts ADD CONSTRAINT accounts_owner CHECK ((((kind = 'member'::account_kind) = (member_id IS NOT NULL)) AND ((kind = 'merchant'::account_kind) = (merchant_id IS NOT NULL)) AND ((kind = 'fees'::account_kind) = (tenant_id IS NOT NULL))));
CREATE UNIQUE INDEX accounts_fees_key ON accounts USING btree (tenant_id, environment, currency) WHERE (kind = 'fees'::account_kind);

-- A line keeps what it was charged, a batch what its lines were; from then on it stays.
ALTER TABLE captures ADD COLUMN fee_minor bigint DEFAULT 0 NOT NULL;
ALTER TABLE captures ADD CONSTRAINT captures_fee_within_amount CHECK (((fee_minor >= 0) AND (fee_minor <= amount_minor)));
CREATE TRIGGER captures_charged_once BEFORE UPDATE OF fee_minor ON captures FOR EACH ROW WHEN (((old.batch_id IS NOT NULL) AND (new.fee_minor IS DISTINCT FROM old.fee_minor))) EXECUTE FUNCTION refuse_change_of_books();
ALTER TABLE refunds ADD COLUMN fee_minor bigint DEFAULT 0 NOT NULL;
ALTER TABLE refunds ADD CONSTRAINT refunds_fee_within_amount CHECK (((fee_minor >= 0) AND (fee_minor <= amount_minor)));
CREATE TRIGGER refunds_charged_once BEFORE UPDATE OF fee_minor ON refunds FOR EACH ROW WHEN (((old.batch_id IS NOT NULL) AND (new.fee_minor IS DISTINCT FROM old.fee_minor))) EXECUTE FUNCTION refuse_change_of_books();

ALTER TABLE open_batches ADD COLUMN is_fee_returned boolean DEFAULT false NOT NULL;
ALTER TABLE settlement_batches ADD COLUMN fee_minor bigint DEFAULT 0 NOT NULL, ADD COLUMN is_fee_returned boolean DEFAULT false NOT NULL,
  ADD COLUMN fee_posting_id text COLLATE pg_catalog."C";
ALTER TABLE settlement_batches DROP CONSTRAINT settlement_batches_adds_up;
ALTER TABLE settlement_batches ADD CONSTRAINT settlement_batches_adds_up CHECK ((((((captured_minor - refunded_minor) - fee_minor) + carried_in_minor) = (payout_minor + carried_out_minor)) AND (payout_minor >= 0) AND (carried_in_minor <= 0) AND (carried_out_minor <= 0) AND ((payout_minor = 0) OR (carried_out_minor = 0))));
ALTER TABLE settlement_batches ADD CONSTRAINT settlement_batches_fee_is_posted CHECK (((fee_minor <> 0) = (fee_posting_id IS NOT NULL)));
ALTER TABLE settlement_batches ADD CONSTRAINT settlement_batches_fee_posting_id_fkey FOREIGN KEY (fee_posting_id) REFERENCES postings(id) ON UPDATE CASCADE ON DELETE RESTRICT;
CREATE UNIQUE INDEX settlement_batches_fee_posting_id_key ON settlement_batches USING btree (fee_posting_id);
