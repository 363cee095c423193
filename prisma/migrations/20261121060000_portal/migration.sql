-- CreateEnum
CREATE TYPE "email_status" AS ENUM ('waiting', 'sent', 'failed', 'kept');

-- AlterTable
ALTER TABLE "api_keys" ADD COLUMN     "label" TEXT;

-- AlterTable
ALTER TABLE "tenants" ADD COLUMN     "live_approved_at" TIMESTAMPTZ(3),
ADD COLUMN     "live_asked_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "sealed_totp_secret" TEXT,
ADD COLUMN     "totp_confirmed_at" TIMESTAMPTZ(3),
ADD COLUMN     "totp_last_step" BIGINT;

-- CreateTable
CREATE TABLE "recovery_codes" (
    "id" TEXT COLLATE "C" NOT NULL,
    "user_id" TEXT COLLATE "C" NOT NULL,
    "code_hash" TEXT NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "recovery_codes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "password_resets" (
    "id" TEXT COLLATE "C" NOT NULL,
    "user_id" TEXT COLLATE "C" NOT NULL,
    "token_hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "password_resets_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "invitations" (
    "id" TEXT COLLATE "C" NOT NULL,
    "tenant_id" TEXT COLLATE "C" NOT NULL,
    "role" "role_kind" NOT NULL,
    "email" TEXT NOT NULL,
    "token_hash" TEXT NOT NULL,
    "invited_by" TEXT COLLATE "C" NOT NULL,
    "accepted_by" TEXT COLLATE "C",
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "accepted_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "invitations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "notifications" (
    "id" TEXT COLLATE "C" NOT NULL,
    "user_id" TEXT COLLATE "C" NOT NULL,
    "kind" TEXT NOT NULL,
    "environment" "environment",
    "title" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "href" TEXT NOT NULL,
    "cause" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "read_at" TIMESTAMPTZ(3),

    CONSTRAINT "notifications_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "emails" (
    "id" TEXT COLLATE "C" NOT NULL,
    "recipient" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "sealed_text" TEXT NOT NULL,
    "status" "email_status" NOT NULL DEFAULT 'waiting',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "sent_at" TIMESTAMPTZ(3),
    "next_attempt_at" TIMESTAMPTZ(3),

    CONSTRAINT "emails_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_records" (
    "id" TEXT COLLATE "C" NOT NULL,
    "tenant_id" TEXT COLLATE "C",
    "environment" "environment",
    "user_id" TEXT COLLATE "C",
    "actor" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "subject_kind" TEXT NOT NULL,
    "subject_id" TEXT COLLATE "C" NOT NULL,
    "details" JSON NOT NULL,
    "request_id" TEXT COLLATE "C" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "audit_records_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "request_records" (
    "id" TEXT COLLATE "C" NOT NULL,
    "tenant_id" TEXT COLLATE "C" NOT NULL,
    "environment" "environment" NOT NULL,
    "key_id" TEXT COLLATE "C" NOT NULL,
    "merchant_id" TEXT COLLATE "C",
    "method" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "status" INTEGER NOT NULL,
    "error_code" TEXT,
    "idempotency_key" TEXT,
    "is_replay" BOOLEAN NOT NULL,
    "duration_ms" INTEGER NOT NULL,
    "address" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "request_records_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "transaction_reports" (
    "id" TEXT COLLATE "C" NOT NULL,
    "authorization_id" TEXT COLLATE "C" NOT NULL,
    "member_id" TEXT COLLATE "C" NOT NULL,
    "tenant_id" TEXT COLLATE "C" NOT NULL,
    "environment" "environment" NOT NULL,
    "note" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "resolved_at" TIMESTAMPTZ(3),
    "resolved_by" TEXT COLLATE "C",

    CONSTRAINT "transaction_reports_pkey" PRIMARY KEY ("id")
);

-- DropIndex
DROP INDEX "roles_user_id_idx";

-- CreateIndex
CREATE UNIQUE INDEX "roles_user_id_tenant_id_key" ON "roles"("user_id", "tenant_id");

-- CreateIndex
CREATE UNIQUE INDEX "roles_user_id_member_id_key" ON "roles"("user_id", "member_id");

-- CreateIndex
CREATE UNIQUE INDEX "recovery_codes_user_id_code_hash_key" ON "recovery_codes"("user_id", "code_hash");

-- CreateIndex
CREATE UNIQUE INDEX "password_resets_token_hash_key" ON "password_resets"("token_hash");

-- CreateIndex
CREATE INDEX "password_resets_user_id_idx" ON "password_resets"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "invitations_token_hash_key" ON "invitations"("token_hash");

-- CreateIndex
CREATE INDEX "invitations_tenant_id_created_at_id_idx" ON "invitations"("tenant_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "invitations_invited_by_idx" ON "invitations"("invited_by");

-- CreateIndex
CREATE INDEX "invitations_accepted_by_idx" ON "invitations"("accepted_by");

-- CreateIndex
CREATE INDEX "notifications_user_id_created_at_id_idx" ON "notifications"("user_id", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "notifications_user_id_cause_key" ON "notifications"("user_id", "cause");

-- CreateIndex
CREATE INDEX "emails_created_at_id_idx" ON "emails"("created_at", "id");

-- CreateIndex
CREATE INDEX "emails_due_idx" ON "emails"("next_attempt_at") WHERE (next_attempt_at IS NOT NULL);

-- CreateIndex
CREATE INDEX "audit_records_tenant_id_created_at_id_idx" ON "audit_records"("tenant_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "audit_records_created_at_id_idx" ON "audit_records"("created_at", "id");

-- CreateIndex
CREATE INDEX "audit_records_user_id_idx" ON "audit_records"("user_id");

-- CreateIndex
CREATE INDEX "request_records_tenant_id_environment_created_at_id_idx" ON "request_records"("tenant_id", "environment", "created_at", "id");

-- CreateIndex
CREATE INDEX "request_records_idempotency_key_idx" ON "request_records"("tenant_id", "environment", "idempotency_key", "created_at") WHERE (idempotency_key IS NOT NULL);

-- CreateIndex
CREATE INDEX "request_records_created_at_idx" ON "request_records"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "transaction_reports_authorization_id_key" ON "transaction_reports"("authorization_id");

-- CreateIndex
CREATE INDEX "transaction_reports_tenant_id_environment_created_at_id_idx" ON "transaction_reports"("tenant_id", "environment", "created_at", "id");

-- CreateIndex
CREATE INDEX "transaction_reports_member_id_idx" ON "transaction_reports"("member_id");

-- CreateIndex
CREATE INDEX "authorizations_merchant_id_created_at_id_idx" ON "authorizations"("merchant_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "authorizations_card_idx" ON "authorizations"("card_id", "created_at", "id") WHERE (card_id IS NOT NULL);

-- CreateIndex
CREATE INDEX "authorizations_declined_idx" ON "authorizations"("tenant_id", "environment", "created_at", "id") WHERE (outcome = 'declined');

-- AddForeignKey
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_invited_by_fkey" FOREIGN KEY ("invited_by") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_accepted_by_fkey" FOREIGN KEY ("accepted_by") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "audit_records" ADD CONSTRAINT "audit_records_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "audit_records" ADD CONSTRAINT "audit_records_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "request_records" ADD CONSTRAINT "request_records_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "transaction_reports" ADD CONSTRAINT "transaction_reports_authorization_id_fkey" FOREIGN KEY ("authorization_id") REFERENCES "authorizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "transaction_reports" ADD CONSTRAINT "transaction_reports_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "members"("id") ON DELETE RESTRICT ON UPDATE CASCADE;


ALTER TABLE "tenants" ADD CONSTRAINT "tenants_live_check" CHECK ("live_approved_at" IS NULL OR "live_asked_at" IS NOT NULL);

ALTER TABLE "users" ADD CONSTRAINT "users_totp_check"
  CHECK ("totp_confirmed_at" IS NULL OR ("sealed_totp_secret" IS NOT NULL AND NOT "is_shared"));

ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_times_check" CHECK ("expires_at" > "created_at");

ALTER TABLE "invitations" ADD CONSTRAINT "invitations_role_check"
  CHECK ("role" IN ('tenant_owner', 'tenant_admin', 'tenant_developer', 'tenant_viewer'));
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_end_check"
  CHECK (("accepted_at" IS NULL) = ("accepted_by" IS NULL) AND ("accepted_at" IS NULL OR "revoked_at" IS NULL));

ALTER TABLE "emails" ADD CONSTRAINT "emails_due_check" CHECK (("status" = 'waiting') = ("next_attempt_at" IS NOT NULL));

ALTER TABLE "transaction_reports" ADD CONSTRAINT "transaction_reports_resolved_check"
  CHECK (("resolved_at" IS NULL) = ("resolved_by" IS NULL));

-- What was done stays told.
CREATE FUNCTION "refuse_change_of_audit"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit log is append-only' USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER "audit_records_append_only" BEFORE UPDATE OR DELETE ON "audit_records"
  FOR EACH ROW EXECUTE FUNCTION "refuse_change_of_audit"();
