-- Audit records are numbered as they are written; those that are there, in the order of their time.
ALTER TABLE "audit_records" ADD COLUMN "number" BIGINT;
ALTER TABLE "audit_records" DISABLE TRIGGER "audit_records_append_only";
UPDATE "audit_records" SET "number" = numbered."number"
  FROM (SELECT "id", row_number() OVER (ORDER BY "created_at", "id") AS "number" FROM "audit_records") numbered
  WHERE numbered."id" = "audit_records"."id";
ALTER TABLE "audit_records" ENABLE TRIGGER "audit_records_append_only";
CREATE SEQUENCE "audit_records_number_seq" OWNED BY "audit_records"."number";
SELECT setval('audit_records_number_seq', (SELECT coalesce(max("number"), 0) + 1 FROM "audit_records"), false);
ALTER TABLE "audit_records" ALTER COLUMN "number" SET DEFAULT nextval('audit_records_number_seq'),
  ALTER COLUMN "number" SET NOT NULL;
CREATE UNIQUE INDEX "audit_records_number_key" ON "audit_records"("number");

CREATE TABLE "fundings" (
    "posting_id" TEXT COLLATE "C" NOT NULL,
    "audit_record_id" TEXT COLLATE "C" NOT NULL,
    "proof" TEXT NOT NULL,

    CONSTRAINT "fundings_pkey" PRIMARY KEY ("posting_id")
);
CREATE UNIQUE INDEX "fundings_audit_record_id_key" ON "fundings"("audit_record_id");
ALTER TABLE "fundings" ADD CONSTRAINT "fundings_posting_id_fkey" FOREIGN KEY ("posting_id") REFERENCES "postings"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "fundings" ADD CONSTRAINT "fundings_audit_record_id_fkey" FOREIGN KEY ("audit_record_id") REFERENCES "audit_records"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
CREATE TRIGGER "fundings_append_only" BEFORE UPDATE OR DELETE ON "fundings"
  FOR EACH ROW EXECUTE FUNCTION "refuse_change_of_books"();
CREATE TRIGGER "fundings_stay" BEFORE TRUNCATE ON "fundings"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change_of_books"();
CREATE INDEX "postings_funding_idx" ON "postings"("id") WHERE kind = 'funding';

CREATE TABLE "book_blocks" (
    "number" BIGINT NOT NULL,
    "previous_hash" CHAR(64) NOT NULL,
    "to_entry" BIGINT NOT NULL,
    "entry_count" INTEGER NOT NULL,
    "entries_hash" CHAR(64) NOT NULL,
    "to_audit" BIGINT NOT NULL,
    "audit_count" INTEGER NOT NULL,
    "audits_hash" CHAR(64) NOT NULL,
    "proven_from" BIGINT NOT NULL,
    "unproven" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "hash" CHAR(64) NOT NULL,
    "signature" TEXT NOT NULL,

    CONSTRAINT "book_blocks_pkey" PRIMARY KEY ("number")
);
CREATE TRIGGER "book_blocks_append_only" BEFORE UPDATE OR DELETE ON "book_blocks"
  FOR EACH ROW EXECUTE FUNCTION "refuse_change_of_books"();
CREATE TRIGGER "book_blocks_stay" BEFORE TRUNCATE ON "book_blocks"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change_of_books"();

-- The beginning: seals nothing, and says from which entry on fundings have a proof. Hashed as server/domain/books/chain does it.
INSERT INTO "book_blocks"
  SELECT b.*, encode(sha256(convert_to(concat_ws(E'\n', b."number", b."previous_hash", b."to_entry", b."entry_count", b."entries_hash",
      b."to_audit", b."audit_count", b."audits_hash", b."proven_from", '', (extract(epoch FROM b."created_at") * 1000)::bigint), 'UTF8')), 'hex'), ''
  FROM (SELECT 0::bigint AS "number", repeat('0', 64) AS "previous_hash", 0::bigint AS "to_entry", 0 AS "entry_count",
      encode(sha256(''), 'hex') AS "entries_hash", 0::bigint AS "to_audit", 0 AS "audit_count", encode(sha256(''), 'hex') AS "audits_hash",
      (SELECT coalesce(max("id"), 0) FROM "entries") AS "proven_from", '{}'::text[] AS "unproven", now()::timestamptz(3) AS "created_at") b;
