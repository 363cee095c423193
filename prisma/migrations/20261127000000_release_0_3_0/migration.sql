-- The database of release 0.3.0, the first one. What comes after it changes it step by step.

-- Types

CREATE TYPE account_kind AS ENUM ('member', 'merchant', 'network');
CREATE TYPE actor_kind AS ENUM ('staff', 'api_key', 'merchant_key');
CREATE TYPE authorization_outcome AS ENUM ('approved', 'declined');
CREATE TYPE card_status AS ENUM ('active', 'frozen', 'closed');
CREATE TYPE charge_excess AS ENUM ('cap', 'interval');
CREATE TYPE charge_request_status AS ENUM ('pending', 'approved', 'denied', 'expired', 'withdrawn');
CREATE TYPE delivery_status AS ENUM ('pending', 'delivered', 'failed', 'exhausted');
CREATE TYPE email_status AS ENUM ('waiting', 'sent', 'failed', 'kept');
CREATE TYPE engine_run_status AS ENUM ('running', 'completed', 'failed', 'cancelled');
CREATE TYPE environment AS ENUM ('live', 'test');
CREATE TYPE merchant_status AS ENUM ('active', 'suspended');
CREATE TYPE payment_code_origin AS ENUM ('tenant', 'member');
CREATE TYPE payment_code_status AS ENUM ('active', 'used', 'locked', 'expired', 'revoked');
CREATE TYPE posting_kind AS ENUM ('funding', 'capture', 'refund', 'payout');
CREATE TYPE rate_limit_tier AS ENUM ('sandbox', 'standard', 'plus', 'network');
CREATE TYPE recurring_interval AS ENUM ('daily', 'weekly', 'monthly');
CREATE TYPE recurring_status AS ENUM ('pending', 'active', 'denied', 'expired', 'revoked');
CREATE TYPE replay_state AS ENUM ('running', 'done', 'stopped');
CREATE TYPE revoked_by AS ENUM ('merchant', 'member');
CREATE TYPE role_kind AS ENUM ('member', 'tenant_owner', 'tenant_admin', 'tenant_developer', 'tenant_viewer', 'network_operator');
CREATE TYPE subscription_status AS ENUM ('active', 'paused', 'revoked');
CREATE TYPE tenant_status AS ENUM ('active', 'suspended');
CREATE TYPE unkept_because AS ENUM ('too_much', 'busy', 'erased');

-- Functions

-- Counts that something changed which the requests of a tenant rest on, as the last thing before the change is committed. Then
-- it waits until every write that was let through before has been committed as well. The answer to the change comes after
-- that, so nothing is committed later that rests on what was before. The lock is held during the commit alone.
CREATE FUNCTION count_standing() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
  "tenant" text;
BEGIN
  IF TG_TABLE_NAME = 'tenants' THEN
    "tenant" := NEW."id";
  ELSIF TG_TABLE_NAME = 'merchant_keys' THEN
    SELECT m."tenant_id" INTO "tenant" FROM "merchants" m WHERE m."id" = NEW."merchant_id";
  ELSE
    "tenant" := NEW."tenant_id";
  END IF;
  UPDATE "tenants" SET "standing" = "standing" + 1 WHERE "id" = "tenant";
  PERFORM pg_advisory_xact_lock(hashtextextended('standing:' || "tenant", 0));
  RETURN NULL;
END $$;

-- False: there is no such partition.
CREATE FUNCTION drop_partition(part text) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $_$
BEGIN
  IF "part" !~ '^(request_records|request_bodies|webhook_attempts)_[0-9]{8}$' OR NOT EXISTS (SELECT FROM pg_inherits
    WHERE inhrelid = to_regclass("part")
      AND inhparent IN ('request_records'::regclass, 'request_bodies'::regclass, 'webhook_attempts'::regclass))
  THEN
    RETURN false;
  END IF;
  EXECUTE format('DROP TABLE %I', "part");
  RETURN true;
END $_$;

CREATE FUNCTION end_pushes_of_session() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  DELETE FROM "push_devices" WHERE "session_id" = NEW."id";
  RETURN NULL;
END $$;

-- The role that serves requests owns no table (decision 083), so functions of the owner make and drop the partitions of logs.
-- They take these tables alone, and look names up where only the owner can put them.
CREATE FUNCTION make_partition(parent text, first_day date, days integer) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    SET "TimeZone" TO 'UTC'
    SET "DateStyle" TO 'ISO'
    AS $_$
DECLARE
  "moment" text := CASE "parent" WHEN 'request_records' THEN 'created_at' WHEN 'request_bodies' THEN 'created_at'
    WHEN 'webhook_attempts' THEN 'started_at' END;
  "rest" text := "parent" || '_rest';
  "part" text := "parent" || '_' || to_char("first_day", 'YYYYMMDD');
  "from_at" timestamptz := "first_day"::timestamptz;
  "to_at" timestamptz := ("first_day" + "days")::timestamptz;
BEGIN
  IF "moment" IS NULL OR "days" NOT IN (1, 7) THEN
    RAISE EXCEPTION '% has no partitions of % days', "parent", "days";
  END IF;
  -- Nobody else makes it meanwhile, and nothing is added to the rest that would belong here.
  EXECUTE format('LOCK TABLE %I IN ACCESS EXCLUSIVE MODE', "rest");
  IF to_regclass("part") IS NOT NULL THEN
    RETURN false;
  END IF;
  EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING CONSTRAINTS)', "part", "parent");
  EXECUTE format('WITH moved AS (DELETE FROM %I WHERE %I >= $1 AND %I < $2 RETURNING *) INSERT INTO %I SELECT * FROM moved',
    "rest", "moment", "moment", "part") USING "from_at", "to_at";
  EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', "parent", "part", "from_at", "to_at");
  RETURN true;
END $_$;

-- A record of the audit log never changes.
CREATE FUNCTION refuse_change_of_audit() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  RAISE EXCEPTION 'the audit log is append-only' USING ERRCODE = 'integrity_constraint_violation';
END $$;

-- The books are append-only. An entry may be folded into its account's snapshot, and change in nothing else.
CREATE FUNCTION refuse_change_of_books() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND TG_TABLE_NAME = 'entries' THEN
    IF NOT OLD."is_folded" AND NEW."is_folded"
      AND (NEW."id", NEW."posting_id", NEW."account_id", NEW."currency", NEW."amount_minor")
        IS NOT DISTINCT FROM (OLD."id", OLD."posting_id", OLD."account_id", OLD."currency", OLD."amount_minor")
    THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'the books are append-only' USING ERRCODE = 'CL002';
END $$;

CREATE FUNCTION refuse_change_of_charge_request() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  RAISE EXCEPTION 'what a member is asked about stands' USING ERRCODE = 'CL002';
END $$;

CREATE FUNCTION refuse_change_of_rescue() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  RAISE EXCEPTION 'what a member allowed once stands' USING ERRCODE = 'CL002';
END $$;

CREATE FUNCTION refuse_change_of_shape() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  RAISE EXCEPTION 'shapes of decisions are append-only' USING ERRCODE = 'integrity_constraint_violation';
END $$;

-- What a member is shown is what is approved, and stands: for other terms the merchant asks again.
CREATE FUNCTION refuse_change_of_terms() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  RAISE EXCEPTION 'the terms of an agreement stand' USING ERRCODE = 'CL002';
END $$;

-- What has happened by a clock would lie in its future: a sandbox clock never goes back.
CREATE FUNCTION refuse_clock_going_back() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  RAISE EXCEPTION 'a sandbox clock never goes back' USING ERRCODE = 'CL002';
END $$;

-- Data-modifying CTEs all run, whatever another of them returned. A statement with two guards ends with this call: if only
-- the first matched, everything is undone, and the caller reads and decides again.
CREATE FUNCTION require_guard(is_whole boolean) RETURNS boolean
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF NOT "is_whole" THEN
    RAISE EXCEPTION 'guard failed' USING ERRCODE = 'CL001';
  END IF;
  RETURN true;
END $$;

-- Whether nothing changed since these tenants were read. A later change waits until the transaction has ended. Being volatile,
-- it looks after it has the locks, whenever the statement that asks began. Each tenant comes once, in the order of ids.
CREATE FUNCTION stand_as_read(ids text[], standings bigint[]) RETURNS boolean
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('standing:' || r."id", 0)) FROM unnest("ids") AS r("id");
  RETURN NOT EXISTS (SELECT FROM unnest("ids", "standings") AS r("id", "standing")
    WHERE (SELECT t."standing" FROM "tenants" t WHERE t."id" = r."id") IS DISTINCT FROM r."standing");
END $$;

REVOKE ALL ON FUNCTION drop_partition(part text) FROM PUBLIC;
REVOKE ALL ON FUNCTION make_partition(parent text, first_day date, days integer) FROM PUBLIC;

-- Tables, each with its keys, indexes, and triggers

CREATE SEQUENCE audit_records_number_seq;
CREATE SEQUENCE authorization_number_seq
    START WITH 0
    INCREMENT BY 1
    MINVALUE 0
    MAXVALUE 9999999
    CACHE 1
    CYCLE;
CREATE SEQUENCE engine_events_sequence_seq;
CREATE SEQUENCE entries_id_seq;

-- A member's account never spends what it does not have, and only members' accounts are held on.
CREATE TABLE accounts (
    id text NOT NULL COLLATE pg_catalog."C",
    kind account_kind NOT NULL,
    environment environment NOT NULL,
    currency character(3) NOT NULL,
    member_id text COLLATE pg_catalog."C",
    merchant_id text COLLATE pg_catalog."C",
    posted_minor bigint DEFAULT 0 NOT NULL,
    held_minor bigint DEFAULT 0 NOT NULL,
    credit_limit_minor bigint DEFAULT 0 NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT accounts_credit_limit_not_negative CHECK ((credit_limit_minor >= 0)),
    CONSTRAINT accounts_held_not_negative CHECK ((held_minor >= 0)),
    CONSTRAINT accounts_member_within_limit CHECK (((kind <> 'member'::account_kind) OR ((posted_minor - held_minor) >= (- credit_limit_minor)))),
    CONSTRAINT accounts_only_members_hold CHECK (((kind = 'member'::account_kind) OR ((held_minor = 0) AND (credit_limit_minor = 0)))),
    CONSTRAINT accounts_owner CHECK ((((kind = 'member'::account_kind) = (member_id IS NOT NULL)) AND ((kind = 'merchant'::account_kind) = (merchant_id IS NOT NULL))))
);
ALTER TABLE accounts ADD CONSTRAINT accounts_pkey PRIMARY KEY (id);
CREATE INDEX accounts_member_id_idx ON accounts USING btree (member_id);
CREATE UNIQUE INDEX accounts_merchant_key ON accounts USING btree (merchant_id, currency) WHERE (kind = 'merchant'::account_kind);
CREATE UNIQUE INDEX accounts_network_key ON accounts USING btree (environment, currency) WHERE (kind = 'network'::account_kind);

CREATE TABLE api_keys (
    id text NOT NULL COLLATE pg_catalog."C",
    tenant_id text NOT NULL COLLATE pg_catalog."C",
    environment environment NOT NULL,
    public_key text NOT NULL,
    secret_hash text NOT NULL,
    secret_last4 text NOT NULL,
    require_signature boolean DEFAULT false NOT NULL,
    is_shared boolean DEFAULT false NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    last_used_at timestamp(3) with time zone,
    revoked_at timestamp(3) with time zone,
    label text,
    secret_tag character(8)
);
ALTER TABLE api_keys ADD CONSTRAINT api_keys_pkey PRIMARY KEY (id);
CREATE UNIQUE INDEX api_keys_public_key_key ON api_keys USING btree (public_key);
CREATE INDEX api_keys_tenant_id_environment_idx ON api_keys USING btree (tenant_id, environment);
CREATE CONSTRAINT TRIGGER api_keys_standing AFTER UPDATE ON api_keys DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((((old.secret_hash IS DISTINCT FROM new.secret_hash) OR ((old.revoked_at IS NULL) IS DISTINCT FROM (new.revoked_at IS NULL))) OR (old.require_signature IS DISTINCT FROM new.require_signature))) EXECUTE FUNCTION count_standing();

