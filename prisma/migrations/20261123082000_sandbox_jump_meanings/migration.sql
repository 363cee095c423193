-- What a request under a key asked for: another under the same key is refused before it has its answer, too.
ALTER TABLE "sandbox_jumps" ADD COLUMN "fingerprint" TEXT;
