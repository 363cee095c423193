-- What came in for a tenant's members, the newest first.
CREATE INDEX audit_records_funded_idx ON audit_records USING btree (tenant_id, environment, created_at, id) WHERE action = 'account.funded';
