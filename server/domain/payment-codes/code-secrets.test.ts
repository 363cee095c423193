import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import bcrypt from "bcrypt";
import { createPaymentCode, redeemPaymentCode, revokePaymentCode } from "@/server/contracts/rest/payment-codes";
import { call, expectError } from "@/server/testing/clients/api-client";
import { withTestDatabase } from "@/server/testing/database";
import { queryTestDatabase } from "@/server/testing/database-rows";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestCode, outcomeOf, redeem, storedCode } from "@/server/testing/factories/payment-codes";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { findStoredText } from "@/server/testing/stored-text";
import { newCode, newPin } from "./code-secrets";

withTestDatabase();

test("minting, trying, redeeming, and revoking leave neither code nor PIN in the database", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant);
  const options = { body: { member: card.memberId, singleUse: false, displayHint: "a hint" }, idempotencyKey: "mint" };
  const { code, pin = "" } = (await call(tenant, createPaymentCode, options)).body;
  assert.notEqual(pin, "");
  await call(tenant, createPaymentCode, options);
  const wrongPin = pin.startsWith("Z") ? `Y${pin.slice(1)}` : `Z${pin.slice(1)}`;
  const typed = `${code.slice(0, 5)}-${code.slice(5)}`.toLowerCase();
  const deviceFingerprint = "the-very-device";
  await redeem(tenant, { code: typed, pin: wrongPin }, { idempotencyKey: "try" });
  await redeem(tenant, { code, pin }, { idempotencyKey: "use", deviceFingerprint });
  await redeem(tenant, { code: "ZZZZZ00000", pin }, { idempotencyKey: "unknown" });
  await call(tenant, revokePaymentCode, { params: { code }, body: { reason: "enough" } });
  for (const secret of [code, typed, pin, wrongPin, "ZZZZZ00000", deviceFingerprint]) {
    for (const form of [secret, Buffer.from(secret).toString("base64").replace(/=+$/, ""), sha256(secret)]) {
      assert.deepEqual(await findStoredText(form), [], `${secret} as ${form}`);
    }
  }
  assert.deepEqual(await findStoredText("a hint"), ["payment_codes.display_hint"], "the search finds what is there");
  assert.ok((await findStoredText(card.memberId)).length >= 2);
});

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

test("the kept answer to a creation is encrypted, that to a redemption need not be", async () => {
  const tenant = await createTestTenant();
  const code = await createTestCode(tenant);
  await redeem(tenant, code, { idempotencyKey: "redeem" });
  const rows = await queryTestDatabase<{ key: string; body: string; is_encrypted: boolean }>(
    "SELECT key, body, is_encrypted FROM idempotency_keys WHERE scope LIKE $1",
    [`%${tenant.id}%`],
  );
  assert.equal(rows.length, 2);
  for (const { key, body, is_encrypted } of rows) {
    assert.equal(is_encrypted, key !== "redeem");
    assert.equal(body.includes("recordId"), key === "redeem");
  }
});

test("a PIN is stored as a bcrypt that the PIN alone does not open", async () => {
  const tenant = await createTestTenant();
  const code = await createTestCode(tenant);
  const { pinHash, codeHash } = await storedCode(code);
  assert.match(pinHash ?? "", /^\$2[aby]\$/);
  assert.equal(await bcrypt.compare(code.pin, pinHash ?? ""), false, "it is peppered");
  assert.match(codeHash, /^[0-9a-f]{64}$/);
  assert.notEqual(codeHash, sha256(code.code), "it is keyed");
});

test("the PIN's hash goes with the code: used, locked, revoked", async () => {
  const tenant = await createTestTenant();
  const [used, locked, revoked] = [
    await createTestCode(tenant),
    await createTestCode(tenant, { lockoutThreshold: 1 }),
    await createTestCode(tenant),
  ];
  for (const code of [used, locked, revoked]) assert.notEqual((await storedCode(code)).pinHash, null);
  assert.equal(await outcomeOf(tenant, used), "approved");
  assert.equal(await outcomeOf(tenant, { ...locked, pin: locked.wrongPin }), "75");
  await call(tenant, revokePaymentCode, { params: { code: revoked.code } });
  for (const code of [used, locked, revoked]) assert.equal((await storedCode(code)).pinHash, null);
});

test("an error about a redemption repeats neither code nor PIN", async () => {
  const tenant = await createTestTenant();
  const { code, pin } = await createTestCode(tenant);
  const body = { code, pin, amount: 1, merchant: tenant.merchantId };
  for (const wrong of [{ code: `${code}0` }, { pin: `${pin}0` }, { amount: 0 }, { merchant: 7 }, { currency: pin }]) {
    const rawBody = JSON.stringify({ ...body, ...wrong });
    const reply = await expectError(tenant, redeemPaymentCode, { rawBody }, { status: 400, code: "validation_error" });
    assert.ok(!reply.text.includes(code) && !reply.text.includes(pin), reply.text);
  }
  for (const rawBody of [`${JSON.stringify(body)}}`, JSON.stringify(body).slice(0, -1)]) {
    const reply = await expectError(tenant, redeemPaymentCode, { rawBody }, { status: 400, code: "invalid_json" });
    assert.ok(!reply.text.includes(code) && !reply.text.includes(pin), reply.text);
  }
});

test("codes and PINs use the whole alphabet at every place, and do not repeat", () => {
  for (const [draw, length] of [
    [() => newCode("tenant"), 10],
    [() => newCode("member"), 8],
    [newPin, 7],
  ] as const) {
    const drawn = Array.from({ length: 5_000 }, draw);
    assert.ok(new Set(drawn).size > 4_990);
    for (let place = 0; place < length; place += 1) {
      assert.equal(new Set(drawn.map((text) => text.charAt(place))).size, 32);
    }
    assert.ok(drawn.every((text) => text.length === length));
  }
});
