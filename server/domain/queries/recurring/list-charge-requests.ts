import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import type { StaffCaller } from "@/server/domain/caller";
import { toPage } from "@/server/domain/page";
import {
  type ChargeRequestRow,
  chargeRequestNotFound,
  type ReadChargeRequest,
  selectChargeStatus,
} from "@/server/domain/recurring";
import { byAmount, byText, type SortKey } from "@/server/domain/sort-keys";
import { type SortedInput, type SortedPage, sortedPage } from "@/server/domain/sorted-page";
import { isRecordId } from "@/server/platform/ids";
import type { MerchantId } from "@/server/platform/noun-ids";

export interface TenantChargeRequest {
  readonly request: ReadChargeRequest;
  readonly merchantName: string;
  readonly description: string;
  /** Null for another tenant's member. */
  readonly memberName: string | null;
  readonly authorizationNumber: string | null;
}

const FROM = sql`FROM charge_requests q JOIN recurring_agreements g ON g.id = q.agreement_id`;

type Stored = ReadChargeRequest & Omit<TenantChargeRequest, "request">;

function toStory({ merchantName, description, memberName, authorizationNumber, ...request }: Stored) {
  return { request, merchantName, description, memberName, authorizationNumber };
}

async function read(where: Sql): Promise<TenantChargeRequest[]> {
  const rows = await query<Stored>(
    getPool(),
    sql`SELECT q.*, g.version AS agreement_now, g.description, a.authorization_number,
        (SELECT s.name FROM merchants s WHERE s.id = q.merchant_id) AS merchant_name,
        (SELECT m.name FROM members m WHERE m.id = q.member_id AND m.tenant_id = q.tenant_id) AS member_name
      ${FROM} LEFT JOIN authorizations a ON a.id = q.authorization_id WHERE ${where}`,
  );
  return rows.map(toStory);
}

const own = ({ tenantId, environment }: StaffCaller) =>
  sql`q.tenant_id = ${tenantId} AND q.environment = ${environment}::environment`;

type SortName = "merchant" | "amount";

const SORT_KEYS: Readonly<Record<SortName, SortKey>> = {
  merchant: byText(sql`(SELECT s.name FROM merchants s WHERE s.id = q.merchant_id)`),
  amount: byAmount(sql`q.amount_minor`, sql`q.currency`),
};

interface ListInput extends Omit<SortedInput<SortName>, "now"> {
  readonly state: ChargeRequestRow["status"] | null;
  readonly merchant: MerchantId | null;
  /** Id of a request, its agreement, or its member, or the merchant's reference. */
  readonly search: string | null;
}

/** Newest first, or in the order asked for. States are current, whether or not the sweep has run. */
export function listChargeRequests(caller: StaffCaller, input: ListInput): Promise<SortedPage<TenantChargeRequest>> {
  const { state, merchant, search } = input;
  const where = sql`${own(caller)}
    AND ${state === null ? sql`true` : sql`${selectChargeStatus(caller.now)} = ${state}`}
    AND ${merchant === null ? sql`true` : sql`q.merchant_id = ${merchant}`} AND ${named(search)}`;
  return sortedPage(
    { ...input, now: caller.now },
    {
      rows: sql`${FROM} WHERE ${where}`,
      createdAt: sql`q.created_at`,
      id: sql`q.id`,
      keys: SORT_KEYS,
      read: (ids) => read(sql`${where} AND q.id = ANY(${ids})`),
      idOf: ({ request }) => request.id,
      byTime: async ({ after, order, limit }) =>
        toPage(
          await read(sql`${where} AND ${after} ORDER BY ${order} LIMIT ${limit + 1}`),
          limit,
          (row) => row.request,
        ),
    },
  );
}

function named(search: string | null): Sql {
  if (!search) return sql`true`;
  return sql`(q.id = ${search} OR q.agreement_id = ${search} OR q.member_id = ${search} OR q.merchant_reference = ${search})`;
}

/** Throws `charge_request_not_found`, also for another tenant's. */
export async function getTenantChargeRequest(
  caller: StaffCaller,
  { id }: { readonly id: string },
): Promise<TenantChargeRequest> {
  const [story] = isRecordId(id) ? await read(sql`${own(caller)} AND q.id = ${id}`) : [];
  if (!story) throw chargeRequestNotFound();
  return story;
}
