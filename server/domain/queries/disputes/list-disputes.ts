import type { DISPUTE_STATES } from "@/server/contracts/choices";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import type { StaffCaller, TenantCaller } from "@/server/domain/caller";
import { DISPUTED, type Dispute, disputesIn } from "@/server/domain/disputes";
import { defineList, type List, type Span } from "@/server/domain/list";
import { byAmount, byText } from "@/server/domain/sort-keys";
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
const withNames = (disputes: Sql) => sql`${disputesIn(disputes)} JOIN merchants m ON m.id = a.merchant_id
  LEFT JOIN users u ON u.id = d.closed_by LEFT JOIN api_keys k ON k.id = d.closed_by`;

type DisputeState = (typeof DISPUTE_STATES)[number];

const IN_STATE: Readonly<Record<DisputeState, Sql>> = {
  open: sql`d.closed_at IS NULL`,
  answered: sql`d.answered_at IS NOT NULL`,
  closed: sql`d.closed_at IS NOT NULL`,
};

const ofTenant = ({ tenantId, environment }: TenantCaller): Sql =>
  sql`d.tenant_id = ${tenantId} AND d.environment = ${environment}::environment`;

interface DisputeFilter extends Span {
  /** `answered` is closed too. */
  readonly status?: DisputeState | null;
  /** The same in the address of a page. */
  readonly state?: DisputeState | null;
  readonly outcome?: Dispute["outcome"];
  readonly reason?: Dispute["reason"] | null;
  readonly merchant?: string | null;
  readonly member?: string | null;
}

const isLike = ({ reason = null, merchant = null }: Pick<DisputeFilter, "reason" | "merchant">): Sql =>
  sql`(${reason}::text IS NULL OR d.reason::text = ${reason}) AND (${merchant}::text IS NULL OR a.merchant_id = ${merchant})`;

export function disputeList(caller: TenantCaller, filter: DisputeFilter): List<TenantDispute, "merchant" | "amount"> {
  const { state = null, status = state, outcome = null, merchant = null, member = null } = filter;
  return defineList({
    as: sql`d`,
    own: sql`${withNames(sql`disputes`)} WHERE ${ofTenant(caller)}`,
    where: sql`${status === null ? sql`true` : IN_STATE[status]} AND ${isLike(filter)}
      AND (${outcome}::text IS NULL OR d.outcome::text = ${outcome}) AND (${member}::text IS NULL OR own.id = ${member})`,
    span: filter,
    select: (found) => sql`SELECT d.*, ${DISPUTED}, ${MERCHANT} AS merchant_name, own.name AS member_name,
        coalesce(${PERSON_WORDS}, k.public_key) AS closed_by_name
      ${withNames(found)}`,
    keys: { merchant: byText(MERCHANT), amount: byAmount(AMOUNT, sql`a.currency`) },
    requireKnown: () => requireKnown(caller, { merchant, member }),
  });
}

/** How many there are in each state, with the other filters. */
export async function countDisputes(
  caller: StaffCaller,
  input: Pick<DisputeFilter, "reason" | "merchant">,
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
