-- DropIndex
DROP INDEX "events_refused_request_key";

-- AlterTable
ALTER TABLE "events" DROP COLUMN "refused_request";

