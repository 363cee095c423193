import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import type { AccountId, CardId, MemberId } from "@/server/platform/noun-ids";
import type { MemberCaller, StaffCaller } from "../caller";
import type { DeclineCode } from "../declines";
import { DomainError } from "../errors";
import { byNumber, byText, type SortKey } from "../sort-keys";
import { type SortedInput, type SortedPage, sortedRows } from "../sorted-page";
import { listAccounts, type MemberAccount } from "./list-accounts";
import { type CardRow, type CardState, cardStateOf } from "./member-card";
import { IS_SHARED } from "./own-member";
import { openPanToken } from "./pan-token";

/** A member for the people of the tenant that issues to it. */
export interface ListedMember {
  readonly id: MemberId;
  readonly name: string;
  /** One of the public sandbox: it stays as it is documented. */
  readonly isShared: boolean;
  readonly currencies: readonly string[];
  /** Its cards that are not closed. */
  readonly cards: bigint;
  readonly createdAt: Date;
}

/** A card as its issuer sees it: without its token. */
export interface IssuedCard extends CardState {
  readonly id: CardId;
  readonly accountId: AccountId;
  readonly currency: string;
  readonly last4: string;
  /** Of the public sandbox's members alone, where it is documented. */
  readonly panToken: string | null;
  readonly expiresOn: Date;
  readonly perTransactionLimitMinor: bigint | null;
  readonly dailyAmountLimitMinor: bigint | null;
  readonly dailyCountLimit: number | null;
  readonly allowedMccs: readonly string[];
  /** Of a test card: the code it declines everything with. */
  readonly alwaysDeclinesWith: DeclineCode | null;
  readonly createdAt: Date;
}

const MAX_CARDS = 200;

const OPEN_CARDS = sql`(SELECT count(*) FROM cards c WHERE c.member_id = m.id AND c.status <> 'closed')`;

type SortName = "name" | "cards";

const SORT_KEYS: Readonly<Record<SortName, SortKey>> = { name: byText(sql`m.name`), cards: byNumber(OPEN_CARDS) };

interface ListInput extends Omit<SortedInput<SortName>, "now"> {
  readonly search: string | null;
}

/**
 * The tenant's members, newest first or in the order asked for; `search` finds a part of the name or the whole id.
 */
export function listMembers(caller: StaffCaller, input: ListInput): Promise<SortedPage<ListedMember>> {
  const { search } = input;
  const part = `%${(search ?? "").replace(/[\\%_]/g, "\\$&")}%`;
  const found = search === null ? sql`true` : sql`(m.id = ${search} OR m.name ILIKE ${part})`;
  return sortedRows(
    { ...input, now: caller.now },
    {
      rows: sql`FROM members m WHERE ${ownedBy(caller)} AND ${found}`,
      ...{ createdAt: sql`m.created_at`, id: sql`m.id`, keys: SORT_KEYS },
      select: (rest) => select(caller, sql`${found} AND ${rest}`),
      placeOf: (member) => member,
    },
  );
}

/** One of them, with what it has. Throws `not_found`. */
export async function getMember(
  caller: StaffCaller,
  input: { readonly id: string },
): Promise<{
  readonly member: ListedMember;
  readonly accounts: readonly MemberAccount[];
  readonly cards: readonly IssuedCard[];
}> {
  const [member] = await select(caller, sql`m.id = ${input.id}`);
  if (!member) throw new DomainError("not_found", "No such member.");
  const [accounts, cards] = await Promise.all([
    listAccounts(inPlaceOf(caller, member)),
    listIssuedCards(member, caller.now),
  ]);
  return { member, accounts, cards };
}

/** Reading what the member reads, once it is known to be the caller's own. */
export function inPlaceOf(caller: StaffCaller, { id }: Pick<ListedMember, "id">): MemberCaller {
  const { tenantId, environment, now, aheadMs, requestId } = caller;
  return { kind: "member", memberId: id, tenantId, environment, now, aheadMs, requestId };
}

type IssuedCardRow = Omit<IssuedCard, keyof CardState | "panToken"> &
  Pick<CardRow, "status" | "memberFrozenAt"> &
  Parameters<typeof openPanToken>[0];

async function listIssuedCards({ id, isShared }: ListedMember, now: Date): Promise<IssuedCard[]> {
  const rows = await query<IssuedCardRow>(
    getPool(),
    sql`SELECT c.id, c.account_id, a.currency, c.last4, c.sealed_pan_token, c.status, c.member_frozen_at, c.expires_on,
        c.per_transaction_limit_minor, c.daily_amount_limit_minor, c.daily_count_limit, c.allowed_mccs,
        c.always_declines_with, c.created_at
      FROM cards c JOIN accounts a ON a.id = c.account_id WHERE c.member_id = ${id}
      ORDER BY c.status = 'closed', c.created_at DESC, c.id DESC LIMIT ${MAX_CARDS}`,
  );
  return rows.map(({ memberFrozenAt, sealedPanToken, ...row }) => ({
    ...row,
    panToken: isShared ? openPanToken({ sealedPanToken }) : null,
    ...cardStateOf({ ...row, memberFrozenAt }, now),
  }));
}

function ownedBy({ tenantId, environment }: StaffCaller): Sql {
  return sql`m.tenant_id = ${tenantId} AND m.environment = ${environment}::environment`;
}

function select(caller: StaffCaller, where: Sql): Promise<ListedMember[]> {
  return query<ListedMember>(
    getPool(),
    sql`SELECT m.id, m.name, ${IS_SHARED} AS is_shared, m.created_at,
        ARRAY(SELECT DISTINCT a.currency::text FROM accounts a WHERE a.member_id = m.id ORDER BY 1) AS currencies,
        ${OPEN_CARDS} AS cards
      FROM members m WHERE ${ownedBy(caller)} AND ${where}`,
  );
}
