-- CreateTable
CREATE TABLE "authorization_minutes" (
    "tenant_id" TEXT COLLATE "C" NOT NULL,
    "environment" "environment" NOT NULL,
    "minute" TIMESTAMPTZ(3) NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "response_code" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "amount_minor" BIGINT NOT NULL,

    CONSTRAINT "authorization_minutes_pkey" PRIMARY KEY ("tenant_id","environment","minute","currency","response_code")
);

ALTER TABLE "authorization_minutes" ADD CONSTRAINT "authorization_minutes_count_check" CHECK ("count" > 0 AND "amount_minor" >= 0);

-- CreateTable
CREATE TABLE "webhook_attempt_minutes" (
    "tenant_id" TEXT COLLATE "C" NOT NULL,
    "environment" "environment" NOT NULL,
    "minute" TIMESTAMPTZ(3) NOT NULL,
    "attempts" INTEGER NOT NULL,
    "arrived" INTEGER NOT NULL,

    CONSTRAINT "webhook_attempt_minutes_pkey" PRIMARY KEY ("tenant_id","environment","minute")
);

ALTER TABLE "webhook_attempt_minutes" ADD CONSTRAINT "webhook_attempt_minutes_check" CHECK ("attempts" > 0 AND "arrived" BETWEEN 0 AND "attempts");
