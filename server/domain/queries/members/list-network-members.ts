import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import type { OperatorCaller } from "@/server/domain/caller";
import { DomainError } from "@/server/domain/errors";
import { hasText } from "@/server/domain/has-text";
import { defineList, type List } from "@/server/domain/list";
import { type IssuedCard, listIssuedCards, type MemberAccount } from "@/server/domain/members";
import { byText } from "@/server/domain/sort-keys";
import { isSharedMember } from "@/server/domain/users";
import type { RecordId } from "@/server/platform/ids";
import type { Currency } from "@/server/platform/money";
import type { AccountId, MemberId } from "@/server/platform/noun-ids";

export interface NetworkMember {
  readonly id: MemberId;
  readonly name: string;
  readonly createdAt: Date;
  readonly tenantSlug: string;
  readonly tenantTitle: string;
  readonly accounts: readonly MemberAccount[];
}

export interface NetworkMemberPage {
  readonly member: NetworkMember;
  /** Without their tokens, which are bearers of spending power. */
  readonly cards: readonly IssuedCard[];
  readonly fundings: readonly AccountFunding[];
  readonly isShared: boolean;
}

type MemberRow = Omit<NetworkMember, "accounts">;

const MAX_ACCOUNTS = 20;
const MAX_FUNDINGS = 5;

const select = (members: Sql) => sql`SELECT m.id, m.name, m.created_at, t.slug AS tenant_slug, t.title AS tenant_title
  FROM ${members} m JOIN tenants t ON t.id = m.tenant_id`;

/** `search` is a part of the name, or the id of a member, account, or card. */
export function networkMemberList(
  { environment }: OperatorCaller,
  { search }: { readonly search: string | null },
): List<NetworkMember, "name" | "tenant"> {
  return defineList({
    as: sql`m`,
    own: sql`FROM members m WHERE m.environment = ${environment}::environment`,
    where: sql`(${search}::text IS NULL OR ${hasText(sql`m.name`, search ?? "")} OR m.id = ${search}
      OR m.id IN (SELECT member_id FROM accounts WHERE id = ${search}
        UNION ALL SELECT member_id FROM cards WHERE id = ${search}))`,
    select,
    toItems: withAccounts,
    keys: { name: byText(sql`m.name`), tenant: byText(sql`(SELECT t.title FROM tenants t WHERE t.id = m.tenant_id)`) },
  });
}

/** Cards are newest first, at most 100. Throws `not_found`. */
export async function getNetworkMember(
  caller: OperatorCaller,
  input: { readonly id: string },
): Promise<NetworkMemberPage> {
  const found = await query<MemberRow>(
    getPool(),
    sql`${select(sql`members`)} WHERE m.environment = ${caller.environment}::environment AND m.id = ${input.id}`,
  );
  const [member] = await withAccounts(found);
  if (!member) throw new DomainError("not_found", "No such member in this environment.");
  const cards = await listIssuedCards({ ...member, isShared: false }, caller.now);
  const fundings = await listAccountFundings(member.accounts.map(({ id }) => id));
  return { member, cards, fundings, isShared: await isSharedMember({ memberId: member.id }) };
}

async function withAccounts(members: readonly MemberRow[]): Promise<NetworkMember[]> {
  const accounts = await query<MemberAccount & { memberId: MemberId }>(
    getPool(),
    sql`SELECT a.* FROM unnest(${members.map(({ id }) => id)}::text[]) AS wanted (id) CROSS JOIN LATERAL (
        SELECT id, member_id, currency, posted_minor, held_minor, credit_limit_minor, funding_number FROM accounts
        WHERE member_id = wanted.id ORDER BY created_at, id LIMIT ${MAX_ACCOUNTS}) a`,
  );
  return members.map((member) => ({ ...member, accounts: accounts.filter(({ memberId }) => memberId === member.id) }));
}

interface AccountFunding {
  readonly id: RecordId;
  readonly accountId: AccountId;
  readonly currency: Currency;
  readonly amountMinor: bigint;
  readonly reference: string | null;
  readonly createdAt: Date;
  readonly isReversed: boolean;
}

function listAccountFundings(accountIds: readonly AccountId[]): Promise<AccountFunding[]> {
  return query<AccountFunding>(
    getPool(),
    sql`SELECT f.* FROM unnest(${[...accountIds]}::text[]) AS wanted (id) CROSS JOIN LATERAL (
        SELECT p.id, e.account_id, e.currency, e.amount_minor, n.reference, p.created_at,
          b.posting_id IS NOT NULL AS is_reversed
        FROM entries e JOIN postings p ON p.id = e.posting_id AND p.kind = 'funding' JOIN fundings f ON f.posting_id = p.id
          LEFT JOIN funding_references n ON n.posting_id = p.id
          LEFT JOIN fundings b ON b.reversed_posting_id = p.id
        WHERE e.account_id = wanted.id AND e.amount_minor > 0 ORDER BY e.id DESC LIMIT ${MAX_FUNDINGS}) f`,
  );
}
