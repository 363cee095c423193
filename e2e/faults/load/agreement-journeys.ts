import * as contracts from "@/server/contracts/rest/recurring";
import { approveAgreement, denyAgreement } from "@/server/contracts/rest/sandbox";
import { made, sold } from "./effects";
import { type Journey, randomAmount } from "./journey";

const TERMS = { merchantReference: "beans", description: "A bag of beans now and then" };

export const agreeAndCharge: Journey = async (on) => {
  const { client, world } = on;
  const merchant = client.random.pick(world.merchants);
  const { memberId } = client.random.pick(world.cards);
  const amount = randomAmount(on);
  const requested = await client.ask(contracts.authorizeRecurring, {
    as: merchant,
    body: { memberId, ...TERMS, maxAmount: amount },
    mayRefuse: ["recurring_request_limit_reached"],
    does: (answer) => made("agreement", answer.recurringAuthorizationId),
  });
  const id = requested?.recurringAuthorizationId;
  if (!id) return;
  const params = { id };
  await client.ask(approveAgreement, {
    as: world.tenant,
    params,
    body: {},
    does: () => made("approved agreement", id),
  });
  const charge = () =>
    client.ask(contracts.chargeRecurring, {
      as: merchant,
      body: { recurringAuthorizationId: id, amount },
      does: (answer) => sold(answer, amount),
    });
  const charges = client.random.integer(1, 2);
  for (let i = 0; i < charges; i += 1) {
    const answer = await charge();
    if (answer?.approved === false) client.object(`agreement ${id} was declined with ${answer.reasonCode}`);
  }
  await client.ask(contracts.preflightRecurring, {
    as: merchant,
    body: { recurringAuthorizationId: id, amount: 1 },
  });
  const listed = await client.ask(contracts.listRecurring, { as: merchant, body: { limit: 100 } });
  if (listed && !listed.hasMore && listed.data.every((each) => each.recurringAuthorizationId !== id))
    client.object(`agreement ${id} is not listed`);
  const read = await client.ask(contracts.getRecurring, { as: merchant, body: { recurringAuthorizationId: id } });
  if (read && read.charges !== charges) client.object(`agreement ${id} has ${read.charges} charges, not ${charges}`);
  await client.ask(contracts.revokeRecurring, {
    as: merchant,
    body: { recurringAuthorizationId: id },
    does: () => made("revoked agreement", id),
  });
  const late = await charge();
  if (late?.approved) client.object(`agreement ${id} was charged after its end`);
};

export const agreeInVain: Journey = async (on) => {
  const { client, world } = on;
  const { memberId } = client.random.pick(world.cards);
  const requested = await client.ask(contracts.authorizeRecurring, {
    as: client.random.pick(world.merchants),
    body: { memberId, ...TERMS, maxAmount: randomAmount(on) },
    mayRefuse: ["recurring_request_limit_reached"],
    does: (answer) => made("agreement", answer.recurringAuthorizationId),
  });
  const id = requested?.recurringAuthorizationId;
  if (!id) return;
  const does = () => made("denied agreement", id);
  await client.ask(denyAgreement, { as: world.tenant, params: { id }, does });
};