-- Two people, whatever a program says; a decision is whole; and it is about money or a tier.
CREATE TABLE approvals (
    id text NOT NULL COLLATE pg_catalog."C",
    environment environment NOT NULL,
    tenant_id text NOT NULL COLLATE pg_catalog."C",
    account_id text COLLATE pg_catalog."C",
    amount_minor bigint,
    currency character(3),
    reference text,
    tier rate_limit_tier,
    asked_by text NOT NULL COLLATE pg_catalog."C",
    asked_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    decided_by text COLLATE pg_catalog."C",
    decided_at timestamp(3) with time zone,
    is_approved boolean,
    CONSTRAINT approvals_decision CHECK ((num_nulls(decided_by, decided_at, is_approved) = ANY (ARRAY[0, 3]))),
    CONSTRAINT approvals_second_person CHECK ((decided_by <> asked_by)),
    CONSTRAINT approvals_subject CHECK ((((tier IS NULL) AND (num_nulls(account_id, amount_minor, currency, reference) = 0) AND (amount_minor > 0)) OR ((tier IS NOT NULL) AND (num_nonnulls(account_id, amount_minor, currency, reference) = 0))))
);
ALTER TABLE approvals ADD CONSTRAINT approvals_pkey PRIMARY KEY (id);
CREATE INDEX approvals_asked_at_id_idx ON approvals USING btree (asked_at, id);

-- Records name people by id: what they are called is read from where it can be erased.
CREATE TABLE audit_records (
    id text NOT NULL COLLATE pg_catalog."C",
    tenant_id text COLLATE pg_catalog."C",
    environment environment,
    user_id text COLLATE pg_catalog."C",
    actor text NOT NULL,
    action text NOT NULL,
    subject_kind text NOT NULL,
    subject_id text NOT NULL COLLATE pg_catalog."C",
    details json NOT NULL,
    request_id text NOT NULL COLLATE pg_catalog."C",
    created_at timestamp(3) with time zone NOT NULL,
    number bigint NOT NULL
);
ALTER TABLE audit_records ALTER COLUMN number SET DEFAULT nextval('audit_records_number_seq'::regclass);
ALTER TABLE audit_records ADD CONSTRAINT audit_records_pkey PRIMARY KEY (id);
CREATE INDEX audit_records_created_at_id_idx ON audit_records USING btree (created_at, id);
CREATE UNIQUE INDEX audit_records_number_key ON audit_records USING btree (number);
CREATE INDEX audit_records_tenant_id_created_at_id_idx ON audit_records USING btree (tenant_id, created_at, id);
CREATE TRIGGER audit_records_append_only BEFORE DELETE OR UPDATE ON audit_records FOR EACH ROW EXECUTE FUNCTION refuse_change_of_audit();
CREATE TRIGGER audit_records_stay BEFORE TRUNCATE ON audit_records FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_audit();

CREATE TABLE authorization_hours (
    tenant_id text NOT NULL COLLATE pg_catalog."C",
    environment environment NOT NULL,
    hour timestamp(3) with time zone NOT NULL,
    currency character(3) NOT NULL,
    response_code text NOT NULL,
    count integer NOT NULL,
    amount_minor bigint NOT NULL,
    CONSTRAINT authorization_hours_count_check CHECK (((count > 0) AND (amount_minor >= 0)))
);
ALTER TABLE authorization_hours ADD CONSTRAINT authorization_hours_pkey PRIMARY KEY (tenant_id, environment, hour, currency, response_code);

CREATE TABLE authorization_minutes (
    tenant_id text NOT NULL COLLATE pg_catalog."C",
    environment environment NOT NULL,
    minute timestamp(3) with time zone NOT NULL,
    currency character(3) NOT NULL,
    response_code text NOT NULL,
    count integer NOT NULL,
    amount_minor bigint NOT NULL,
    CONSTRAINT authorization_minutes_count_check CHECK (((count > 0) AND (amount_minor >= 0)))
);
ALTER TABLE authorization_minutes ADD CONSTRAINT authorization_minutes_pkey PRIMARY KEY (tenant_id, environment, minute, currency, response_code);

-- The last line of defense behind the guards: no figure of an authorization leaves its bounds.
CREATE TABLE authorizations (
    id text NOT NULL COLLATE pg_catalog."C",
    authorization_number character(7) NOT NULL,
    tenant_id text NOT NULL COLLATE pg_catalog."C",
    environment environment NOT NULL,
    root_id text NOT NULL COLLATE pg_catalog."C",
    parent_id text COLLATE pg_catalog."C",
    outcome authorization_outcome NOT NULL,
    merchant_id text NOT NULL COLLATE pg_catalog."C",
    merchant_name_raw text,
    mcc character(4),
    channel text,
    mode character(2),
    card_id text COLLATE pg_catalog."C",
    account_id text NOT NULL COLLATE pg_catalog."C",
    currency character(3) NOT NULL,
    amount_minor bigint NOT NULL,
    captured_minor bigint DEFAULT 0 NOT NULL,
    voided_minor bigint DEFAULT 0 NOT NULL,
    refunded_minor bigint DEFAULT 0 NOT NULL,
    expired_minor bigint DEFAULT 0 NOT NULL,
    family_amount_minor bigint DEFAULT 0 NOT NULL,
    family_captured_minor bigint DEFAULT 0 NOT NULL,
    family_voided_minor bigint DEFAULT 0 NOT NULL,
    family_refunded_minor bigint DEFAULT 0 NOT NULL,
    family_expired_minor bigint DEFAULT 0 NOT NULL,
    version integer DEFAULT 0 NOT NULL,
    family_sequence integer DEFAULT 0 NOT NULL,
    approval_code character(6),
    response_code text NOT NULL,
    avs_result character(1),
    cvv_result character(1),
    metadata json,
    decision json NOT NULL,
    request_id text NOT NULL COLLATE pg_catalog."C",
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone,
    acknowledged_at timestamp(3) with time zone,
    settled_at timestamp(3) with time zone,
    device_hash text,
    payment_code_id text COLLATE pg_catalog."C",
    agreement_id text COLLATE pg_catalog."C",
    merchant_reference text,
    risk_score integer,
    event_sequence integer DEFAULT 0 NOT NULL,
    actor_kind actor_kind,
    actor_id text COLLATE pg_catalog."C",
    CONSTRAINT authorizations_actor_whole CHECK (((actor_kind IS NULL) = (actor_id IS NULL))),
    CONSTRAINT authorizations_amount_positive CHECK ((amount_minor > 0)),
    CONSTRAINT authorizations_event_sequence_check CHECK ((event_sequence >= 0)),
    CONSTRAINT authorizations_family_figures CHECK (((family_captured_minor >= 0) AND (family_voided_minor >= 0) AND (family_expired_minor >= 0) AND ((family_refunded_minor >= 0) AND (family_refunded_minor <= family_captured_minor)) AND (((family_captured_minor + family_voided_minor) + family_expired_minor) <= family_amount_minor))),
    CONSTRAINT authorizations_one_instrument CHECK ((num_nonnulls(card_id, payment_code_id, agreement_id) = 1)),
    CONSTRAINT authorizations_own_figures CHECK (((captured_minor >= 0) AND (voided_minor >= 0) AND (expired_minor >= 0) AND ((refunded_minor >= 0) AND (refunded_minor <= captured_minor)) AND (((captured_minor + voided_minor) + expired_minor) <= amount_minor))),
    CONSTRAINT authorizations_risk_score CHECK (((risk_score >= 0) AND (risk_score <= 100))),
    CONSTRAINT authorizations_root_is_its_own CHECK (((root_id = COALESCE(parent_id, id)) AND (parent_id <> id)))
);
ALTER TABLE authorizations ADD CONSTRAINT authorizations_pkey PRIMARY KEY (id);
CREATE INDEX authorizations_account_open_hold_idx ON authorizations USING btree (account_id, expires_at) WHERE ((parent_id IS NULL) AND (outcome = 'approved'::authorization_outcome) AND (family_amount_minor > ((family_captured_minor + family_voided_minor) + family_expired_minor)));
CREATE INDEX authorizations_account_recent_idx ON authorizations USING btree (account_id, created_at DESC) WHERE (parent_id IS NULL);
CREATE INDEX authorizations_agreement_idx ON authorizations USING btree (agreement_id, created_at) WHERE (agreement_id IS NOT NULL);
CREATE INDEX authorizations_authorization_number_idx ON authorizations USING btree (authorization_number);
CREATE INDEX authorizations_declined_idx ON authorizations USING btree (tenant_id, environment, created_at, id) WHERE (outcome = 'declined'::authorization_outcome);
CREATE INDEX authorizations_increments_idx ON authorizations USING btree (root_id) WHERE (parent_id IS NOT NULL);
CREATE INDEX authorizations_merchant_id_created_at_id_idx ON authorizations USING btree (merchant_id, created_at, id);
CREATE INDEX authorizations_merchant_reference_idx ON authorizations USING btree (merchant_id, merchant_reference, created_at DESC) WHERE (merchant_reference IS NOT NULL);
CREATE INDEX authorizations_merchant_state_idx ON authorizations USING btree (merchant_id, (
CASE
    WHEN (outcome = 'declined'::authorization_outcome) THEN 'declined'::text
    WHEN (family_amount_minor > ((family_captured_minor + family_voided_minor) + family_expired_minor)) THEN 'held'::text
    WHEN ((family_captured_minor = 0) AND (family_expired_minor > 0)) THEN 'expired'::text
    WHEN ((family_captured_minor > 0) AND (family_refunded_minor = 0)) THEN 'captured'::text
    ELSE 'reversed'::text
END), created_at, id) WHERE ((parent_id IS NULL) AND (
CASE
    WHEN (outcome = 'declined'::authorization_outcome) THEN 'declined'::text
    WHEN (family_amount_minor > ((family_captured_minor + family_voided_minor) + family_expired_minor)) THEN 'held'::text
    WHEN ((family_captured_minor = 0) AND (family_expired_minor > 0)) THEN 'expired'::text
    WHEN ((family_captured_minor > 0) AND (family_refunded_minor = 0)) THEN 'captured'::text
    ELSE 'reversed'::text
END <> 'captured'::text));
CREATE INDEX authorizations_open_hold_idx ON authorizations USING btree (expires_at) WHERE ((parent_id IS NULL) AND (outcome = 'approved'::authorization_outcome) AND (family_amount_minor > ((family_captured_minor + family_voided_minor) + family_expired_minor)));
CREATE INDEX authorizations_payment_code_idx ON authorizations USING btree (payment_code_id, created_at DESC) WHERE (payment_code_id IS NOT NULL);
CREATE INDEX authorizations_state_idx ON authorizations USING btree (tenant_id, environment, (
CASE
    WHEN (outcome = 'declined'::authorization_outcome) THEN 'declined'::text
    WHEN (family_amount_minor > ((family_captured_minor + family_voided_minor) + family_expired_minor)) THEN 'held'::text
    WHEN ((family_captured_minor = 0) AND (family_expired_minor > 0)) THEN 'expired'::text
    WHEN ((family_captured_minor > 0) AND (family_refunded_minor = 0)) THEN 'captured'::text
    ELSE 'reversed'::text
END), created_at, id) WHERE ((parent_id IS NULL) AND (
CASE
    WHEN (outcome = 'declined'::authorization_outcome) THEN 'declined'::text
    WHEN (family_amount_minor > ((family_captured_minor + family_voided_minor) + family_expired_minor)) THEN 'held'::text
    WHEN ((family_captured_minor = 0) AND (family_expired_minor > 0)) THEN 'expired'::text
    WHEN ((family_captured_minor > 0) AND (family_refunded_minor = 0)) THEN 'captured'::text
    ELSE 'reversed'::text
END <> 'captured'::text));
CREATE INDEX authorizations_tenant_id_environment_created_at_id_idx ON authorizations USING btree (tenant_id, environment, created_at, id);

CREATE TABLE book_blocks (
    number bigint NOT NULL,
    previous_hash character(64) NOT NULL,
    to_entry bigint NOT NULL,
    entry_count integer NOT NULL,
    entries_hash character(64) NOT NULL,
    to_audit bigint NOT NULL,
    audit_count integer NOT NULL,
    audits_hash character(64) NOT NULL,
    proven_from bigint NOT NULL,
    unproven text[],
    created_at timestamp(3) with time zone NOT NULL,
    hash character(64) NOT NULL,
    signature text NOT NULL,
    salt text DEFAULT ''::text NOT NULL,
    entry_groups text[] DEFAULT ARRAY[]::text[] NOT NULL
);
ALTER TABLE book_blocks ADD CONSTRAINT book_blocks_pkey PRIMARY KEY (number);
CREATE INDEX book_blocks_to_entry_number_idx ON book_blocks USING btree (to_entry, number);
CREATE TRIGGER book_blocks_append_only BEFORE DELETE OR UPDATE ON book_blocks FOR EACH ROW EXECUTE FUNCTION refuse_change_of_books();
CREATE TRIGGER book_blocks_stay BEFORE TRUNCATE ON book_blocks FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_books();

