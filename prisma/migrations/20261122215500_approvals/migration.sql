CREATE TABLE "approvals" (
    "id" TEXT COLLATE "C" NOT NULL,
    "environment" "environment" NOT NULL,
    "tenant_id" TEXT COLLATE "C" NOT NULL,
    "account_id" TEXT COLLATE "C",
    "amount_minor" BIGINT,
    "currency" CHAR(3),
    "reference" TEXT,
    "tier" "rate_limit_tier",
    "asked_by" TEXT COLLATE "C" NOT NULL,
    "asked_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "decided_by" TEXT COLLATE "C",
    "decided_at" TIMESTAMPTZ(3),
    "is_approved" BOOLEAN,

    CONSTRAINT "approvals_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "approvals_asked_at_id_idx" ON "approvals"("asked_at", "id");

ALTER TABLE "approvals" ADD CONSTRAINT "approvals_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_asked_by_fkey" FOREIGN KEY ("asked_by") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_decided_by_fkey" FOREIGN KEY ("decided_by") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- Two people, whatever a program says; a decision is whole; and it is about money or a tier.
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_second_person" CHECK ("decided_by" <> "asked_by");
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_decision" CHECK (num_nulls("decided_by", "decided_at", "is_approved") IN (0, 3));
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_subject" CHECK (
  ("tier" IS NULL AND num_nulls("account_id", "amount_minor", "currency", "reference") = 0 AND "amount_minor" > 0)
  OR ("tier" IS NOT NULL AND num_nonnulls("account_id", "amount_minor", "currency", "reference") = 0)
);
