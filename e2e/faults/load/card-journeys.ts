import * as contracts from "@/server/contracts/rest/authorizations";
import { approved, captured, declined, reversed } from "./effects";
import type { Journey } from "./journey";
import { randomAmount } from "./journey";

const decided = (answer: {
  readonly status: string;
  readonly authorizationId: string | null;
  readonly amount: number;
}) => (answer.status === "approved" ? approved(answer) : declined(answer));

/** A hold that is incremented, captured in two parts, and partly refunded. The final read must match the answers. */
export const payByCard: Journey = async (on) => {
  const { client, world } = on;
  const as = world.tenant;
  const amount = randomAmount(on);
  const { panToken } = client.random.pick(world.cards);
  const hold = await client.ask(contracts.createAuthorization, { as, body: { panToken, amount }, does: decided });
  if (hold?.status !== "approved") return;
  const params = { id: client.random.pick([hold.recordId, hold.authorizationId]) };
  const isGrown = client.random.next() < 0.5;
  if (isGrown) await client.ask(contracts.incrementAuthorization, { as, params, body: { amount }, does: decided });
  const capture = (body: { readonly amount?: number }) =>
    client.ask(contracts.captureAuthorization, {
      as,
      params,
      body,
      does: (answer) => captured(answer.authorizationId, answer.amountCaptured),
    });
  const reverse = (body: { readonly amount?: number; readonly kind?: "void" | "refund" }) =>
    client.ask(contracts.reverseAuthorization, {
      as,
      params,
      body,
      does: (answer) => reversed(answer.authorizationId, answer.amountReversed),
    });
  await capture({ amount: amount / 2 });
  await reverse({ amount: amount / 4, kind: "refund" });
  const takesAll = client.random.next() < 0.5;
  if (takesAll) await capture({});
  else await reverse({ kind: "void" });
  const read = await client.ask(contracts.getAuthorization, { as, params });
  const held = isGrown ? amount * 2 : amount;
  const taken = takesAll ? held : amount / 2;
  const given = amount / 4 + (takesAll ? 0 : held - amount / 2);
  if (read && (read.captured !== taken || read.reversed !== given || read.capturable !== 0)) {
    client.object(`read ${JSON.stringify(read)}, was answered ${taken} captured and ${given} reversed`);
  }
};

export const declineCard: Journey = async (on) => {
  const { client, world } = on;
  const body = { panToken: world.emptyCard.panToken, amount: randomAmount(on) };
  await client.ask(contracts.createAuthorization, { as: world.tenant, body, does: decided });
};
