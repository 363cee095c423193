import { namingRows } from "@/server/db/insert-rows";
import { raw, type Sql, sql } from "@/server/db/sql";
import type { AuthorizationId } from "@/server/platform/noun-ids";
import { type ChargeRequestStatus, storedStatus } from "./charge-request";

/**
 * FROM item of the request that `name` is the id of, with its agreement, whether the merchant's tenant is suspended, and the
 * version of the standing of the member's.
 */
export function selectAskedCharge(name: Sql): Sql {
  return sql`(SELECT g.*, q.id AS charge_request_id, q.status AS charge_request_status, t.status = 'suspended' AS is_tenant_suspended,
      (SELECT o.standing FROM members e JOIN tenants o ON o.id = e.tenant_id WHERE e.id = q.member_id) AS members_standing
    FROM charge_requests q JOIN recurring_agreements g ON g.id = q.agreement_id JOIN tenants t ON t.id = q.tenant_id
    WHERE q.id = ${name} LIMIT 1)`;
}

/** Locks what a request is decided on, in the one order: request, agreement, account. */
export function lockAskedCharge(id: string): Sql {
  return sql`SELECT q.id FROM charge_requests q JOIN recurring_agreements g ON g.id = q.agreement_id
    JOIN accounts a ON a.id = q.account_id WHERE q.id = ${id} FOR NO KEY UPDATE OF q, g, a`;
}

/** A request with its outcome. */
export interface DecidedRequest {
  readonly id: string;
  readonly status: ChargeRequestStatus;
  readonly authorizationId: AuthorizationId;
  readonly decidedAt: Date;
}

/** UPDATE of requests that have their outcome, each if it has none yet: of two answers at once one finds it pending. */
export function writeOutcomes(decided: readonly DecidedRequest[], guard: string): Sql {
  const rows = decided.map((one) => ({ ...one, status: storedStatus(one.status) }));
  const columns = "id text, status charge_request_status, authorization_id text, decided_at timestamptz";
  return sql`UPDATE charge_requests SET status = d.status, authorization_id = d.authorization_id, decided_at = d.decided_at
    FROM ${raw(guard)}, ${namingRows("d", columns, rows)}
    WHERE charge_requests.id = d.id AND charge_requests.status = 'pending'
    RETURNING charge_requests.id`;
}
