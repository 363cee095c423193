import { setTimeout as pause } from "node:timers/promises";
import type { ClosedLoop, WebhookEvent } from "../index.ts";
import type { EventRecord } from "./follow.ts";
import { Refusal, type Stage } from "./profiles.ts";

type EventType = WebhookEvent["event"];
type Scenario = (loop: ClosedLoop, stage: Stage) => Promise<unknown>;

const AMOUNT = 12.5;
const MORE_THAN_ANYONE_HAS = 9_999_999;
const POLL_MS = 500;
const MOST_POLLS = 60;

const pay: (
  loop: ClosedLoop,
  stage: Stage,
  capture?: boolean,
) => Promise<{ recordId: string; authorizationId: string }> = async (loop, { panToken, merchant }, capture = false) => {
  const payment = await loop.createAuthorization({ panToken, merchant, amount: AMOUNT, capture });
  if (payment.status === "approved") return payment;
  throw new Refusal(`The payment was declined: ${payment.reasonCode}, ${payment.reasonMessage}.`);
};

const dispute = async (loop: ClosedLoop, stage: Stage) =>
  loop.openSandboxDispute({ authorization: (await pay(loop, stage, true)).recordId });

const closedDispute = async (loop: ClosedLoop, stage: Stage) => {
  const { disputeId } = await dispute(loop, stage);
  return loop.closeDispute({ id: disputeId, outcome: "rejected", message: "The slip has your signature." });
};

const ask = (loop: ClosedLoop, { member, merchant }: Stage) =>
  loop.authorizeRecurring(
    {
      memberId: member,
      merchantReference: `monthly-${Date.now()}`,
      description: "A bag of beans every month",
      maxAmount: 20,
      interval: "monthly",
    },
    { merchant },
  );

const agreement = async (loop: ClosedLoop, stage: Stage) => {
  const { recurringAuthorizationId } = await ask(loop, stage);
  return loop.approveAgreement({ id: recurringAuthorizationId ?? "" });
};

const code = (loop: ClosedLoop, { member, account }: Stage) =>
  loop.createPaymentCode({ member, account, maxAmount: 50 });

const redeem = async (loop: ClosedLoop, stage: Stage) => {
  const { code: made = "", pin = "" } = await code(loop, stage);
  return loop.redeemPaymentCode({ code: made, pin, amount: AMOUNT, merchant: stage.merchant });
};

const lock = async (loop: ClosedLoop, { member, account, merchant }: Stage) => {
  const { code: made = "", pin = "" } = await loop.createPaymentCode({ member, account, lockoutThreshold: 1 });
  const wrong = `${pin.startsWith("2") ? "3" : "2"}${pin.slice(1)}`;
  return loop.redeemPaymentCode({ code: made, pin: wrong, amount: AMOUNT, merchant });
};

const freeze = (loop: ClosedLoop, { account, card }: Stage, status: "frozen" | "active") =>
  loop.updateCard({ id: account, cardId: card, status });

const thaw = async (loop: ClosedLoop, stage: Stage) => {
  await freeze(loop, stage, "frozen");
  return freeze(loop, stage, "active");
};

const fund = (loop: ClosedLoop, { account }: Stage) =>
  loop.createFunding({ account, amount: AMOUNT, bankReference: `transfer-${Date.now()}` });

const settled = async (loop: ClosedLoop, stage: Stage) => {
  await pay(loop, stage, true);
  return loop.settle({ merchant: stage.merchant });
};

const answered = async (loop: ClosedLoop, stage: Stage, outcome: "paid" | "returned") => {
  await settled(loop, stage);
  const { data } = await loop.listPayouts({ merchant: stage.merchant, status: "pending", limit: 1 });
  if (!data[0])
    throw new Refusal("The merchant’s refunds exceed its captures, so nothing is paid out: pay more, then again.");
  return loop.answerPayout({ id: data[0].payoutId, outcome, ...(outcome === "returned" ? { reason: "AC04" } : {}) });
};

const memberPayout = async (loop: ClosedLoop, { account }: Stage) =>
  loop.createMemberPayout({ account, amount: AMOUNT, country: "DE", accountNumber: "DE89370400440532013000" });

const answeredMember = async (loop: ClosedLoop, stage: Stage, outcome: "paid" | "returned") => {
  const { memberPayoutId } = await memberPayout(loop, stage);
  return loop.answerPayout({ id: memberPayoutId, outcome, ...(outcome === "returned" ? { reason: "AC04" } : {}) });
};

