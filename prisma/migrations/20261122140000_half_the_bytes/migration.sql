-- What is kept of a payment, without what is kept twice (decision 072).

-- The part of a decision's trace that others have as well. A shape that goes makes traces unreadable.
CREATE TABLE "decision_shapes" (
    "id" TEXT COLLATE "C" NOT NULL,
    "shape" JSON NOT NULL,

    CONSTRAINT "decision_shapes_pkey" PRIMARY KEY ("id")
);
CREATE FUNCTION refuse_change_of_shape() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'shapes of decisions are append-only' USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER "decision_shapes_append_only" BEFORE UPDATE OR DELETE ON "decision_shapes"
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_shape();

-- By a hash, since nothing is read in the order of these keys. Two with one hash are told apart as two with one key are:
-- the second gets its event's id behind it. The expression is server/domain/webhooks/events/record-event.ts's.
DROP INDEX "events_idempotency_key_key";
CREATE UNIQUE INDEX "events_idempotency_key_key"
  ON "events" ("environment", hashtextextended(("tenant_id" || ' ' || "idempotency_key") COLLATE "C", 0));

-- What an account was first given is the only entry that is looked for by its account.
DROP INDEX "entries_account_id_id_idx";
CREATE INDEX "entries_credits_idx" ON "entries"("account_id", "id") WHERE amount_minor > 0;

-- A transaction is found by its first capture, whose id it has.
DROP INDEX "captures_transaction_id_idx";

-- No query looks these up.
DROP INDEX "audit_records_user_id_idx";
DROP INDEX "cards_account_id_idx";
DROP INDEX "invitations_accepted_by_idx";
DROP INDEX "portal_sessions_member_id_idx";
DROP INDEX "recurring_agreements_merchant_id_created_at_id_idx";
DROP INDEX "refunds_reversal_id_idx";
DROP INDEX "reversals_authorization_id_idx";
DROP INDEX "transaction_reports_member_id_idx";
