-- CreateTable
CREATE TABLE "portal_sessions" (
    "id" TEXT COLLATE "C" NOT NULL,
    "user_id" TEXT COLLATE "C" NOT NULL,
    "member_id" TEXT COLLATE "C",
    "user_agent" TEXT,
    "address" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "portal_sessions_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "portal_sessions_user_id_created_at_id_idx" ON "portal_sessions"("user_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "portal_sessions_member_id_idx" ON "portal_sessions"("member_id");

-- CreateIndex
CREATE INDEX "authorizations_payment_code_idx" ON "authorizations"("payment_code_id", "created_at" DESC) WHERE payment_code_id IS NOT NULL;

-- AddForeignKey
ALTER TABLE "portal_sessions" ADD CONSTRAINT "portal_sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "portal_sessions" ADD CONSTRAINT "portal_sessions_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "members"("id") ON DELETE RESTRICT ON UPDATE CASCADE;


ALTER TABLE "portal_sessions" ADD CONSTRAINT "portal_sessions_times_check"
  CHECK ("expires_at" > "created_at" AND "last_seen_at" >= "created_at" AND ("revoked_at" IS NULL OR "revoked_at" >= "created_at"));
