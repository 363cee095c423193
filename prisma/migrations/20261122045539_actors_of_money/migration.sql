-- CreateEnum
CREATE TYPE "actor_kind" AS ENUM ('staff', 'api_key', 'merchant_key');

-- AlterTable
ALTER TABLE "authorizations" ADD COLUMN "actor_kind" "actor_kind", ADD COLUMN "actor_id" TEXT COLLATE "C",
  ADD CONSTRAINT "authorizations_actor_whole" CHECK (("actor_kind" IS NULL) = ("actor_id" IS NULL));

-- AlterTable
ALTER TABLE "captures" ADD COLUMN "request_id" TEXT COLLATE "C", ADD COLUMN "actor_kind" "actor_kind",
  ADD COLUMN "actor_id" TEXT COLLATE "C",
  ADD CONSTRAINT "captures_actor_whole" CHECK (("actor_kind" IS NULL) = ("actor_id" IS NULL));

-- AlterTable
ALTER TABLE "reversals" ADD COLUMN "request_id" TEXT COLLATE "C", ADD COLUMN "actor_kind" "actor_kind",
  ADD COLUMN "actor_id" TEXT COLLATE "C",
  ADD CONSTRAINT "reversals_actor_whole" CHECK (("actor_kind" IS NULL) = ("actor_id" IS NULL));
