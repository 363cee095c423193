import { type Decision, lacksFunds } from "@/server/domain/declines";
import type { AccountId } from "@/server/platform/noun-ids";
import { rescueHint } from "../rescue/offer";
import type { OpenRescue } from "../rescue/open-rescues";
import type { BatchState } from "./batch-state";
import type { DecisionInput, Instrument, Payer, PaymentRequest } from "./payment-request";
import type { Facts } from "./read-facts";

type Found<P extends Payer> = Pick<NonNullable<Facts<P>["payer"]>, "read" | "rescues" | "hasOtherAccount">;

interface Case<A extends PaymentRequest, P extends Payer> extends Found<P> {
  readonly request: A;
  /** As it is by now in the batch. */
  readonly payer: P;
  readonly input: DecisionInput;
}

/** What a request came to, and which account it is about. */
interface Reached {
  readonly decision: Decision;
  readonly input: DecisionInput;
  readonly accountId: AccountId;
  /** The one that it spends. */
  readonly rescue: OpenRescue | null;
}

/**
 * Decides, with a rescue where the member has left one that covers the request: then the payment draws on the account that
 * the member chose, and their own freeze and limits don't hold. Where the rescue doesn't suffice, it decides without. A
 * rescue is good for one payment: it is spent even if that would have been approved without it.
 */
export function decideOrRescue<A extends PaymentRequest, P extends Payer, R>(
  instrument: Instrument<A, P, R>,
  state: BatchState<P>,
  { request, payer, input, read, rescues }: Case<A, P>,
): Reached {
  const rescue =
    rescues.find(
      (one) =>
        input.amountMinor <= one.amountMinor &&
        one.rulesVersion === instrument.rescue?.rulesVersion(payer) &&
        !state.isSpent(one),
    ) ?? null;
  if (rescue) {
    const { id: rescueId, amountMinor, accountId } = rescue;
    const { availableMinor } = state.account(accountId, { availableMinor: rescue.availableMinor, overdueMinor: 0n });
    const allowed = { ...input, availableMinor, allowance: { rescueId, amountMinor } };
    const decision = instrument.decide(request, payer, allowed);
    if (decision.outcome === "approved") return { decision, input: allowed, accountId, rescue };
  }
  const decision = instrument.decide(request, payer, input);
  const { accountId } = read;
  return { decision, input, accountId, rescue: decision.outcome === "approved" ? rescue : null };
}

/**
 * A decline says until when the member can let the payment through, if their word would do: nothing but their own
 * freeze and limits stands in the way, or money that another account of theirs may have.
 */
export function offerRescue<A extends PaymentRequest, P extends Payer, R>(
  instrument: Instrument<A, P, R>,
  { request, payer, input, hasOtherAccount }: Case<A, P>,
  decision: Decision,
): Decision {
  if (decision.outcome === "approved" || instrument.rescue === null) return decision;
  const allowance = { rescueId: null, amountMinor: input.transactionMinor };
  const allowed = instrument.decide(request, payer, { ...input, allowance });
  const helps = allowed.outcome === "approved" || (lacksFunds(allowed) && hasOtherAccount);
  return helps ? { ...decision, hint: { ...decision.hint, ...rescueHint(request.caller.now) } } : decision;
}
