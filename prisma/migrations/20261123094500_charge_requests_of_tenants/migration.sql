-- The list of a tenant's charge requests.
CREATE INDEX "charge_requests_tenant_id_environment_created_at_id_idx" ON "charge_requests"("tenant_id", "environment", "created_at", "id");
