import { tookTooLong } from "@/server/db/errors";
import { type Attempt, runGuarded } from "@/server/db/guarded";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { after, Write } from "@/server/db/write";
import { creditMembers } from "@/server/domain/ledger";
import { isInSandboxOf } from "@/server/domain/sandbox-clock";
import { wake } from "@/server/domain/wake";
import { findSubscribers, hasSubscribers, type Published, recordEvents } from "@/server/domain/webhooks";
import { yieldBetweenBatches } from "@/server/domain/yield-between-batches";
import { getLogger } from "@/server/platform/logger";
import type { AccountId, AuthorizationId, TenantId } from "@/server/platform/noun-ids";
import { UnavailableError } from "@/server/platform/unavailable";
import type { AuthorizationRow } from "../authorization";
import { authorizationFacts } from "../facts";
import type { Family } from "../family";
import { holdLeft, singleFigures } from "../figures";
import { getFamilyOfRoot } from "../read-family";
import { HAS_OPEN_HOLD } from "../statuses";
import { type Move, moveFamilies, totalOf } from "./move-family";

const BATCH = 200;
const MAX_BATCHES = 25;
const AT_ONCE = 50;

interface OverdueRoot {
  readonly id: AuthorizationId;
  readonly expiresAt: Date;
}

/** Up to 200 roots with an overdue hold, after the given one. The columns match the partial indexes. */
async function listOverdue(
  input: { now: Date; accountId?: AccountId; sandboxOf?: TenantId },
  after: OverdueRoot | null,
): Promise<OverdueRoot[]> {
  const ofAccount = input.accountId ? sql`AND account_id = ${input.accountId}` : sql``;
  const ofSandbox = isInSandboxOf(input.sandboxOf ?? null, sql`authorizations`);
  const further = after ? sql`AND (expires_at, id) > (${after.expiresAt}, ${after.id})` : sql``;
  return query<OverdueRoot>(
    getPool(),
    sql`SELECT id, expires_at FROM authorizations
      WHERE ${HAS_OPEN_HOLD} AND expires_at <= ${input.now} AND ${ofSandbox} ${ofAccount} ${further}
      ORDER BY expires_at, id LIMIT ${BATCH}`,
  );
}

/** Next expiry of a hold in a tenant's sandbox, after `after` and up to `until`. */
export async function findNextExpiry(input: {
  readonly sandboxOf: TenantId;
  readonly after: Date;
  readonly until: Date;
}): Promise<Date | null> {
  const [next] = await query<{ at: Date }>(
    getPool(),
    sql`SELECT expires_at AS at FROM authorizations
      WHERE ${HAS_OPEN_HOLD} AND ${isInSandboxOf(input.sandboxOf, sql`authorizations`)}
        AND expires_at > ${input.after} AND expires_at <= ${input.until}
      ORDER BY expires_at LIMIT 1`,
  );
  return next?.at ?? null;
}

/**
 * Releases overdue holds of all families, of one account, or of one tenant's sandbox, at most 5,000 per call. Each family's
 * event is in the query that releases it. Safe to run at any time and concurrently: each family is guarded by its root's
 * version. A family that can't be expired is logged and skipped, so that it doesn't block the others. A run over all families
 * pauses between batches; the other two are awaited. Throws UnavailableError if the database is down; what was expired before
 * that stays expired.
 *
 * Accounts: members (held down). Invariant: what expires was still held. A repeat finds nothing to do.
 * Returns the number of families expired.
 */
export async function expireHolds(input: {
  readonly now: Date;
  readonly accountId?: AccountId;
  readonly sandboxOf?: TenantId;
  /** Stops once this much was released. */
  readonly enoughMinor?: bigint;
}): Promise<number> {
  let expired = 0;
  let givenBackMinor = 0n;
  let last: OverdueRoot | null = null;
  const isAwaited = input.accountId !== undefined || input.sandboxOf !== undefined;
  const rest = isAwaited ? async () => undefined : yieldBetweenBatches();
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    const overdue: OverdueRoot[] = await listOverdue(input, last);
    for (let first = 0; first < overdue.length; first += AT_ONCE) {
      await rest();
      const stillMissing = input.enoughMinor === undefined ? null : input.enoughMinor - givenBackMinor;
      const ids = overdue.slice(first, first + AT_ONCE).map(({ id }) => id);
      const amounts = await tryExpire(ids, { now: input.now, enoughMinor: stillMissing });
      expired += amounts.filter((amountMinor) => amountMinor > 0n).length;
      givenBackMinor = amounts.reduce((sum, amountMinor) => sum + amountMinor, givenBackMinor);
      if (input.enoughMinor !== undefined && givenBackMinor >= input.enoughMinor) return expired;
    }
    last = overdue.at(-1) ?? null;
    if (overdue.length < BATCH) break;
  }
  return expired;
}

