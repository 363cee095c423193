-- An audit record never changes, and a person may ask to be forgotten: records name people by id, and what they are called is
-- read from where it can be erased. The same for what an operator wrote of a funding.
CREATE TABLE "funding_references" (
    "posting_id" TEXT COLLATE "C" NOT NULL,
    "member_id" TEXT COLLATE "C" NOT NULL,
    "reference" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "funding_references_pkey" PRIMARY KEY ("posting_id")
);
ALTER TABLE "funding_references" ADD CONSTRAINT "funding_references_posting_id_fkey"
  FOREIGN KEY ("posting_id") REFERENCES "postings"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "funding_references" ADD CONSTRAINT "funding_references_member_id_fkey"
  FOREIGN KEY ("member_id") REFERENCES "members"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

INSERT INTO "funding_references" ("posting_id", "member_id", "reference", "created_at")
  SELECT p.id, m.id, a.details->>'reference', a.created_at
  FROM "audit_records" a JOIN "postings" p ON p.id = a.details->>'postingId' JOIN "members" m ON m.id = a.details->>'memberId'
  WHERE a.action = 'account.funded' AND a.details->>'reference' IS NOT NULL;

-- The one time that records of the past are rewritten.
ALTER TABLE "audit_records" DISABLE TRIGGER "audit_records_append_only";
UPDATE "audit_records" SET actor = 'user ' || user_id WHERE user_id IS NOT NULL;
UPDATE "audit_records" SET details = json_strip_nulls(json_build_object('role', details->'role', 'from', details->'from',
    'to', details->'to', 'member', details->'member'))
  WHERE split_part(action, '.', 1) IN ('team', 'member') AND details->'email' IS NOT NULL;
UPDATE "audit_records" SET details = '{}' WHERE action = 'member.created';
UPDATE "audit_records" SET details = json_strip_nulls(json_build_object('amount', details->'amount', 'currency', details->'currency',
    'memberId', details->'memberId', 'postingId', details->'postingId'))
  WHERE action = 'account.funded' AND details->'reference' IS NOT NULL;
ALTER TABLE "audit_records" ENABLE TRIGGER "audit_records_append_only";
