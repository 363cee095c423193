import { guardedQueue, NEXT_BATCH } from "@/server/db/batches/batch-queue";
import { type Attempt, requireVersion } from "@/server/db/guarded";
import { type NewRow, rowsAsJson } from "@/server/db/insert-rows";
import { type Queryable, query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { AcquirerCaller } from "@/server/domain/caller";
import {
  type ClaimName,
  type EarlierAnswer,
  throwIfAnswered,
  throwIfAnswerRemembered,
} from "@/server/domain/idempotency";
import { ensureMerchantAccount } from "@/server/domain/ledger";
import { type Subscriber, selectSubscribersOf } from "@/server/domain/webhooks";
import { newRecordId } from "@/server/platform/ids";
import { parseCurrency } from "@/server/platform/money";
import type { AccountId, AuthorizationId } from "@/server/platform/noun-ids";
import type { AuthorizationRow } from "../authorization";
import type { Family } from "../family";

interface FamilyRequest<Plan> {
  readonly caller: AcquirerCaller;
  readonly name: string;
  readonly claim: ClaimName | null;
  /** Reads all that the plan depends on, under lock if the attempt says so. Throws refusals. */
  read(attempt: Attempt): Promise<ReadFamily<Plan>>;
}

interface ReadFamily<Plan> {
  readonly family: Family;
  plan(): Plan;
}

/** Writes plans of different families in one query. Returns whether it wrote deliveries. */
type WriteAll<Plan> = (
  attempt: Attempt,
  planned: readonly (Plan & { readonly context: FamilyContext })[],
) => Promise<boolean>;

/**
 * Moves the money of families. Concurrent requests are read, planned, and written together, each for itself; several for one
 * family are each planned on the state the one before left. Returns the plan that was written. Throws AnsweredError if the
 * request's Idempotency-Key has its answer.
 */
export function familyQueue<Plan extends object>(
  name: string,
  writeAll: WriteAll<Plan>,
): (request: FamilyRequest<Plan>) => Promise<Plan> {
  const moveInTurn = guardedQueue<FamilyRequest<Plan>, Plan>({
    name,
    apartOf: ({ caller: { tenantId, environment }, name }) => [`${tenantId} ${environment} ${name}`],
    keyOf: ({ claim }) => claim,
    partyOf: ({ caller }) => caller.tenantId,
    attemptAll: (attempt, requests) => moveAll(attempt, requests, writeAll),
  });
  return async (request) => {
    throwIfAnswerRemembered(request.claim);
    return moveInTurn(request);
  };
}

/** One read, one plan per request, one write. Rejects as a whole if nothing was written and all can be retried. */
async function moveAll<Plan extends object>(
  attempt: Attempt,
  requests: readonly FamilyRequest<Plan>[],
  writeAll: WriteAll<Plan>,
): Promise<PromiseSettledResult<Plan | typeof NEXT_BATCH>[]> {
  const settled: PromiseSettledResult<Plan | typeof NEXT_BATCH>[] = [];
  const found: { readonly n: number; readonly claim: ClaimName | null; readonly read: ReadFamily<Plan> }[] = [];
  const roots = new Set<AuthorizationId>();
  const reads = await Promise.allSettled(requests.map((request) => request.read(attempt)));
  for (const [n, read] of reads.entries()) {
    if (read.status === "rejected") {
      // A transaction with a failed query can't continue.
      if (attempt.isLocking) throw read.reason;
      settled[n] = read;
    } else if (roots.has(read.value.family.root.id)) {
      // The same family under another name.
      settled[n] = { status: "fulfilled", value: NEXT_BATCH };
    } else {
      roots.add(read.value.family.root.id);
      found.push({ n, claim: requests[n]?.claim ?? null, read: read.value });
    }
  }
  if (found.length === 0) {
    attempt.leavesNothing?.();
    return settled;
  }
  const contexts = await readFamilyContexts(
    attempt.db,
    found.map(({ claim, read }) => ({ root: read.family.root, claim })),
  );
  const planned: (Plan & { readonly context: FamilyContext })[] = [];
  for (const [i, { n, claim, read }] of found.entries()) {
    try {
      const context = contexts[i];
      if (!context) throw new Error("a read that always has a row for each request had none");
      requireVersion(requests[n]?.caller.standing, context.standing);
      throwIfAnswered(claim, context.answered);
      const plan = read.plan();
      planned.push({ context, ...plan });
      settled[n] = { status: "fulfilled", value: plan };
    } catch (reason) {
      settled[n] = { status: "rejected", reason };
    }
  }
  if (!(await writeAll(attempt, planned))) attempt.leavesNothing?.();
  return settled;
}

export interface FamilyContext {
  /** Null if not opened yet. */
  readonly merchantAccountId: AccountId | null;
  readonly subscribers: readonly Subscriber[];
}

const SUBSCRIBERS = selectSubscribersOf({
  tenantId: sql`i.tenant_id`,
  environment: sql`i.environment`,
  merchantId: sql`i.merchant_id`,
});

/** In the given order, with the earlier answer of the request's key and the version of the root's tenant. */
async function readFamilyContexts(
  db: Queryable,
  asked: readonly { readonly root: AuthorizationRow; readonly claim: ClaimName | null }[],
): Promise<(FamilyContext & { readonly answered: EarlierAnswer | null; readonly standing: bigint })[]> {
  const rows = await query<ContextRow>(
    db,
    sql`SELECT a.id AS account_id, ${SUBSCRIBERS} AS subscribers,
        (SELECT t.standing FROM tenants t WHERE t.id = i.tenant_id), k.status, k.body, k.fingerprint, k.is_encrypted
      FROM json_to_recordset(${rowsAsJson(asked.map(contextName))}::json)
        AS i(n int, tenant_id text, environment environment, merchant_id text, currency text, scope text, key text)
      LEFT JOIN LATERAL (SELECT id FROM accounts WHERE merchant_id = i.merchant_id AND kind = 'merchant'
        AND currency = i.currency LIMIT 1) a ON true
      LEFT JOIN LATERAL (SELECT status, body, fingerprint, is_encrypted FROM idempotency_keys
        WHERE scope = i.scope AND key = i.key LIMIT 1) k ON true
      ORDER BY i.n`,
  );
  return asked.map((_, n) => {
    const row = rows[n];
    if (!row) throw new Error("a read that always has a row for each request had none");
    const { accountId: merchantAccountId, subscribers, standing, status, body, fingerprint, isEncrypted } = row;
    const answered = fingerprint === null ? null : { status, body, fingerprint, isEncrypted };
    return { merchantAccountId, subscribers, answered, standing };
  });
}

interface ContextRow extends Omit<EarlierAnswer, "fingerprint"> {
  readonly accountId: AccountId | null;
  readonly subscribers: readonly Subscriber[];
  readonly standing: bigint;
  readonly fingerprint: string | null;
}

function contextName({ root, claim }: { root: AuthorizationRow; claim: ClaimName | null }, n: number) {
  const { tenantId, environment, merchantId, currency } = root;
  return { n, tenantId, environment, merchantId, currency, scope: claim?.scope ?? null, key: claim?.key ?? null };
}

/** Opens the account when money is first written to it, so that a refusal opens none. */
export async function toMerchantAccount(
  db: Queryable,
  { merchantAccountId }: FamilyContext,
  { merchantId, environment, currency }: AuthorizationRow,
  createdAt: Date,
): Promise<AccountId> {
  if (merchantAccountId !== null) return merchantAccountId;
  return ensureMerchantAccount(db, { merchantId, environment, currency: parseCurrency(currency), createdAt });
}

export function newPosting(root: AuthorizationRow, kind: "capture" | "refund", now: Date): NewRow<"postings"> {
  const { environment, currency } = root;
  return { id: newRecordId(now), kind, environment, currency, authorizationId: root.id, createdAt: now };
}