interface Limits {
  readonly now: Date;
  readonly enoughMinor: bigint | null;
}

/** In one query; if one hold fails it, each on its own. Returns the amount each released. */
async function tryExpire(rootIds: readonly AuthorizationId[], limits: Limits): Promise<bigint[]> {
  try {
    return await expire({ db: getPool(), isLocking: false }, rootIds, limits);
  } catch (error) {
    if (!isOfOneHold(error)) throw error;
    return await expireEach(rootIds, limits);
  }
}

/** False if the database is down: trying the other holds would be pointless. */
function isOfOneHold(error: unknown): boolean {
  return !(error instanceof UnavailableError) || error.reason === "contended" || tookTooLong(error);
}

async function expireEach(rootIds: readonly AuthorizationId[], { now, enoughMinor }: Limits): Promise<bigint[]> {
  const amounts: bigint[] = [];
  let left = enoughMinor;
  for (const rootId of rootIds) {
    if (left !== null && left <= 0n) break;
    const [amountMinor = 0n] = await runGuarded((attempt) =>
      expire(attempt, [rootId], { now, enoughMinor: null }),
    ).catch((error) => {
      if (!isOfOneHold(error)) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      getLogger().error({ authorization: rootId, reason }, "hold not expired: the next run tries again");
      return [];
    });
    amounts.push(amountMinor);
    if (left !== null) left -= amountMinor;
  }
  return amounts;
}

/** Roots (guarded by their versions) and increments → members' accounts. Throws what `runGuarded` retries. */
async function expire(
  attempt: Attempt,
  rootIds: readonly AuthorizationId[],
  { now, enoughMinor }: Limits,
): Promise<bigint[]> {
  const families = await Promise.all(rootIds.map((rootId) => getFamilyOfRoot(attempt, rootId)));
  const expiring = upTo(
    enoughMinor,
    families.map((family) => planExpiry(family, now)).filter(({ amountMinor }) => amountMinor > 0n),
  );
  const writes = expiring.sort((a, b) => (a.root.id < b.root.id ? -1 : 1));
  const [topic, ...topics] = writes.flatMap(
    ({ root }) => [`account:${root.accountId}`, `tenant:${root.tenantId}:${root.environment}`] as const,
  );
  if (!topic) return [];
  const credits = writes.map(({ root: { accountId }, amountMinor: releasedMinor }) => {
    return { accountId, releasedMinor, refundedMinor: 0n };
  });
  const moved = writes.map(({ root, moves }) => ({ root, moves, at: now, subject: root }));
  const published = await eventsOf(attempt, writes, now);
  await new Write()
    .requireAll("root", moveFamilies(moved), moved.length)
    .require("account", creditMembers(credits, after("root")), new Set(credits.map(({ accountId }) => accountId)).size)
    .addAll(recordEvents(published, after("account")))
    .run(attempt, [topic, ...topics]);
  if (hasSubscribers(published)) wake("deliveries");
  return writes.map(({ amountMinor }) => amountMinor);
}

async function eventsOf({ db }: Attempt, expiries: readonly Expiry[], at: Date): Promise<Published[]> {
  const known = new Map<string, Published["subscribers"]>();
  const published: Published[] = [];
  for (const { root, amountMinor } of expiries) {
    const facts = {
      ...authorizationFacts(root),
      amountExpiredMinor: amountMinor.toString(),
      capturedMinor: root.familyCapturedMinor.toString(),
    };
    const { tenantId, environment, merchantId, eventSequence, id: source } = root;
    const sequence = eventSequence + 1;
    const event = { tenantId, environment, type: "authorization.expired", sequence, facts, source, at } as const;
    const subscribers = known.get(merchantId) ?? (await findSubscribers(event, [event.type], db));
    known.set(merchantId, subscribers);
    published.push({ event, subscribers });
  }
  return published;
}

interface Expiry {
  readonly root: AuthorizationRow;
  readonly moves: readonly Move[];
  readonly amountMinor: bigint;
}

function planExpiry({ root, members }: Family, now: Date): Expiry {
  if (!root.expiresAt || now < root.expiresAt) return { root, moves: [], amountMinor: 0n };
  const moves = members
    .map((member) => ({ authorizationId: member.id, expiredMinor: holdLeft(singleFigures(member)) }))
    .filter((move) => move.expiredMinor > 0n);
  return { root, moves, amountMinor: totalOf(moves, "expiredMinor") };
}

function upTo(enoughMinor: bigint | null, expiries: readonly Expiry[]): Expiry[] {
  let left = enoughMinor;
  return expiries.filter(({ amountMinor }) => {
    if (left === null) return true;
    const isNeeded = left > 0n;
    left -= amountMinor;
    return isNeeded;
  });
}
