-- CreateEnum
CREATE TYPE "engine_run_status" AS ENUM ('running', 'completed', 'failed', 'cancelled');

-- CreateEnum
CREATE TYPE "engine_job_kind" AS ENUM ('call', 'step', 'sleep', 'wait');

-- CreateEnum
CREATE TYPE "engine_job_state" AS ENUM ('ready', 'blocked', 'leased');

-- CreateTable
CREATE TABLE "engine_events" (
    "id" TEXT COLLATE "C" NOT NULL,
    "sequence" BIGSERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "custom_id" TEXT COLLATE "C",
    "payload" TEXT NOT NULL,
    "start_at" TIMESTAMPTZ(6) NOT NULL,
    "is_routed" BOOLEAN NOT NULL DEFAULT false,
    "received_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "engine_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "engine_runs" (
    "id" TEXT COLLATE "C" NOT NULL,
    "function_id" TEXT COLLATE "C" NOT NULL,
    "event" TEXT NOT NULL,
    "status" "engine_run_status" NOT NULL DEFAULT 'running',
    "output" TEXT,
    "slot_key" TEXT,
    "state_bytes" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(6),

    CONSTRAINT "engine_runs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "engine_steps" (
    "run_id" TEXT COLLATE "C" NOT NULL,
    "step_id" TEXT COLLATE "C" NOT NULL,
    "position" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "is_error" BOOLEAN NOT NULL DEFAULT false,
    "result" TEXT NOT NULL,

    CONSTRAINT "engine_steps_pkey" PRIMARY KEY ("run_id","step_id")
);

-- CreateTable
CREATE TABLE "engine_jobs" (
    "id" TEXT COLLATE "C" NOT NULL,
    "run_id" TEXT COLLATE "C" NOT NULL,
    "function_id" TEXT COLLATE "C" NOT NULL,
    "kind" "engine_job_kind" NOT NULL,
    "step_id" TEXT COLLATE "C",
    "step_name" TEXT,
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "state" "engine_job_state" NOT NULL DEFAULT 'ready',
    "run_at" TIMESTAMPTZ(6) NOT NULL,
    "slot_key" TEXT,
    "lease_token" TEXT,
    "leased_until" TIMESTAMPTZ(6),

    CONSTRAINT "engine_jobs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "engine_listeners" (
    "id" TEXT COLLATE "C" NOT NULL,
    "run_id" TEXT COLLATE "C" NOT NULL,
    "step_id" TEXT COLLATE "C",
    "event_name" TEXT NOT NULL,
    "match_paths" TEXT NOT NULL,
    "match_hash" TEXT NOT NULL,

    CONSTRAINT "engine_listeners_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "engine_keys" (
    "function_id" TEXT COLLATE "C" NOT NULL,
    "key" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "engine_keys_pkey" PRIMARY KEY ("function_id","key")
);

-- CreateTable
CREATE TABLE "engine_schedules" (
    "function_id" TEXT COLLATE "C" NOT NULL,
    "cron" TEXT NOT NULL,
    "next_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "engine_schedules_pkey" PRIMARY KEY ("function_id","cron")
);

-- CreateIndex
CREATE INDEX "engine_events_unrouted_idx" ON "engine_events"("sequence") WHERE ("is_routed" = false);

-- CreateIndex
CREATE INDEX "engine_events_received_at_idx" ON "engine_events"("received_at");

-- CreateIndex
CREATE INDEX "engine_runs_status_id_idx" ON "engine_runs"("status", "id");

-- CreateIndex
CREATE INDEX "engine_runs_ended_idx" ON "engine_runs"("ended_at") WHERE (ended_at IS NOT NULL);

-- CreateIndex
CREATE INDEX "engine_jobs_ready_idx" ON "engine_jobs"("run_at", "id") WHERE (state = 'ready');

-- CreateIndex
CREATE INDEX "engine_jobs_leased_idx" ON "engine_jobs"("leased_until") WHERE (state = 'leased');

-- CreateIndex
CREATE INDEX "engine_jobs_slot_idx" ON "engine_jobs"("slot_key", "run_at") WHERE (slot_key IS NOT NULL);

-- CreateIndex
CREATE UNIQUE INDEX "engine_jobs_run_id_step_id_key" ON "engine_jobs"("run_id", "step_id");

-- CreateIndex
CREATE UNIQUE INDEX "engine_jobs_one_call_key" ON "engine_jobs"("run_id") WHERE (step_id IS NULL);

-- CreateIndex
CREATE INDEX "engine_listeners_event_name_match_paths_match_hash_idx" ON "engine_listeners"("event_name", "match_paths", "match_hash");

-- CreateIndex
CREATE INDEX "engine_listeners_run_id_idx" ON "engine_listeners"("run_id");

-- CreateIndex
CREATE INDEX "engine_keys_expires_at_idx" ON "engine_keys"("expires_at");

-- AddForeignKey
ALTER TABLE "engine_steps" ADD CONSTRAINT "engine_steps_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "engine_runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "engine_jobs" ADD CONSTRAINT "engine_jobs_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "engine_runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "engine_listeners" ADD CONSTRAINT "engine_listeners_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "engine_runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;


-- What Prisma cannot say.
ALTER TABLE "engine_runs" ADD CONSTRAINT "engine_runs_ended_check" CHECK (("status" = 'running') = ("ended_at" IS NULL));
ALTER TABLE "engine_jobs" ADD CONSTRAINT "engine_jobs_step_check" CHECK (("kind" = 'call') = ("step_id" IS NULL)),
  ADD CONSTRAINT "engine_jobs_lease_check" CHECK (("state" = 'leased') = ("lease_token" IS NOT NULL AND "leased_until" IS NOT NULL)),
  ADD CONSTRAINT "engine_jobs_blocked_check" CHECK ("state" <> 'blocked' OR "slot_key" IS NOT NULL),
  ADD CONSTRAINT "engine_jobs_attempt_check" CHECK ("attempt" >= 0);

-- Answers are forgotten after 30 days; that they were given is not.
ALTER TABLE "idempotency_keys" ALTER COLUMN "body" DROP NOT NULL;
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_trimmed" CHECK ("body" IS NOT NULL OR NOT "is_encrypted");
CREATE INDEX "idempotency_keys_kept_idx" ON "idempotency_keys"("created_at") WHERE (body IS NOT NULL);
