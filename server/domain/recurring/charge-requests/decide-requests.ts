import { namingRows } from "@/server/db/insert-rows";
import { raw, type Sql, sql } from "@/server/db/sql";
import type { AuthorizationId } from "@/server/platform/noun-ids";
import { type ChargeRequestStatus, storedStatus } from "./charge-request";

/** FROM item: the request, its agreement, whether the merchant's tenant is suspended, and the member's tenant's standing. */
export function selectAskedCharge(name: Sql): Sql {
  return sql`(SELECT g.*, q.id AS charge_request_id, q.status AS charge_request_status, t.status = 'suspended' AS is_tenant_suspended,
      (SELECT o.standing FROM members e JOIN tenants o ON o.id = e.tenant_id WHERE e.id = q.member_id) AS members_standing
    FROM charge_requests q JOIN recurring_agreements g ON g.id = q.agreement_id JOIN tenants t ON t.id = q.tenant_id
    WHERE q.id = ${name} LIMIT 1)`;
}

/** Locks in the fixed order: request, agreement, account. */
export function lockAskedCharge(id: string): Sql {
  return sql`SELECT q.account_id FROM charge_requests q JOIN recurring_agreements g ON g.id = q.agreement_id
    WHERE q.id = ${id} FOR NO KEY UPDATE OF q, g`;
}

export interface DecidedRequest {
  readonly id: string;
  readonly status: ChargeRequestStatus;
  readonly authorizationId: AuthorizationId;
  readonly decidedAt: Date;
}

/** UPDATE that gives requests their outcome if they are pending, so that only one of two concurrent answers counts. */
export function writeOutcomes(decided: readonly DecidedRequest[], guard: string): Sql {
  const rows = decided.map((one) => ({ ...one, status: storedStatus(one.status) }));
  const columns = "id text, status charge_request_status, authorization_id text, decided_at timestamptz";
  return sql`UPDATE charge_requests SET status = d.status, authorization_id = d.authorization_id, decided_at = d.decided_at
    FROM ${raw(guard)}, ${namingRows("d", columns, rows)}
    WHERE charge_requests.id = d.id AND charge_requests.status = 'pending'
    RETURNING charge_requests.id`;
}
