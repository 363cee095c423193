import { namingRows } from "@/server/db/insert-rows";
import { raw, type Sql, sql } from "@/server/db/sql";
import type { MemberId, TenantId } from "@/server/platform/noun-ids";

/** The record that was answered, and the people whom a notification asked. */
interface Answered {
  /** `agreement:…`, `report:…`, as the notification's `cause` names it. */
  readonly cause: string;
  /** The people of a member or of a tenant, or the network's operators. */
  readonly of: { readonly memberId: MemberId } | { readonly tenantId: TenantId } | "operators";
  readonly now: Date;
}

/**
 * Part of the statement that answers: marks the notifications about it as read, for everyone, if the
 * `work` of that statement was done.
 */
export function resolveNotices({ cause, of, now }: Answered, work: string): Sql {
  return sql`resolved AS (
      UPDATE notifications n SET read_at = ${now} FROM roles r
      WHERE ${peopleOf(of)} AND n.user_id = r.user_id AND n.cause = ${cause} AND n.read_at IS NULL
        AND EXISTS (SELECT 1 FROM ${raw(work)})
      RETURNING 1
    )`;
}

/** UPDATE for a statement in which members answer several: marks the notifications about each as read. */
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
