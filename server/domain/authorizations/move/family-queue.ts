import { guardedQueue, NEXT_BATCH } from "@/server/db/batches/guarded-batch";
import type { Attempt } from "@/server/db/guarded";
import type { AcquirerCaller } from "@/server/domain/caller";
import { type ClaimName, throwIfAnswered, throwIfAnswerRemembered } from "@/server/domain/idempotency";
import type { AuthorizationId } from "@/server/platform/noun-ids";
import type { Family } from "../family";
import { type FamilyContext, readFamilyContexts } from "./family-context";

/** A request that moves a family's money. */
interface FamilyRequest<Plan> {
  readonly caller: AcquirerCaller;
  /** What the request names, as it names it. */
  readonly name: string;
  readonly claim: ClaimName | null;
  /** Reads all that is planned on; locks it first where the attempt says so. Throws refusals. */
  read(attempt: Attempt): Promise<ReadFamily<Plan>>;
}

interface ReadFamily<Plan> {
  readonly family: Family;
  /** Throws refusals. */
  plan(): Plan;
}

/** Writes plans of different families in one statement, and says whether it wrote deliveries. */
type WriteAll<Plan> = (
  attempt: Attempt,
  planned: readonly (Plan & { readonly context: FamilyContext })[],
) => Promise<boolean>;

/**
 * Moves the money of families: what is asked at the same moment is read, planned, and written together, each request for
 * itself. Of several about one family the next is planned on what the one before it has left. Comes to the plan that was
 * written. Throws AnsweredError where the key of the request has its answer.
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

/** One reading, one plan each, one write. Rejects as a whole where nothing was written and all may be tried again. */
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
      // A transaction in which something failed can do nothing more.
      if (attempt.isLocking) throw read.reason;
      settled[n] = read;
    } else if (roots.has(read.value.family.root.id)) {
      // One family by several names.
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
      requests[n]?.caller.standing?.prove(context.standing);
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