-- What has settled stays in its batch: it is neither paid twice nor taken back out of a statement.
CREATE TABLE captures (
    id text NOT NULL COLLATE pg_catalog."C",
    transaction_id text NOT NULL COLLATE pg_catalog."C",
    authorization_id text NOT NULL COLLATE pg_catalog."C",
    root_id text NOT NULL COLLATE pg_catalog."C",
    tenant_id text NOT NULL COLLATE pg_catalog."C",
    environment environment NOT NULL,
    merchant_id text NOT NULL COLLATE pg_catalog."C",
    currency character(3) NOT NULL,
    amount_minor bigint NOT NULL,
    refunded_minor bigint DEFAULT 0 NOT NULL,
    family_sequence integer NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    settled_at timestamp(3) with time zone,
    batch_id text COLLATE pg_catalog."C",
    merchant_reference text,
    target_id text NOT NULL COLLATE pg_catalog."C",
    request_id text COLLATE pg_catalog."C",
    actor_kind actor_kind,
    actor_id text COLLATE pg_catalog."C",
    CONSTRAINT captures_actor_whole CHECK (((actor_kind IS NULL) = (actor_id IS NULL))),
    CONSTRAINT captures_figures CHECK (((amount_minor > 0) AND ((refunded_minor >= 0) AND (refunded_minor <= amount_minor)))),
    CONSTRAINT captures_settled_in_batch CHECK (((batch_id IS NULL) = (settled_at IS NULL)))
);
ALTER TABLE captures ADD CONSTRAINT captures_pkey PRIMARY KEY (id);
CREATE INDEX captures_batch_idx ON captures USING btree (batch_id, created_at, id) WHERE (batch_id IS NOT NULL);
CREATE INDEX captures_merchant_idx ON captures USING btree (merchant_id, created_at, id) WHERE (id = transaction_id);
CREATE INDEX captures_merchant_reference_idx ON captures USING btree (merchant_id, merchant_reference, created_at DESC) WHERE (merchant_reference IS NOT NULL);
CREATE INDEX captures_root_id_created_at_id_idx ON captures USING btree (root_id, created_at, id);
CREATE INDEX captures_tenant_idx ON captures USING btree (tenant_id, environment, created_at, id) WHERE (id = transaction_id);
CREATE INDEX captures_unsettled_idx ON captures USING btree (merchant_id, currency, created_at, id) WHERE (batch_id IS NULL);
CREATE TRIGGER captures_settle_once BEFORE UPDATE OF batch_id ON captures FOR EACH ROW WHEN (((old.batch_id IS NOT NULL) AND (new.batch_id IS DISTINCT FROM old.batch_id))) EXECUTE FUNCTION refuse_change_of_books();

-- A card's limits are in its account's currency, so both are fixed when it is issued. A test card declines everything.
CREATE TABLE cards (
    id text NOT NULL COLLATE pg_catalog."C",
    pan_token_hash text NOT NULL,
    account_id text NOT NULL COLLATE pg_catalog."C",
    member_id text NOT NULL COLLATE pg_catalog."C",
    environment environment NOT NULL,
    status card_status DEFAULT 'active'::card_status NOT NULL,
    expires_on date NOT NULL,
    per_transaction_limit_minor bigint,
    daily_amount_limit_minor bigint,
    daily_count_limit integer,
    allowed_mccs text[],
    allowed_channels text[],
    allowed_modes text[],
    rules_version integer DEFAULT 0 NOT NULL,
    usage_day date NOT NULL,
    usage_amount_minor bigint DEFAULT 0 NOT NULL,
    usage_count integer DEFAULT 0 NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    member_daily_amount_limit_minor bigint,
    member_daily_count_limit integer,
    member_frozen_at timestamp(3) with time zone,
    member_per_transaction_limit_minor bigint,
    always_declines_with character(2),
    sealed_pan_token text NOT NULL,
    last4 character(4) NOT NULL,
    CONSTRAINT cards_always_declining_is_a_test CHECK (((always_declines_with IS NULL) OR ((environment = 'test'::environment) AND (always_declines_with = ANY (ARRAY['05'::bpchar, '14'::bpchar, '51'::bpchar, '54'::bpchar, '57'::bpchar, '61'::bpchar, '62'::bpchar, '65'::bpchar]))))),
    CONSTRAINT cards_member_limits_check CHECK (((member_per_transaction_limit_minor > 0) AND (member_daily_amount_limit_minor > 0) AND (member_daily_count_limit > 0))),
    CONSTRAINT cards_usage_not_negative CHECK (((usage_amount_minor >= 0) AND (usage_count >= 0)))
);
ALTER TABLE cards ADD CONSTRAINT cards_pkey PRIMARY KEY (id);
CREATE INDEX cards_member_id_idx ON cards USING btree (member_id);
CREATE UNIQUE INDEX cards_pan_token_hash_key ON cards USING btree (pan_token_hash);

-- A member is asked one thing at a time. It ends and has an outcome in whole or not at all.
CREATE TABLE charge_requests (
    id text NOT NULL COLLATE pg_catalog."C",
    tenant_id text NOT NULL COLLATE pg_catalog."C",
    environment environment NOT NULL,
    merchant_id text NOT NULL COLLATE pg_catalog."C",
    agreement_id text NOT NULL COLLATE pg_catalog."C",
    agreement_version integer NOT NULL,
    member_id text NOT NULL COLLATE pg_catalog."C",
    account_id text NOT NULL COLLATE pg_catalog."C",
    status charge_request_status DEFAULT 'pending'::charge_request_status NOT NULL,
    amount_minor bigint NOT NULL,
    currency character(3) NOT NULL,
    merchant_reference text,
    exceeds charge_excess NOT NULL,
    merchant_key_id text NOT NULL COLLATE pg_catalog."C",
    request_id text NOT NULL COLLATE pg_catalog."C",
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    decided_at timestamp(3) with time zone,
    authorization_id text COLLATE pg_catalog."C",
    CONSTRAINT charge_requests_amount CHECK ((amount_minor > 0)),
    CONSTRAINT charge_requests_end CHECK ((expires_at > created_at)),
    CONSTRAINT charge_requests_outcome CHECK ((num_nonnulls(decided_at, authorization_id) =
CASE
    WHEN (status = 'pending'::charge_request_status) THEN 0
    ELSE 2
END))
);
ALTER TABLE charge_requests ADD CONSTRAINT charge_requests_pkey PRIMARY KEY (id);
CREATE INDEX charge_requests_agreement_id_created_at_idx ON charge_requests USING btree (agreement_id, created_at);
CREATE UNIQUE INDEX charge_requests_authorization_key ON charge_requests USING btree (authorization_id);
CREATE INDEX charge_requests_member_id_created_at_id_idx ON charge_requests USING btree (member_id, created_at, id);
CREATE UNIQUE INDEX charge_requests_one_pending ON charge_requests USING btree (agreement_id) WHERE (status = 'pending'::charge_request_status);
CREATE INDEX charge_requests_tenant_id_environment_created_at_id_idx ON charge_requests USING btree (tenant_id, environment, created_at, id);
CREATE TRIGGER charge_requests_asked_once BEFORE UPDATE OF tenant_id, environment, merchant_id, agreement_id, agreement_version, member_id, account_id, amount_minor, currency, merchant_reference, exceeds, merchant_key_id, request_id, created_at, expires_at ON charge_requests FOR EACH ROW EXECUTE FUNCTION refuse_change_of_charge_request();
CREATE TRIGGER charge_requests_decided_once BEFORE UPDATE ON charge_requests FOR EACH ROW WHEN ((old.status <> 'pending'::charge_request_status)) EXECUTE FUNCTION refuse_change_of_charge_request();

-- The part of a decision's trace that others have as well. A shape that goes makes traces unreadable.
CREATE TABLE decision_shapes (
    id text NOT NULL COLLATE pg_catalog."C",
    shape json NOT NULL
);
ALTER TABLE decision_shapes ADD CONSTRAINT decision_shapes_pkey PRIMARY KEY (id);
CREATE TRIGGER decision_shapes_append_only BEFORE DELETE OR UPDATE ON decision_shapes FOR EACH ROW EXECUTE FUNCTION refuse_change_of_shape();

CREATE TABLE emails (
    id text NOT NULL COLLATE pg_catalog."C",
    recipient text NOT NULL,
    subject text NOT NULL,
    sealed_text text NOT NULL,
    status email_status DEFAULT 'waiting'::email_status NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    error text,
    created_at timestamp(3) with time zone NOT NULL,
    sent_at timestamp(3) with time zone,
    next_attempt_at timestamp(3) with time zone,
    CONSTRAINT emails_due_check CHECK (((status = 'waiting'::email_status) = (next_attempt_at IS NOT NULL)))
);
ALTER TABLE emails ADD CONSTRAINT emails_pkey PRIMARY KEY (id);
CREATE INDEX emails_created_at_id_idx ON emails USING btree (created_at, id);
CREATE INDEX emails_due_idx ON emails USING btree (next_attempt_at) WHERE (next_attempt_at IS NOT NULL);

CREATE TABLE engine_events (
    id text NOT NULL COLLATE pg_catalog."C",
    sequence bigint NOT NULL,
    name text NOT NULL,
    custom_id text COLLATE pg_catalog."C",
    payload text NOT NULL,
    is_routed boolean DEFAULT false NOT NULL,
    received_at timestamp(6) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);
ALTER TABLE engine_events ALTER COLUMN sequence SET DEFAULT nextval('engine_events_sequence_seq'::regclass);
ALTER TABLE engine_events ADD CONSTRAINT engine_events_pkey PRIMARY KEY (id);
CREATE INDEX engine_events_received_at_idx ON engine_events USING btree (received_at);
CREATE INDEX engine_events_unrouted_idx ON engine_events USING btree (sequence) WHERE (is_routed = false);

CREATE TABLE engine_runs (
    id text NOT NULL COLLATE pg_catalog."C",
    function_id text NOT NULL COLLATE pg_catalog."C",
    event text NOT NULL,
    status engine_run_status DEFAULT 'running'::engine_run_status NOT NULL,
    output text,
    created_at timestamp(6) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    ended_at timestamp(6) with time zone,
    attempt integer DEFAULT 0 NOT NULL,
    cancel_key text COLLATE pg_catalog."C",
    event_key text COLLATE pg_catalog."C",
    lease_token text COLLATE pg_catalog."C",
    leased_until timestamp(6) with time zone,
    run_at timestamp(6) with time zone,
    sleep_name text,
    steps text DEFAULT '[]'::text NOT NULL,
    CONSTRAINT engine_runs_attempt_check CHECK ((attempt >= 0)),
    CONSTRAINT engine_runs_ended_check CHECK (((status = 'running'::engine_run_status) = (ended_at IS NULL))),
    CONSTRAINT engine_runs_goes_on_check CHECK (((status = 'running'::engine_run_status) = (run_at IS NOT NULL))),
    CONSTRAINT engine_runs_lease_check CHECK ((((lease_token IS NULL) = (leased_until IS NULL)) AND ((lease_token IS NULL) OR (status = 'running'::engine_run_status))))
);
ALTER TABLE engine_runs ADD CONSTRAINT engine_runs_pkey PRIMARY KEY (id);
CREATE INDEX engine_runs_cancel_idx ON engine_runs USING btree (function_id, cancel_key) WHERE ((status = 'running'::engine_run_status) AND (cancel_key IS NOT NULL));
CREATE INDEX engine_runs_ended_idx ON engine_runs USING btree (ended_at) WHERE (ended_at IS NOT NULL);
CREATE UNIQUE INDEX engine_runs_function_id_event_key_key ON engine_runs USING btree (function_id, event_key);
CREATE INDEX engine_runs_function_id_id_idx ON engine_runs USING btree (function_id, id);
CREATE INDEX engine_runs_leased_idx ON engine_runs USING btree (leased_until) WHERE (lease_token IS NOT NULL);
CREATE INDEX engine_runs_ready_idx ON engine_runs USING btree (run_at, id) WHERE ((status = 'running'::engine_run_status) AND (lease_token IS NULL));
CREATE INDEX engine_runs_status_id_idx ON engine_runs USING btree (status, id);

CREATE TABLE engine_schedules (
    function_id text NOT NULL COLLATE pg_catalog."C",
    cron text NOT NULL,
    next_at timestamp(6) with time zone NOT NULL
);
ALTER TABLE engine_schedules ADD CONSTRAINT engine_schedules_pkey PRIMARY KEY (function_id, cron);

