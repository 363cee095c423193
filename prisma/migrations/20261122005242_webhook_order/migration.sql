-- How many events there have been of each authorization; the number moves under its root's version.
ALTER TABLE "authorizations" ADD COLUMN "event_sequence" INTEGER NOT NULL DEFAULT 0;
UPDATE "authorizations" a SET "event_sequence" = e."count"
  FROM (SELECT "authorization_id", count(*) FROM "events" WHERE "authorization_id" IS NOT NULL GROUP BY 1) e
  WHERE a."id" = e."authorization_id";

-- Each event's own number, from 1. What is there already is numbered as it happened: a decision before what followed from it.
ALTER TABLE "events" ADD COLUMN "sequence" INTEGER NOT NULL DEFAULT 1;
UPDATE "events" e SET "sequence" = n."sequence"
  FROM (
    SELECT "id", row_number() OVER (
      PARTITION BY "authorization_id"
      ORDER BY "type" NOT IN ('authorization.approved', 'authorization.declined'), "created_at", "id"
    ) AS "sequence"
    FROM "events" WHERE "authorization_id" IS NOT NULL
  ) n
  WHERE e."id" = n."id" AND n."sequence" > 1;
ALTER TABLE "events" ALTER COLUMN "sequence" DROP DEFAULT;

-- A delivery knows its place, so that it can be found out in one look who is before it.
ALTER TABLE "webhook_deliveries" ADD COLUMN "authorization_id" TEXT COLLATE "C", ADD COLUMN "sequence" INTEGER NOT NULL DEFAULT 1;
UPDATE "webhook_deliveries" d SET "authorization_id" = e."authorization_id", "sequence" = e."sequence"
  FROM "events" e WHERE e."id" = d."event_id" AND e."authorization_id" IS NOT NULL;
ALTER TABLE "webhook_deliveries" ALTER COLUMN "sequence" DROP DEFAULT;

-- The unique index serves what the other one did, and refuses a number that was given twice.
DROP INDEX "events_authorization_id_idx";

-- CreateIndex
CREATE UNIQUE INDEX "events_authorization_id_sequence_key" ON "events"("authorization_id", "sequence");

-- CreateIndex
CREATE INDEX "webhook_deliveries_unattempted_idx" ON "webhook_deliveries"("subscription_id", "authorization_id", "sequence") WHERE (attempt = 0 AND next_attempt_at IS NOT NULL AND authorization_id IS NOT NULL);

ALTER TABLE "authorizations" ADD CONSTRAINT "authorizations_event_sequence_check" CHECK ("event_sequence" >= 0);
ALTER TABLE "events" ADD CONSTRAINT "events_sequence_check" CHECK ("sequence" >= 1 AND ("authorization_id" IS NOT NULL OR "sequence" = 1));
