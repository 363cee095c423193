ALTER TABLE transaction_reports RENAME TO disputes;
ALTER TABLE disputes RENAME CONSTRAINT transaction_reports_pkey TO disputes_pkey;
ALTER TABLE disputes RENAME CONSTRAINT transaction_reports_authorization_id_fkey TO disputes_authorization_id_fkey;
ALTER TABLE disputes RENAME CONSTRAINT transaction_reports_member_id_fkey TO disputes_member_id_fkey;
ALTER TABLE disputes RENAME CONSTRAINT transaction_reports_resolved_check TO disputes_closed_check;
ALTER INDEX transaction_reports_authorization_id_key RENAME TO disputes_authorization_id_key;
ALTER INDEX transaction_reports_created_at_idx RENAME TO disputes_created_at_idx;
ALTER INDEX transaction_reports_tenant_id_environment_created_at_id_idx RENAME TO disputes_tenant_id_environment_created_at_id_idx;
ALTER TABLE disputes RENAME COLUMN resolved_at TO closed_at;
ALTER TABLE disputes RENAME COLUMN resolved_by TO closed_by;

CREATE TYPE dispute_reason AS ENUM ('not_recognized', 'wrong_amount', 'duplicate', 'not_delivered');
CREATE TYPE dispute_outcome AS ENUM ('refunded', 'rejected', 'withdrawn');

ALTER TABLE disputes ADD COLUMN reason dispute_reason DEFAULT 'not_recognized' NOT NULL,
  ADD COLUMN outcome dispute_outcome, ADD COLUMN message text, ADD COLUMN answer text,
  ADD COLUMN answered_at timestamp(3) with time zone,
  ADD CONSTRAINT disputes_outcome_check CHECK (closed_at IS NOT NULL OR (outcome IS NULL AND message IS NULL)),
  ADD CONSTRAINT disputes_answered_check CHECK (answered_at IS NULL OR closed_at IS NOT NULL),
  ADD CONSTRAINT disputes_answer_check CHECK (answer IS NULL OR answered_at IS NOT NULL);

CREATE INDEX disputes_closed_at_idx ON disputes (closed_at) WHERE closed_at IS NOT NULL;
CREATE INDEX disputes_answered_at_idx ON disputes (answered_at) WHERE answered_at IS NOT NULL;

-- Builds from before read and write the table under its former name.
CREATE VIEW transaction_reports AS
  SELECT id, authorization_id, member_id, tenant_id, environment, note, created_at, closed_at AS resolved_at,
    closed_by AS resolved_by FROM disputes;

ALTER TYPE bulk_act RENAME VALUE 'resolve_reports' TO 'close_disputes';

WITH renamed AS (
  UPDATE events SET type = 'dispute.closed', facts = (facts::jsonb || '{"status": "closed"}')::json
  WHERE subject_id IN (SELECT id FROM disputes) AND type = 'dispute.resolved' RETURNING id
)
UPDATE webhook_deliveries SET event_type = 'dispute.closed' WHERE event_id IN (SELECT id FROM renamed);
UPDATE webhook_subscriptions SET events = array_replace(events, 'dispute.resolved', 'dispute.closed')
  WHERE 'dispute.resolved' = ANY(events);
