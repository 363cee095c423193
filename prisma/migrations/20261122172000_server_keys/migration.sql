-- CreateTable
CREATE TABLE "server_keys" (
    "version" INTEGER NOT NULL,
    "proof" TEXT NOT NULL,
    "sealed_keys" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "retired_at" TIMESTAMPTZ(3),
    "forgotten_at" TIMESTAMPTZ(3),

    CONSTRAINT "server_keys_pkey" PRIMARY KEY ("version")
);
