import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { StaffCaller } from "@/server/domain/caller";
import { DomainError } from "@/server/domain/errors";
import { isRecordId } from "@/server/platform/ids";
import { BATCH_COLUMNS, type BatchRecord, PAYOUT_OF_BATCH } from "../records/list-batch-records";
import type { TenantBatch } from "./list-batches";
import { listStatementLines, type StatementLine } from "./list-statement-lines";

export interface Statement extends TenantBatch {
  readonly lines: readonly StatementLine[];
  readonly next: Pick<StatementLine, "createdAt" | "id"> | null;
}

/** Throws `not_found`, also for another tenant's. */
export async function getStatement(
  { tenantId, environment }: StaffCaller,
  input: {
    readonly id: string;
    readonly limit: number;
    readonly after: Pick<StatementLine, "createdAt" | "id"> | null;
  },
): Promise<Statement> {
  const { id, limit, after } = input;
  const [found] = isRecordId(id)
    ? await query<BatchRecord & { merchantName: string }>(
        getPool(),
        sql`SELECT ${BATCH_COLUMNS}, m.name AS merchant_name FROM settlement_batches b JOIN merchants m ON m.id = b.merchant_id
          ${PAYOUT_OF_BATCH}
          WHERE b.id = ${id} AND b.tenant_id = ${tenantId} AND b.environment = ${environment}::environment`,
      )
    : [];
  if (!found) throw new DomainError("not_found", "No such batch.");
  const { merchantName, ...batch } = found;
  const rows = await listStatementLines(batch, { limit: limit + 1, after });
  const lines = rows.slice(0, limit);
  return { batch, merchantName, lines, next: rows.length > limit ? (lines.at(-1) ?? null) : null };
}
