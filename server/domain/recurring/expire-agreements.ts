import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import type { TenantId } from "@/server/platform/noun-ids";
import { isInSandboxOf } from "../sandbox-clock";
import { publishing } from "../webhooks";
import type { AgreementRow } from "./agreement";
import { agreementEvent } from "./agreement-events";

const BATCH = 1_000;

/**
 * Expires up to 1,000 unanswered requests, of all tenants or of one sandbox. Reads already show them as expired. Safe to run at
 * any time and concurrently. Returns the number expired; a full batch means that there may be more.
 */
export async function expireAgreements(input: { readonly now: Date; readonly sandboxOf?: TenantId }): Promise<number> {
  return publishing(async (db, publish) => {
    const agreements = await query<AgreementRow>(
      db,
      sql`WITH over AS (
        SELECT id FROM recurring_agreements WHERE status = 'pending' AND expires_at <= ${input.now}
          AND ${isInSandboxOf(input.sandboxOf ?? null, sql`recurring_agreements`)}
        LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
      )
      UPDATE recurring_agreements SET status = 'expired', version = version + 1 FROM over
      WHERE recurring_agreements.id = over.id RETURNING recurring_agreements.*`,
    );
    await publish(agreements.map((agreement) => agreementEvent("agreement.expired", agreement, input.now)));
    return agreements.length;
  });
}

/** Next end of an unanswered request in a tenant's sandbox, for an agreement or for a charge. */
export async function findNextRequestEnd(input: {
  readonly sandboxOf: TenantId;
  /** `after` exclusive, `until` inclusive. */
  readonly after: Date;
  readonly until: Date;
}): Promise<Date | null> {
  const isIt = (row: Sql) => sql`${row}.status = 'pending' AND ${isInSandboxOf(input.sandboxOf, row)}
    AND ${row}.expires_at > ${input.after} AND ${row}.expires_at <= ${input.until}`;
  const [next] = await query<{ at: Date | null }>(
    getPool(),
    sql`SELECT least((SELECT min(expires_at) FROM recurring_agreements WHERE ${isIt(sql`recurring_agreements`)}),
      (SELECT min(expires_at) FROM charge_requests WHERE ${isIt(sql`charge_requests`)})) AS at`,
  );
  return next?.at ?? null;
}
