-- A batch says how its lines are made and charged. Those of before (1) have a line for each part of a capture, and charged each capture
-- by itself; from now on (2) a line is a whole capture or refund, and a payment is charged once for all of it.
ALTER TABLE settlement_batches ADD COLUMN line_rule integer DEFAULT 1 NOT NULL;
ALTER TABLE open_batches ADD COLUMN line_rule integer DEFAULT 1 NOT NULL;