CREATE TABLE entries (
    id bigint NOT NULL,
    posting_id text NOT NULL COLLATE pg_catalog."C",
    account_id text NOT NULL COLLATE pg_catalog."C",
    currency character(3) NOT NULL,
    amount_minor bigint NOT NULL,
    is_folded boolean NOT NULL,
    CONSTRAINT entries_amount_not_zero CHECK ((amount_minor <> 0))
);
ALTER TABLE entries ALTER COLUMN id SET DEFAULT nextval('entries_id_seq'::regclass);
ALTER TABLE entries ADD CONSTRAINT entries_pkey PRIMARY KEY (id);
CREATE INDEX entries_credits_idx ON entries USING btree (account_id, id) WHERE (amount_minor > 0);
CREATE INDEX entries_posting_id_idx ON entries USING btree (posting_id);
CREATE INDEX entries_unfolded_idx ON entries USING btree (account_id) WHERE (is_folded = false);
CREATE TRIGGER entries_append_only BEFORE DELETE OR UPDATE ON entries FOR EACH ROW EXECUTE FUNCTION refuse_change_of_books();
CREATE TRIGGER entries_stay BEFORE TRUNCATE ON entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_books();

CREATE TABLE erasures (
    id text NOT NULL COLLATE pg_catalog."C",
    user_id text COLLATE pg_catalog."C",
    member_ids text[],
    requested_at timestamp(3) with time zone NOT NULL,
    finished_at timestamp(3) with time zone
);
ALTER TABLE erasures ADD CONSTRAINT erasures_pkey PRIMARY KEY (id);
CREATE INDEX erasures_open_idx ON erasures USING btree (requested_at) WHERE (finished_at IS NULL);

CREATE TABLE events (
    id text NOT NULL COLLATE pg_catalog."C",
    tenant_id text NOT NULL COLLATE pg_catalog."C",
    environment environment NOT NULL,
    type text NOT NULL,
    authorization_id text COLLATE pg_catalog."C",
    facts json NOT NULL,
    idempotency_key text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    sequence integer NOT NULL,
    CONSTRAINT events_sequence_check CHECK (((sequence >= 1) AND ((authorization_id IS NOT NULL) OR (sequence = 1))))
);
ALTER TABLE events ADD CONSTRAINT events_pkey PRIMARY KEY (id);
CREATE UNIQUE INDEX events_authorization_id_sequence_key ON events USING btree (authorization_id, sequence);
CREATE UNIQUE INDEX events_idempotency_key_key ON events USING btree (environment, hashtextextended((((tenant_id || ' '::text) || idempotency_key) COLLATE "C"), (0)::bigint));

CREATE TABLE funding_references (
    posting_id text NOT NULL COLLATE pg_catalog."C",
    member_id text NOT NULL COLLATE pg_catalog."C",
    reference text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);
ALTER TABLE funding_references ADD CONSTRAINT funding_references_pkey PRIMARY KEY (posting_id);
CREATE INDEX funding_references_member_id_idx ON funding_references USING btree (member_id);

CREATE TABLE fundings (
    posting_id text NOT NULL COLLATE pg_catalog."C",
    audit_record_id text NOT NULL COLLATE pg_catalog."C",
    proof text NOT NULL
);
ALTER TABLE fundings ADD CONSTRAINT fundings_pkey PRIMARY KEY (posting_id);
CREATE UNIQUE INDEX fundings_audit_record_id_key ON fundings USING btree (audit_record_id);
CREATE TRIGGER fundings_append_only BEFORE DELETE OR UPDATE ON fundings FOR EACH ROW EXECUTE FUNCTION refuse_change_of_books();
CREATE TRIGGER fundings_stay BEFORE TRUNCATE ON fundings FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_books();

-- A key answers for 30 days; that it was used is kept longer.
CREATE TABLE idempotency_keys (
    scope text NOT NULL,
    key text NOT NULL,
    fingerprint text NOT NULL,
    status integer NOT NULL,
    body text,
    created_at timestamp(3) with time zone NOT NULL,
    is_encrypted boolean DEFAULT false NOT NULL,
    CONSTRAINT idempotency_keys_length CHECK (((char_length(key) >= 1) AND (char_length(key) <= 80))),
    CONSTRAINT idempotency_keys_trimmed CHECK (((body IS NOT NULL) OR (NOT is_encrypted)))
);
ALTER TABLE idempotency_keys ADD CONSTRAINT idempotency_keys_pkey PRIMARY KEY (scope, key);

CREATE TABLE invitations (
    id text NOT NULL COLLATE pg_catalog."C",
    tenant_id text NOT NULL COLLATE pg_catalog."C",
    role role_kind NOT NULL,
    email text NOT NULL,
    token_hash text NOT NULL,
    invited_by text NOT NULL COLLATE pg_catalog."C",
    accepted_by text COLLATE pg_catalog."C",
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    accepted_at timestamp(3) with time zone,
    revoked_at timestamp(3) with time zone,
    member_id text COLLATE pg_catalog."C",
    CONSTRAINT invitations_end_check CHECK ((((accepted_at IS NULL) = (accepted_by IS NULL)) AND ((accepted_at IS NULL) OR (revoked_at IS NULL)))),
    CONSTRAINT invitations_role_check CHECK (((role <> 'network_operator'::role_kind) AND ((role = 'member'::role_kind) = (member_id IS NOT NULL))))
);
ALTER TABLE invitations ADD CONSTRAINT invitations_pkey PRIMARY KEY (id);
CREATE INDEX invitations_email_created_at_idx ON invitations USING btree (email, created_at);
CREATE INDEX invitations_invited_by_idx ON invitations USING btree (invited_by);
CREATE INDEX invitations_member_id_idx ON invitations USING btree (member_id);
CREATE INDEX invitations_tenant_id_created_at_id_idx ON invitations USING btree (tenant_id, created_at, id);
CREATE UNIQUE INDEX invitations_token_hash_key ON invitations USING btree (token_hash);

CREATE TABLE members (
    id text NOT NULL COLLATE pg_catalog."C",
    tenant_id text NOT NULL COLLATE pg_catalog."C",
    environment environment NOT NULL,
    name text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    erased_at timestamp(3) with time zone
);
ALTER TABLE members ADD CONSTRAINT members_pkey PRIMARY KEY (id);
CREATE INDEX members_environment_created_at_id_idx ON members USING btree (environment, created_at, id);
CREATE INDEX members_name_words_idx ON members USING gin (to_tsvector('simple'::regconfig, name));
CREATE INDEX members_tenant_id_environment_created_at_id_idx ON members USING btree (tenant_id, environment, created_at, id);

CREATE TABLE merchant_keys (
    id text NOT NULL COLLATE pg_catalog."C",
    merchant_id text NOT NULL COLLATE pg_catalog."C",
    key_id text NOT NULL COLLATE pg_catalog."C",
    secret_hash text NOT NULL,
    is_shared boolean DEFAULT false NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    last_used_at timestamp(3) with time zone,
    revoked_at timestamp(3) with time zone,
    secret_tag character(8)
);
ALTER TABLE merchant_keys ADD CONSTRAINT merchant_keys_pkey PRIMARY KEY (id);
CREATE UNIQUE INDEX merchant_keys_key_id_key ON merchant_keys USING btree (key_id);
CREATE INDEX merchant_keys_merchant_id_idx ON merchant_keys USING btree (merchant_id);
CREATE CONSTRAINT TRIGGER merchant_keys_standing AFTER UPDATE ON merchant_keys DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((old.secret_hash IS DISTINCT FROM new.secret_hash) OR ((old.revoked_at IS NULL) IS DISTINCT FROM (new.revoked_at IS NULL)))) EXECUTE FUNCTION count_standing();

CREATE TABLE merchants (
    id text NOT NULL COLLATE pg_catalog."C",
    tenant_id text NOT NULL COLLATE pg_catalog."C",
    environment environment NOT NULL,
    name text NOT NULL,
    mcc character(4) NOT NULL,
    status merchant_status DEFAULT 'active'::merchant_status NOT NULL,
    is_default boolean DEFAULT false NOT NULL,
    is_same_day_reversal_enabled boolean DEFAULT false NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    time_zone text DEFAULT 'UTC'::text NOT NULL
);
ALTER TABLE merchants ADD CONSTRAINT merchants_pkey PRIMARY KEY (id);
CREATE UNIQUE INDEX merchants_default_key ON merchants USING btree (tenant_id, environment) WHERE (is_default = true);
CREATE INDEX merchants_environment_created_at_id_idx ON merchants USING btree (environment, created_at, id);
CREATE INDEX merchants_name_words_idx ON merchants USING gin (to_tsvector('simple'::regconfig, name));
CREATE INDEX merchants_tenant_id_environment_created_at_id_idx ON merchants USING btree (tenant_id, environment, created_at, id);
CREATE CONSTRAINT TRIGGER merchants_standing AFTER UPDATE ON merchants DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((old.status <> new.status)) EXECUTE FUNCTION count_standing();

CREATE TABLE notifications (
    id text NOT NULL COLLATE pg_catalog."C",
    user_id text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL,
    environment environment,
    title text NOT NULL,
    text text NOT NULL,
    href text NOT NULL,
    cause text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    read_at timestamp(3) with time zone,
    is_emailed boolean DEFAULT false NOT NULL,
    source text
);
ALTER TABLE notifications ADD CONSTRAINT notifications_pkey PRIMARY KEY (id);
CREATE UNIQUE INDEX notifications_user_id_cause_key ON notifications USING btree (user_id, cause);
CREATE INDEX notifications_user_id_created_at_id_idx ON notifications USING btree (user_id, created_at, id);

CREATE TABLE open_batches (
    id text NOT NULL COLLATE pg_catalog."C",
    tenant_id text NOT NULL COLLATE pg_catalog."C",
    environment environment NOT NULL,
    merchant_id text NOT NULL COLLATE pg_catalog."C",
    currency character(3) NOT NULL,
    settled_day date NOT NULL,
    cutoff_at timestamp(3) with time zone NOT NULL,
    idempotency_key text,
    families integer DEFAULT 0 NOT NULL,
    opened_at timestamp(3) with time zone NOT NULL
);
ALTER TABLE open_batches ADD CONSTRAINT open_batches_pkey PRIMARY KEY (id);
CREATE UNIQUE INDEX open_batches_merchant_id_currency_key ON open_batches USING btree (merchant_id, currency);

CREATE TABLE passkeys (
    id text NOT NULL COLLATE pg_catalog."C",
    user_id text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL,
    credential_id text NOT NULL COLLATE pg_catalog."C",
    public_key text NOT NULL,
    sign_count bigint NOT NULL,
    transports text[],
    can_be_backed_up boolean NOT NULL,
    is_backed_up boolean NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    last_used_at timestamp(3) with time zone
);
ALTER TABLE passkeys ADD CONSTRAINT passkeys_pkey PRIMARY KEY (id);
CREATE UNIQUE INDEX passkeys_credential_id_key ON passkeys USING btree (credential_id);
CREATE INDEX passkeys_user_id_id_idx ON passkeys USING btree (user_id, id);

CREATE TABLE password_resets (
    id text NOT NULL COLLATE pg_catalog."C",
    user_id text NOT NULL COLLATE pg_catalog."C",
    token_hash text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    used_at timestamp(3) with time zone,
    CONSTRAINT password_resets_times_check CHECK ((expires_at > created_at))
);
ALTER TABLE password_resets ADD CONSTRAINT password_resets_pkey PRIMARY KEY (id);
CREATE UNIQUE INDEX password_resets_token_hash_key ON password_resets USING btree (token_hash);
CREATE INDEX password_resets_user_id_idx ON password_resets USING btree (user_id);

