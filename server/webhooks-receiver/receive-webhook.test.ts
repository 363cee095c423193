import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { test } from "node:test";
import { memoryStore, type ReceivedRequest, receiveWebhook, type VerifiedDelivery } from "./receive-webhook";

const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLw3Z";
const NOW = new Date("2026-03-02T10:00:00.000Z");
const BODY = '{"id":"4821907","event":"authorization.approved","amount":12.5}';

function signed(options: { secret?: string; body?: string; offSeconds?: number; id?: string } = {}): ReceivedRequest {
  const { secret = SECRET, body = BODY, offSeconds = 0, id = "3Fq8rTDw2Lk9VbN4h" } = options;
  const timestamp = String(NOW.getTime() / 1000 + offSeconds);
  const signature = createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex");
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const standard = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  return {
    headers: {
      "x-svc-timestamp": timestamp,
      "x-svc-signature": `sha256=${signature}`,
      "x-svc-delivery": id,
      "x-svc-event": "authorization.approved",
      "webhook-id": id,
      "webhook-timestamp": timestamp,
      "webhook-signature": `v1,${standard}`,
    },
    rawBody: Buffer.from(body),
  };
}

function without({ headers, rawBody }: ReceivedRequest, name: string): ReceivedRequest {
  return { headers: Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name)), rawBody };
}

function withHeader({ headers, rawBody }: ReceivedRequest, name: string, value: string): ReceivedRequest {
  return { headers: { ...headers, [name]: value }, rawBody };
}

function createReceiver(fail: () => boolean = () => false) {
  const processed: VerifiedDelivery[] = [];
  const options = {
    secrets: [SECRET],
    store: memoryStore(),
    now: () => NOW,
    process: async (delivery: VerifiedDelivery) => {
      if (fail()) throw new Error("out of order");
      processed.push(delivery);
    },
  };
  return { processed, receive: (request: ReceivedRequest) => receiveWebhook(request, options) };
}

const CASES: readonly [what: string, request: ReceivedRequest, status: number][] = [
  ["a genuine one", signed(), 200],
  ["300 seconds old", signed({ offSeconds: -300 }), 200],
  ["300 seconds ahead", signed({ offSeconds: 300 }), 200],
  ["301 seconds old", signed({ offSeconds: -301 }), 400],
  ["301 seconds ahead", signed({ offSeconds: 301 }), 400],
  ["no timestamp", without(signed(), "x-svc-timestamp"), 400],
  ["a timestamp that is no number", withHeader(signed(), "x-svc-timestamp", "today"), 400],
  ["no signature", without(signed(), "x-svc-signature"), 400],
  ["a signature of another kind", withHeader(signed(), "x-svc-signature", "sha512=00"), 400],
  ["another secret", signed({ secret: "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" }), 401],
  ["the decoded secret", signed({ secret: SECRET.slice(6) }), 401],
  ["a changed body", { ...signed(), rawBody: Buffer.from(BODY.replace("12.5", "99.5")) }, 401],
  ["a signature cut short", withHeader(signed(), "x-svc-signature", "sha256=00"), 401],
  ["a signature that is no hex", withHeader(signed(), "x-svc-signature", `sha256=${"z".repeat(64)}`), 401],
  ["another timestamp than was signed", withHeader(signed(), "x-svc-timestamp", String(NOW.getTime() / 1000 - 1)), 401],
  ["another header's id", withHeader(signed(), "x-svc-delivery", "3Fq8rTDw2Lk9VbN4i"), 200],
  ["another id than was signed", withHeader(signed(), "webhook-id", "3Fq8rTDw2Lk9VbN4i"), 401],
  ["no delivery id", without(signed(), "webhook-id"), 400],
  ["no signature of the id", without(signed(), "webhook-signature"), 400],
  ["a signed body that is no event", signed({ body: "{}" }), 400],
  ["a signed body that is not JSON", signed({ body: "{" }), 400],
];

for (const [what, request, status] of CASES) {
  test(`${what} is answered ${status}`, async () => {
    const { receive, processed } = createReceiver();
    assert.equal((await receive(request)).status, status);
    assert.equal(processed.length, status === 200 ? 1 : 0);
  });
}

test("a repeated delivery is answered 200 and processed once", async () => {
  const { receive, processed } = createReceiver();
  const answers = await Promise.all([receive(signed()), receive(signed({ offSeconds: 60 })), receive(signed())]);
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200],
  );
  assert.deepEqual(processed, [
    { id: "3Fq8rTDw2Lk9VbN4h", event: "authorization.approved", payload: JSON.parse(BODY) },
  ]);
  await receive(signed({ id: "3Fq8rTDw2Lk9VbN4i" }));
  assert.equal(processed.length, 2);
});

test("what was captured counts once, whatever its unsigned headers say", async () => {
  const { receive, processed } = createReceiver();
  await receive(signed());
  await receive(withHeader(signed(), "x-svc-delivery", "3Fq8rTDw2Lk9VbN4i"));
  await receive(withHeader(signed(), "x-svc-event", "authorization.captured"));
  assert.deepEqual(
    processed.map(({ id, event }) => [id, event]),
    [["3Fq8rTDw2Lk9VbN4h", "authorization.approved"]],
  );
  const other = createReceiver();
  await other.receive(withHeader(signed(), "x-svc-event", "authorization.captured"));
  assert.equal(other.processed[0]?.event, "authorization.approved");
});

test("an empty or unreadable secret is an error, and nothing is compared with it", async () => {
  for (const secret of ["", "whsec_", "whsec_!!!!", "b2xk"]) {
    const options = { secrets: [secret], store: memoryStore(), now: () => NOW, process: async () => {} };
    await assert.rejects(receiveWebhook(signed({ secret }), options), /must be whsec_/, secret);
  }
});

test("a failed call is a 500, and is processed when it comes again", async () => {
  let isBroken = true;
  const { receive, processed } = createReceiver(() => isBroken);
  assert.equal((await receive(signed())).status, 500);
  isBroken = false;
  assert.equal((await receive(signed())).status, 200);
  assert.equal(processed.length, 1);
});

test("the memory has an end", async () => {
  const store = memoryStore(2);
  for (const id of ["a", "b", "c"]) assert.equal(await store.claim(id), true);
  assert.deepEqual([await store.claim("c"), await store.claim("b"), await store.claim("a")], [false, false, true]);
});
