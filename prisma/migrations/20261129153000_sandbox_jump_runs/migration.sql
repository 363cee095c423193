-- A jump is a long job as the others are: only the newest run moves the clock.
ALTER TABLE sandbox_jumps ADD COLUMN run integer DEFAULT 0 NOT NULL;
ALTER TABLE sandbox_jumps ADD COLUMN touched_at timestamp(3) with time zone;