-- A code is never used nor tried once too often, and an ended one has no PIN left to try. A member's code has no PIN.
CREATE TABLE payment_codes (
    id text NOT NULL COLLATE pg_catalog."C",
    tenant_id text NOT NULL COLLATE pg_catalog."C",
    environment environment NOT NULL,
    code_hash text NOT NULL,
    pin_hash text,
    member_id text NOT NULL COLLATE pg_catalog."C",
    account_id text NOT NULL COLLATE pg_catalog."C",
    merchant_id text COLLATE pg_catalog."C",
    currency character(3) NOT NULL,
    max_amount_minor bigint,
    expires_at timestamp(3) with time zone NOT NULL,
    is_single_use boolean NOT NULL,
    is_recurring boolean NOT NULL,
    recurring_interval recurring_interval,
    recurring_limit integer,
    recurring_thru date,
    lockout_threshold integer NOT NULL,
    display_hint text,
    metadata json,
    status payment_code_status DEFAULT 'active'::payment_code_status NOT NULL,
    failed_tries integer DEFAULT 0 NOT NULL,
    uses integer DEFAULT 0 NOT NULL,
    last_used_at timestamp(3) with time zone,
    next_use_on date,
    created_at timestamp(3) with time zone NOT NULL,
    revoked_at timestamp(3) with time zone,
    revoke_reason text,
    bound_at timestamp(3) with time zone,
    origin payment_code_origin NOT NULL,
    first_used_at timestamp(3) with time zone,
    time_zone text DEFAULT 'UTC'::text NOT NULL,
    CONSTRAINT payment_codes_bound_to_merchant CHECK (((bound_at IS NULL) OR (merchant_id IS NOT NULL))),
    CONSTRAINT payment_codes_max_amount_positive CHECK ((max_amount_minor > 0)),
    CONSTRAINT payment_codes_pin_ends_with_code CHECK ((((status = 'active'::payment_code_status) AND (origin = 'tenant'::payment_code_origin)) = (pin_hash IS NOT NULL))),
    CONSTRAINT payment_codes_recurring_terms CHECK ((is_recurring OR ((recurring_interval IS NULL) AND (recurring_limit IS NULL) AND (recurring_thru IS NULL)))),
    CONSTRAINT payment_codes_revoked_was_revoked CHECK (((status <> 'revoked'::payment_code_status) OR (revoked_at IS NOT NULL))),
    CONSTRAINT payment_codes_tries CHECK (((failed_tries >= 0) AND (failed_tries <= lockout_threshold))),
    CONSTRAINT payment_codes_used_was_used CHECK (((status <> 'used'::payment_code_status) OR (uses > 0))),
    CONSTRAINT payment_codes_uses CHECK (((uses >= 0) AND ((uses <= 1) OR (NOT is_single_use)) AND ((recurring_limit IS NULL) OR (uses <= recurring_limit))))
);
ALTER TABLE payment_codes ADD CONSTRAINT payment_codes_pkey PRIMARY KEY (id);
CREATE INDEX payment_codes_active_idx ON payment_codes USING btree (expires_at) WHERE (status = 'active'::payment_code_status);
CREATE UNIQUE INDEX payment_codes_code_hash_key ON payment_codes USING btree (code_hash);
CREATE INDEX payment_codes_locked_idx ON payment_codes USING btree (expires_at) WHERE (status = 'locked'::payment_code_status);
CREATE INDEX payment_codes_member_id_created_at_id_idx ON payment_codes USING btree (member_id, created_at, id);
CREATE INDEX payment_codes_tenant_id_environment_created_at_id_idx ON payment_codes USING btree (tenant_id, environment, created_at, id);
CREATE INDEX payment_codes_usable_idx ON payment_codes USING btree (member_id, created_at, id) WHERE (status = 'active'::payment_code_status);

CREATE TABLE portal_sessions (
    id text NOT NULL COLLATE pg_catalog."C",
    user_id text NOT NULL COLLATE pg_catalog."C",
    member_id text COLLATE pg_catalog."C",
    user_agent text,
    address text,
    created_at timestamp(3) with time zone NOT NULL,
    last_seen_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    revoked_at timestamp(3) with time zone,
    CONSTRAINT portal_sessions_times_check CHECK (((expires_at > created_at) AND (last_seen_at >= created_at) AND ((revoked_at IS NULL) OR (revoked_at >= created_at))))
);
ALTER TABLE portal_sessions ADD CONSTRAINT portal_sessions_pkey PRIMARY KEY (id);
CREATE INDEX portal_sessions_user_id_created_at_id_idx ON portal_sessions USING btree (user_id, created_at, id);
CREATE TRIGGER portal_sessions_end_pushes AFTER UPDATE OF revoked_at ON portal_sessions FOR EACH ROW WHEN ((new.revoked_at IS NOT NULL)) EXECUTE FUNCTION end_pushes_of_session();

CREATE TABLE postings (
    id text NOT NULL COLLATE pg_catalog."C",
    kind posting_kind NOT NULL,
    environment environment NOT NULL,
    currency character(3) NOT NULL,
    authorization_id text COLLATE pg_catalog."C",
    created_at timestamp(3) with time zone NOT NULL
);
ALTER TABLE postings ADD CONSTRAINT postings_pkey PRIMARY KEY (id);
CREATE INDEX postings_authorization_id_idx ON postings USING btree (authorization_id);
CREATE INDEX postings_funding_idx ON postings USING btree (id) WHERE (kind = 'funding'::posting_kind);
CREATE TRIGGER postings_append_only BEFORE DELETE OR UPDATE ON postings FOR EACH ROW EXECUTE FUNCTION refuse_change_of_books();
CREATE TRIGGER postings_stay BEFORE TRUNCATE ON postings FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_books();

CREATE TABLE push_devices (
    id text NOT NULL COLLATE pg_catalog."C",
    user_id text NOT NULL COLLATE pg_catalog."C",
    session_id text NOT NULL COLLATE pg_catalog."C",
    endpoint text NOT NULL COLLATE pg_catalog."C",
    p256dh text NOT NULL,
    auth text NOT NULL,
    key_version integer NOT NULL,
    requests boolean NOT NULL,
    payments boolean NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);
ALTER TABLE push_devices ADD CONSTRAINT push_devices_pkey PRIMARY KEY (id);
CREATE UNIQUE INDEX push_devices_endpoint_key ON push_devices USING btree (endpoint);
CREATE UNIQUE INDEX push_devices_session_id_key ON push_devices USING btree (session_id);
CREATE INDEX push_devices_user_id_idx ON push_devices USING btree (user_id);

-- A device that was signed out gets nothing: its row goes with its session, and what was on its way with it.
CREATE TABLE push_messages (
    id text NOT NULL COLLATE pg_catalog."C",
    device_id text NOT NULL COLLATE pg_catalog."C",
    cause text NOT NULL COLLATE pg_catalog."C",
    title text NOT NULL,
    body text NOT NULL,
    href text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    error text,
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    next_attempt_at timestamp(3) with time zone,
    member_id text COLLATE pg_catalog."C"
);
ALTER TABLE push_messages ADD CONSTRAINT push_messages_pkey PRIMARY KEY (id);
CREATE INDEX push_messages_created_at_idx ON push_messages USING btree (created_at);
CREATE UNIQUE INDEX push_messages_device_id_cause_key ON push_messages USING btree (device_id, cause);
CREATE INDEX push_messages_due_idx ON push_messages USING btree (next_attempt_at) WHERE (next_attempt_at IS NOT NULL);

CREATE TABLE recovery_codes (
    id text NOT NULL COLLATE pg_catalog."C",
    user_id text NOT NULL COLLATE pg_catalog."C",
    code_hash text NOT NULL,
    used_at timestamp(3) with time zone
);
ALTER TABLE recovery_codes ADD CONSTRAINT recovery_codes_pkey PRIMARY KEY (id);
CREATE UNIQUE INDEX recovery_codes_user_id_code_hash_key ON recovery_codes USING btree (user_id, code_hash);

CREATE TABLE recurring_agreements (
    id text NOT NULL COLLATE pg_catalog."C",
    tenant_id text NOT NULL COLLATE pg_catalog."C",
    environment environment NOT NULL,
    merchant_id text NOT NULL COLLATE pg_catalog."C",
    member_id text NOT NULL COLLATE pg_catalog."C",
    account_id text NOT NULL COLLATE pg_catalog."C",
    payment_code_id text COLLATE pg_catalog."C",
    status recurring_status DEFAULT 'pending'::recurring_status NOT NULL,
    merchant_reference text NOT NULL,
    description text NOT NULL,
    currency character(3) NOT NULL,
    amount_minor bigint,
    max_amount_minor bigint,
    member_max_minor bigint,
    "interval" recurring_interval,
    ends_on date,
    expires_at timestamp(3) with time zone NOT NULL,
    next_charge_on date,
    charges integer DEFAULT 0 NOT NULL,
    charge_limit integer,
    first_charged_at timestamp(3) with time zone,
    last_charged_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone NOT NULL,
    approved_at timestamp(3) with time zone,
    denied_at timestamp(3) with time zone,
    revoked_at timestamp(3) with time zone,
    revoked_by revoked_by,
    revoke_reason text,
    version integer DEFAULT 0 NOT NULL,
    is_without_limit boolean DEFAULT false NOT NULL,
    member_interval recurring_interval,
    time_zone text DEFAULT 'UTC'::text NOT NULL,
    CONSTRAINT recurring_agreements_amounts CHECK (((amount_minor > 0) AND (max_amount_minor > 0) AND (member_max_minor > 0))),
    CONSTRAINT recurring_agreements_bounded_or_meant CHECK (((approved_at IS NULL) OR is_without_limit OR ((num_nonnulls(member_max_minor, max_amount_minor, amount_minor) > 0) AND (num_nonnulls(member_interval, "interval") > 0)))),
    CONSTRAINT recurring_agreements_charges CHECK (((charges >= 0) AND ((charge_limit IS NULL) OR (charges <= charge_limit)) AND ((charges > 0) = (first_charged_at IS NOT NULL)) AND ((charges = 0) OR (approved_at IS NOT NULL)))),
    CONSTRAINT recurring_agreements_status CHECK ((((status <> 'active'::recurring_status) OR (approved_at IS NOT NULL)) AND ((status = 'denied'::recurring_status) = (denied_at IS NOT NULL)) AND ((status = 'revoked'::recurring_status) = (revoked_at IS NOT NULL)) AND ((revoked_at IS NULL) = (revoked_by IS NULL)))),
    CONSTRAINT recurring_agreements_within_what_was_asked CHECK (((member_max_minor <= COALESCE(max_amount_minor, amount_minor)) AND (member_interval >= "interval")))
);
ALTER TABLE recurring_agreements ADD CONSTRAINT recurring_agreements_pkey PRIMARY KEY (id);
CREATE INDEX recurring_agreements_member_id_created_at_id_idx ON recurring_agreements USING btree (member_id, created_at, id);
CREATE INDEX recurring_agreements_pending_idx ON recurring_agreements USING btree (expires_at) WHERE (status = 'pending'::recurring_status);
CREATE TRIGGER recurring_agreements_approved_once BEFORE UPDATE OF account_id, member_max_minor, member_interval, is_without_limit, approved_at ON recurring_agreements FOR EACH ROW WHEN ((old.approved_at IS NOT NULL)) EXECUTE FUNCTION refuse_change_of_terms();
CREATE TRIGGER recurring_agreements_asked_once BEFORE UPDATE OF merchant_id, member_id, currency, amount_minor, max_amount_minor, "interval", ends_on, charge_limit, time_zone ON recurring_agreements FOR EACH ROW EXECUTE FUNCTION refuse_change_of_terms();
CREATE TRIGGER recurring_agreements_described_once BEFORE UPDATE OF description ON recurring_agreements FOR EACH ROW WHEN (((new.description <> 'Deleted'::text) OR (new.status = ANY (ARRAY['pending'::recurring_status, 'active'::recurring_status])))) EXECUTE FUNCTION refuse_change_of_terms();

CREATE TABLE refunds (
    id text NOT NULL COLLATE pg_catalog."C",
    reversal_id text NOT NULL COLLATE pg_catalog."C",
    capture_id text NOT NULL COLLATE pg_catalog."C",
    merchant_id text NOT NULL COLLATE pg_catalog."C",
    currency character(3) NOT NULL,
    amount_minor bigint NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    settled_at timestamp(3) with time zone,
    batch_id text COLLATE pg_catalog."C",
    CONSTRAINT refunds_amount_positive CHECK ((amount_minor > 0)),
    CONSTRAINT refunds_settled_in_batch CHECK (((batch_id IS NULL) = (settled_at IS NULL)))
);
ALTER TABLE refunds ADD CONSTRAINT refunds_pkey PRIMARY KEY (id);
CREATE INDEX refunds_batch_idx ON refunds USING btree (batch_id, created_at, id) WHERE (batch_id IS NOT NULL);
CREATE INDEX refunds_capture_id_idx ON refunds USING btree (capture_id);
CREATE INDEX refunds_merchant_idx ON refunds USING btree (merchant_id, created_at, reversal_id);
CREATE INDEX refunds_unsettled_idx ON refunds USING btree (merchant_id, currency, created_at, id) WHERE (batch_id IS NULL);
CREATE TRIGGER refunds_settle_once BEFORE UPDATE OF batch_id ON refunds FOR EACH ROW WHEN (((old.batch_id IS NOT NULL) AND (new.batch_id IS DISTINCT FROM old.batch_id))) EXECUTE FUNCTION refuse_change_of_books();

