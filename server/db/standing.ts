import type { TenantId } from "@/server/platform/noun-ids";
import { type Queryable, query } from "./query";
import { type Sql, sql } from "./sql";

/** A tenant as it was read: its `standing` counts the changes of all that requests in its name rest on (decision 130). */
export interface Standing {
  readonly tenantId: TenantId;
  readonly version: bigint;
}

/** What a request rests on is no longer what it was read as. Nothing was written: it is to be answered by what is now. */
export class ChangedStandingError extends Error {
  override name = "ChangedStandingError";

  constructor() {
    super("what the request rests on changed since it was read");
  }
}

/**
 * SQL: whether all of them stand as they were read. Whoever changes one from then on waits until the transaction that asks
 * has ended, so a write asks last.
 */
export function standAsRead(standings: readonly Standing[]): Sql {
  const versions = new Map(standings.map(({ tenantId, version }) => [tenantId, version]));
  const sorted = [...versions].sort(([one], [other]) => (one < other ? -1 : 1));
  return sql`stand_as_read(${sorted.map(([id]) => id)}::text[], ${sorted.map(([, version]) => version)}::bigint[])`;
}

/** The same, before a transaction is committed. Throws what `runInTransaction` tries again. */
export async function requireAsRead(db: Queryable, standing: Standing): Promise<void> {
  await query(db, sql`SELECT require_guard(${standAsRead([standing])})`);
}

/** Of the request that a transaction is for, before it is committed. Throws ChangedStandingError. */
export async function requireStanding(db: Queryable, standing: Standing): Promise<void> {
  const [asked] = await query<{ isAsRead: boolean }>(db, sql`SELECT ${standAsRead([standing])} AS is_as_read`);
  if (!asked?.isAsRead) throw new ChangedStandingError();
}
