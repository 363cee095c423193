import type { DISPUTE_STATES } from "@/server/contracts/choices";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import { type ApiPage, type ApiPosition, apiPage, type Span } from "@/server/domain/api-page";
import type { ApiKeyCaller, StaffCaller, TenantCaller } from "@/server/domain/caller";
import { DISPUTED, type Dispute, disputesIn } from "@/server/domain/disputes";
import { byAmount, byText, type SortKey } from "@/server/domain/sort-keys";
import { type SortedInput, type SortedPage, sortedRows } from "@/server/domain/sorted-page";
import { PERSON_WORDS } from "@/server/domain/users";
import { requireKnown } from "../records/payment-filter";

/** For the acquirer. The name of another tenant's member is null. */
export interface TenantDispute extends Dispute {
  readonly merchantName: string;
  readonly memberName: string | null;
  /** Of a person, or the public part of an API key. */
  readonly closedByName: string | null;
}

const MERCHANT = sql`coalesce(a.merchant_name_raw, m.name)`;
const AMOUNT = sql`CASE WHEN a.outcome = 'approved' THEN a.family_amount_minor ELSE a.amount_minor END`;
const FROM = sql`${disputesIn(sql`disputes`)} JOIN merchants m ON m.id = a.merchant_id
  LEFT JOIN users u ON u.id = d.closed_by LEFT JOIN api_keys k ON k.id = d.closed_by`;

type DisputeState = (typeof DISPUTE_STATES)[number];

const IN_STATE: Readonly<Record<DisputeState, Sql>> = {
  open: sql`d.closed_at IS NULL`,
  answered: sql`d.answered_at IS NOT NULL`,
  closed: sql`d.closed_at IS NOT NULL`,
};

const ofTenant = ({ tenantId, environment }: TenantCaller): Sql =>
  sql`d.tenant_id = ${tenantId} AND d.environment = ${environment}::environment`;

type SortName = "merchant" | "amount";

const SORT_KEYS: Readonly<Record<SortName, SortKey>> = {
  merchant: byText(MERCHANT),
  amount: byAmount(AMOUNT, sql`a.currency`),
};

interface ListInput extends Omit<SortedInput<SortName>, "now"> {
  readonly state: DisputeState | null;
  readonly reason: Dispute["reason"] | null;
  readonly merchant: string | null;
}

const isLike = ({ reason, merchant }: Pick<ListInput, "reason" | "merchant">): Sql =>
  sql`(${reason}::text IS NULL OR d.reason::text = ${reason}) AND (${merchant}::text IS NULL OR a.merchant_id = ${merchant})`;

export function listDisputes(caller: StaffCaller, input: ListInput): Promise<SortedPage<TenantDispute>> {
  const isIn = input.state === null ? sql`true` : IN_STATE[input.state];
  const where = sql`${ofTenant(caller)} AND ${isIn} AND ${isLike(input)}`;
  const select = (rest: Sql) =>
    query<TenantDispute>(
      getPool(),
      sql`SELECT d.*, ${DISPUTED}, ${MERCHANT} AS merchant_name, own.name AS member_name,
          coalesce(${PERSON_WORDS}, k.public_key) AS closed_by_name
        ${FROM} WHERE ${where} AND ${rest}`,
    );
  return sortedRows(
    { ...input, now: caller.now },
    {
      rows: sql`${FROM} WHERE ${where}`,
      createdAt: sql`d.created_at`,
      id: sql`d.id`,
      keys: SORT_KEYS,
      select,
      placeOf: (dispute) => dispute,
    },
  );
}

/** How many there are in each state, with the other filters. */
export async function countDisputes(
  caller: StaffCaller,
  input: Pick<ListInput, "reason" | "merchant">,
): Promise<Readonly<Record<DisputeState, number>>> {
  const [counts] = await query<Record<DisputeState, number>>(
    getPool(),
    sql`SELECT (count(*) FILTER (WHERE ${IN_STATE.open}))::int AS open,
        (count(*) FILTER (WHERE ${IN_STATE.answered}))::int AS answered,
        (count(*) FILTER (WHERE ${IN_STATE.closed}))::int AS closed
      FROM disputes d JOIN authorizations a ON a.id = d.authorization_id WHERE ${ofTenant(caller)} AND ${isLike(input)}`,
  );
  return counts ?? { open: 0, answered: 0, closed: 0 };
}

interface DisputeFilter extends ApiPosition, Span {
  readonly status: "open" | "closed" | null;
  readonly outcome: Dispute["outcome"];
  readonly reason: Dispute["reason"] | null;
  readonly merchant: string | null;
  readonly member: string | null;
}

/** Throws `invalid_reference` for a cursor, merchant, or member that isn't the caller's, and `validation_error`. */
export async function listDisputeRecords(caller: ApiKeyCaller, filter: DisputeFilter): Promise<ApiPage<Dispute>> {
  const { status, outcome, merchant, member } = filter;
  const page = await apiPage(filter, {
    createdAt: sql`d.created_at`,
    id: sql`d.id`,
    columns: sql`d.*`,
    rows: sql`${disputesIn(sql`disputes`)} WHERE ${ofTenant(caller)} AND ${status === null ? sql`true` : IN_STATE[status]}
      AND (${outcome}::text IS NULL OR d.outcome::text = ${outcome}) AND ${isLike(filter)}
      AND (${member}::text IS NULL OR own.id = ${member})`,
    span: filter,
    isLookedThrough: false,
    placeOf: (id) => ({
      createdAt: sql`(SELECT d.created_at FROM disputes d WHERE d.id = ${id} AND ${ofTenant(caller)})`,
      id: sql`${id}`,
    }),
    read: ({ found, order }) =>
      query<Dispute>(getPool(), sql`SELECT * FROM (SELECT d.*, ${DISPUTED} ${disputesIn(found)}) d ORDER BY ${order}`),
  });
  if (page.items.length === 0) await requireKnown(caller, { merchant, member });
  return page;
}