CREATE TABLE replays (
    id text NOT NULL COLLATE pg_catalog."C",
    subscription_id text NOT NULL COLLATE pg_catalog."C",
    key text NOT NULL,
    delivery_status delivery_status,
    event_type text,
    total integer NOT NULL,
    done integer DEFAULT 0 NOT NULL,
    after_at timestamp(3) with time zone NOT NULL,
    after_id text NOT NULL COLLATE pg_catalog."C",
    state replay_state DEFAULT 'running'::replay_state NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    finished_at timestamp(3) with time zone,
    CONSTRAINT replays_state_check CHECK (((state = 'running'::replay_state) = (finished_at IS NULL)))
);
ALTER TABLE replays ADD CONSTRAINT replays_pkey PRIMARY KEY (id);
CREATE UNIQUE INDEX replays_running_key ON replays USING btree (subscription_id) WHERE (state = 'running'::replay_state);
CREATE INDEX replays_subscription_id_created_at_id_idx ON replays USING btree (subscription_id, created_at, id);
CREATE UNIQUE INDEX replays_subscription_id_key_key ON replays USING btree (subscription_id, key);

CREATE TABLE request_bodies (
    id text NOT NULL COLLATE pg_catalog."C",
    request_body text,
    request_bytes integer NOT NULL,
    response_body text,
    response_bytes integer NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    unkept_because unkept_because,
    CONSTRAINT request_bodies_unkept_check CHECK (((unkept_because IS NULL) OR ((request_body IS NULL) AND (response_body IS NULL))))
)
PARTITION BY RANGE (created_at);
ALTER TABLE request_bodies ADD CONSTRAINT request_bodies_pkey PRIMARY KEY (id, created_at);

CREATE TABLE request_bodies_rest (
    id text NOT NULL COLLATE pg_catalog."C",
    request_body text,
    request_bytes integer NOT NULL,
    response_body text,
    response_bytes integer NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    unkept_because unkept_because,
    CONSTRAINT request_bodies_unkept_check CHECK (((unkept_because IS NULL) OR ((request_body IS NULL) AND (response_body IS NULL))))
);
ALTER TABLE request_bodies_rest ADD CONSTRAINT request_bodies_rest_pkey PRIMARY KEY (id, created_at);

-- Cut by time, as webhook_attempts and request_bodies are: server/db/partitions.ts makes the partitions. They have no foreign
-- keys: dropping a partition would lock the tables that it points to, which payments write.
CREATE TABLE request_records (
    id text NOT NULL COLLATE pg_catalog."C",
    tenant_id text NOT NULL COLLATE pg_catalog."C",
    environment environment NOT NULL,
    key_id text NOT NULL COLLATE pg_catalog."C",
    merchant_id text COLLATE pg_catalog."C",
    method text NOT NULL,
    path text NOT NULL,
    status integer NOT NULL,
    error_code text,
    idempotency_key text,
    is_replay boolean NOT NULL,
    duration_ms integer NOT NULL,
    address text,
    created_at timestamp(3) with time zone NOT NULL,
    is_keyless boolean DEFAULT false NOT NULL
)
PARTITION BY RANGE (created_at);
ALTER TABLE request_records ADD CONSTRAINT request_records_pkey PRIMARY KEY (id, created_at);
CREATE INDEX request_records_errors_idx ON ONLY request_records USING btree (tenant_id, environment, created_at) WHERE (error_code IS NOT NULL);
CREATE INDEX request_records_idempotency_key_idx ON ONLY request_records USING hash (idempotency_key) WHERE (idempotency_key IS NOT NULL);
CREATE INDEX request_records_keyless_idx ON ONLY request_records USING btree (tenant_id, environment, created_at, id) WHERE is_keyless;
CREATE INDEX request_records_tenant_id_environment_created_at_id_idx ON ONLY request_records USING btree (tenant_id, environment, created_at, id);

CREATE TABLE request_records_rest (
    id text NOT NULL COLLATE pg_catalog."C",
    tenant_id text NOT NULL COLLATE pg_catalog."C",
    environment environment NOT NULL,
    key_id text NOT NULL COLLATE pg_catalog."C",
    merchant_id text COLLATE pg_catalog."C",
    method text NOT NULL,
    path text NOT NULL,
    status integer NOT NULL,
    error_code text,
    idempotency_key text,
    is_replay boolean NOT NULL,
    duration_ms integer NOT NULL,
    address text,
    created_at timestamp(3) with time zone NOT NULL,
    is_keyless boolean DEFAULT false NOT NULL
);
ALTER TABLE request_records_rest ADD CONSTRAINT request_records_rest_pkey PRIMARY KEY (id, created_at);
CREATE INDEX request_records_rest_idempotency_key_idx ON request_records_rest USING hash (idempotency_key) WHERE (idempotency_key IS NOT NULL);
CREATE INDEX request_records_rest_tenant_id_environment_created_at_id_idx ON request_records_rest USING btree (tenant_id, environment, created_at, id) WHERE is_keyless;
CREATE INDEX request_records_rest_tenant_id_environment_created_at_idx ON request_records_rest USING btree (tenant_id, environment, created_at) WHERE (error_code IS NOT NULL);
CREATE INDEX request_records_rest_tenant_idx ON request_records_rest USING btree (tenant_id, environment, created_at, id);

-- It is about money, ends, and is used in whole or not at all.
CREATE TABLE rescues (
    id text NOT NULL COLLATE pg_catalog."C",
    declined_id text NOT NULL COLLATE pg_catalog."C",
    payer_id text NOT NULL COLLATE pg_catalog."C",
    rules_version integer NOT NULL,
    merchant_id text NOT NULL COLLATE pg_catalog."C",
    member_id text NOT NULL COLLATE pg_catalog."C",
    account_id text NOT NULL COLLATE pg_catalog."C",
    amount_minor bigint NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    used_by_id text COLLATE pg_catalog."C",
    used_at timestamp(3) with time zone,
    CONSTRAINT rescues_amount CHECK ((amount_minor > 0)),
    CONSTRAINT rescues_end CHECK ((expires_at > created_at)),
    CONSTRAINT rescues_use CHECK ((num_nulls(used_by_id, used_at) = ANY (ARRAY[0, 2])))
);
ALTER TABLE rescues ADD CONSTRAINT rescues_pkey PRIMARY KEY (id);
CREATE UNIQUE INDEX rescues_declined_id_key ON rescues USING btree (declined_id);
CREATE INDEX rescues_payer_id_expires_at_idx ON rescues USING btree (payer_id, expires_at);
CREATE UNIQUE INDEX rescues_used_by_key ON rescues USING btree (used_by_id);
CREATE TRIGGER rescues_allowed_once BEFORE UPDATE OF declined_id, payer_id, rules_version, merchant_id, member_id, account_id, amount_minor, created_at, expires_at ON rescues FOR EACH ROW EXECUTE FUNCTION refuse_change_of_rescue();
CREATE TRIGGER rescues_used_once BEFORE UPDATE ON rescues FOR EACH ROW WHEN ((old.used_by_id IS NOT NULL)) EXECUTE FUNCTION refuse_change_of_rescue();

CREATE TABLE restores (
    id text NOT NULL COLLATE pg_catalog."C",
    data_at timestamp(3) with time zone NOT NULL,
    restored_at timestamp(3) with time zone NOT NULL,
    released_at timestamp(3) with time zone
);
ALTER TABLE restores ADD CONSTRAINT restores_pkey PRIMARY KEY (id);

CREATE TABLE retention_runs (
    table_name text NOT NULL,
    ran_at timestamp(3) with time zone NOT NULL,
    removed bigint NOT NULL,
    oldest_at timestamp(3) with time zone
);
ALTER TABLE retention_runs ADD CONSTRAINT retention_runs_pkey PRIMARY KEY (table_name);

CREATE TABLE reversals (
    id text NOT NULL COLLATE pg_catalog."C",
    authorization_id text NOT NULL COLLATE pg_catalog."C",
    root_id text NOT NULL COLLATE pg_catalog."C",
    tenant_id text NOT NULL COLLATE pg_catalog."C",
    environment environment NOT NULL,
    currency character(3) NOT NULL,
    voided_minor bigint NOT NULL,
    refunded_minor bigint NOT NULL,
    reason_code character(4) NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    request_id text COLLATE pg_catalog."C",
    actor_kind actor_kind,
    actor_id text COLLATE pg_catalog."C",
    CONSTRAINT reversals_actor_whole CHECK (((actor_kind IS NULL) = (actor_id IS NULL))),
    CONSTRAINT reversals_figures CHECK (((voided_minor >= 0) AND (refunded_minor >= 0) AND ((voided_minor + refunded_minor) > 0)))
);
ALTER TABLE reversals ADD CONSTRAINT reversals_pkey PRIMARY KEY (id);
CREATE INDEX reversals_refunding_idx ON reversals USING btree (tenant_id, environment, created_at, id) WHERE (refunded_minor > 0);
CREATE INDEX reversals_root_id_created_at_id_idx ON reversals USING btree (root_id, created_at, id);

CREATE TABLE roles (
    id text NOT NULL COLLATE pg_catalog."C",
    user_id text NOT NULL COLLATE pg_catalog."C",
    kind role_kind NOT NULL,
    member_id text COLLATE pg_catalog."C",
    tenant_id text COLLATE pg_catalog."C",
    created_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT roles_of_what CHECK ((((kind = 'member'::role_kind) = (member_id IS NOT NULL)) AND (((kind)::text ~~ 'tenant\_%'::text) = (tenant_id IS NOT NULL))))
);
ALTER TABLE roles ADD CONSTRAINT roles_pkey PRIMARY KEY (id);
CREATE INDEX roles_member_id_idx ON roles USING btree (member_id);
CREATE INDEX roles_tenant_id_idx ON roles USING btree (tenant_id);
CREATE UNIQUE INDEX roles_user_id_member_id_key ON roles USING btree (user_id, member_id);
CREATE UNIQUE INDEX roles_user_id_tenant_id_key ON roles USING btree (user_id, tenant_id);

CREATE TABLE sandbox_clocks (
    tenant_id text NOT NULL COLLATE pg_catalog."C",
    ahead_ms bigint NOT NULL,
    held_until timestamp(3) with time zone,
    CONSTRAINT sandbox_clocks_ahead CHECK (((ahead_ms >= 0) AND (ahead_ms <= '31622400000'::bigint)))
);
ALTER TABLE sandbox_clocks ADD CONSTRAINT sandbox_clocks_pkey PRIMARY KEY (tenant_id);
CREATE TRIGGER sandbox_clocks_kept BEFORE DELETE ON sandbox_clocks FOR EACH ROW EXECUTE FUNCTION refuse_clock_going_back();
CREATE TRIGGER sandbox_clocks_only_forward BEFORE UPDATE ON sandbox_clocks FOR EACH ROW WHEN ((new.ahead_ms < old.ahead_ms)) EXECUTE FUNCTION refuse_clock_going_back();
CREATE CONSTRAINT TRIGGER sandbox_clocks_standing AFTER UPDATE ON sandbox_clocks DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((old.ahead_ms <> new.ahead_ms)) EXECUTE FUNCTION count_standing();

-- A request moves a clock once, however often it is sent.
CREATE TABLE sandbox_jumps (
    id text NOT NULL COLLATE pg_catalog."C",
    tenant_id text NOT NULL COLLATE pg_catalog."C",
    asked_as text NOT NULL,
    from_at timestamp(3) with time zone NOT NULL,
    to_at timestamp(3) with time zone NOT NULL,
    asked_at timestamp(3) with time zone NOT NULL,
    arrived_at timestamp(3) with time zone,
    fingerprint text,
    CONSTRAINT sandbox_jumps_forward CHECK ((to_at > from_at))
);
ALTER TABLE sandbox_jumps ADD CONSTRAINT sandbox_jumps_pkey PRIMARY KEY (id);
CREATE UNIQUE INDEX sandbox_jumps_one_open ON sandbox_jumps USING btree (tenant_id) WHERE (arrived_at IS NULL);
CREATE UNIQUE INDEX sandbox_jumps_tenant_id_asked_as_key ON sandbox_jumps USING btree (tenant_id, asked_as);

CREATE TABLE server_keys (
    version integer NOT NULL,
    proof text NOT NULL,
    sealed_keys text,
    created_at timestamp(3) with time zone NOT NULL,
    retired_at timestamp(3) with time zone,
    forgotten_at timestamp(3) with time zone
);
ALTER TABLE server_keys ADD CONSTRAINT server_keys_pkey PRIMARY KEY (version);

