import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { test } from "node:test";
import { signatureHeaders, standardHeaders } from "@/server/domain/webhooks";
import { diagnoseRequest } from "./diagnose-request";
import { diagnoseWebhook } from "./diagnose-webhook";
import { readHeaders, readRequest } from "./read-request";

const SECRET = "sk_test_closedloop_rival_public_secret";
const NOW_MS = 1_795_000_000_000;
const TIMESTAMP = String(NOW_MS / 1000);
const BODY = '{"panToken":"TESTcardApproved1","amount":12.50}';
const PATH = "/v1/authorizations";

const sign = (text: string, key = SECRET) => `sha256=${createHmac("sha256", key).update(text).digest("hex")}`;

interface Sent {
  readonly signed?: string;
  readonly signature?: string;
  readonly timestamp?: string;
  readonly path?: string;
  readonly method?: string;
  readonly body?: string;
  readonly secret?: string;
}

async function look(sent: Sent) {
  const { timestamp = TIMESTAMP, body = BODY, path = PATH, method = "POST", secret = SECRET } = sent;
  const signature = sent.signature ?? sign(sent.signed ?? `POST\n${PATH}\n${timestamp}\n${body}`);
  const headers = `X-Timestamp: ${timestamp}\nX-Signature: ${signature}`;
  const steps = await diagnoseRequest({ method, path, headers, body }, { secret, nowMs: NOW_MS });
  return {
    wrong: steps.filter(({ verdict }) => verdict === "wrong").map(({ title }) => title),
    last: steps.at(-1),
    steps,
  };
}

test("a rightly signed request is right in every step, and shows no more than a prefix", async () => {
  const { wrong, last, steps } = await look({});
  assert.deepEqual(wrong, []);
  assert.equal(last?.text, "The signature is right.");
  assert.match(last?.code ?? "", /^sha256=[0-9a-f]{8}…$/);
  assert.ok(steps.some(({ code }) => code === `POST␊\n${PATH}␊\n${TIMESTAMP}␊\n${BODY}`));
});

const MISTAKES: readonly (readonly [string, Sent, RegExp])[] = [
  [
    "another byte",
    { signed: `POST\n${PATH}\n${TIMESTAMP}\n${BODY.replace("12.50", "12.51")}` },
    /A different body or secret/,
  ],
  ["a line feed more", { signed: `POST\n${PATH}\n${TIMESTAMP}\n${BODY}\n` }, /line feed at its end/],
  ["a line feed less", { body: `${BODY}\n`, signed: `POST\n${PATH}\n${TIMESTAMP}\n${BODY}` }, /whitespace at its end/],
  ["written again", { signed: `POST\n${PATH}\n${TIMESTAMP}\n${JSON.stringify(JSON.parse(BODY))}` }, /without spaces/],
  [
    "by Python",
    { signed: `POST\n${PATH}\n${TIMESTAMP}\n{"panToken": "TESTcardApproved1", "amount": 12.5}` },
    /as Python does/,
  ],
  ["the query", { path: `${PATH}?a=1`, signed: `POST\n${PATH}?a=1\n${TIMESTAMP}\n${BODY}` }, /with its query/],
  ["another method", { signed: `GET\n${PATH}\n${TIMESTAMP}\n${BODY}` }, /signed as GET, and is POST here/],
  ["the method", { signed: `post\n${PATH}\n${TIMESTAMP}\n${BODY}` }, /lower case/],
  ["no last line feed", { body: "", signed: `POST\n${PATH}\n${TIMESTAMP}` }, /before the empty body/],
  [
    "the secret's line end",
    { signature: sign(`POST\n${PATH}\n${TIMESTAMP}\n${BODY}`, `${SECRET}\n`) },
    /read from a file/,
  ],
];

