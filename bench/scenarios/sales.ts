import { z } from "zod";
import type { Outcome } from "../load/tally";
import { asMerchant, asTenant, byTurns, requestText } from "./requests";
import type { Context, Scenario, Send } from "./scenario";

const Sold = z.object({ status: z.literal("PendingSettlement") });
const Minted = z.object({ code: z.string(), pin: z.string() });

async function sell(send: Send, path: string, key: string, body: object): Promise<Outcome> {
  const answer = await send(requestText({ path, headers: asMerchant({ key }), body }));
  return answer.status === 200 && Sold.safeParse(JSON.parse(answer.body)).success ? "done" : "failed";
}

function sellAt(send: Send, { world, turn }: Context, merchant: number): Promise<Outcome> {
  const { key } = byTurns(world.merchants, merchant);
  const body = { amount: 1, paymentMethod: byTurns(world.cards, turn()).panToken };
  return sell(send, "/merchant/v1/transactions/sale", key, body);
}

const sale: Scenario = { name: "sale", operate: (send, context) => sellAt(send, context, context.turn()) };

const hotMerchant: Scenario = { name: "hot merchant", operate: (send, context) => sellAt(send, context, 0) };

const agreementCharge: Scenario = {
  name: "agreement charge",
  operate: (send, { world, turn }) => {
    const { id, key } = byTurns(world.agreements, turn());
    return sell(send, "/merchant/v1/recurring/charge", key, { recurringAuthorizationId: id, amount: 1 });
  },
};

/** Minting and redeeming cost about the same, mostly bcrypt. */
const CODES_A_SECOND = 80;

const redeem: Scenario = {
  name: "redeem",
  prepare: ({ context, seconds, repeat }) =>
    repeat(Math.max(0, Math.ceil(CODES_A_SECOND * seconds) - context.codes.length), async (send) => {
      const { tenant, cards } = context.world;
      const body = { member: byTurns(cards, context.turn()).memberId, expiryMinutes: 1_440 };
      const answer = await send(requestText({ path: "/v1/payment-codes", headers: asTenant(tenant), body }));
      context.codes.push(Minted.parse(JSON.parse(answer.body)));
    }),
  operate: async (send, { world: { tenant, merchants }, codes, turn }) => {
    const code = codes.pop();
    if (!code) return "exhausted";
    const body = { ...code, amount: 1, merchant: byTurns(merchants, turn()).id };
    const text = requestText({ path: "/v1/payment-codes/authorize", headers: asTenant(tenant), body });
    return (await send(text)).status === 201 ? "done" : "failed";
  },
};

export const SALE_SCENARIOS: readonly Scenario[] = [sale, hotMerchant, agreementCharge, redeem];
