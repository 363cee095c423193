import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { test } from "node:test";
import type { ErrorCode } from "@/server/contracts/errors";
import { getHealth } from "@/server/contracts/rest/health";
import { type Reply, send } from "@/server/testing/clients/api-client";
import { credentialsOf } from "@/server/testing/clients/credentials";
import { readError, sendRaw } from "@/server/testing/clients/raw-request";
import { withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { createTestHold } from "@/server/testing/factories/authorizations";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

const START = "2027-03-01T12:00:00Z";
const START_SECONDS = Date.parse(START) / 1000;

interface Signed {
  readonly method?: string;
  readonly path?: string;
  readonly body?: string;
  readonly timestamp?: string | number;
  readonly text?: string;
  readonly secret?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

function hmac(secret: string, text: string): string {
  return createHmac("sha256", secret).update(text).digest("hex");
}

async function sendSigned(tenant: TestTenant, signed: Signed = {}): Promise<Reply> {
  const { method = "GET", path = "/v1/me", body, timestamp = START_SECONDS, secret = tenant.secret } = signed;
  const text = signed.text ?? [method, path.split("?")[0], timestamp, body ?? ""].join("\n");
  const headers = {
    ...credentialsOf(tenant),
    "x-timestamp": String(timestamp),
    "x-signature": `sha256=${hmac(secret, text)}`,
    "idempotency-key": `${method} ${path}`,
    ...signed.headers,
  };
  return sendRaw({ method, path, headers, ...(body === undefined ? {} : { body }) });
}

function refused(reply: Reply, code: ErrorCode, field: string): void {
  assert.equal(readError(reply, 401, code).field, field);
}

test("a key with required signing gets nothing without a signature, and /v1/health needs none", async () => {
  withFakeClock(START);
  const tenant = await createTestTenant({ requireSignature: true });
  refused(await sendRaw({ path: "/v1/me", headers: credentialsOf(tenant) }), "signature_required", "X-Signature");
  const stamped = { ...credentialsOf(tenant), "x-timestamp": String(START_SECONDS) };
  refused(await sendRaw({ path: "/v1/me", headers: stamped }), "signature_required", "X-Signature");
  assert.equal((await sendSigned(tenant)).status, 200);
  assert.equal((await send(tenant, getHealth)).status, 200);
});

for (const requireSignature of [true, false]) {
  const key = requireSignature ? "a key that must sign" : "a key that need not, but does";

  test(`${key}: the clocks may differ by 300 seconds either way, not by 301`, async () => {
    withFakeClock(START);
    const tenant = await createTestTenant({ requireSignature });
    for (const drift of [-300, 0, 300]) {
      assert.equal((await sendSigned(tenant, { timestamp: START_SECONDS + drift })).status, 200, `${drift} s`);
    }
    const outside = [-301, 301].map((drift) => START_SECONDS + drift);
    const malformed = ["", "now", `${START_SECONDS}.0`, `+${START_SECONDS}`, `${START_SECONDS}000`, START, "1e9", "-1"];
    for (const timestamp of [...outside, ...malformed]) {
      refused(await sendSigned(tenant, { timestamp }), "timestamp_out_of_range", "X-Timestamp");
    }
  });

  test(`${key}: a signature over anything else than this request is refused`, async () => {
    withFakeClock(START);
    const tenant = await createTestTenant({ requireSignature });
    const other = await createTestTenant();
    const at = START_SECONDS;
    const texts = [
      `/v1/me\nGET\n${at}\n`,
      `${at}\nGET\n/v1/me\n`,
      `GET\n/v1/me\n\n${at}`,
      `GET\n/v1/me\n${at}`,
      `GET\n/v1/me\n${at}\n\n`,
      `GET\r\n/v1/me\r\n${at}\r\n`,
      `get\n/v1/me\n${at}\n`,
      `GET\nv1/me\n${at}\n`,
      `GET\nhttp://closed-loop.test/v1/me\n${at}\n`,
      `GET\n/v1/health\n${at}\n`,
      `POST\n/v1/me\n${at}\n`,
      `GET\n/v1/me\n${at - 1}\n`,
      `GET\n/v1/me\n${at}\n{}`,
      `GET/v1/me${at}`,
    ];
    for (const text of texts) refused(await sendSigned(tenant, { text }), "signature_invalid", "X-Signature");
    refused(await sendSigned(tenant, { secret: other.secret }), "signature_invalid", "X-Signature");
    refused(await sendSigned(tenant, { secret: tenant.publicKey }), "signature_invalid", "X-Signature");
  });

  test(`${key}: the signature is sha256= and 64 hex digits, in either case`, async () => {
    withFakeClock(START);
    const tenant = await createTestTenant({ requireSignature });
    const digest = hmac(tenant.secret, `GET\n/v1/me\n${START_SECONDS}\n`);
    const forms = [digest, `sha1=${digest}`, `SHA256=${digest}`, `sha256=${digest.slice(1)}`, "sha256=", ""];
    const base64 = Buffer.from(digest, "hex").toString("base64");
    for (const form of [...forms, `sha256=${base64}`, `sha256=${digest}0`, `sha256=${digest}, sha256=${digest}`]) {
      refused(await sendSigned(tenant, { headers: { "x-signature": form } }), "signature_invalid", "X-Signature");
    }
    for (const good of [digest, digest.toUpperCase()]) {
      assert.equal((await sendSigned(tenant, { headers: { "x-signature": `sha256=${good}` } })).status, 200);
    }
  });
}

const OFF: readonly (readonly [timestamp: string | null, details: object, message: RegExp])[] = [
  [null, { driftSeconds: null, sentMilliseconds: false }, /is required with X-Signature/],
  ["soon", { driftSeconds: null, sentMilliseconds: false }, /whole seconds/],
  [`${START_SECONDS - 412}`, { driftSeconds: -412, sentMilliseconds: false }, /412 seconds behind our clock/],
  [`${START_SECONDS + 301}`, { driftSeconds: 301, sentMilliseconds: false }, /301 seconds ahead of our clock/],
  [`${START_SECONDS}000`, { driftSeconds: 0, sentMilliseconds: true }, /in milliseconds/],
  [`${START_SECONDS + 5}999`, { driftSeconds: 5, sentMilliseconds: true }, /in milliseconds/],
];

test("a timestamp out of range is answered with the server's time and drift, and names milliseconds", async () => {
  withFakeClock(START);
  const tenant = await createTestTenant({ requireSignature: true });
  for (const [timestamp, details, message] of OFF) {
    const headers = { ...credentialsOf(tenant), "x-signature": "sha256=" };
    const sent = timestamp === null ? headers : { ...headers, "x-timestamp": timestamp };
    const error = readError(await sendRaw({ path: "/v1/me", headers: sent }), 401, "timestamp_out_of_range");
    assert.deepEqual(error.details, { serverTime: START_SECONDS, ...details });
    assert.match(error.message, message);
  }
});

test("the query is no part of what is signed", async () => {
  withFakeClock(START);
  const tenant = await createTestTenant({ requireSignature: true });
  const [path, query] = ["/v1/webhook-subscriptions", "?limit=1"];
  assert.equal((await sendSigned(tenant, { path: path + query })).status, 200);
  const withQuery = { path: path + query, text: `GET\n${path}${query}\n${START_SECONDS}\n` };
  refused(await sendSigned(tenant, withQuery), "signature_invalid", "X-Signature");
});

test("the method is signed as sent, and the path as it stands in the address", async () => {
  withFakeClock(START);
  const tenant = await createTestTenant({ requireSignature: true });
  assert.equal((await sendSigned(tenant, { method: "HEAD" })).status, 200);
  const head = await sendSigned(tenant, { method: "HEAD", text: `GET\n/v1/me\n${START_SECONDS}\n` });
  assert.equal(head.status, 401);
  const encoded = await sendSigned(tenant, { path: "/v1/authorizations/%31234567" });
  readError(encoded, 404, "authorization_not_found");
  const decoded = { path: "/v1/authorizations/%31234567", text: `GET\n/v1/authorizations/1234567\n${START_SECONDS}\n` };
  refused(await sendSigned(tenant, decoded), "signature_invalid", "X-Signature");
});

test("the body is signed byte for byte", async () => {
  withFakeClock(START);
  const tenant = await createTestTenant();
  const { recordId } = await createTestHold(tenant);
  const request = {
    method: "POST",
    path: `/v1/authorizations/${recordId}/increment`,
    body: '{"amount": 5, "é": "☕"}',
  };
  for (const other of ['{"amount":5,"é":"☕"}', '{"amount": 5, "\\u00e9": "☕"}', `${request.body}\n`, ""]) {
    const text = `POST\n${request.path}\n${START_SECONDS}\n${other}`;
    refused(await sendSigned(tenant, { ...request, text }), "signature_invalid", "X-Signature");
  }
  assert.equal((await sendSigned(tenant, request)).status, 201);
});

test("a signature is judged before the idempotency key and the body", async () => {
  withFakeClock(START);
  const tenant = await createTestTenant();
  const request = { method: "POST", path: "/v1/authorizations", body: "{", headers: { "idempotency-key": "" } };
  refused(await sendSigned(tenant, { ...request, text: "other" }), "signature_invalid", "X-Signature");
  readError(await sendSigned(tenant, request), 400, "idempotency_key_required");
});
