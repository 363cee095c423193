CREATE TABLE "rescues" (
    "id" TEXT COLLATE "C" NOT NULL,
    "declined_id" TEXT COLLATE "C" NOT NULL,
    "payer_id" TEXT COLLATE "C" NOT NULL,
    "rules_version" INTEGER NOT NULL,
    "merchant_id" TEXT COLLATE "C" NOT NULL,
    "member_id" TEXT COLLATE "C" NOT NULL,
    "account_id" TEXT COLLATE "C" NOT NULL,
    "amount_minor" BIGINT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_by_id" TEXT COLLATE "C",
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "rescues_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "rescues_declined_id_key" ON "rescues"("declined_id");
CREATE UNIQUE INDEX "rescues_used_by_key" ON "rescues"("used_by_id");
CREATE INDEX "rescues_payer_id_expires_at_idx" ON "rescues"("payer_id", "expires_at");

ALTER TABLE "rescues" ADD CONSTRAINT "rescues_declined_id_fkey" FOREIGN KEY ("declined_id") REFERENCES "authorizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "rescues" ADD CONSTRAINT "rescues_used_by_id_fkey" FOREIGN KEY ("used_by_id") REFERENCES "authorizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "rescues" ADD CONSTRAINT "rescues_merchant_id_fkey" FOREIGN KEY ("merchant_id") REFERENCES "merchants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "rescues" ADD CONSTRAINT "rescues_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "members"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "rescues" ADD CONSTRAINT "rescues_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- It is about money, ends, and is used in whole or not at all.
ALTER TABLE "rescues" ADD CONSTRAINT "rescues_amount" CHECK ("amount_minor" > 0);
ALTER TABLE "rescues" ADD CONSTRAINT "rescues_end" CHECK ("expires_at" > "created_at");
ALTER TABLE "rescues" ADD CONSTRAINT "rescues_use" CHECK (num_nulls("used_by_id", "used_at") IN (0, 2));

-- What the member allowed stands, and what was used up stays so.
CREATE FUNCTION "refuse_change_of_rescue"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'what a member allowed once stands' USING ERRCODE = 'CL002';
END $$;

CREATE TRIGGER "rescues_allowed_once" BEFORE UPDATE OF "declined_id", "payer_id", "rules_version", "merchant_id", "member_id",
  "account_id", "amount_minor", "created_at", "expires_at" ON "rescues"
  FOR EACH ROW EXECUTE FUNCTION "refuse_change_of_rescue"();
CREATE TRIGGER "rescues_used_once" BEFORE UPDATE ON "rescues"
  FOR EACH ROW WHEN (OLD."used_by_id" IS NOT NULL) EXECUTE FUNCTION "refuse_change_of_rescue"();
