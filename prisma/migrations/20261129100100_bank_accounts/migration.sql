-- Where members and tenants send money, as its operators set it. A change is another row, which may have to wait.
CREATE TABLE bank_accounts (
    id text NOT NULL COLLATE pg_catalog."C",
    environment environment NOT NULL,
    currency character(3) NOT NULL,
    sealed_account text NOT NULL,
    country character(2) NOT NULL,
    last4 character(4) NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    works_from timestamp(3) with time zone NOT NULL,
    replaced_at timestamp(3) with time zone,
    CONSTRAINT bank_accounts_waits CHECK ((works_from >= created_at)),
    CONSTRAINT bank_accounts_replaced_before CHECK ((replaced_at < works_from))
);
ALTER TABLE bank_accounts ADD CONSTRAINT bank_accounts_pkey PRIMARY KEY (id);

-- What the reference of a transfer to an account is made of; builds from before this leave it to the sequence.
CREATE SEQUENCE accounts_funding_number_seq START WITH 10000000;
ALTER TABLE accounts ADD COLUMN funding_number bigint DEFAULT nextval('accounts_funding_number_seq'::regclass) NOT NULL;
ALTER SEQUENCE accounts_funding_number_seq OWNED BY accounts.funding_number;
CREATE UNIQUE INDEX accounts_funding_number_key ON accounts USING btree (funding_number);

-- A tenant's float, one a currency. It pays its members' fundings, and never more than it has.
ALTER TABLE accounts DROP CONSTRAINT accounts_owner;
ALTER TABLE accounts ADD CONSTRAINT accounts_owner CHECK ((((kind = 'member'::account_kind) = (member_id IS NOT NULL)) AND ((kind = 'merchant'::account_kind) = (merchant_id IS NOT NULL)) AND ((kind = ANY (ARRAY['fees'::account_kind, 'float'::account_kind])) = (tenant_id IS NOT NULL))));
ALTER TABLE accounts DROP CONSTRAINT accounts_member_within_limit;
ALTER TABLE accounts ADD CONSTRAINT accounts_member_within_limit CHECK (((kind <> ALL (ARRAY['member'::account_kind, 'float'::account_kind])) OR ((posted_minor - held_minor) >= (- credit_limit_minor))));
CREATE UNIQUE INDEX accounts_float_key ON accounts USING btree (tenant_id, environment, currency) WHERE (kind = 'float'::account_kind);
