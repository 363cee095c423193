import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { StaffCaller } from "@/server/domain/caller";
import { PERSON_WORDS } from "@/server/domain/users";

export interface HeldFile {
  readonly id: string;
  /** Minor units by currency. */
  readonly sums: Readonly<Record<string, string>>;
  readonly askedBy: string;
  /** Then another person has to approve it. */
  readonly isOwn: boolean;
  readonly createdAt: Date;
}

/** Funding files that wait for a second person, oldest first. */
export function listHeldFiles({ tenantId, environment, userId }: StaffCaller): Promise<HeldFile[]> {
  return query<HeldFile>(
    getPool(),
    sql`SELECT j.id, j.sums, ${PERSON_WORDS} AS asked_by, j.user_id = ${userId} AS is_own, j.created_at
      FROM bulk_jobs j JOIN users u ON u.id = j.user_id
      WHERE j.tenant_id = ${tenantId} AND j.environment = ${environment}::environment AND j.is_held ORDER BY j.created_at, j.id`,
  );
}
