import { getHealth } from "@/server/contracts/rest/health";
import { fundAccount, settle } from "@/server/contracts/rest/sandbox";
import { advanceSandboxClock, getSandboxClock } from "@/server/contracts/rest/sandbox-clock";
import { getTenantIdentity } from "@/server/contracts/rest/tenants";
import { funded, made } from "./effects";
import { type Journey, randomAmount } from "./journey";

export const endTheDay: Journey = async (on) => {
  const { client, world } = on;
  await client.ask(settle, {
    as: world.tenant,
    body: { merchant: client.random.pick(world.merchants).id },
    does: ({ batches }) => batches.flatMap(({ batchId }) => made("batch", batchId)),
  });
};

export const fund: Journey = async (on) => {
  const { client, world } = on;
  const id = client.random.pick(world.cards).accountId;
  await client.ask(fundAccount, {
    as: world.tenant,
    params: { id },
    body: { amount: randomAmount(on) },
    does: ({ account, amount }) => funded(account, amount),
  });
};

export const passTime: Journey = async ({ client, world }) => {
  const as = world.ahead;
  const before = await client.ask(getSandboxClock, { as });
  // Another client is moving the clock, or it has reached its limit.
  const mayRefuse = ["sandbox_clock_moving", "validation_error"];
  const after = await client.ask(advanceSandboxClock, { as, body: { days: 1 }, mayRefuse });
  if (before && after && after.now < before.now)
    client.object(`the clock went back from ${before.now} to ${after.now}`);
};

export const look: Journey = async ({ client, world }) => {
  await client.ask(getHealth, { as: null });
  const me = await client.ask(getTenantIdentity, { as: world.tenant });
  if (me && me.id !== world.tenant.id) client.object(`asked as ${world.tenant.id}, answered as ${me.id}`);
};
