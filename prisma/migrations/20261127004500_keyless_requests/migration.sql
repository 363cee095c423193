-- AlterTable
ALTER TABLE "request_records" ADD COLUMN     "is_keyless" BOOLEAN NOT NULL DEFAULT false;

-- CreateIndex
CREATE INDEX "request_records_keyless_idx" ON "request_records"("tenant_id", "environment", "created_at", "id") WHERE (is_keyless);

