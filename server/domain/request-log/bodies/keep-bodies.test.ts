import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { keepBodies, MAX_KEPT_BYTES } from "./keep-bodies";

type Wire = Parameters<typeof keepBodies>[0];

function keep(request: unknown, response: unknown = {}, options: Partial<Wire> = {}) {
  const wire = { request: JSON.stringify(request), response: JSON.stringify(response) };
  const kept = keepBodies({ ...wire, environment: "test", isRefused: false, ...options });
  const read = (text: string | null) => (text === null ? null : (JSON.parse(text) as unknown));
  return { request: read(kept.requestBody), response: read(kept.responseBody) };
}

const ASKED = {
  panToken: "TESTcardApproved1",
  amount: 12.5,
  currency: "USD",
  merchantNameRaw: "Ada Lovelace Books",
  metadata: { guest: "Ada Lovelace", table: 7 },
  favourite: "tea",
};

test("in test everything that a contract knows stays, except what is secret", () => {
  const response = {
    status: "approved",
    recordId: "3Fq8rT2kZb7Wn4XsD",
    approvalCode: "123456",
    receipt: "https://x/r",
  };
  assert.deepEqual(keep(ASKED, response), {
    request: { ...ASKED, panToken: "[redacted]", favourite: "[redacted]" },
    response: { ...response, receipt: "[redacted]" },
  });
});

test("in live only ids, amounts, times, and words of ours stay", () => {
  assert.deepEqual(keep(ASKED, { status: "approved", amount: 12.5, member: null }, { environment: "live" }), {
    request: {
      panToken: "[redacted]",
      amount: 12.5,
      currency: "USD",
      merchantNameRaw: "[redacted]",
      metadata: "[redacted]",
    },
    response: { status: "approved", amount: 12.5, member: null },
  });
});

test("of a live request that was refused no text stays: it may hold anything, wherever it stands", () => {
  const asked = { amount: 1, merchant: "4111 1111 1111 1111", currency: "Ada" };
  const refused = {
    error: { code: "validation_error", message: "merchant: Ada", field: "merchant", details: { a: 1 } },
  };
  assert.deepEqual(keep(asked, refused, { environment: "live", isRefused: true }), {
    request: { amount: 1, merchant: "[redacted]", currency: "[redacted]" },
    response: { error: { code: "validation_error", field: "merchant", message: "[redacted]", details: "[redacted]" } },
  });
  assert.deepEqual(keep(asked, refused, { isRefused: true }), { request: asked, response: refused });
});

test("a code is secret and an error's code is not; a payment method in one word is a token", () => {
  assert.deepEqual(keep({ paymentMethod: "TESTcardApproved1", code: "7KQ2M9XW" }, { code: "7KQ2M9XW" }), {
    request: { paymentMethod: "[redacted]", code: "[redacted]" },
    response: { code: "[redacted]" },
  });
  const sent = { paymentMethod: { type: "paymentCode", paymentCode: "7KQ2M9XW12", pin: "1234567" } };
  assert.deepEqual(keep(sent).request, {
    paymentMethod: { type: "paymentCode", paymentCode: "[redacted]", pin: "[redacted]" },
  });
  assert.deepEqual(keep({ error: { code: "7KQ2M9XW" } }).request, { error: { code: "[redacted]" } });
});

test("what is secret goes wherever else it stands, and keys of ours go from any text", () => {
  const sent = {
    pin: "7kq2m9x",
    merchantReference: "PIN 7KQ2M9X",
    metadata: { pin: 1, "7KQ2M9X": 2, note: "sk_test_abc" },
  };
  assert.deepEqual(keep(sent).request, {
    pin: "[redacted]",
    merchantReference: "[redacted]",
    metadata: { pin: "[redacted]", "[redacted]": 2, note: "[redacted]" },
  });
});

test("a body is cut at 16 KB and says how long it was; what is no JSON object is not kept", () => {
  const text = "é".repeat(20_000);
  const kept = keepBodies({
    request: JSON.stringify({ description: text }),
    response: "[1]",
    environment: "test",
    isRefused: false,
  });
  assert.ok(Buffer.byteLength(kept.requestBody ?? "") <= MAX_KEPT_BYTES);
  assert.match(kept.requestBody ?? "", /é$/);
  assert.equal(kept.requestBytes, Buffer.byteLength(JSON.stringify({ description: text })));
  assert.deepEqual([kept.responseBody, kept.responseBytes], [null, 0]);
  assert.equal(keep("[", "{}").request, null);
  const deep = `${'{"id":'.repeat(10_000)}1${"}".repeat(10_000)}`;
  assert.ok(keepBodies({ request: deep, response: deep, environment: "live", isRefused: false }).requestBytes < 1_000);
});

const NAMES = ["amount", "status", "lines", "paymentMethod", "metadata", "details", "description", "reason"];
const SECRETS = ["pin", "code", "panToken", "paymentCode", "secret", "receipt", "matchWords"];
const UNKNOWN = ["passcode", "PIN", "Code", "cardNumber", "__proto__", "toString"];

/** Every text says what kind of field it stands in. */
const { body: bodies } = fc.letrec<{ body: object; value: unknown }>((tie) => ({
  body: fc
    .array(fc.tuple(fc.constantFrom(...NAMES, ...SECRETS, ...UNKNOWN), tie("value")), { maxLength: 6 })
    .map((fields) => Object.fromEntries(fields.map(([name, value]) => [name, mark(name, value)]))),
  value: fc.oneof({ depthSize: "small" }, fc.constant("text"), fc.array(fc.constant("text")), tie("body")),
}));

function mark(name: string, value: unknown): unknown {
  const kind = SECRETS.includes(name) ? "SECRET" : UNKNOWN.includes(name) ? "UNKNOWN" : null;
  if (!kind) return value === "text" && name === "paymentMethod" ? "SECRET" : value;
  return JSON.parse(JSON.stringify(value).replaceAll('"text"', `"${kind} of ${name}"`)) as unknown;
}

test("no secret of any request or answer survives, however deep it stands and in whatever field", () => {
  fc.assert(
    fc.property(
      bodies,
      bodies,
      fc.constantFrom("test", "live"),
      fc.boolean(),
      (request, response, environment, isRefused) => {
        const kept = keepBodies({
          ...{ request: JSON.stringify(request), response: JSON.stringify(response) },
          ...({ environment, isRefused } as const),
        });
        assert.doesNotMatch(`${kept.requestBody} ${kept.responseBody}`, /SECRET/);
        if (environment === "live") assert.doesNotMatch(`${kept.requestBody} ${kept.responseBody}`, /UNKNOWN/);
      },
    ),
    { numRuns: 500 },
  );
});
