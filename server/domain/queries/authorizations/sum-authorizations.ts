import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { StaffCaller } from "@/server/domain/caller";
import { MAX_COUNTED, type Total, totalOf } from "@/server/domain/count-rows";
import { type AuthorizationFilter, matching } from "./list-authorizations";

interface CurrencySum {
  readonly currency: string;
  readonly count: bigint;
  readonly approvedMinor: bigint;
  readonly capturedMinor: bigint;
  readonly refundedMinor: bigint;
}

export interface AuthorizationSums extends Total {
  /** Empty if there are more than were counted, since they would be partial. */
  readonly sums: readonly CurrencySum[];
}

/** Per currency. Counts at most the newest 10,000. */
export async function sumAuthorizations(staff: StaffCaller, filter: AuthorizationFilter): Promise<AuthorizationSums> {
  const sums = await query<CurrencySum>(
    getPool(),
    sql`SELECT currency, count(*) AS count,
        coalesce(sum(family_amount_minor) FILTER (WHERE outcome = 'approved'), 0)::bigint AS approved_minor,
        coalesce(sum(family_captured_minor), 0)::bigint AS captured_minor,
        coalesce(sum(family_refunded_minor), 0)::bigint AS refunded_minor
      FROM (
        SELECT currency, outcome, family_amount_minor, family_captured_minor, family_refunded_minor FROM authorizations
        WHERE ${await matching(staff, filter)} ORDER BY created_at DESC, id DESC LIMIT ${MAX_COUNTED + 1}
      ) counted GROUP BY currency ORDER BY count DESC, currency`,
  );
  const total = totalOf(sums.reduce((all, { count }) => all + Number(count), 0));
  return { ...total, sums: total.isMore ? [] : sums };
}
