-- CreateTable
CREATE TABLE "guess_counts" (
    "key" TEXT NOT NULL COLLATE pg_catalog."C",
    "points" INTEGER NOT NULL,
    "expire" BIGINT,

    CONSTRAINT "guess_counts_pkey" PRIMARY KEY ("key")
);