const afterDays = async (loop: ClosedLoop, days: number, before: Promise<unknown>) => {
  await before;
  return loop.advanceSandboxClock({ days });
};

/** What makes an event happen; text says why nothing here does. */
export const SCENARIOS: Readonly<Record<EventType, Scenario | string>> = {
  "authorization.approved": pay,
  "authorization.declined": (loop, { panToken, merchant }) =>
    loop.createAuthorization({ panToken, merchant, amount: MORE_THAN_ANYONE_HAS }),
  "authorization.captured": (loop, stage) => pay(loop, stage, true),
  "authorization.reversed": async (loop, stage) => loop.reverseAuthorization({ id: (await pay(loop, stage)).recordId }),
  "authorization.expired": (loop, stage) => afterDays(loop, 8, pay(loop, stage)),
  "agreement.requested": ask,
  "agreement.approved": agreement,
  "agreement.denied": async (loop, stage) => {
    const { recurringAuthorizationId } = await ask(loop, stage);
    return loop.denyAgreement({ id: recurringAuthorizationId ?? "" });
  },
  "agreement.revoked": async (loop, stage) => {
    const { recurringAuthorizationId } = await agreement(loop, stage);
    return loop.revokeRecurring({ recurringAuthorizationId }, { merchant: stage.merchant });
  },
  "agreement.expired": (loop, stage) => afterDays(loop, 8, ask(loop, stage)),
  "payment_code.created": code,
  "payment_code.used": redeem,
  "payment_code.locked": lock,
  "payment_code.revoked": async (loop, stage) => loop.revokePaymentCode({ code: (await code(loop, stage)).code ?? "" }),
  "payment_code.expired": (loop, stage) => afterDays(loop, 1, code(loop, stage)),
  "card.frozen": async (loop, stage) => {
    await freeze(loop, stage, "frozen");
    return freeze(loop, stage, "active");
  },
  "card.unfrozen": thaw,
  "dispute.opened": dispute,
  "dispute.closed": closedDispute,
  "dispute.answered": async (loop, stage) =>
    loop.answerSandboxDispute({ id: (await closedDispute(loop, stage)).disputeId, answer: "It isn’t my signature." }),
  "funding.created": fund,
  "funding.reversed": async (loop, stage) => loop.reverseFunding({ id: (await fund(loop, stage)).id }),
  "member.invited": (loop, { member }) => loop.inviteMember({ id: member, email: "member@example.com" }),
  "member.joined": "A person has to open the invitation’s link: trigger member.invited, or invite one in the console.",
  "settlement.completed": settled,
  "payout.created": settled,
  "payout.sent": (loop, stage) => answered(loop, stage, "paid"),
  "payout.paid": (loop, stage) => answered(loop, stage, "paid"),
  "payout.returned": (loop, stage) => answered(loop, stage, "returned"),
  "payout.failed": "The sandbox’s bank pays or returns and never refuses: trigger payout.returned.",
  "member_payout.created": memberPayout,
  "member_payout.sent": (loop, stage) => answeredMember(loop, stage, "paid"),
  "member_payout.paid": (loop, stage) => answeredMember(loop, stage, "paid"),
  "member_payout.returned": (loop, stage) => answeredMember(loop, stage, "returned"),
  "member_payout.failed": "The sandbox’s bank pays or returns and never refuses: trigger member_payout.returned.",
  "subscription.paused": "A subscription is paused after 50 deliveries in a row that were never accepted.",
};

/** Makes the event happen, and waits until the service lists it. Throws a `Refusal` for a type that nothing here makes. */
export async function trigger(loop: ClosedLoop, stage: Stage, type: string): Promise<EventRecord> {
  const scenario = SCENARIOS[type as EventType];
  if (scenario === undefined) throw new Refusal(`There is no event ${type}: closed-loop trigger --list names them.`);
  if (typeof scenario === "string") throw new Refusal(scenario);
  const before = new Set((await loop.listEvents({ type, limit: 100 })).data.map(({ id }) => id));
  await scenario(loop, stage);
  for (let poll = 0; poll < MOST_POLLS; poll += 1) {
    const event = (await loop.listEvents({ type, limit: 100 })).data.find(({ id }) => !before.has(id));
    if (event) return event;
    await pause(POLL_MS);
  }
  throw new Refusal(`It was done, and no ${type} was listed within ${(POLL_MS * MOST_POLLS) / 1_000} seconds.`);
}
