import * as contracts from "@/server/contracts/rest/payment-codes";
import { newKey, SANDBOX_HEADERS } from "../fixtures/sandbox";
import { expect, test } from "../fixtures/test";

test("a code of Alice's is minted, redeemed once, and used up", { tag: "@journey" }, async ({ request }) => {
  const post = (url: string, data: object, idempotencyKey = newKey()) =>
    request.post(url, { headers: { ...SANDBOX_HEADERS, "idempotency-key": idempotencyKey }, data });
  const mintingKey = newKey();
  const minting = { member: "TESTmemberAlice01", maxAmount: 50 };
  const minted = await post("/v1/payment-codes", minting, mintingKey);
  expect(minted.status()).toBe(201);
  const { code, pin } = contracts.createPaymentCode.responses[201].schema.parse(await minted.json());
  const repeated = await post("/v1/payment-codes", minting, mintingKey);
  expect(repeated.status()).toBe(200);
  expect(await repeated.json()).toMatchObject({ code });
  expect(await repeated.json()).not.toHaveProperty("pin");

  const sale = { code, pin, amount: 12.5, merchant: "TESTmerchantCafe1" };
  const wrong = await post("/v1/payment-codes/authorize", { ...sale, pin: pin === "0000000" ? "1111111" : "0000000" });
  expect(await wrong.json()).toMatchObject({ status: "declined", reasonCode: "55" });
  const redeemed = await post("/v1/payment-codes/authorize", sale);
  expect(redeemed.status()).toBe(201);
  const { recordId } = contracts.redeemPaymentCode.responses[201].schema.parse(await redeemed.json());
  const again = await post("/v1/payment-codes/authorize", sale);
  expect(await again.json()).toMatchObject({ status: "declined", reasonCode: "65" });
  const captured = await post(`/v1/authorizations/${recordId}/capture`, {});
  expect(await captured.json()).toMatchObject({ status: "charged", amountCaptured: 12.5 });
  const state = await request.get(`/v1/payment-codes/${code}`, { headers: SANDBOX_HEADERS });
  expect(contracts.getPaymentCode.responses[200].schema.parse(await state.json()).status).toBe("Code Used");
});
