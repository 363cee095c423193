import type { Attempt } from "@/server/db/guarded";
import type { NewRow } from "@/server/db/insert-rows";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { ActorColumns, AuthorizationRow, CaptureRow } from "@/server/domain/authorizations";
import { getFamily, listRefunds, type NamedDecision, readDecision } from "@/server/domain/authorizations";
import type { StaffCaller } from "@/server/domain/caller";
import { type Dispute, findDisputeOf } from "@/server/domain/disputes";
import { DomainError } from "@/server/domain/errors";
import { PERSON_WORDS } from "@/server/domain/users";
import type { AuthorizationId, MemberId } from "@/server/platform/noun-ids";
import { type AuthorizationMoves, findPayouts } from "../records/get-moves";
import { listLedgerEntries, listStoryDeliveries, type StoryDelivery, type StoryEntry } from "./story-records";

type ReversalRow = NewRow<"reversals">;

/** The member's approval of one retry after a decline. */
interface StoryAllowed {
  readonly at: Date;
  readonly paidById: AuthorizationId | null;
}

/** Minor units. */
interface SettledRefunds {
  readonly batchId: string;
  readonly amountMinor: bigint;
  readonly settledAt: Date;
}

export interface AuthorizationStory extends Omit<AuthorizationMoves, "payer"> {
  readonly decision: NamedDecision | null;
  readonly merchantName: string;
  readonly member: { readonly id: MemberId; readonly name: string };
  /** False if another tenant issued to the payer, whose balances are hidden then. */
  readonly isOwnMember: boolean;
  readonly increments: readonly AuthorizationRow[];
  readonly reversals: readonly ReversalRow[];
  readonly settledRefunds: readonly SettledRefunds[];
  readonly deliveries: readonly StoryDelivery[];
  readonly entries: readonly StoryEntry[];
  readonly dispute: Dispute | null;
  /** Null unless its member rescued this decline. */
  readonly allowed: StoryAllowed | null;
  /** The rescued decline before this payment. */
  readonly declinedBeforeId: AuthorizationId | null;
  readonly actorNames: ActorNames;
}

const MAX_ROWS = 500;

/** An increment's id leads to its root. Lists hold at most 500 rows. Throws `authorization_not_found`. */
export async function getAuthorizationStory(
  staff: StaffCaller,
  input: { readonly id: string },
): Promise<AuthorizationStory> {
  const attempt: Attempt = { db: getPool(), isLocking: false };
  const named = await getFamily(attempt, staff, input.id);
  const { rootId } = named.target;
  const family = named.target.id === rootId ? named : await getFamily(attempt, staff, rootId);
  const [facts, dispute, decision, increments, captures, reversals, entries] = await Promise.all([
    findFacts(family.root),
    findDisputeOf(staff, { authorizationId: rootId }),
    readDecision(attempt.db, rootId),
    listIncrements(rootId),
    listFamilyCaptures(rootId),
    listReversals(rootId),
    listLedgerEntries(rootId),
  ]);
  const [refunds, settledRefunds, deliveries, actorNames] = await Promise.all([
    listRefunds(attempt, captures),
    listSettledRefunds(captures),
    listStoryDeliveries(rootId),
    listActorNames([family.root, ...increments, ...captures, ...reversals]),
  ]);
  const payouts = await findPayouts([...captures, ...refunds]);
  const money = { captures, reversals, refunds, payouts, settledRefunds, entries };
  return { family, decision, ...facts, dispute, increments, ...money, deliveries, actorNames };
}

interface FactsRow {
  readonly memberId: MemberId;
  readonly memberName: string;
  readonly merchantName: string;
  readonly isOwnMember: boolean;
  readonly allowedAt: Date | null;
  readonly paidById: AuthorizationId | null;
  readonly declinedBeforeId: AuthorizationId | null;
}

async function findFacts({ id, accountId, merchantId, tenantId }: AuthorizationRow) {
  const [facts] = await query<FactsRow>(
    getPool(),
    sql`SELECT a.member_id, p.name AS member_name, m.name AS merchant_name, p.tenant_id = ${tenantId} AS is_own_member,
        w.created_at AS allowed_at, w.used_by_id AS paid_by_id, u.declined_id AS declined_before_id
      FROM accounts a JOIN members p ON p.id = a.member_id JOIN merchants m ON m.id = ${merchantId}
        LEFT JOIN rescues w ON w.declined_id = ${id}
        LEFT JOIN rescues u ON u.used_by_id = ${id}
      WHERE a.id = ${accountId}`,
  );
  if (!facts) throw new DomainError("authorization_not_found", "No such authorization.");
  const { memberId, memberName, merchantName, isOwnMember, allowedAt, paidById, declinedBeforeId } = facts;
  const allowed = allowedAt && { at: allowedAt, paidById };
  const member = { id: memberId, name: memberName };
  return { member, merchantName, isOwnMember, allowed, declinedBeforeId };
}

async function listIncrements(rootId: AuthorizationId): Promise<AuthorizationRow[]> {
  return query<AuthorizationRow>(
    getPool(),
    sql`SELECT * FROM authorizations WHERE root_id = ${rootId} AND parent_id IS NOT NULL
      ORDER BY created_at, id LIMIT ${MAX_ROWS}`,
  );
}

async function listFamilyCaptures(rootId: AuthorizationId): Promise<CaptureRow[]> {
  return query<CaptureRow>(
    getPool(),
    sql`SELECT * FROM captures WHERE root_id = ${rootId} ORDER BY created_at, id LIMIT ${MAX_ROWS}`,
  );
}

async function listReversals(rootId: AuthorizationId): Promise<ReversalRow[]> {
  return query<ReversalRow>(
    getPool(),
    sql`SELECT * FROM reversals WHERE root_id = ${rootId} ORDER BY created_at, id LIMIT ${MAX_ROWS}`,
  );
}

async function listSettledRefunds(captures: readonly CaptureRow[]): Promise<SettledRefunds[]> {
  return query<SettledRefunds>(
    getPool(),
    sql`SELECT batch_id, sum(amount_minor)::bigint AS amount_minor, max(settled_at) AS settled_at FROM refunds
      WHERE capture_id = ANY(${captures.map(({ id }) => id)}) AND settled_at IS NOT NULL
      GROUP BY batch_id ORDER BY max(settled_at), batch_id`,
  );
}

/** By id: a person's name and email, or a key without its secret. */
type ActorNames = ReadonlyMap<string, string>;

async function listActorNames(rows: readonly ActorColumns[]): Promise<ActorNames> {
  const idsOf = (kind: ActorColumns["actorKind"]) => [
    ...new Set(rows.flatMap(({ actorKind, actorId }) => (actorKind === kind && actorId !== null ? actorId : []))),
  ];
  const named = await query<{ id: string; name: string }>(
    getPool(),
    sql`SELECT u.id, ${PERSON_WORDS} AS name FROM users u WHERE u.id = ANY(${idsOf("staff")})
      UNION ALL SELECT id, public_key FROM api_keys WHERE id = ANY(${idsOf("api_key")})
      UNION ALL SELECT id, key_id FROM merchant_keys WHERE id = ANY(${idsOf("merchant_key")})`,
  );
  return new Map(named.map(({ id, name }) => [id, name]));
}
