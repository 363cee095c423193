import * as contracts from "@/server/contracts/rest/recurring";
import { approveAgreement, approveChargeRequest, denyChargeRequest } from "@/server/contracts/rest/sandbox";
import { approved, captured, declined, made } from "./effects";
import { type Journey, type Journeying, randomAmount } from "./journey";

async function agreeOnLittle({ client, world }: Journeying) {
  const merchant = client.random.pick(world.merchants);
  const { memberId } = client.random.pick(world.cards);
  const requested = await client.ask(contracts.authorizeRecurring, {
    as: merchant,
    body: { memberId, merchantReference: "beans", description: "Beans, and a grinder once", maxAmount: 0.5 },
    mayRefuse: ["recurring_request_limit_reached"],
    does: (answer) => made("agreement", answer.recurringAuthorizationId),
  });
  const id = requested?.recurringAuthorizationId;
  if (!id) return null;
  const does = () => made("approved agreement", id);
  await client.ask(approveAgreement, { as: world.tenant, params: { id }, body: {}, does });
  return { id, merchant };
}

/** Two charges outside the terms: the member approves one and denies the other. Retries must not repeat either. */
export const chargeBeyondTerms: Journey = async (on) => {
  const { client, world } = on;
  const agreement = await agreeOnLittle(on);
  if (!agreement) return;
  const { id: recurringAuthorizationId, merchant } = agreement;
  for (const [word, answer] of [
    ["approved", approveChargeRequest],
    ["denied", denyChargeRequest],
  ] as const) {
    const amount = randomAmount(on);
    const asked = await client.ask(contracts.chargeRecurring, {
      as: merchant,
      body: { recurringAuthorizationId, amount, onExceed: "ask" },
      does: ({ chargeRequestId }) => made("charge request", chargeRequestId),
    });
    const id = asked?.chargeRequestId;
    if (!id) return client.object(`agreement ${recurringAuthorizationId} was charged ${amount} without its member`);
    const answered = await client.ask(answer, {
      as: world.tenant,
      params: { id },
      does: ({ authorizationId }) => [
        ...made(`${word} charge request`, id),
        ...(word === "approved"
          ? [...approved({ authorizationId, amount }), ...captured(authorizationId, amount)]
          : declined({ authorizationId, amount })),
      ],
    });
    const read = await client.ask(contracts.getChargeRequest, { as: merchant, body: { chargeRequestId: id } });
    if (answered && read && read.status !== answered.status) {
      client.object(`charge request ${id} was answered ${answered.status} and reads ${read.status}`);
    }
  }
};
