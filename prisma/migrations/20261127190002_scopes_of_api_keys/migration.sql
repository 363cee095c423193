-- A tenant's key may do less than its tenant, from some addresses only, and end by itself. Those of before may do everything.
ALTER TABLE api_keys ADD COLUMN scopes text[] NOT NULL DEFAULT ARRAY['payments:read', 'payments:write', 'money:read', 'money:write', 'merchants:read', 'merchants:write', 'members:read', 'members:write', 'webhooks:read', 'webhooks:write', 'sandbox:read', 'sandbox:write']::text[],
  ADD COLUMN allowed_addresses text[] NOT NULL DEFAULT '{}',
  ADD COLUMN expires_at timestamp(3) with time zone,
  ADD CONSTRAINT api_keys_scopes_known CHECK (cardinality(scopes) > 0 AND scopes <@ ARRAY['payments:read', 'payments:write', 'money:read', 'money:write', 'merchants:read', 'merchants:write', 'members:read', 'members:write', 'webhooks:read', 'webhooks:write', 'sandbox:read', 'sandbox:write']);
