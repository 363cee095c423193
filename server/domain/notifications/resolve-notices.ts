import { namingRows } from "@/server/db/insert-rows";
import { raw, type Sql, sql } from "@/server/db/sql";
import type { MemberId, TenantId } from "@/server/platform/noun-ids";

interface Answered {
  /** As in the notification's `cause`: `agreement:…`, `report:…`. */
  readonly cause: string;
  readonly of: { readonly memberId: MemberId } | { readonly tenantId: TenantId } | "operators";
  readonly now: Date;
}

/** CTE for the query that answers: marks its notifications as read, for everyone, if `work` returned a row. */
export function resolveNotices({ cause, of, now }: Answered, work: string): Sql {
  return sql`resolved AS (
      UPDATE notifications n SET read_at = ${now} FROM roles r
      WHERE ${peopleOf(of)} AND n.user_id = r.user_id AND n.cause = ${cause} AND n.read_at IS NULL
        AND EXISTS (SELECT 1 FROM ${raw(work)})
      RETURNING 1
    )`;
}

/** UPDATE for a query in which members answer several requests. */
export function resolveEach(
  answered: readonly { readonly cause: string; readonly memberId: MemberId }[],
  now: Date,
  guard: string,
): Sql {
  return sql`UPDATE notifications n SET read_at = ${now}
    FROM ${raw(guard)}, ${namingRows("w", "cause text, member_id text", answered)}, roles r
    WHERE r.member_id = w.member_id AND n.user_id = r.user_id AND n.cause = w.cause AND n.read_at IS NULL RETURNING 1`;
}

function peopleOf(of: Answered["of"]): Sql {
  if (of === "operators") return sql`r.kind = 'network_operator'`;
  return "memberId" in of ? sql`r.member_id = ${of.memberId}` : sql`r.tenant_id = ${of.tenantId}`;
}
