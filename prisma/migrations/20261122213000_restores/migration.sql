-- CreateTable
CREATE TABLE "restores" (
    "id" TEXT COLLATE "C" NOT NULL,
    "data_at" TIMESTAMPTZ(3) NOT NULL,
    "restored_at" TIMESTAMPTZ(3) NOT NULL,
    "released_at" TIMESTAMPTZ(3),

    CONSTRAINT "restores_pkey" PRIMARY KEY ("id")
);
