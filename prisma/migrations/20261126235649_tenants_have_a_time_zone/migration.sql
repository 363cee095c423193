-- AlterTable
ALTER TABLE "tenants" ADD COLUMN     "time_zone" VARCHAR(64) NOT NULL DEFAULT 'UTC';