-- A statement adds up; what it pays out is in the books, and a debt is carried, never paid.
CREATE TABLE settlement_batches (
    id text NOT NULL COLLATE pg_catalog."C",
    tenant_id text NOT NULL COLLATE pg_catalog."C",
    environment environment NOT NULL,
    merchant_id text NOT NULL COLLATE pg_catalog."C",
    currency character(3) NOT NULL,
    settled_day date NOT NULL,
    cutoff_at timestamp(3) with time zone NOT NULL,
    previous_batch_id text COLLATE pg_catalog."C",
    capture_count integer NOT NULL,
    captured_minor bigint NOT NULL,
    refund_count integer NOT NULL,
    refunded_minor bigint NOT NULL,
    carried_in_minor bigint NOT NULL,
    payout_minor bigint NOT NULL,
    carried_out_minor bigint NOT NULL,
    payout_posting_id text COLLATE pg_catalog."C",
    idempotency_key text,
    created_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT settlement_batches_adds_up CHECK (((((captured_minor - refunded_minor) + carried_in_minor) = (payout_minor + carried_out_minor)) AND (payout_minor >= 0) AND (carried_in_minor <= 0) AND (carried_out_minor <= 0) AND ((payout_minor = 0) OR (carried_out_minor = 0)))),
    CONSTRAINT settlement_batches_payout_is_posted CHECK (((payout_minor > 0) = (payout_posting_id IS NOT NULL)))
);
ALTER TABLE settlement_batches ADD CONSTRAINT settlement_batches_pkey PRIMARY KEY (id);
CREATE INDEX settlement_batches_asked_idx ON settlement_batches USING btree (tenant_id, environment, idempotency_key) WHERE (idempotency_key IS NOT NULL);
CREATE INDEX settlement_batches_environment_created_at_id_idx ON settlement_batches USING btree (environment, created_at, id);
CREATE INDEX settlement_batches_merchant_id_currency_created_at_id_idx ON settlement_batches USING btree (merchant_id, currency, created_at, id);
CREATE UNIQUE INDEX settlement_batches_payout_posting_id_key ON settlement_batches USING btree (payout_posting_id);
CREATE UNIQUE INDEX settlement_batches_previous_batch_id_key ON settlement_batches USING btree (previous_batch_id);
CREATE INDEX settlement_batches_tenant_id_environment_created_at_id_idx ON settlement_batches USING btree (tenant_id, environment, created_at, id);
CREATE TRIGGER settlement_batches_append_only BEFORE DELETE OR UPDATE ON settlement_batches FOR EACH ROW EXECUTE FUNCTION refuse_change_of_books();
CREATE TRIGGER settlement_batches_stay BEFORE TRUNCATE ON settlement_batches FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_books();

CREATE TABLE sign_ups (
    email_hash text NOT NULL,
    started_at timestamp(3) with time zone NOT NULL
);
ALTER TABLE sign_ups ADD CONSTRAINT sign_ups_pkey PRIMARY KEY (email_hash);

-- A color goes into the style sheet of pages. A logo is there in whole or not at all.
CREATE TABLE tenant_brands (
    tenant_id text NOT NULL COLLATE pg_catalog."C",
    accent text,
    logo bytea,
    logo_hash text,
    logo_type text,
    logo_width integer,
    logo_height integer,
    changed_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT tenant_brands_accent CHECK ((accent ~ '^#[0-9a-f]{6}$'::text)),
    CONSTRAINT tenant_brands_logo CHECK (((num_nonnulls(logo, logo_hash, logo_type, logo_width, logo_height) = ANY (ARRAY[0, 5])) AND (octet_length(logo) <= 131072)))
);
ALTER TABLE tenant_brands ADD CONSTRAINT tenant_brands_pkey PRIMARY KEY (tenant_id);

CREATE TABLE tenants (
    id text NOT NULL COLLATE pg_catalog."C",
    slug text NOT NULL,
    title text NOT NULL,
    status tenant_status DEFAULT 'active'::tenant_status NOT NULL,
    rate_limit_tier rate_limit_tier NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    live_approved_at timestamp(3) with time zone,
    live_asked_at timestamp(3) with time zone,
    keeps_live_bodies boolean DEFAULT false NOT NULL,
    time_zone character varying(64) DEFAULT 'UTC'::character varying NOT NULL,
    standing bigint DEFAULT 0 NOT NULL,
    CONSTRAINT tenants_live_check CHECK (((live_approved_at IS NULL) OR (live_asked_at IS NOT NULL)))
);
ALTER TABLE tenants ADD CONSTRAINT tenants_pkey PRIMARY KEY (id);
CREATE INDEX tenants_name_words_idx ON tenants USING gin (to_tsvector('simple'::regconfig, ((title || ' '::text) || slug)));
CREATE UNIQUE INDEX tenants_slug_key ON tenants USING btree (slug);
CREATE CONSTRAINT TRIGGER tenants_standing AFTER UPDATE ON tenants DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((((old.status IS DISTINCT FROM new.status) OR (old.rate_limit_tier IS DISTINCT FROM new.rate_limit_tier)) OR (old.keeps_live_bodies IS DISTINCT FROM new.keeps_live_bodies))) EXECUTE FUNCTION count_standing();

CREATE TABLE transaction_reports (
    id text NOT NULL COLLATE pg_catalog."C",
    authorization_id text NOT NULL COLLATE pg_catalog."C",
    member_id text NOT NULL COLLATE pg_catalog."C",
    tenant_id text NOT NULL COLLATE pg_catalog."C",
    environment environment NOT NULL,
    note text,
    created_at timestamp(3) with time zone NOT NULL,
    resolved_at timestamp(3) with time zone,
    resolved_by text COLLATE pg_catalog."C",
    CONSTRAINT transaction_reports_resolved_check CHECK (((resolved_at IS NULL) = (resolved_by IS NULL)))
);
ALTER TABLE transaction_reports ADD CONSTRAINT transaction_reports_pkey PRIMARY KEY (id);
CREATE UNIQUE INDEX transaction_reports_authorization_id_key ON transaction_reports USING btree (authorization_id);
CREATE INDEX transaction_reports_created_at_idx ON transaction_reports USING btree (created_at);
CREATE INDEX transaction_reports_tenant_id_environment_created_at_id_idx ON transaction_reports USING btree (tenant_id, environment, created_at, id);

CREATE TABLE users (
    id text NOT NULL COLLATE pg_catalog."C",
    email text NOT NULL,
    password_hash text NOT NULL,
    is_shared boolean DEFAULT false NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    sealed_totp_secret text,
    totp_confirmed_at timestamp(3) with time zone,
    totp_last_step bigint,
    guesses_noticed_at timestamp(3) with time zone,
    email_proved_at timestamp(3) with time zone,
    erased_at timestamp(3) with time zone,
    passkey_challenge_at timestamp(3) with time zone,
    name text,
    CONSTRAINT users_email_lower_case CHECK (((email = lower(email)) OR (erased_at IS NOT NULL))),
    CONSTRAINT users_name_length CHECK (((char_length(name) >= 1) AND (char_length(name) <= 80))),
    CONSTRAINT users_totp_check CHECK (((totp_confirmed_at IS NULL) OR ((sealed_totp_secret IS NOT NULL) AND (NOT is_shared))))
);
ALTER TABLE users ADD CONSTRAINT users_pkey PRIMARY KEY (id);
CREATE UNIQUE INDEX users_email_key ON users USING btree (email);

CREATE TABLE webhook_attempt_hours (
    tenant_id text NOT NULL COLLATE pg_catalog."C",
    environment environment NOT NULL,
    hour timestamp(3) with time zone NOT NULL,
    attempts integer NOT NULL,
    arrived integer NOT NULL,
    CONSTRAINT webhook_attempt_hours_check CHECK (((attempts > 0) AND ((arrived >= 0) AND (arrived <= attempts))))
);
ALTER TABLE webhook_attempt_hours ADD CONSTRAINT webhook_attempt_hours_pkey PRIMARY KEY (tenant_id, environment, hour);

CREATE TABLE webhook_attempt_minutes (
    tenant_id text NOT NULL COLLATE pg_catalog."C",
    environment environment NOT NULL,
    minute timestamp(3) with time zone NOT NULL,
    attempts integer NOT NULL,
    arrived integer NOT NULL,
    CONSTRAINT webhook_attempt_minutes_check CHECK (((attempts > 0) AND ((arrived >= 0) AND (arrived <= attempts))))
);
ALTER TABLE webhook_attempt_minutes ADD CONSTRAINT webhook_attempt_minutes_pkey PRIMARY KEY (tenant_id, environment, minute);

CREATE TABLE webhook_attempts (
    id text NOT NULL COLLATE pg_catalog."C",
    delivery_id text NOT NULL COLLATE pg_catalog."C",
    number integer NOT NULL,
    url text NOT NULL,
    request_headers json NOT NULL,
    started_at timestamp(3) with time zone NOT NULL,
    duration_ms integer NOT NULL,
    response_code integer,
    response_body text,
    error text,
    subscription_id text NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT webhook_attempts_number CHECK (((number >= 1) AND (number <= 50))),
    CONSTRAINT webhook_attempts_response_size CHECK ((octet_length(response_body) <= 4096))
)
PARTITION BY RANGE (started_at);
ALTER TABLE webhook_attempts ADD CONSTRAINT webhook_attempts_pkey PRIMARY KEY (id, started_at);
CREATE INDEX webhook_attempts_delivery_id_number_idx ON ONLY webhook_attempts USING btree (delivery_id, number);
CREATE INDEX webhook_attempts_subscription_id_started_at_id_idx ON ONLY webhook_attempts USING btree (subscription_id, started_at, id);

CREATE TABLE webhook_attempts_rest (
    id text NOT NULL COLLATE pg_catalog."C",
    delivery_id text NOT NULL COLLATE pg_catalog."C",
    number integer NOT NULL,
    url text NOT NULL,
    request_headers json NOT NULL,
    started_at timestamp(3) with time zone NOT NULL,
    duration_ms integer NOT NULL,
    response_code integer,
    response_body text,
    error text,
    subscription_id text NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT webhook_attempts_number CHECK (((number >= 1) AND (number <= 50))),
    CONSTRAINT webhook_attempts_response_size CHECK ((octet_length(response_body) <= 4096))
);
ALTER TABLE webhook_attempts_rest ADD CONSTRAINT webhook_attempts_rest_pkey PRIMARY KEY (id, started_at);
CREATE INDEX webhook_attempts_rest_delivery_id_number_idx ON webhook_attempts_rest USING btree (delivery_id, number);
CREATE INDEX webhook_attempts_rest_subscription_idx ON webhook_attempts_rest USING btree (subscription_id, started_at, id);

-- The number of an event within its authorization is here too, so that one look finds what comes before it.
CREATE TABLE webhook_deliveries (
    id text NOT NULL COLLATE pg_catalog."C",
    subscription_id text NOT NULL COLLATE pg_catalog."C",
    event_id text NOT NULL COLLATE pg_catalog."C",
    status delivery_status DEFAULT 'pending'::delivery_status NOT NULL,
    attempt integer DEFAULT 0 NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    next_attempt_at timestamp(3) with time zone,
    delivered_at timestamp(3) with time zone,
    error text,
    event_type text NOT NULL,
    handed_over_at timestamp(3) with time zone,
    handoff integer DEFAULT 0 NOT NULL,
    is_deferred boolean DEFAULT false NOT NULL,
    leased_until timestamp(3) with time zone,
    response_code integer,
    scheduled_at timestamp(3) with time zone,
    url text,
    authorization_id text COLLATE pg_catalog."C",
    sequence integer NOT NULL,
    has_sender boolean DEFAULT false NOT NULL,
    CONSTRAINT webhook_deliveries_attempts CHECK (((status = 'pending'::delivery_status) = (attempt = 0))),
    CONSTRAINT webhook_deliveries_delivered CHECK (((status = 'delivered'::delivery_status) = (delivered_at IS NOT NULL))),
    CONSTRAINT webhook_deliveries_due CHECK (
CASE status
    WHEN 'delivered'::delivery_status THEN (next_attempt_at IS NULL)
    WHEN 'exhausted'::delivery_status THEN true
    ELSE (next_attempt_at IS NOT NULL)
END),
    CONSTRAINT webhook_deliveries_sender_check CHECK (((NOT has_sender) OR (next_attempt_at IS NOT NULL)))
);
ALTER TABLE webhook_deliveries ADD CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (id);
CREATE INDEX webhook_deliveries_deferred_idx ON webhook_deliveries USING btree (subscription_id) WHERE is_deferred;
CREATE INDEX webhook_deliveries_due_idx ON webhook_deliveries USING btree (next_attempt_at) WHERE ((next_attempt_at IS NOT NULL) AND (NOT is_deferred));
CREATE INDEX webhook_deliveries_event_id_idx ON webhook_deliveries USING btree (event_id);
CREATE INDEX webhook_deliveries_failed_idx ON webhook_deliveries USING btree (id) WHERE ((handed_over_at IS NULL) AND (next_attempt_at IS NOT NULL) AND (NOT is_deferred) AND (attempt > 0));
CREATE INDEX webhook_deliveries_failing_idx ON webhook_deliveries USING btree (subscription_id, created_at, id) WHERE (error IS NOT NULL);
CREATE INDEX webhook_deliveries_left_idx ON webhook_deliveries USING btree (id) WHERE ((next_attempt_at IS NULL) AND (handed_over_at IS NOT NULL));
CREATE INDEX webhook_deliveries_sender_idx ON webhook_deliveries USING btree (subscription_id) WHERE has_sender;
CREATE INDEX webhook_deliveries_subscription_id_created_at_id_idx ON webhook_deliveries USING btree (subscription_id, created_at, id);
CREATE INDEX webhook_deliveries_subscription_id_event_type_created_at_id_idx ON webhook_deliveries USING btree (subscription_id, event_type, created_at, id);
CREATE INDEX webhook_deliveries_to_hand_over_idx ON webhook_deliveries USING btree (subscription_id, next_attempt_at) WHERE ((handed_over_at IS NULL) AND (next_attempt_at IS NOT NULL) AND (NOT is_deferred));
CREATE INDEX webhook_deliveries_unattempted_idx ON webhook_deliveries USING btree (subscription_id, authorization_id, sequence) WHERE ((attempt = 0) AND (next_attempt_at IS NOT NULL) AND (authorization_id IS NOT NULL));

