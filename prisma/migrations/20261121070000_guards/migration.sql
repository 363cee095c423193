-- CreateTable
CREATE TABLE "sign_ups" (
    "email_hash" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sign_ups_pkey" PRIMARY KEY ("email_hash")
);

-- What may not be changed row by row may not be emptied either.
CREATE TRIGGER "audit_records_stay" BEFORE TRUNCATE ON "audit_records"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change_of_audit"();
CREATE TRIGGER "entries_stay" BEFORE TRUNCATE ON "entries"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change_of_books"();
CREATE TRIGGER "postings_stay" BEFORE TRUNCATE ON "postings"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change_of_books"();
CREATE TRIGGER "settlement_batches_stay" BEFORE TRUNCATE ON "settlement_batches"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change_of_books"();
