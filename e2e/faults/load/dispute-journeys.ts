import * as contracts from "@/server/contracts/rest/disputes";
import { refundTransaction, sellTransaction } from "@/server/contracts/rest/transactions";
import { reversed, sold } from "./effects";
import { type Journey, randomAmount } from "./journey";

/** A payment is disputed, refunded, and its dispute closed and answered. */
export const dispute: Journey = async (on) => {
  const { client, world } = on;
  const as = world.tenant;
  const merchant = client.random.pick(world.merchants);
  const amount = randomAmount(on);
  const sale = await client.ask(sellTransaction, {
    as: merchant,
    body: { amount, paymentMethod: client.random.pick(world.cards).panToken },
    does: (answer) => sold(answer, amount),
  });
  if (!sale?.transactionId || !sale.authorizationId) return;
  const { transactionId, authorizationId } = sale;
  const opened = await client.ask(contracts.openSandboxDispute, {
    as,
    body: { authorization: authorizationId, reason: "wrong_amount", note: "It was less." },
  });
  if (!opened) return;
  const params = { id: opened.disputeId };
  const refund = await client.ask(refundTransaction, {
    as: merchant,
    body: { transactionId },
    does: (answer) => reversed(authorizationId, answer.refundedAmount),
  });
  await client.ask(contracts.closeDispute, {
    as,
    params,
    body: { outcome: refund ? "refunded" : "rejected", message: "Looked into." },
  });
  await client.ask(contracts.answerSandboxDispute, { as, params, body: { answer: "Thank you." } });
  const read = await client.ask(contracts.getDispute, { as, params });
  if (read && (read.status !== "closed" || read.answer === null)) client.object(`dispute ${params.id} is not closed`);
  await client.ask(contracts.listDisputes, { as, query: { status: "closed" } });
};
