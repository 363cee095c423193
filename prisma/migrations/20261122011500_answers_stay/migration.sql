-- DropIndex
DROP INDEX "idempotency_keys_kept_idx";
