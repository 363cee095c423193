-- DropForeignKey
ALTER TABLE "captures" DROP CONSTRAINT "captures_batch_id_fkey";

-- DropForeignKey
ALTER TABLE "refunds" DROP CONSTRAINT "refunds_batch_id_fkey";

-- CreateTable
CREATE TABLE "open_batches" (
    "id" TEXT COLLATE "C" NOT NULL,
    "tenant_id" TEXT COLLATE "C" NOT NULL,
    "environment" "environment" NOT NULL,
    "merchant_id" TEXT COLLATE "C" NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "settled_day" DATE NOT NULL,
    "cutoff_at" TIMESTAMPTZ(3) NOT NULL,
    "idempotency_key" TEXT,
    "families" INTEGER NOT NULL DEFAULT 0,
    "opened_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "open_batches_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "open_batches_merchant_id_currency_key" ON "open_batches"("merchant_id", "currency");

-- AddForeignKey
ALTER TABLE "open_batches" ADD CONSTRAINT "open_batches_merchant_id_fkey" FOREIGN KEY ("merchant_id") REFERENCES "merchants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

