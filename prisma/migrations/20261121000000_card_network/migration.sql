-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateEnum
CREATE TYPE "environment" AS ENUM ('live', 'test');

-- CreateEnum
CREATE TYPE "tenant_status" AS ENUM ('active', 'suspended');

-- CreateEnum
CREATE TYPE "rate_limit_tier" AS ENUM ('sandbox', 'standard', 'plus', 'network');

-- CreateEnum
CREATE TYPE "merchant_status" AS ENUM ('active', 'suspended');

-- CreateEnum
CREATE TYPE "card_status" AS ENUM ('active', 'frozen', 'closed');

-- CreateEnum
CREATE TYPE "role_kind" AS ENUM ('member', 'tenant_owner', 'tenant_admin', 'tenant_developer', 'tenant_viewer', 'network_operator');

-- CreateEnum
CREATE TYPE "account_kind" AS ENUM ('member', 'merchant', 'network');

-- CreateEnum
CREATE TYPE "posting_kind" AS ENUM ('funding', 'capture', 'refund');

-- CreateEnum
CREATE TYPE "authorization_outcome" AS ENUM ('approved', 'declined');

-- CreateEnum
CREATE TYPE "subscription_status" AS ENUM ('active', 'paused', 'revoked');

-- CreateEnum
CREATE TYPE "delivery_status" AS ENUM ('pending', 'delivered', 'failed', 'exhausted');

