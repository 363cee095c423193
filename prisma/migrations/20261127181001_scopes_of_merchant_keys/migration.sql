-- A merchant's key may do less than its merchant, and end by itself. Those of before may do everything.
ALTER TABLE merchant_keys ADD COLUMN label text,
  ADD COLUMN scopes text[] NOT NULL DEFAULT '{sale,refund,read,manage}',
  ADD COLUMN expires_at timestamp(3) with time zone,
  ADD CONSTRAINT merchant_keys_scopes_known
    CHECK (cardinality(scopes) > 0 AND scopes <@ ARRAY['sale', 'refund', 'read', 'manage']);
