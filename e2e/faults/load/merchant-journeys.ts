import * as contracts from "@/server/contracts/rest/transactions";
import { approved, captured, declined, reversed, sold } from "./effects";
import { type Journey, type Journeying, randomAmount } from "./journey";

function randomPayment(on: Journeying) {
  const { random } = on.client;
  const as = random.pick(on.world.merchants);
  return { as, amount: randomAmount(on), paymentMethod: random.pick(on.world.cards).panToken };
}

export const holdAtMerchant: Journey = async (on) => {
  const { client } = on;
  const { as, amount, paymentMethod } = randomPayment(on);
  const hold = await client.ask(contracts.authorizeTransaction, {
    as,
    body: { amount, paymentMethod },
    does: (answer) => (answer.approved ? approved : declined)({ authorizationId: answer.authorizationId, amount }),
  });
  const authorizationId = hold?.authorizationId;
  if (!authorizationId || !hold.approved) return;
  await client.ask(contracts.incrementTransaction, {
    as,
    body: { authorizationId, amount: 1 },
    does: (answer) => (answer.approved ? approved : declined)({ authorizationId: answer.authorizationId, amount: 1 }),
  });
  await client.ask(contracts.captureTransaction, {
    as,
    body: { authorizationId, amount: amount / 2 },
    does: (answer) => captured(authorizationId, answer.capturedAmount),
  });
  await client.ask(contracts.voidTransaction, {
    as,
    body: { authorizationId },
    does: (answer) => reversed(authorizationId, answer.voidedAmount),
  });
};

export const sellAndGiveBack: Journey = async (on) => {
  const { client } = on;
  const { as, amount, paymentMethod } = randomPayment(on);
  const sale = await client.ask(contracts.sellTransaction, {
    as,
    body: { amount, paymentMethod },
    does: (answer) => sold(answer, amount),
  });
  if (!sale?.transactionId) return;
  const { transactionId, authorizationId } = sale;
  let back = 0;
  if (client.random.next() < 0.5) {
    const reversal = await client.ask(contracts.reverseTransaction, {
      as,
      body: { transactionId },
      // Another journey may have settled the sale.
      mayRefuse: ["already_settled"],
      does: (answer) => reversed(authorizationId, answer.reversedAmount),
    });
    back = reversal?.reversedAmount ?? 0;
  } else {
    for (let part = 0; part < 2; part += 1) {
      const refund = await client.ask(contracts.refundTransaction, {
        as,
        body: { transactionId, amount: amount / 4 },
        does: (answer) => reversed(authorizationId, answer.refundedAmount),
      });
      back += refund?.refundedAmount ?? 0;
    }
  }
  const read = await client.ask(contracts.getTransaction, { as, body: { transactionId } });
  if (read && (read.capturedAmount !== amount || read.refundedAmount !== back)) {
    client.object(`read ${JSON.stringify(read)}, was answered ${amount} captured and ${back} given back`);
  }
};
