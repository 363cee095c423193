-- DropIndex
DROP INDEX "events_without_record_key";

-- AlterTable
ALTER TABLE "events" ADD COLUMN     "refused_request" TEXT;

-- Two merchants with equal keys gave two events one name: all but the first get their own id behind it.
UPDATE "events" e SET "idempotency_key" = e."idempotency_key" || ':' || e."id"
  FROM (
    SELECT "id", row_number() OVER (
      PARTITION BY "tenant_id", "environment", "idempotency_key" ORDER BY "created_at", "id") AS "place"
    FROM "events"
  ) d
  WHERE d."id" = e."id" AND d."place" > 1;

-- CreateIndex
CREATE UNIQUE INDEX "events_idempotency_key_key" ON "events"("tenant_id", "environment", "idempotency_key");

-- CreateIndex
CREATE UNIQUE INDEX "events_refused_request_key" ON "events"("refused_request") WHERE (refused_request IS NOT NULL);