for (const [name, sent, says] of MISTAKES) {
  test(`a signature wrong by ${name}`, async () => {
    const { wrong, last } = await look(sent);
    assert.deepEqual(wrong, ["Comparison"]);
    assert.match(last?.text ?? "", says);
  });
}

test("timestamps, headers and forms that are wrong are named", async () => {
  assert.deepEqual((await look({ timestamp: String(NOW_MS) })).wrong, ["X-Timestamp"]);
  assert.deepEqual((await look({ timestamp: "now" })).wrong, ["X-Timestamp"]);
  const old = await look({ timestamp: String(NOW_MS / 1000 - 1_000) });
  assert.equal(old.steps[1]?.verdict, "look");
  const bare = sign(`POST\n${PATH}\n${TIMESTAMP}\n${BODY}`).slice("sha256=".length);
  assert.deepEqual((await look({ signature: bare })).wrong, ["X-Signature", "Comparison"]);
  const [first] = await diagnoseRequest(
    { method: "GET", path: "/v1/me", headers: "", body: "" },
    { secret: "", nowMs: 0 },
  );
  assert.equal(first?.text, "X-Timestamp and X-Signature are missing.");
  assert.equal((await look({ secret: "" })).last?.verdict, "open");
});

test("a curl command and a raw request are read", () => {
  const curl = `curl -s "http://localhost:3000/v1/me?x=1" \\
  -H "X-API-Key: pk_test_a" -H 'X-Timestamp: 5' --data-raw '{"a": "it'"'"'s"}'`;
  assert.deepEqual(readRequest(curl), {
    method: "POST",
    path: "http://localhost:3000/v1/me?x=1",
    headers: "X-API-Key: pk_test_a\nX-Timestamp: 5",
    body: `{"a": "it's"}`,
  });
  const raw = readRequest('post /v1/x HTTP/1.1\nHost: a\nX-Timestamp: 5\n\n{"a":1}\n');
  assert.deepEqual([raw?.method, raw?.path, raw?.body], ["POST", "/v1/x", '{"a":1}\n']);
  assert.equal(readHeaders(raw?.headers ?? "").get("x-timestamp"), "5");
  assert.equal(readRequest("what is this"), null);
});

const WEBHOOK_SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLw3Z";

async function lookAtDelivery(
  change: { readonly body?: string; readonly secret?: string; readonly own?: string } = {},
) {
  const content = { deliveryId: "3Fq8rTDw2Lk9VbN4h", secret: WEBHOOK_SECRET, at: new Date(NOW_MS), body: BODY };
  const all = { ...signatureHeaders("svc", content), ...standardHeaders(content) };
  if (change.own) all["X-SVC-Signature"] = change.own;
  const headers = Object.entries(all)
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n");
  const { body = BODY, secret = WEBHOOK_SECRET } = change;
  const steps = await diagnoseWebhook({ headers, body }, { secret, nowMs: NOW_MS });
  return steps.filter(({ verdict }) => verdict === "wrong").map(({ title, text }) => `${title}: ${text}`);
}

test("a delivery verifies by both ways, and says what is wrong otherwise", async () => {
  assert.deepEqual(await lookAtDelivery(), []);
  const [first = "", second = ""] = await lookAtDelivery({ body: BODY.replace("12.50", "12.51") });
  assert.match(first, /^X-SVC-Signature: The body or the secret is different/);
  assert.match(second, /^webhook-signature/);
  assert.match((await lookAtDelivery({ body: `${BODY}\n` }))[0] ?? "", /not what was sent/);
  assert.match((await lookAtDelivery({ secret: WEBHOOK_SECRET.slice(6) }))[0] ?? "", /start with whsec_/);
  const decoded = Buffer.from(WEBHOOK_SECRET.slice(6), "base64");
  const own = `sha256=${createHmac("sha256", decoded).update(`${TIMESTAMP}.${BODY}`).digest("hex")}`;
  assert.match((await lookAtDelivery({ own }))[0] ?? "", /whole whsec_ text/);
});
