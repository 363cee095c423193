import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { MAX_KEPT_BYTES, redactBodies } from "./redact-bodies";

type Wire = Parameters<typeof redactBodies>[0];

function keep(request: unknown, response: unknown = {}, options: Partial<Wire> = {}) {
  const wire = { request: JSON.stringify(request), response: JSON.stringify(response) };
  const kept = redactBodies({ ...wire, environment: "test", isRefused: false, ...options });
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

test("test keeps everything that a contract knows, except secrets", () => {
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

test("a refused live request keeps no text: it may hold anything, wherever it stands", () => {
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

test("a secret goes wherever else it stands, and keys of ours go from any text", () => {
  // Letters that get longer in lowercase.
  assert.deepEqual(keep({ deviceFingerprint: "İİİİ7", metadata: { a: "İİİİ7", b: "i̇i̇i̇i̇7", c: "7" } }).request, {
    deviceFingerprint: "[redacted]",
    metadata: { a: "[redacted]", b: "[redacted]", c: "7" },
  });
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
  const kept = redactBodies({
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
  assert.ok(
    redactBodies({ request: deep, response: deep, environment: "live", isRefused: false }).requestBytes < 1_000,
  );
});

test("a number goes as its digits would", () => {
  const asked = { pin: "4829133", paymentCode: "12345678", account: 12345678, lines: [48291330], amount: 5 };
  for (const environment of ["test", "live"] as const) {
    assert.deepEqual(keep(asked, { amount: 12345678 }, { environment }), {
      request: {
        pin: "[redacted]",
        paymentCode: "[redacted]",
        account: "[redacted]",
        lines: ["[redacted]"],
        amount: 5,
      },
      response: { amount: "[redacted]" },
    });
  }
  const card = { account: 4111111111111111, member: [4.111111111111111e25], amount: 12.5 };
  assert.deepEqual(keep(card, {}, { environment: "live", isRefused: true }).request, {
    account: "[redacted]",
    member: ["[redacted]"],
    amount: 12.5,
  });
  assert.deepEqual(keep(card, {}, { isRefused: true }).request, card);
});

const MOST = 64 * 1024 - 200;
const fill = (text: string, length = MOST) => text.repeat(Math.floor(length / text.length));
const pins = (count: number, length: number) =>
  JSON.stringify(Array.from({ length: count }, (_, n) => String(n).padStart(length, "a")));
const fields = (value: string) => Array.from({ length: 2_950 }, (_, n) => `"a${n}":${value}`).join();

/** The longest requests, with as much to search as possible. */
const WORST: Readonly<Record<string, string>> = {
  "one long text": `{"pin":"b${fill("a", 28)}","metadata":["${fill("a", MOST - 40)}"]}`,
  "a long secret": `{"pin":"b${fill("a", 500)}","metadata":["${fill("a", MOST - 600)}"]}`,
  "a very long secret": `{"pin":"b${fill("a", MOST / 2)}","metadata":["${fill("a", MOST / 2)}"]}`,
  "many secrets": `{"pin":${pins(3_000, 6)},"metadata":["${fill("a", MOST / 2)}"]}`,
  "32 secrets": `{"pin":${pins(32, 100)},"metadata":["${fill("a", MOST - 4_000)}"]}`,
  "many short texts": `{"pin":"1234567","metadata":[${fill('"a",', MOST - 40)}1]}`,
  "many texts": `{"pin":${pins(7, 4)},"metadata":[${fill('"aaaa",', MOST - 100)}1]}`,
  "many numbers": `{"pin":"1234567","lines":[${fill("1,", MOST - 40)}1]}`,
  "many fields": `{"pin":"1234567",${fields("1")}}`,
  "many secret fields": `{${fields('{"pin":"1"}')}}`,
  "deep lists": `{"metadata":${"[".repeat(MOST / 2 - 20)}${"]".repeat(MOST / 2 - 20)}}`,
  "deep fields": `{"pin":"1234567",${fill('"data":{', MOST / 2)}${fill("}", MOST / 16 + 1)}`,
  "what looks like a cut character": `{"metadata":["${fill("\uFFFD", 5_440)}${fill("y", MOST - 5_440 * 3 - 20)}"]}`,
};

const timeOf = (work: () => unknown) => {
  const began = performance.now();
  work();
  return performance.now() - began;
};

/** Relative to reading and writing a body of most fields (under 2 ms), measured alongside, since the machine may be busy. */
const MOST_TIMES = 12;

for (const [what, request] of Object.entries(WORST))
  test(`no body holds others up: ${what}`, () => {
    assert.ok(Buffer.byteLength(request) <= 64 * 1024);
    const [units, times] = [[], []] as [number[], number[]];
    for (let round = 0; round < 40; round += 1) {
      units.push(timeOf(() => JSON.stringify(JSON.parse(WORST["many fields"] ?? ""))));
      times.push(timeOf(() => redactBodies({ request, response: "{}", environment: "test", isRefused: true })));
    }
    const [unit, time] = [Math.min(...units), Math.min(...times)];
    assert.ok(time < MOST_TIMES * unit, `${time} ms, where reading and writing takes ${unit} ms`);
  });

test("a body with more secrets than can be looked for is not kept, nor the other", () => {
  const none = { request: null, response: null };
  assert.deepEqual(keep({ pin: Array.from({ length: 33 }, (_, n) => `1234${n}`), amount: 5 }), none);
  assert.deepEqual(keep({ amount: 5 }, { code: "x".repeat(513) }), none);
  assert.deepEqual(keep({ pin: "1234567", description: "x".repeat(400_000) }), none);
  assert.notEqual(keep({ deviceFingerprint: "x".repeat(512) }).request, null);
});

test("why nothing is kept is said where something would have been", () => {
  const why = (request: string) =>
    redactBodies({ request, response: "{}", environment: "test", isRefused: false }).unkeptBecause;
  assert.equal(why(`{"pin":${pins(33, 6)}}`), "too_much");
  assert.equal(why(`{"pin":${pins(32, 6)}}`), null);
  assert.equal(why(""), null);
});

const NAMES = ["amount", "status", "lines", "paymentMethod", "metadata", "details", "description", "reason"];
const SECRETS = ["pin", "code", "panToken", "paymentCode", "secret", "receipt", "matchWords"];
const UNKNOWN = ["passcode", "PIN", "Code", "cardNumber", "__proto__", "toString"];

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
        const kept = redactBodies({
          request: JSON.stringify(request),
          response: JSON.stringify(response),
          ...({ environment, isRefused } as const),
        });
        assert.doesNotMatch(`${kept.requestBody} ${kept.responseBody}`, /SECRET/);
        if (environment === "live") assert.doesNotMatch(`${kept.requestBody} ${kept.responseBody}`, /UNKNOWN/);
      },
    ),
    { numRuns: 500 },
  );
});
