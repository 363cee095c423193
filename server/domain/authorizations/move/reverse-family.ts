import type { Attempt } from "@/server/db/guarded";
import type { AcquirerCaller } from "@/server/domain/caller";
import { answerRow, type IdempotencyClaim } from "@/server/domain/idempotency";
import type { Family } from "../family";
import { familyQueue } from "./family-queue";
import { type PlannedReversal, writeReversals } from "./write-reversals";

/** What a use case plans of a reversal, void, or refund, and what it comes to. */
interface Reversal<Outcome> extends Pick<PlannedReversal, "plan" | "reversalId" | "reasonCode" | "isBeforeSettlement"> {
  readonly outcome: Outcome;
}

interface ReversalRequest<Outcome> {
  readonly caller: AcquirerCaller;
  /** What the request names, as it names it. */
  readonly name: string;
  readonly claim: IdempotencyClaim<Outcome> | null;
  /** As of `familyQueue`. */
  read(attempt: Attempt): Promise<{ readonly family: Family; plan(): Reversal<Outcome> }>;
}

const reverseInTurn = familyQueue<PlannedReversal>("reversal", writeReversals);

/** Gives a family's money back: what is asked at the same moment is written together, and each is planned by its use case. */
export async function reverseFamily<Outcome>(request: ReversalRequest<Outcome>): Promise<Outcome> {
  const { caller, name, claim } = request;
  const at = caller.now;
  /** Of each plan that was made; one of them is written. */
  const outcomes = new Map<PlannedReversal, { readonly outcome: Outcome }>();
  const written = await reverseInTurn({
    caller,
    name,
    claim,
    read: async (attempt) => {
      const { family, plan } = await request.read(attempt);
      return {
        family,
        plan: () => {
          const { outcome, ...planned } = plan();
          const answer = claim ? answerRow(claim, outcome, at) : null;
          const reversal = { caller, family, at, claim, answer, ...planned };
          outcomes.set(reversal, { outcome });
          return reversal;
        },
      };
    },
  });
  const found = outcomes.get(written);
  if (!found) throw new Error("a reversal was written that was not planned");
  return found.outcome;
}
