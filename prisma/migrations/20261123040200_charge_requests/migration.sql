CREATE TYPE "charge_request_status" AS ENUM ('pending', 'approved', 'denied', 'expired', 'withdrawn');
CREATE TYPE "charge_excess" AS ENUM ('cap', 'interval');

CREATE TABLE "charge_requests" (
    "id" TEXT COLLATE "C" NOT NULL,
    "tenant_id" TEXT COLLATE "C" NOT NULL,
    "environment" "environment" NOT NULL,
    "merchant_id" TEXT COLLATE "C" NOT NULL,
    "agreement_id" TEXT COLLATE "C" NOT NULL,
    "agreement_version" INTEGER NOT NULL,
    "member_id" TEXT COLLATE "C" NOT NULL,
    "account_id" TEXT COLLATE "C" NOT NULL,
    "status" "charge_request_status" NOT NULL DEFAULT 'pending',
    "amount_minor" BIGINT NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "merchant_reference" TEXT,
    "exceeds" "charge_excess" NOT NULL,
    "merchant_key_id" TEXT COLLATE "C" NOT NULL,
    "request_id" TEXT COLLATE "C" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "decided_at" TIMESTAMPTZ(3),
    "authorization_id" TEXT COLLATE "C",

    CONSTRAINT "charge_requests_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "charge_requests_authorization_key" ON "charge_requests"("authorization_id");
-- A member is asked one thing at a time.
CREATE UNIQUE INDEX "charge_requests_one_pending" ON "charge_requests"("agreement_id") WHERE ("status" = 'pending');
CREATE INDEX "charge_requests_agreement_id_created_at_idx" ON "charge_requests"("agreement_id", "created_at");
CREATE INDEX "charge_requests_member_id_created_at_id_idx" ON "charge_requests"("member_id", "created_at", "id");

ALTER TABLE "charge_requests" ADD CONSTRAINT "charge_requests_merchant_id_fkey" FOREIGN KEY ("merchant_id") REFERENCES "merchants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "charge_requests" ADD CONSTRAINT "charge_requests_agreement_id_fkey" FOREIGN KEY ("agreement_id") REFERENCES "recurring_agreements"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "charge_requests" ADD CONSTRAINT "charge_requests_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "members"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "charge_requests" ADD CONSTRAINT "charge_requests_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "charge_requests" ADD CONSTRAINT "charge_requests_authorization_id_fkey" FOREIGN KEY ("authorization_id") REFERENCES "authorizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- It is about money, ends, and has an outcome in whole or not at all.
ALTER TABLE "charge_requests" ADD CONSTRAINT "charge_requests_amount" CHECK ("amount_minor" > 0);
ALTER TABLE "charge_requests" ADD CONSTRAINT "charge_requests_end" CHECK ("expires_at" > "created_at");
ALTER TABLE "charge_requests" ADD CONSTRAINT "charge_requests_outcome" CHECK (
  num_nonnulls("decided_at", "authorization_id") = CASE WHEN "status" = 'pending' THEN 0 ELSE 2 END);

-- What a member is shown is what is approved, and what came of it stands.
CREATE FUNCTION "refuse_change_of_charge_request"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'what a member is asked about stands' USING ERRCODE = 'CL002';
END $$;

CREATE TRIGGER "charge_requests_asked_once" BEFORE UPDATE OF "tenant_id", "environment", "merchant_id", "agreement_id",
  "agreement_version", "member_id", "account_id", "amount_minor", "currency", "merchant_reference", "exceeds", "merchant_key_id",
  "request_id", "created_at", "expires_at" ON "charge_requests"
  FOR EACH ROW EXECUTE FUNCTION "refuse_change_of_charge_request"();
CREATE TRIGGER "charge_requests_decided_once" BEFORE UPDATE ON "charge_requests"
  FOR EACH ROW WHEN (OLD."status" <> 'pending') EXECUTE FUNCTION "refuse_change_of_charge_request"();
