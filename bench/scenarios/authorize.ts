import { z } from "zod";
import { asTenant, byTurns, requestText } from "./requests";
import type { Context, Run, Scenario, Send } from "./scenario";

const Approved = z.object({ status: z.literal("approved"), recordId: z.string() });

/** Pays 1.00, so that no card runs out of money however long the run. */
export function authorizationText({ world: { tenant, cards, merchants }, turn }: Context): string {
  const at = turn();
  const body = { panToken: byTurns(cards, at).panToken, amount: 1, merchant: byTurns(merchants, at).id };
  return requestText({ path: "/v1/authorizations", headers: asTenant(tenant), body });
}

/** The hold's record id. Null if it wasn't approved. */
export async function placeHold(send: Send, text: string): Promise<string | null> {
  const { status, body } = await send(text);
  const read = status === 201 ? Approved.safeParse(JSON.parse(body)) : null;
  return read?.data?.recordId ?? null;
}

export async function provideHolds({ context, repeat }: Run, count: number): Promise<void> {
  await repeat(Math.max(0, count - context.holds.length), async (send) => {
    const id = await placeHold(send, authorizationText(context));
    if (id === null) throw new Error("a hold that must be approved was not");
    context.holds.push(id);
  });
}

const authorize: Scenario = {
  name: "authorize",
  operate: async (send, context) => {
    const id = await placeHold(send, authorizationText(context));
    if (id === null) return "failed";
    context.holds.push(id);
    return "done";
  },
};

const hotCard: Scenario = {
  name: "hot card",
  operate: async (send, { world: { tenant, cards, merchants }, turn }) => {
    const { panToken } = byTurns(cards, 0);
    const body = { panToken, amount: 1, merchant: byTurns(merchants, turn()).id };
    const text = requestText({ path: "/v1/authorizations", headers: asTenant(tenant), body });
    return (await placeHold(send, text)) === null ? "failed" : "done";
  },
};

const REPLAYED = 100;

const replay: Scenario = {
  name: "replay",
  prepare: ({ context, repeat }) =>
    repeat(REPLAYED - context.answered.length, async (send) => {
      const text = authorizationText(context);
      if ((await placeHold(send, text)) !== null) context.answered.push(text);
    }),
  operate: async (send, { answered, turn }) =>
    (await send(byTurns(answered, turn()))).status === 200 ? "done" : "failed",
};

export const AUTHORIZE_SCENARIOS: readonly Scenario[] = [authorize, hotCard, replay];
