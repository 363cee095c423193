CREATE TYPE payout_fee_payer AS ENUM ('member', 'tenant');

-- What a member's payout costs, by currency: a change is another row.
CREATE TABLE payout_terms (
    id text NOT NULL COLLATE pg_catalog."C",
    environment environment NOT NULL,
    currency character(3) NOT NULL,
    smallest_minor bigint NOT NULL,
    fee_minor bigint NOT NULL,
    fee_payer payout_fee_payer NOT NULL,
    set_by text COLLATE pg_catalog."C",
    created_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT payout_terms_amounts CHECK (((smallest_minor > 0) AND (fee_minor >= 0)))
);
ALTER TABLE payout_terms ADD CONSTRAINT payout_terms_pkey PRIMARY KEY (id);
CREATE INDEX payout_terms_environment_currency_created_at_id_idx ON payout_terms USING btree (environment, currency, created_at, id);
ALTER TABLE payout_terms ADD CONSTRAINT payout_terms_set_by_fkey FOREIGN KEY (set_by) REFERENCES users(id) ON UPDATE CASCADE ON DELETE RESTRICT;
CREATE TRIGGER payout_terms_append_only BEFORE DELETE OR UPDATE ON payout_terms FOR EACH ROW EXECUTE FUNCTION refuse_change_of_books();
CREATE TRIGGER payout_terms_stay BEFORE TRUNCATE ON payout_terms FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_books();

-- The network has an account of fees too, which is no tenant's.
ALTER TABLE accounts DROP CONSTRAINT accounts_owner;
ALTER TABLE accounts ADD CONSTRAINT accounts_owner CHECK ((((kind = 'member'::account_kind) = (member_id IS NOT NULL)) AND ((kind = 'merchant'::account_kind) = (merchant_id IS NOT NULL)) AND ((tenant_id IS NULL) OR (kind = ANY (ARRAY['fees'::account_kind, 'float'::account_kind]))) AND ((tenant_id IS NOT NULL) OR (kind <> 'float'::account_kind))));
CREATE UNIQUE INDEX accounts_network_fees_key ON accounts USING btree (environment, currency) WHERE ((kind = 'fees'::account_kind) AND (tenant_id IS NULL));

CREATE INDEX payouts_of_members_idx ON payouts USING btree (tenant_id, environment, created_at, id) WHERE (account_id IS NOT NULL);
CREATE INDEX payouts_account_id_created_at_id_idx ON payouts USING btree (account_id, created_at, id) WHERE (account_id IS NOT NULL);
