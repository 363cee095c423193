-- CreateIndex
CREATE INDEX "merchants_environment_created_at_id_idx" ON "merchants"("environment", "created_at", "id");

-- CreateIndex
CREATE INDEX "members_environment_created_at_id_idx" ON "members"("environment", "created_at", "id");

-- CreateIndex
CREATE INDEX "settlement_batches_environment_created_at_id_idx" ON "settlement_batches"("environment", "created_at", "id");

-- CreateIndex
CREATE INDEX "engine_runs_function_id_id_idx" ON "engine_runs"("function_id", "id");