-- CreateTable
CREATE TABLE "tenants" (
    "id" TEXT COLLATE "C" NOT NULL,
    "slug" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "status" "tenant_status" NOT NULL DEFAULT 'active',
    "rate_limit_tier" "rate_limit_tier" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "tenants_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_keys" (
    "id" TEXT COLLATE "C" NOT NULL,
    "tenant_id" TEXT COLLATE "C" NOT NULL,
    "environment" "environment" NOT NULL,
    "public_key" TEXT NOT NULL,
    "secret_hash" TEXT NOT NULL,
    "secret_last4" TEXT NOT NULL,
    "require_signature" BOOLEAN NOT NULL DEFAULT false,
    "is_shared" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "last_used_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_keys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "merchants" (
    "id" TEXT COLLATE "C" NOT NULL,
    "tenant_id" TEXT COLLATE "C" NOT NULL,
    "environment" "environment" NOT NULL,
    "name" TEXT NOT NULL,
    "mcc" CHAR(4) NOT NULL,
    "status" "merchant_status" NOT NULL DEFAULT 'active',
    "is_default" BOOLEAN NOT NULL DEFAULT false,
    "is_same_day_reversal_enabled" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "merchants_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "merchant_keys" (
    "id" TEXT COLLATE "C" NOT NULL,
    "merchant_id" TEXT COLLATE "C" NOT NULL,
    "key_id" TEXT COLLATE "C" NOT NULL,
    "secret_hash" TEXT NOT NULL,
    "is_shared" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "last_used_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "merchant_keys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "members" (
    "id" TEXT COLLATE "C" NOT NULL,
    "tenant_id" TEXT COLLATE "C" NOT NULL,
    "environment" "environment" NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "members_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "cards" (
    "id" TEXT COLLATE "C" NOT NULL,
    "pan_token" TEXT NOT NULL,
    "account_id" TEXT COLLATE "C" NOT NULL,
    "member_id" TEXT COLLATE "C" NOT NULL,
    "environment" "environment" NOT NULL,
    "status" "card_status" NOT NULL DEFAULT 'active',
    "expires_on" DATE NOT NULL,
    "per_transaction_limit_minor" BIGINT,
    "daily_amount_limit_minor" BIGINT,
    "daily_count_limit" INTEGER,
    "allowed_mccs" TEXT[],
    "allowed_channels" TEXT[],
    "allowed_modes" TEXT[],
    "rules_version" INTEGER NOT NULL DEFAULT 0,
    "usage_day" DATE NOT NULL,
    "usage_amount_minor" BIGINT NOT NULL DEFAULT 0,
    "usage_count" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "cards_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "users" (
    "id" TEXT COLLATE "C" NOT NULL,
    "email" TEXT NOT NULL,
    "password_hash" TEXT NOT NULL,
    "is_shared" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "roles" (
    "id" TEXT COLLATE "C" NOT NULL,
    "user_id" TEXT COLLATE "C" NOT NULL,
    "kind" "role_kind" NOT NULL,
    "member_id" TEXT COLLATE "C",
    "tenant_id" TEXT COLLATE "C",
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "roles_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "accounts" (
    "id" TEXT COLLATE "C" NOT NULL,
    "kind" "account_kind" NOT NULL,
    "environment" "environment" NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "member_id" TEXT COLLATE "C",
    "merchant_id" TEXT COLLATE "C",
    "posted_minor" BIGINT NOT NULL DEFAULT 0,
    "held_minor" BIGINT NOT NULL DEFAULT 0,
    "credit_limit_minor" BIGINT NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "accounts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "postings" (
    "id" TEXT COLLATE "C" NOT NULL,
    "kind" "posting_kind" NOT NULL,
    "environment" "environment" NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "authorization_id" TEXT COLLATE "C",
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "postings_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "entries" (
    "id" BIGSERIAL NOT NULL,
    "posting_id" TEXT COLLATE "C" NOT NULL,
    "account_id" TEXT COLLATE "C" NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "amount_minor" BIGINT NOT NULL,
    "is_folded" BOOLEAN NOT NULL,

    CONSTRAINT "entries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "authorizations" (
    "id" TEXT COLLATE "C" NOT NULL,
    "authorization_number" CHAR(7) NOT NULL,
    "tenant_id" TEXT COLLATE "C" NOT NULL,
    "environment" "environment" NOT NULL,
    "root_id" TEXT COLLATE "C" NOT NULL,
    "parent_id" TEXT COLLATE "C",
    "outcome" "authorization_outcome" NOT NULL,
    "merchant_id" TEXT COLLATE "C" NOT NULL,
    "merchant_name_raw" TEXT,
    "mcc" CHAR(4),
    "channel" TEXT,
    "mode" CHAR(2),
    "card_id" TEXT COLLATE "C" NOT NULL,
    "account_id" TEXT COLLATE "C" NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "amount_minor" BIGINT NOT NULL,
    "captured_minor" BIGINT NOT NULL DEFAULT 0,
    "voided_minor" BIGINT NOT NULL DEFAULT 0,
    "refunded_minor" BIGINT NOT NULL DEFAULT 0,
    "expired_minor" BIGINT NOT NULL DEFAULT 0,
    "family_amount_minor" BIGINT NOT NULL DEFAULT 0,
    "family_captured_minor" BIGINT NOT NULL DEFAULT 0,
    "family_voided_minor" BIGINT NOT NULL DEFAULT 0,
    "family_refunded_minor" BIGINT NOT NULL DEFAULT 0,
    "family_expired_minor" BIGINT NOT NULL DEFAULT 0,
    "version" INTEGER NOT NULL DEFAULT 0,
    "family_sequence" INTEGER NOT NULL DEFAULT 0,
    "approval_code" CHAR(6),
    "response_code" TEXT NOT NULL,
    "avs_result" CHAR(1),
    "cvv_result" CHAR(1),
    "metadata" JSON,
    "decision" JSON NOT NULL,
    "request_id" TEXT COLLATE "C" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3),
    "acknowledged_at" TIMESTAMPTZ(3),
    "settled_at" TIMESTAMPTZ(3),

    CONSTRAINT "authorizations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "captures" (
    "id" TEXT COLLATE "C" NOT NULL,
    "transaction_id" TEXT COLLATE "C" NOT NULL,
    "authorization_id" TEXT COLLATE "C" NOT NULL,
    "root_id" TEXT COLLATE "C" NOT NULL,
    "tenant_id" TEXT COLLATE "C" NOT NULL,
    "environment" "environment" NOT NULL,
    "merchant_id" TEXT COLLATE "C" NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "amount_minor" BIGINT NOT NULL,
    "refunded_minor" BIGINT NOT NULL DEFAULT 0,
    "family_sequence" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "settled_at" TIMESTAMPTZ(3),

    CONSTRAINT "captures_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "reversals" (
    "id" TEXT COLLATE "C" NOT NULL,
    "authorization_id" TEXT COLLATE "C" NOT NULL,
    "root_id" TEXT COLLATE "C" NOT NULL,
    "tenant_id" TEXT COLLATE "C" NOT NULL,
    "environment" "environment" NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "voided_minor" BIGINT NOT NULL,
    "refunded_minor" BIGINT NOT NULL,
    "reason_code" CHAR(4) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "reversals_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "refunds" (
    "id" TEXT COLLATE "C" NOT NULL,
    "reversal_id" TEXT COLLATE "C" NOT NULL,
    "capture_id" TEXT COLLATE "C" NOT NULL,
    "merchant_id" TEXT COLLATE "C" NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "amount_minor" BIGINT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "settled_at" TIMESTAMPTZ(3),

    CONSTRAINT "refunds_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_subscriptions" (
    "id" TEXT COLLATE "C" NOT NULL,
    "tenant_id" TEXT COLLATE "C" NOT NULL,
    "environment" "environment" NOT NULL,
    "url" TEXT NOT NULL,
    "events" TEXT[],
    "status" "subscription_status" NOT NULL DEFAULT 'active',
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "webhook_subscriptions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "events" (
    "id" TEXT COLLATE "C" NOT NULL,
    "tenant_id" TEXT COLLATE "C" NOT NULL,
    "environment" "environment" NOT NULL,
    "type" TEXT NOT NULL,
    "authorization_id" TEXT COLLATE "C",
    "facts" JSON NOT NULL,
    "idempotency_key" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_deliveries" (
    "id" TEXT COLLATE "C" NOT NULL,
    "subscription_id" TEXT COLLATE "C" NOT NULL,
    "event_id" TEXT COLLATE "C" NOT NULL,
    "status" "delivery_status" NOT NULL DEFAULT 'pending',
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "next_attempt_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "idempotency_keys" (
    "scope" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "status" INTEGER NOT NULL,
    "body" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("scope","key")
);

-- CreateIndex
CREATE UNIQUE INDEX "tenants_slug_key" ON "tenants"("slug");

-- CreateIndex
CREATE UNIQUE INDEX "api_keys_public_key_key" ON "api_keys"("public_key");

-- CreateIndex
CREATE INDEX "api_keys_tenant_id_environment_idx" ON "api_keys"("tenant_id", "environment");

-- CreateIndex
CREATE INDEX "merchants_tenant_id_environment_created_at_id_idx" ON "merchants"("tenant_id", "environment", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "merchants_default_key" ON "merchants"("tenant_id", "environment") WHERE ("is_default" = true);

-- CreateIndex
CREATE UNIQUE INDEX "merchant_keys_key_id_key" ON "merchant_keys"("key_id");

-- CreateIndex
CREATE INDEX "merchant_keys_merchant_id_idx" ON "merchant_keys"("merchant_id");

-- CreateIndex
CREATE INDEX "members_tenant_id_environment_created_at_id_idx" ON "members"("tenant_id", "environment", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "cards_pan_token_key" ON "cards"("pan_token");

-- CreateIndex
CREATE INDEX "cards_member_id_idx" ON "cards"("member_id");

-- CreateIndex
CREATE INDEX "cards_account_id_idx" ON "cards"("account_id");

-- CreateIndex
CREATE UNIQUE INDEX "users_email_key" ON "users"("email");

-- CreateIndex
CREATE INDEX "roles_user_id_idx" ON "roles"("user_id");

-- CreateIndex
CREATE INDEX "roles_tenant_id_idx" ON "roles"("tenant_id");

-- CreateIndex
CREATE INDEX "roles_member_id_idx" ON "roles"("member_id");

-- CreateIndex
CREATE INDEX "accounts_member_id_idx" ON "accounts"("member_id");

-- CreateIndex
CREATE UNIQUE INDEX "accounts_merchant_key" ON "accounts"("merchant_id", "currency") WHERE ("kind" = 'merchant');

-- CreateIndex
CREATE UNIQUE INDEX "accounts_network_key" ON "accounts"("environment", "currency") WHERE ("kind" = 'network');

-- CreateIndex
CREATE INDEX "postings_authorization_id_idx" ON "postings"("authorization_id");

-- CreateIndex
CREATE INDEX "entries_posting_id_idx" ON "entries"("posting_id");

-- CreateIndex
CREATE INDEX "entries_account_id_id_idx" ON "entries"("account_id", "id");

-- CreateIndex
CREATE INDEX "entries_unfolded_idx" ON "entries"("account_id") WHERE ("is_folded" = false);

-- CreateIndex
CREATE INDEX "authorizations_root_id_created_at_id_idx" ON "authorizations"("root_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "authorizations_tenant_id_environment_authorization_number_c_idx" ON "authorizations"("tenant_id", "environment", "authorization_number", "created_at" DESC);

-- CreateIndex
CREATE INDEX "authorizations_tenant_id_environment_created_at_id_idx" ON "authorizations"("tenant_id", "environment", "created_at", "id");

-- CreateIndex
CREATE INDEX "authorizations_open_hold_idx" ON "authorizations"("expires_at") WHERE (parent_id IS NULL AND outcome = 'approved' AND family_amount_minor > family_captured_minor + family_voided_minor + family_expired_minor);

-- CreateIndex
CREATE INDEX "authorizations_account_open_hold_idx" ON "authorizations"("account_id", "expires_at") WHERE (parent_id IS NULL AND outcome = 'approved' AND family_amount_minor > family_captured_minor + family_voided_minor + family_expired_minor);

-- CreateIndex
CREATE INDEX "captures_root_id_created_at_id_idx" ON "captures"("root_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "captures_authorization_id_idx" ON "captures"("authorization_id");

-- CreateIndex
CREATE INDEX "captures_transaction_id_idx" ON "captures"("transaction_id");

-- CreateIndex
CREATE INDEX "reversals_root_id_created_at_id_idx" ON "reversals"("root_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "reversals_authorization_id_idx" ON "reversals"("authorization_id");

-- CreateIndex
CREATE INDEX "refunds_reversal_id_idx" ON "refunds"("reversal_id");

-- CreateIndex
CREATE INDEX "refunds_capture_id_idx" ON "refunds"("capture_id");

-- CreateIndex
CREATE INDEX "webhook_subscriptions_tenant_id_environment_created_at_id_idx" ON "webhook_subscriptions"("tenant_id", "environment", "created_at", "id");

-- CreateIndex
CREATE INDEX "events_tenant_id_environment_created_at_id_idx" ON "events"("tenant_id", "environment", "created_at", "id");

-- CreateIndex
CREATE INDEX "events_authorization_id_idx" ON "events"("authorization_id");

-- CreateIndex
CREATE UNIQUE INDEX "events_without_record_key" ON "events"("tenant_id", "environment", "idempotency_key") WHERE (authorization_id IS NULL);

-- CreateIndex
CREATE INDEX "webhook_deliveries_subscription_id_created_at_id_idx" ON "webhook_deliveries"("subscription_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "webhook_deliveries_event_id_idx" ON "webhook_deliveries"("event_id");

-- AddForeignKey
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "merchants" ADD CONSTRAINT "merchants_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "merchant_keys" ADD CONSTRAINT "merchant_keys_merchant_id_fkey" FOREIGN KEY ("merchant_id") REFERENCES "merchants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "members" ADD CONSTRAINT "members_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "cards" ADD CONSTRAINT "cards_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "cards" ADD CONSTRAINT "cards_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "members"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "roles" ADD CONSTRAINT "roles_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "roles" ADD CONSTRAINT "roles_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "members"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "roles" ADD CONSTRAINT "roles_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "members"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_merchant_id_fkey" FOREIGN KEY ("merchant_id") REFERENCES "merchants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "postings" ADD CONSTRAINT "postings_authorization_id_fkey" FOREIGN KEY ("authorization_id") REFERENCES "authorizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "entries" ADD CONSTRAINT "entries_posting_id_fkey" FOREIGN KEY ("posting_id") REFERENCES "postings"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "entries" ADD CONSTRAINT "entries_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "authorizations" ADD CONSTRAINT "authorizations_root_id_fkey" FOREIGN KEY ("root_id") REFERENCES "authorizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "authorizations" ADD CONSTRAINT "authorizations_card_id_fkey" FOREIGN KEY ("card_id") REFERENCES "cards"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "authorizations" ADD CONSTRAINT "authorizations_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "authorizations" ADD CONSTRAINT "authorizations_merchant_id_fkey" FOREIGN KEY ("merchant_id") REFERENCES "merchants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "captures" ADD CONSTRAINT "captures_authorization_id_fkey" FOREIGN KEY ("authorization_id") REFERENCES "authorizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "reversals" ADD CONSTRAINT "reversals_authorization_id_fkey" FOREIGN KEY ("authorization_id") REFERENCES "authorizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_reversal_id_fkey" FOREIGN KEY ("reversal_id") REFERENCES "reversals"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_capture_id_fkey" FOREIGN KEY ("capture_id") REFERENCES "captures"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_subscriptions" ADD CONSTRAINT "webhook_subscriptions_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "events" ADD CONSTRAINT "events_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "events" ADD CONSTRAINT "events_authorization_id_fkey" FOREIGN KEY ("authorization_id") REFERENCES "authorizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_subscription_id_fkey" FOREIGN KEY ("subscription_id") REFERENCES "webhook_subscriptions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_event_id_fkey" FOREIGN KEY ("event_id") REFERENCES "events"("id") ON DELETE RESTRICT ON UPDATE CASCADE;


-- What Prisma's schema cannot say ------------------------------------------------------------------------------------

-- Money: a member's account never spends what it does not have, and only members' accounts are held on.
ALTER TABLE "accounts"
  ADD CONSTRAINT "accounts_held_not_negative" CHECK ("held_minor" >= 0),
  ADD CONSTRAINT "accounts_credit_limit_not_negative" CHECK ("credit_limit_minor" >= 0),
  ADD CONSTRAINT "accounts_member_within_limit"
    CHECK ("kind" <> 'member' OR "posted_minor" - "held_minor" >= -"credit_limit_minor"),
  ADD CONSTRAINT "accounts_owner"
    CHECK (("kind" = 'member') = ("member_id" IS NOT NULL) AND ("kind" = 'merchant') = ("merchant_id" IS NOT NULL)),
  ADD CONSTRAINT "accounts_only_members_hold" CHECK ("kind" = 'member' OR ("held_minor" = 0 AND "credit_limit_minor" = 0));

ALTER TABLE "entries" ADD CONSTRAINT "entries_amount_not_zero" CHECK ("amount_minor" <> 0);

-- The last line of defence behind the guards: no figure of an authorization can leave its bounds.
ALTER TABLE "authorizations"
  ADD CONSTRAINT "authorizations_amount_positive" CHECK ("amount_minor" > 0),
  ADD CONSTRAINT "authorizations_own_figures" CHECK (
    "captured_minor" >= 0 AND "voided_minor" >= 0 AND "expired_minor" >= 0
    AND "refunded_minor" BETWEEN 0 AND "captured_minor"
    AND "captured_minor" + "voided_minor" + "expired_minor" <= "amount_minor"),
  ADD CONSTRAINT "authorizations_family_figures" CHECK (
    "family_captured_minor" >= 0 AND "family_voided_minor" >= 0 AND "family_expired_minor" >= 0
    AND "family_refunded_minor" BETWEEN 0 AND "family_captured_minor"
    AND "family_captured_minor" + "family_voided_minor" + "family_expired_minor" <= "family_amount_minor"),
  ADD CONSTRAINT "authorizations_root_is_its_own" CHECK (("parent_id" IS NULL) = ("root_id" = "id"));

ALTER TABLE "captures"
  ADD CONSTRAINT "captures_figures" CHECK ("amount_minor" > 0 AND "refunded_minor" BETWEEN 0 AND "amount_minor");
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_amount_positive" CHECK ("amount_minor" > 0);
ALTER TABLE "reversals"
  ADD CONSTRAINT "reversals_figures"
    CHECK ("voided_minor" >= 0 AND "refunded_minor" >= 0 AND "voided_minor" + "refunded_minor" > 0);
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_length" CHECK (char_length("key") BETWEEN 1 AND 80);

-- A card's limits are set in its account's currency, so both are fixed when it is issued.
ALTER TABLE "cards"
  ADD CONSTRAINT "cards_usage_not_negative" CHECK ("usage_amount_minor" >= 0 AND "usage_count" >= 0);

-- Numbers for people: drawn here, passed through a permutation before anybody sees them.
CREATE SEQUENCE "authorization_number_seq" MINVALUE 0 MAXVALUE 9999999 START 0 CYCLE;

-- The books are append-only. The one change an entry may see is being folded into its account's snapshot.
CREATE FUNCTION "refuse_change_of_books"() RETURNS trigger LANGUAGE plpgsql AS $$
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

CREATE TRIGGER "entries_append_only" BEFORE UPDATE OR DELETE ON "entries"
  FOR EACH ROW EXECUTE FUNCTION "refuse_change_of_books"();
CREATE TRIGGER "postings_append_only" BEFORE UPDATE OR DELETE ON "postings"
  FOR EACH ROW EXECUTE FUNCTION "refuse_change_of_books"();

-- Data-modifying CTEs all run, whatever another of them returned. A statement with two guards ends with this call: if
-- only the first matched, everything is undone and the caller reads and decides again.
CREATE FUNCTION "require_guard"("is_whole" boolean) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  IF NOT "is_whole" THEN
    RAISE EXCEPTION 'guard failed' USING ERRCODE = 'CL001';
  END IF;
  RETURN true;
END $$;

ALTER TABLE "users" ADD CONSTRAINT "users_email_lower_case" CHECK ("email" = lower("email"));
ALTER TABLE "roles" ADD CONSTRAINT "roles_of_what" CHECK (
  ("kind" = 'member') = ("member_id" IS NOT NULL) AND ("kind"::text LIKE 'tenant\_%') = ("tenant_id" IS NOT NULL));
