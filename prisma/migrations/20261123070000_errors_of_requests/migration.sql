-- Requests that failed, to be grouped over time: an index that costs those that succeed nothing.
CREATE INDEX "request_records_errors_idx" ON "request_records"("tenant_id", "environment", "created_at")
  WHERE (error_code IS NOT NULL);
