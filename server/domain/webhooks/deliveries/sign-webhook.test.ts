import assert from "node:assert/strict";
import { test } from "node:test";
import { signatureHeaders, standardHeaders } from "./sign-webhook";

/** Example from the Standard Webhooks libraries' tests; the second digest is from `openssl dgst -hmac`. */
const CONTENT = {
  deliveryId: "msg_p5jXN8AQM9LWM0D4loKWxJek",
  secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
  at: new Date(1_614_265_330_000),
  body: '{"test": 2432232314}',
};
const HEX = "2e37df5d4a028c51a7f3133d64ae1e300d2c2c900f1b1d49d4369ad2530f8964";

test("a delivery is signed as Standard Webhooks has it, by the bytes that the secret stands for", () => {
  assert.deepEqual(standardHeaders(CONTENT), {
    "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "webhook-timestamp": "1614265330",
    "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  });
});

test("a delivery is signed as contract 6.2 has it, by the secret as it was shown", () => {
  assert.deepEqual(signatureHeaders("acme", CONTENT), {
    "X-ACME-Signature": `sha256=${HEX}`,
    "X-ACME-Timestamp": "1614265330",
  });
});

test("a second lasts until its end", () => {
  for (const [milliseconds, seconds] of [
    [0, "1614265330"],
    [999, "1614265330"],
    [1_000, "1614265331"],
  ] as const) {
    const at = new Date(CONTENT.at.getTime() + milliseconds);
    assert.equal(standardHeaders({ ...CONTENT, at })["webhook-timestamp"], seconds);
    assert.equal(signatureHeaders("acme", { ...CONTENT, at })["X-ACME-Timestamp"], seconds);
  }
});

test("the name of a secret is left out once, at its beginning", () => {
  const signed = (secret: string) => standardHeaders({ ...CONTENT, secret })["webhook-signature"];
  assert.equal(signed("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"), signed(CONTENT.secret));
  assert.notEqual(signed("MfKQ9r8Gwhsec_KYqrTwjUPD8ILPZIo2LaLaSw"), signed(CONTENT.secret));
});

test("the next secret signs beside the present one until its moment, in the header that takes several", () => {
  const nextSecret = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD";
  const both = { ...CONTENT, nextSecret };
  const alone = (secret: string) => standardHeaders({ ...CONTENT, secret })["webhook-signature"];
  assert.equal(standardHeaders(both)["webhook-signature"], `${alone(CONTENT.secret)} ${alone(nextSecret)}`);
  assert.deepEqual(signatureHeaders("acme", both), signatureHeaders("acme", CONTENT));
});