-- A tenant has 50 places in an environment, however many subscriptions are made at once.
CREATE TABLE webhook_subscriptions (
    id text NOT NULL COLLATE pg_catalog."C",
    tenant_id text NOT NULL COLLATE pg_catalog."C",
    environment environment NOT NULL,
    url text NOT NULL,
    events text[],
    status subscription_status DEFAULT 'active'::subscription_status NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    description text,
    failure_count integer DEFAULT 0 NOT NULL,
    last_delivery_at timestamp(3) with time zone,
    sealed_secret text NOT NULL,
    secret_last4 character(4) NOT NULL,
    slot integer,
    updated_at timestamp(3) with time zone,
    version integer DEFAULT 0 NOT NULL,
    CONSTRAINT webhook_subscriptions_events_named CHECK ((cardinality(events) > 0)),
    CONSTRAINT webhook_subscriptions_failures CHECK ((failure_count >= 0)),
    CONSTRAINT webhook_subscriptions_slot_ends_with_it CHECK (((status = 'revoked'::subscription_status) = (slot IS NULL))),
    CONSTRAINT webhook_subscriptions_slots CHECK (((slot >= 1) AND (slot <= 50)))
);
ALTER TABLE webhook_subscriptions ADD CONSTRAINT webhook_subscriptions_pkey PRIMARY KEY (id);
CREATE UNIQUE INDEX webhook_subscriptions_slot_key ON webhook_subscriptions USING btree (tenant_id, environment, slot);
CREATE INDEX webhook_subscriptions_tenant_id_environment_created_at_id_idx ON webhook_subscriptions USING btree (tenant_id, environment, created_at, id);

-- Partitions of what is cut by time, and the sequences of columns

ALTER TABLE request_bodies ATTACH PARTITION request_bodies_rest DEFAULT;
ALTER TABLE request_records ATTACH PARTITION request_records_rest DEFAULT;
ALTER TABLE webhook_attempts ATTACH PARTITION webhook_attempts_rest DEFAULT;
ALTER INDEX request_bodies_pkey ATTACH PARTITION request_bodies_rest_pkey;
ALTER INDEX request_records_idempotency_key_idx ATTACH PARTITION request_records_rest_idempotency_key_idx;
ALTER INDEX request_records_pkey ATTACH PARTITION request_records_rest_pkey;
ALTER INDEX request_records_keyless_idx ATTACH PARTITION request_records_rest_tenant_id_environment_created_at_id_idx;
ALTER INDEX request_records_errors_idx ATTACH PARTITION request_records_rest_tenant_id_environment_created_at_idx;
ALTER INDEX request_records_tenant_id_environment_created_at_id_idx ATTACH PARTITION request_records_rest_tenant_idx;
ALTER INDEX webhook_attempts_delivery_id_number_idx ATTACH PARTITION webhook_attempts_rest_delivery_id_number_idx;
ALTER INDEX webhook_attempts_pkey ATTACH PARTITION webhook_attempts_rest_pkey;
ALTER INDEX webhook_attempts_subscription_id_started_at_id_idx ATTACH PARTITION webhook_attempts_rest_subscription_idx;
ALTER SEQUENCE audit_records_number_seq OWNED BY audit_records.number;
ALTER SEQUENCE engine_events_sequence_seq OWNED BY engine_events.sequence;
ALTER SEQUENCE entries_id_seq OWNED BY entries.id;

-- Foreign keys

ALTER TABLE accounts ADD CONSTRAINT accounts_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE accounts ADD CONSTRAINT accounts_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE api_keys ADD CONSTRAINT api_keys_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE approvals ADD CONSTRAINT approvals_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE approvals ADD CONSTRAINT approvals_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES users(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE approvals ADD CONSTRAINT approvals_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE approvals ADD CONSTRAINT approvals_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE audit_records ADD CONSTRAINT audit_records_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE audit_records ADD CONSTRAINT audit_records_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE authorizations ADD CONSTRAINT authorizations_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE authorizations ADD CONSTRAINT authorizations_agreement_id_fkey FOREIGN KEY (agreement_id) REFERENCES recurring_agreements(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE authorizations ADD CONSTRAINT authorizations_card_id_fkey FOREIGN KEY (card_id) REFERENCES cards(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE authorizations ADD CONSTRAINT authorizations_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE authorizations ADD CONSTRAINT authorizations_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES authorizations(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE authorizations ADD CONSTRAINT authorizations_payment_code_id_fkey FOREIGN KEY (payment_code_id) REFERENCES payment_codes(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE captures ADD CONSTRAINT captures_authorization_id_fkey FOREIGN KEY (authorization_id) REFERENCES authorizations(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE captures ADD CONSTRAINT captures_target_id_fkey FOREIGN KEY (target_id) REFERENCES authorizations(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE cards ADD CONSTRAINT cards_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE cards ADD CONSTRAINT cards_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE charge_requests ADD CONSTRAINT charge_requests_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE charge_requests ADD CONSTRAINT charge_requests_agreement_id_fkey FOREIGN KEY (agreement_id) REFERENCES recurring_agreements(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE charge_requests ADD CONSTRAINT charge_requests_authorization_id_fkey FOREIGN KEY (authorization_id) REFERENCES authorizations(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE charge_requests ADD CONSTRAINT charge_requests_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE charge_requests ADD CONSTRAINT charge_requests_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE entries ADD CONSTRAINT entries_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE entries ADD CONSTRAINT entries_posting_id_fkey FOREIGN KEY (posting_id) REFERENCES postings(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE events ADD CONSTRAINT events_authorization_id_fkey FOREIGN KEY (authorization_id) REFERENCES authorizations(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE events ADD CONSTRAINT events_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE funding_references ADD CONSTRAINT funding_references_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE funding_references ADD CONSTRAINT funding_references_posting_id_fkey FOREIGN KEY (posting_id) REFERENCES postings(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE fundings ADD CONSTRAINT fundings_audit_record_id_fkey FOREIGN KEY (audit_record_id) REFERENCES audit_records(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE fundings ADD CONSTRAINT fundings_posting_id_fkey FOREIGN KEY (posting_id) REFERENCES postings(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE invitations ADD CONSTRAINT invitations_accepted_by_fkey FOREIGN KEY (accepted_by) REFERENCES users(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE invitations ADD CONSTRAINT invitations_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES users(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE invitations ADD CONSTRAINT invitations_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE invitations ADD CONSTRAINT invitations_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE members ADD CONSTRAINT members_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE merchant_keys ADD CONSTRAINT merchant_keys_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE merchants ADD CONSTRAINT merchants_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE notifications ADD CONSTRAINT notifications_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE open_batches ADD CONSTRAINT open_batches_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE passkeys ADD CONSTRAINT passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE password_resets ADD CONSTRAINT password_resets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE payment_codes ADD CONSTRAINT payment_codes_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE payment_codes ADD CONSTRAINT payment_codes_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE payment_codes ADD CONSTRAINT payment_codes_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE portal_sessions ADD CONSTRAINT portal_sessions_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE portal_sessions ADD CONSTRAINT portal_sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE postings ADD CONSTRAINT postings_authorization_id_fkey FOREIGN KEY (authorization_id) REFERENCES authorizations(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE push_devices ADD CONSTRAINT push_devices_session_id_fkey FOREIGN KEY (session_id) REFERENCES portal_sessions(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE push_devices ADD CONSTRAINT push_devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE push_messages ADD CONSTRAINT push_messages_device_id_fkey FOREIGN KEY (device_id) REFERENCES push_devices(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE recovery_codes ADD CONSTRAINT recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE recurring_agreements ADD CONSTRAINT recurring_agreements_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE recurring_agreements ADD CONSTRAINT recurring_agreements_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE recurring_agreements ADD CONSTRAINT recurring_agreements_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE recurring_agreements ADD CONSTRAINT recurring_agreements_payment_code_id_fkey FOREIGN KEY (payment_code_id) REFERENCES payment_codes(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE refunds ADD CONSTRAINT refunds_capture_id_fkey FOREIGN KEY (capture_id) REFERENCES captures(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE refunds ADD CONSTRAINT refunds_reversal_id_fkey FOREIGN KEY (reversal_id) REFERENCES reversals(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE replays ADD CONSTRAINT replays_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES webhook_subscriptions(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE rescues ADD CONSTRAINT rescues_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE rescues ADD CONSTRAINT rescues_declined_id_fkey FOREIGN KEY (declined_id) REFERENCES authorizations(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE rescues ADD CONSTRAINT rescues_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE rescues ADD CONSTRAINT rescues_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE rescues ADD CONSTRAINT rescues_used_by_id_fkey FOREIGN KEY (used_by_id) REFERENCES authorizations(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE reversals ADD CONSTRAINT reversals_authorization_id_fkey FOREIGN KEY (authorization_id) REFERENCES authorizations(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE roles ADD CONSTRAINT roles_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE roles ADD CONSTRAINT roles_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE roles ADD CONSTRAINT roles_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE sandbox_clocks ADD CONSTRAINT sandbox_clocks_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE sandbox_jumps ADD CONSTRAINT sandbox_jumps_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES sandbox_clocks(tenant_id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE settlement_batches ADD CONSTRAINT settlement_batches_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE settlement_batches ADD CONSTRAINT settlement_batches_payout_posting_id_fkey FOREIGN KEY (payout_posting_id) REFERENCES postings(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE settlement_batches ADD CONSTRAINT settlement_batches_previous_batch_id_fkey FOREIGN KEY (previous_batch_id) REFERENCES settlement_batches(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE tenant_brands ADD CONSTRAINT tenant_brands_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE transaction_reports ADD CONSTRAINT transaction_reports_authorization_id_fkey FOREIGN KEY (authorization_id) REFERENCES authorizations(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE transaction_reports ADD CONSTRAINT transaction_reports_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE webhook_deliveries ADD CONSTRAINT webhook_deliveries_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE webhook_deliveries ADD CONSTRAINT webhook_deliveries_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES webhook_subscriptions(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE webhook_subscriptions ADD CONSTRAINT webhook_subscriptions_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON UPDATE CASCADE ON DELETE RESTRICT;

-- The beginning: seals nothing, and says from which entry on fundings have a proof. Hashed as server/domain/books/chain does it.
INSERT INTO "book_blocks"
  SELECT b.*, encode(sha256(convert_to(concat_ws(E'\n', b."number", b."previous_hash", b."to_entry", b."entry_count", b."entries_hash",
      b."to_audit", b."audit_count", b."audits_hash", b."proven_from", '', (extract(epoch FROM b."created_at") * 1000)::bigint), 'UTF8')), 'hex'), ''
  FROM (SELECT 0::bigint AS "number", repeat('0', 64) AS "previous_hash", 0::bigint AS "to_entry", 0 AS "entry_count",
      encode(sha256(''), 'hex') AS "entries_hash", 0::bigint AS "to_audit", 0 AS "audit_count", encode(sha256(''), 'hex') AS "audits_hash",
      (SELECT coalesce(max("id"), 0) FROM "entries") AS "proven_from", '{}'::text[] AS "unproven", now()::timestamptz(3) AS "created_at") b;
