import { getPool } from "@/server/db/pool";
import { type Queryable, query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import type { AccountId, CardId, MemberId } from "@/server/platform/noun-ids";
import type { MemberCaller, TenantCaller } from "../caller";
import type { DeclineCode } from "../declines";
import { DomainError, notFoundFor } from "../errors";
import { hasText } from "../has-text";
import { defineList, type List } from "../list";
import { byNumber, byText } from "../sort-keys";
import { listAccounts, type MemberAccount } from "./accounts";
import { IS_SHARED } from "./find-member";
import { type CardRow, type CardState, cardStateOf } from "./member-card";
import { openPanToken } from "./pan-token";

export interface ListedMember {
  readonly id: MemberId;
  readonly name: string;
  readonly externalId: string | null;
  readonly email: string | null;
  readonly metadata: unknown;
  readonly erasedAt: Date | null;
  /** A member of the public sandbox, which stays as documented. */
  readonly isShared: boolean;
  readonly currencies: readonly string[];
  readonly cards: bigint;
  readonly createdAt: Date;
}

export interface IssuedCard extends CardState {
  readonly id: CardId;
  readonly memberId: MemberId;
  readonly accountId: AccountId;
  readonly currency: string;
  readonly last4: string;
  /** Only for the public sandbox's members, whose tokens are documented. */
  readonly panToken: string | null;
  readonly expiresOn: Date;
  readonly perTransactionLimitMinor: bigint | null;
  readonly dailyAmountLimitMinor: bigint | null;
  readonly dailyCountLimit: number | null;
  readonly allowedMccs: readonly string[];
  readonly alwaysDeclinesWith: DeclineCode | null;
  readonly createdAt: Date;
}

const MAX_CARDS = 200;

const OPEN_CARDS = sql`(SELECT count(*) FROM cards c WHERE c.member_id = m.id AND c.status <> 'closed')`;

const COLUMNS = sql`m.id, m.name, m.external_id, m.email, m.metadata, m.erased_at, ${IS_SHARED} AS is_shared, m.created_at,
  ARRAY(SELECT DISTINCT a.currency::text FROM accounts a WHERE a.member_id = m.id ORDER BY 1) AS currencies,
  ${OPEN_CARDS} AS cards`;

const CARD_COLUMNS = sql`c.id, c.member_id, c.account_id, a.currency, c.last4, c.sealed_pan_token, c.status, c.member_frozen_at,
  c.expires_on, c.per_transaction_limit_minor, c.daily_amount_limit_minor, c.daily_count_limit, c.allowed_mccs,
  c.always_declines_with, c.created_at`;

type Owner = Pick<TenantCaller, "tenantId" | "environment">;

interface MemberFilter {
  readonly externalId?: string | null;
  /** A part of the name, or the whole id. */
  readonly search?: string | null;
}

export function memberList(
  caller: TenantCaller,
  { externalId = null, search = null }: MemberFilter,
): List<ListedMember, "name" | "cards"> {
  const isFound = search === null ? sql`true` : sql`(m.id = ${search} OR ${hasText(sql`m.name`, search)})`;
  return defineList({
    as: sql`m`,
    own: sql`FROM members m WHERE ${ownedBy(caller)}`,
    where: sql`(${externalId}::text IS NULL OR m.external_id = ${externalId}) AND ${isFound}`,
    select: (found) => sql`SELECT ${COLUMNS} FROM ${found} m`,
    keys: { name: byText(sql`m.name`), cards: byNumber(OPEN_CARDS) },
  });
}

/** For a member that the transaction has just written. */
export async function readMember(db: Queryable, owner: Owner, id: MemberId): Promise<ListedMember> {
  const [member] = await select(db, owner, sql`m.id = ${id}`);
  if (!member) throw new Error("a member that was just written is gone");
  return member;
}

/** Throws `not_found`; for programs `member_not_found`. */
export async function getMember(
  caller: TenantCaller,
  input: { readonly id: string },
): Promise<{
  readonly member: ListedMember;
  readonly accounts: readonly MemberAccount[];
  readonly cards: readonly IssuedCard[];
}> {
  const [member] = await select(getPool(), caller, sql`m.id = ${input.id}`);
  if (!member) throw notFoundFor(caller, "member", "No such member.");
  const [accounts, cards] = await Promise.all([
    listAccounts(memberCallerOf(caller, member)),
    listIssuedCards(member, caller.now),
  ]);
  return { member, accounts, cards };
}

/** Only for a member that is known to be the caller's own. */
export function memberCallerOf(caller: TenantCaller, { id }: Pick<ListedMember, "id">): MemberCaller {
  const { tenantId, environment, now, aheadMs, requestId } = caller;
  return { kind: "member", memberId: id, tenantId, environment, now, aheadMs, requestId };
}

type IssuedCardRow = Omit<IssuedCard, keyof CardState | "panToken"> &
  Pick<CardRow, "status" | "memberFrozenAt"> &
  Parameters<typeof openPanToken>[0];

/** The newest 200, closed ones last. */
export async function listIssuedCards(
  { id, isShared }: Pick<ListedMember, "id" | "isShared">,
  now: Date,
): Promise<IssuedCard[]> {
  const rows = await query<IssuedCardRow>(
    getPool(),
    sql`SELECT ${CARD_COLUMNS} FROM cards c JOIN accounts a ON a.id = c.account_id WHERE c.member_id = ${id}
      ORDER BY c.status = 'closed', c.created_at DESC, c.id DESC LIMIT ${MAX_CARDS}`,
  );
  return rows.map((row) => ({ ...toIssuedCard(row, now), panToken: isShared ? openPanToken(row) : null }));
}

function toIssuedCard({ memberFrozenAt, sealedPanToken: _, ...row }: IssuedCardRow, now: Date): IssuedCard {
  return { ...row, panToken: null, ...cardStateOf({ ...row, memberFrozenAt }, now) };
}

/** For a card that the transaction has just written. */
export async function readIssuedCard(db: Queryable, id: CardId, now: Date): Promise<IssuedCard> {
  const [card] = await query<IssuedCardRow>(
    db,
    sql`SELECT ${CARD_COLUMNS} FROM cards c JOIN accounts a ON a.id = c.account_id WHERE c.id = ${id}`,
  );
  if (!card) throw new Error("a card that was just written is gone");
  return toIssuedCard(card, now);
}

interface OfAccount {
  readonly accountId: AccountId;
}

/** Throws `card_not_found`. */
export async function getIssuedCard(
  caller: TenantCaller,
  { accountId, cardId }: OfAccount & { readonly cardId: CardId },
): Promise<IssuedCard> {
  const [card] = await query<IssuedCardRow>(
    getPool(),
    sql`SELECT ${CARD_COLUMNS} FROM cards c JOIN accounts a ON a.id = c.account_id JOIN members m ON m.id = c.member_id
      WHERE c.id = ${cardId} AND c.account_id = ${accountId} AND ${ownedBy(caller)}`,
  );
  if (!card) throw notFoundFor(caller, "card", "No such card.");
  return toIssuedCard(card, caller.now);
}

/** Throws `account_not_found`. */
export async function cardList(
  caller: TenantCaller,
  { id: accountId }: { readonly id: AccountId },
): Promise<List<IssuedCard>> {
  const [account] = await query<{ memberId: MemberId }>(
    getPool(),
    sql`SELECT a.member_id FROM accounts a JOIN members m ON m.id = a.member_id WHERE a.id = ${accountId} AND ${ownedBy(caller)}`,
  );
  if (!account) throw new DomainError("account_not_found", "No such account in this environment.");
  return defineList({
    as: sql`c`,
    // Searches by member first: a member has few cards, and an index.
    own: sql`FROM cards c WHERE c.member_id = ${account.memberId} AND c.account_id = ${accountId}`,
    select: (found) => sql`SELECT ${CARD_COLUMNS} FROM ${found} c JOIN accounts a ON a.id = c.account_id`,
    toItems: (rows: IssuedCardRow[]) => rows.map((row) => toIssuedCard(row, caller.now)),
  });
}

function ownedBy({ tenantId, environment }: Owner): Sql {
  return sql`m.tenant_id = ${tenantId} AND m.environment = ${environment}::environment`;
}

function select(db: Queryable, owner: Owner, where: Sql): Promise<ListedMember[]> {
  return query<ListedMember>(db, sql`SELECT ${COLUMNS} FROM members m WHERE ${ownedBy(owner)} AND ${where}`);
}
