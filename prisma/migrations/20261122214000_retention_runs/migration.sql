-- When a table was last rid of what is no longer kept, and what came of it.
CREATE TABLE "retention_runs" (
    "table_name" TEXT NOT NULL,
    "ran_at" TIMESTAMPTZ(3) NOT NULL,
    "removed" BIGINT NOT NULL,
    "oldest_at" TIMESTAMPTZ(3),

    CONSTRAINT "retention_runs_pkey" PRIMARY KEY ("table_name")
);
