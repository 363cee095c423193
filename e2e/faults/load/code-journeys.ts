import { captureAuthorization } from "@/server/contracts/rest/authorizations";
import * as atMerchant from "@/server/contracts/rest/merchant-payment-codes";
import * as codes from "@/server/contracts/rest/payment-codes";
import { createMemberCode, replaceMemberCode, rescueAuthorization } from "@/server/contracts/rest/sandbox";
import { approved, captured, declined, made, sold } from "./effects";
import { type Journey, randomAmount } from "./journey";

/** Longer than any clock shift. */
const expiryMinutes = 600;

/** A code with a PIN. If the answer with the PIN was lost, the code can't be used, and is revoked. */
export const payByCode: Journey = async (on) => {
  const { client, world } = on;
  const as = world.tenant;
  const amount = randomAmount(on);
  const card = client.random.pick(world.cards);
  const made_ = await client.ask(codes.createPaymentCode, {
    as,
    body: { member: card.memberId, expiryMinutes },
    does: ({ recordId }) => made("code", recordId),
  });
  if (!made_) return;
  const params = { code: made_.code };
  if (made_.pin !== undefined) {
    const redeemed = await client.ask(codes.redeemPaymentCode, {
      as,
      body: { code: made_.code, pin: made_.pin, amount, merchant: world.tenant.merchantId },
      does: (answer) => (answer.status === "approved" ? approved(answer) : declined(answer)),
    });
    if (redeemed?.status !== "approved") client.object("a good code with its PIN was declined");
    await client.ask(captureAuthorization, {
      as,
      params: { id: redeemed?.recordId ?? "" },
      body: {},
      does: (answer) => captured(answer.authorizationId, answer.amountCaptured),
    });
  }
  await client.ask(codes.revokePaymentCode, {
    as,
    params,
    body: { reason: "done with it" },
    does: ({ recordId }) => made("revoked code", recordId),
  });
  const read = await client.ask(codes.getPaymentCode, { as, params });
  const uses = made_.pin === undefined ? 0 : 1;
  if (read && (!read.revoked || read.uses !== uses)) {
    client.object(`code ${read.recordId} has ${read.uses} uses, was answered ${uses}`);
  }
};

export const payByMemberCode: Journey = async (on) => {
  const { client, world } = on;
  const merchant = client.random.pick(world.merchants);
  const { memberId: member } = client.random.pick(world.cards);
  const amount = randomAmount(on);
  const allowRecurring = client.random.next() < 0.5;
  const code = await client.ask(createMemberCode, {
    as: world.tenant,
    body: { member, expiryMinutes, allowRecurring },
    does: ({ recordId }) => made("code", recordId),
  });
  // The code is returned only once, so a retry's answer doesn't contain it.
  if (!code?.code) return;
  const paymentCode = code.code;
  const valid = await client.ask(atMerchant.validatePaymentCode, { as: merchant, body: { paymentCode } });
  if (valid?.valid === false) client.object(`code ${code.recordId} was just made and is not valid`);
  const contract = allowRecurring ? atMerchant.chargePaymentCode : atMerchant.sellPaymentCode;
  for (let use = 0; use < (allowRecurring ? 2 : 1); use += 1) {
    const answer = await client.ask(contract, {
      as: merchant,
      body: { paymentCode, amount },
      does: (sale) => sold(sale, amount),
    });
    if (answer?.approved === false) client.object(`code ${code.recordId} was declined with ${answer.reasonCode}`);
  }
};

/**
 * A payment above the member's cap, which the member then allows once. The rescue may be refused if a clock is off by more than
 * its minutes.
 */
export const payOverCap: Journey = async (on) => {
  const { client, world } = on;
  const as = client.random.pick(world.merchants);
  const { memberId: member } = client.random.pick(world.cards);
  const amount = randomAmount(on);
  const code = await client.ask(createMemberCode, {
    as: world.tenant,
    body: { member, expiryMinutes, maxAmount: amount - 1 },
    does: ({ recordId }) => made("code", recordId),
  });
  if (!code?.code) return;
  const body = { paymentCode: code.code, amount };
  const over = await client.ask(atMerchant.sellPaymentCode, { as, body, does: (sale) => sold(sale, amount) });
  if (over?.approved !== false) client.object(`code ${code.recordId} paid more than its cap`);
  const rescue = await client.ask(rescueAuthorization, {
    as: world.tenant,
    params: { id: over?.authorizationId ?? "" },
    body: {},
    mayRefuse: ["payment_not_rescuable"],
    does: ({ recordId }) => made("rescue", recordId),
  });
  if (!rescue) return;
  const spent = ({ approved: isApproved }: { approved: boolean }) =>
    isApproved ? made("spent rescue", rescue.recordId) : [];
  await client.ask(atMerchant.sellPaymentCode, { as, body, does: (sale) => [...sold(sale, amount), ...spent(sale)] });
  const again = await client.ask(atMerchant.sellPaymentCode, { as, body, does: (sale) => sold(sale, amount) });
  if (again?.approved !== false) client.object(`code ${code.recordId} was let through twice`);
};

/** A tenant's code and a member's, each replaced as if its first answer had been lost. */
export const replaceCodes: Journey = async (on) => {
  const { client, world } = on;
  const as = world.tenant;
  const { memberId: member } = client.random.pick(world.cards);
  const body = { member, expiryMinutes };
  const does = ({ recordId }: { recordId: string }) => made("code", recordId);
  const replacing = (lost: string) => ({
    does: ({ recordId }: { recordId: string }) => [...made("code", recordId), ...made("revoked code", lost)],
  });
  const ofTenant = await client.ask(codes.createPaymentCode, { as, body, does });
  if (ofTenant) {
    const params = { code: ofTenant.code };
    await client.ask(codes.replacePaymentCode, { as, params, ...replacing(ofTenant.recordId) });
  }
  const ofMember = await client.ask(createMemberCode, { as, body, does });
  if (ofMember) {
    const params = { id: ofMember.recordId };
    await client.ask(replaceMemberCode, { as, params, ...replacing(ofMember.recordId) });
  }
};
