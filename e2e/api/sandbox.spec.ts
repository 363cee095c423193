import * as contracts from "@/server/contracts/rest/authorizations";
import { newKey, SANDBOX_HEADERS } from "../fixtures/sandbox";
import { expect, test } from "../fixtures/test";

const path = "/v1/authorizations";

test("the first authorization of a stranger: authorize, capture, refund", { tag: "@journey" }, async ({ request }) => {
  const post = (url: string, data: object) =>
    request.post(url, { headers: { ...SANDBOX_HEADERS, "idempotency-key": newKey() }, data });
  const created = await post(path, { panToken: "TESTcardApproved1", amount: 12.5 });
  expect(created.status()).toBe(201);
  const { recordId } = contracts.createAuthorization.responses[201].schema.parse(await created.json());
  const captured = await post(`${path}/${recordId}/capture`, {});
  expect(contracts.captureAuthorization.responses[200].schema.parse(await captured.json()).status).toBe("charged");
  const reversed = await post(`${path}/${recordId}/reverse`, { amount: 2.5, reason: "RV05" });
  expect(contracts.reverseAuthorization.responses[200].schema.parse(await reversed.json()).status).toBe(
    "partial-reversed",
  );
  const record = await request.get(`${path}/${recordId}`, { headers: SANDBOX_HEADERS });
  expect(contracts.getAuthorization.responses[200].schema.parse(await record.json())).toMatchObject({
    status: "Authorization Partially Refunded",
    amount: 12.5,
    captured: 12.5,
    reversed: 2.5,
    merchant: "TESTmerchantCafe1",
  });
});

const CARDS = [
  ["TESTcardApproved1", 999, "USD", null],
  ["TESTcardLowFunds1", 25.01, "USD", "51"],
  ["TESTcardExpired01", 1, "USD", "54"],
  ["TESTcardRestrict1", 1, "USD", "62"],
  ["TESTcardOverLimit", 10.01, "USD", "61"],
  ["TESTcardOverLimit", 10, "USD", null],
  ["TESTcardClosed001", 1, "USD", "14"],
  ["TESTcardJapanYen1", 500, "JPY", null],
  ["TESTcardJapanYen1", 5, "USD", "57"],
  ["TESTcardKuwaitKWD", 1.234, "KWD", null],
  ["TESTcardDecline05", 1, "USD", "05"],
  ["TESTcardDecline14", 1, "USD", "14"],
  ["TESTcardDecline51", 1, "USD", "51"],
  ["TESTcardDecline54", 1, "USD", "54"],
  ["TESTcardDecline57", 1, "USD", "57"],
  ["TESTcardDecline61", 1, "USD", "61"],
  ["TESTcardDecline62", 1, "USD", "62"],
  ["TESTcardDecline65", 1, "EUR", "65"],
] as const;

for (const [panToken, amount, currency, reasonCode] of CARDS) {
  test(`${panToken} answers ${reasonCode ?? "approved"} to ${amount} ${currency}`, { tag: "@journey" }, async ({
    request,
  }) => {
    const response = await request.post(path, {
      headers: { ...SANDBOX_HEADERS, "idempotency-key": newKey() },
      data: { panToken, amount, currency },
    });
    expect(response.status()).toBe(reasonCode ? 200 : 201);
    expect(await response.json()).toMatchObject(
      reasonCode ? { status: "declined", reasonCode } : { status: "approved", amount },
    );
  });
}

test("TESTcardVelocity1 answers 65 after three a day", { tag: "@journey" }, async ({ request }) => {
  const codes: (string | undefined)[] = [];
  for (let i = 0; i < 4; i += 1) {
    const response = await request.post(path, {
      headers: { ...SANDBOX_HEADERS, "idempotency-key": newKey() },
      data: { panToken: "TESTcardVelocity1", amount: 1 },
    });
    codes.push(((await response.json()) as { reasonCode?: string }).reasonCode);
  }
  expect(codes).toEqual([undefined, undefined, undefined, "65"]);
});

test("the rival must sign and sees nothing of the sandbox tenant", { tag: "@journey" }, async ({ request }) => {
  const rival = {
    "x-api-key": "pk_test_closedloop_rival",
    authorization: "Bearer sk_test_closedloop_rival_public_secret",
  };
  const unsigned = await request.get("/v1/me", { headers: rival });
  expect(unsigned.status()).toBe(401);
  expect(await unsigned.json()).toMatchObject({ error: { code: "signature_required" } });
});

test("OpenAPI is served", { tag: "@journey" }, async ({ request }) => {
  const response = await request.get("/openapi/v1.json");
  expect(response.status()).toBe(200);
  expect(await response.json()).toMatchObject({ openapi: "3.1.0", info: { title: "Closed Loop" } });
});
