-- A run is one row from now on: what it remembers, and what it does next. What runs at this moment is forgotten: the jobs come
-- again with their next minute, and the sweep finds the deliveries.
DELETE FROM "engine_runs" WHERE "status" = 'running';

-- DropForeignKey
ALTER TABLE "engine_jobs" DROP CONSTRAINT "engine_jobs_run_id_fkey";

-- DropForeignKey
ALTER TABLE "engine_listeners" DROP CONSTRAINT "engine_listeners_run_id_fkey";

-- DropForeignKey
ALTER TABLE "engine_steps" DROP CONSTRAINT "engine_steps_run_id_fkey";

-- AlterTable
ALTER TABLE "engine_events" DROP COLUMN "start_at";

-- AlterTable
ALTER TABLE "engine_runs" DROP COLUMN "slot_key",
DROP COLUMN "state_bytes",
ADD COLUMN     "attempt" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "cancel_key" TEXT COLLATE "C",
ADD COLUMN     "event_key" TEXT COLLATE "C",
ADD COLUMN     "lease_token" TEXT COLLATE "C",
ADD COLUMN     "leased_until" TIMESTAMPTZ(6),
ADD COLUMN     "run_at" TIMESTAMPTZ(6),
ADD COLUMN     "sleep_name" TEXT,
ADD COLUMN     "steps" TEXT NOT NULL DEFAULT '[]';

-- DropTable
DROP TABLE "engine_jobs";

-- DropTable
DROP TABLE "engine_keys";

-- DropTable
DROP TABLE "engine_listeners";

-- DropTable
DROP TABLE "engine_steps";

-- DropEnum
DROP TYPE "engine_job_kind";

-- DropEnum
DROP TYPE "engine_job_state";

-- CreateIndex
CREATE INDEX "engine_runs_ready_idx" ON "engine_runs"("run_at", "id") WHERE (status = 'running' AND lease_token IS NULL);

-- CreateIndex
CREATE INDEX "engine_runs_leased_idx" ON "engine_runs"("leased_until") WHERE (lease_token IS NOT NULL);

-- CreateIndex
CREATE INDEX "engine_runs_cancel_idx" ON "engine_runs"("function_id", "cancel_key") WHERE (status = 'running' AND cancel_key IS NOT NULL);

-- CreateIndex
CREATE UNIQUE INDEX "engine_runs_function_id_event_key_key" ON "engine_runs"("function_id", "event_key");

ALTER TABLE "engine_runs" ADD CONSTRAINT "engine_runs_goes_on_check" CHECK (("status" = 'running') = ("run_at" IS NOT NULL)),
  ADD CONSTRAINT "engine_runs_lease_check" CHECK (("lease_token" IS NULL) = ("leased_until" IS NULL)
    AND ("lease_token" IS NULL OR "status" = 'running')),
  ADD CONSTRAINT "engine_runs_attempt_check" CHECK ("attempt" >= 0);
