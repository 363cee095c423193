-- AlterTable
ALTER TABLE "api_keys" ADD COLUMN     "secret_tag" CHAR(8);

-- AlterTable
ALTER TABLE "merchant_keys" ADD COLUMN     "secret_tag" CHAR(8);

