import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import type { StaffCaller } from "@/server/domain/caller";
import { defineList, type List } from "@/server/domain/list";
import {
  type ChargeRequestRow,
  chargeRequestNotFound,
  type ReadChargeRequest,
  selectChargeStatus,
} from "@/server/domain/recurring";
import { byAmount, byText } from "@/server/domain/sort-keys";
import { isRecordId } from "@/server/platform/ids";
import type { MerchantId } from "@/server/platform/noun-ids";

export interface ListedChargeRequest extends ReadChargeRequest {
  readonly merchantName: string;
  readonly description: string;
  /** Null for a member of another tenant than the merchant's. */
  readonly memberName: string | null;
  readonly authorizationNumber: string | null;
  readonly transactionId: string | null;
}

const withAgreements = (requests: Sql) => sql`FROM ${requests} q JOIN recurring_agreements g ON g.id = q.agreement_id`;

const select = (requests: Sql) => sql`SELECT q.*, g.version AS agreement_now, g.description, a.authorization_number,
    (SELECT c.transaction_id FROM captures c WHERE c.root_id = a.id ORDER BY c.created_at, c.id LIMIT 1) AS transaction_id,
    (SELECT s.name FROM merchants s WHERE s.id = q.merchant_id) AS merchant_name,
    (SELECT m.name FROM members m WHERE m.id = q.member_id AND m.tenant_id = q.tenant_id) AS member_name
  ${withAgreements(requests)} LEFT JOIN authorizations a ON a.id = q.authorization_id`;

const own = ({ tenantId, environment }: StaffCaller) =>
  sql`q.tenant_id = ${tenantId} AND q.environment = ${environment}::environment`;

interface ChargeFilter {
  readonly state: ChargeRequestRow["status"] | null;
  readonly merchant: MerchantId | null;
  /** Id of a request, its agreement, or its member, or the merchant's reference. */
  readonly search: string | null;
}

/** States are current, whether or not the sweep has run. */
export function chargeRequestList(
  caller: StaffCaller,
  { state, merchant, search }: ChargeFilter,
): List<ListedChargeRequest, "merchant" | "amount"> {
  return defineList({
    as: sql`q`,
    own: sql`${withAgreements(sql`charge_requests`)} WHERE ${own(caller)}`,
    where: sql`${state === null ? sql`true` : sql`${selectChargeStatus(caller.now)} = ${state}`}
      AND ${merchant === null ? sql`true` : sql`q.merchant_id = ${merchant}`} AND ${named(search)}`,
    select,
    keys: {
      merchant: byText(sql`(SELECT s.name FROM merchants s WHERE s.id = q.merchant_id)`),
      amount: byAmount(sql`q.amount_minor`, sql`q.currency`),
    },
  });
}

function named(search: string | null): Sql {
  if (!search) return sql`true`;
  return sql`(q.id = ${search} OR q.agreement_id = ${search} OR q.member_id = ${search} OR q.merchant_reference = ${search})`;
}

export const readChargeRequests = (condition: Sql): Promise<ListedChargeRequest[]> =>
  query(getPool(), sql`${select(sql`charge_requests`)} WHERE ${condition}`);

/** Throws `charge_request_not_found`, also for another's. */
export async function getListedRequest(id: string, isOwn: Sql): Promise<ListedChargeRequest> {
  const [request] = isRecordId(id) ? await readChargeRequests(sql`q.id = ${id} AND ${isOwn}`) : [];
  if (!request) throw chargeRequestNotFound();
  return request;
}

/** Throws `charge_request_not_found`, also for another tenant's. */
export function getTenantChargeRequest(caller: StaffCaller, { id }: { readonly id: string }) {
  return getListedRequest(id, own(caller));
}
