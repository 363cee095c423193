-- Where a merchant's payouts go. A change is another row, which may have to wait.
CREATE TABLE merchant_payout_accounts (
    id text NOT NULL COLLATE pg_catalog."C",
    merchant_id text NOT NULL COLLATE pg_catalog."C",
    sealed_account text NOT NULL,
    country character(2) NOT NULL,
    last4 character(4) NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    works_from timestamp(3) with time zone NOT NULL,
    replaced_at timestamp(3) with time zone,
    CONSTRAINT merchant_payout_accounts_waits CHECK ((works_from >= created_at)),
    CONSTRAINT merchant_payout_accounts_replaced_before CHECK ((replaced_at < works_from))
);
ALTER TABLE merchant_payout_accounts ADD CONSTRAINT merchant_payout_accounts_pkey PRIMARY KEY (id);
ALTER TABLE merchant_payout_accounts ADD CONSTRAINT merchant_payout_accounts_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id) ON UPDATE CASCADE ON DELETE RESTRICT;
CREATE INDEX merchant_payout_accounts_merchant_id_works_from_idx ON merchant_payout_accounts USING btree (merchant_id, works_from);
CREATE INDEX merchant_payout_accounts_created_at_idx ON merchant_payout_accounts USING btree (created_at);
