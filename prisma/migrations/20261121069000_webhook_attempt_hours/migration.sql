-- CreateTable
CREATE TABLE "webhook_attempt_hours" (
    "tenant_id" TEXT COLLATE "C" NOT NULL,
    "environment" "environment" NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "attempts" INTEGER NOT NULL,
    "arrived" INTEGER NOT NULL,

    CONSTRAINT "webhook_attempt_hours_pkey" PRIMARY KEY ("tenant_id","environment","hour")
);

ALTER TABLE "webhook_attempt_hours" ADD CONSTRAINT "webhook_attempt_hours_check" CHECK ("attempts" > 0 AND "arrived" BETWEEN 0 AND "attempts");
