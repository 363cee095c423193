-- CreateTable
CREATE TABLE "running_builds" (
    "build" TEXT NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "running_builds_pkey" PRIMARY KEY ("build")
);

