import { type Decision, lacksFunds } from "@/server/domain/declines";
import type { AccountId } from "@/server/platform/noun-ids";
import { rescueHint } from "../rescue/offer";
import type { OpenRescue } from "../rescue/open-rescues";
import type { Ask, Asked, Instrument, Payer } from "./ask";
import type { Facts } from "./read-facts";
import type { Running } from "./running";

type Found<P extends Payer> = Pick<NonNullable<Facts<P>["payer"]>, "read" | "rescues" | "hasOtherAccount">;

interface Case<A extends Ask, P extends Payer> extends Found<P> {
  readonly ask: A;
  /** As it is by now in the batch. */
  readonly payer: P;
  readonly asked: Asked;
}

/** What a request came to, and which account it is about. */
interface Reached {
  readonly decision: Decision;
  readonly asked: Asked;
  readonly accountId: AccountId;
  /** The one that it spends. */
  readonly rescue: OpenRescue | null;
}

/**
 * Decides, with a rescue where the member has left one that covers the request: then the payment draws on the account that
 * the member chose, and their own freeze and limits don't hold. Where the rescue doesn't suffice, it decides without. A
 * rescue is good for one payment: it is spent even if that would have been approved without it.
 */
export function decideOrRescue<A extends Ask, P extends Payer, R>(
  instrument: Instrument<A, P, R>,
  running: Running<P>,
  { ask, payer, asked, read, rescues }: Case<A, P>,
): Reached {
  const rescue =
    rescues.find(
      (one) =>
        asked.amountMinor <= one.amountMinor &&
        one.rulesVersion === instrument.rescue?.rulesVersion(payer) &&
        !running.isSpent(one),
    ) ?? null;
  if (rescue) {
    const { id: rescueId, amountMinor, accountId } = rescue;
    const { availableMinor } = running.account(accountId, { availableMinor: rescue.availableMinor, overdueMinor: 0n });
    const allowed = { ...asked, availableMinor, allowance: { rescueId, amountMinor } };
    const decision = instrument.decide(ask, payer, allowed);
    if (decision.outcome === "approved") return { decision, asked: allowed, accountId, rescue };
  }
  const decision = instrument.decide(ask, payer, asked);
  const { accountId } = read;
  return { decision, asked, accountId, rescue: decision.outcome === "approved" ? rescue : null };
}

/**
 * A decline says until when the member can let the payment through, if their word would do: nothing but their own
 * freeze and limits stands in the way, or money that another account of theirs may have.
 */
export function offerRescue<A extends Ask, P extends Payer, R>(
  instrument: Instrument<A, P, R>,
  { ask, payer, asked, hasOtherAccount }: Case<A, P>,
  decision: Decision,
): Decision {
  if (decision.outcome === "approved" || instrument.rescue === null) return decision;
  const allowance = { rescueId: null, amountMinor: asked.transactionMinor };
  const allowed = instrument.decide(ask, payer, { ...asked, allowance });
  const helps = allowed.outcome === "approved" || (lacksFunds(allowed) && hasOtherAccount);
  return helps ? { ...decision, hint: { ...decision.hint, ...rescueHint(ask.caller.now) } } : decision;
}
