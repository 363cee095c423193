import assert from "node:assert/strict";
import { test } from "node:test";
import { parseEnv } from "@/server/platform/env";
import { withTestDatabase } from "@/server/testing/database";
import { queryTestDatabase } from "@/server/testing/database-rows";
import { inngest } from "./client";
import { bindEngineTransport } from "./engine-transport";
import { deliveriesRequested } from "./events";
import { getEmbeddedKeys, readConfiguredInngest } from "./keys";
import { receiveEvents } from "./local/receive-events";
import { handleInngest } from "./mount";

withTestDatabase();

const REQUIRED = { DATABASE_URL: "postgresql://127.0.0.1/none", HMAC_KEY: "0".repeat(64) };

test("events go to this process's own engine; without one they are not lost in silence", async () => {
  const data = { deliveries: [{ deliveryId: "delivery-1", handoff: 1 }] };
  const event = deliveriesRequested.create(data, { id: "delivery-1" });
  await assert.rejects(inngest.send(event));
  bindEngineTransport((request) => receiveEvents(request, getEmbeddedKeys().eventKey));
  const { ids } = await inngest.send(event);
  const rows = await queryTestDatabase("SELECT id, name, custom_id FROM engine_events");
  assert.deepEqual(rows, [{ id: ids[0], name: "webhooks/delivery.requested", custom_id: "delivery-1" }]);
});

test("the mount answers no one unsigned, whatever they send and whatever INNGEST_DEV says", async (t) => {
  process.env.INNGEST_DEV = "1";
  t.after(() => {
    delete process.env.INNGEST_DEV;
  });
  const url = "http://localhost/api/inngest?fnId=closed-loop-expire-holds&stepId=step";
  for (const [method, headers, body] of [
    ["GET", {}, undefined],
    ["PUT", {}, "{}"],
    ["POST", {}, "{}"],
    ["POST", { host: "not a host" }, "{}"],
    ["POST", { "x-inngest-signature": "t=1&s=ab" }, "{}"],
    ["POST", { "x-inngest-server-kind": "dev" }, "{}"],
  ] as const) {
    const reply = await handleInngest(new Request(url, { method, headers, ...(body ? { body } : {}) }));
    assert.deepEqual([reply.status, await reply.json()], [401, { message: "Unauthorized" }], method);
  }
});

test("a stranger's megabytes are neither parsed nor sorted before the signature is refused", async () => {
  const url = "http://localhost/api/inngest?fnId=closed-loop-expire-holds&stepId=step";
  const signature = `t=${Math.floor(Date.now() / 1000)}&s=${"0".repeat(64)}`;
  const send = (size: number) => {
    const body = `[${"1,".repeat(size / 2)}1]`;
    return handleInngest(new Request(url, { method: "POST", headers: { "x-inngest-signature": signature }, body }));
  };
  // Measures CPU time, since elapsed time depends on the machine's load.
  const before = process.cpuUsage();
  assert.equal((await send(38 * 1024 * 1024)).status, 401);
  const { user, system } = process.cpuUsage(before);
  assert.ok(user + system < 3_000_000, `${user + system} microseconds`);
  assert.equal((await send(41 * 1024 * 1024)).status, 413);
});

test("the three settings of an Inngest come together", () => {
  const read = (given: Record<string, string>) => readConfiguredInngest(parseEnv({ ...REQUIRED, ...given }));
  assert.equal(read({}), null);
  assert.equal(read({ INNGEST_BASE_URL: "", INNGEST_EVENT_KEY: "", INNGEST_SIGNING_KEY: "" }), null);
  const keys = { INNGEST_EVENT_KEY: "e", INNGEST_SIGNING_KEY: "signkey-prod-00" };
  const serveUrl = "http://localhost:3000/api/inngest";
  assert.deepEqual(read(keys), { baseUrl: undefined, eventKey: "e", signingKey: "signkey-prod-00", serveUrl });
  assert.equal(read({ ...keys, INNGEST_BASE_URL: "https://inngest.example" })?.baseUrl, "https://inngest.example");
  assert.throws(() => read({ INNGEST_BASE_URL: "https://inngest.example" }), /INNGEST_EVENT_KEY is missing/);
  assert.throws(() => read({ INNGEST_EVENT_KEY: "e" }), /INNGEST_SIGNING_KEY is missing/);
  for (const INNGEST_SIGNING_KEY of ["secret", "abc", "signkey-prod-", "signkey-prod-xyz0"]) {
    assert.throws(() => read({ ...keys, INNGEST_SIGNING_KEY }), /INNGEST_SIGNING_KEY must be hexadecimal/);
  }
  assert.equal(read({ ...keys, INNGEST_SIGNING_KEY: "AB01" })?.signingKey, "AB01");
});

test("the functions' address is INNGEST_SERVE_ORIGIN, else PUBLIC_URL, and only an origin", () => {
  const given = { ...REQUIRED, INNGEST_EVENT_KEY: "e", INNGEST_SIGNING_KEY: "00" };
  const serveUrlOf = (more: Record<string, string>) => readConfiguredInngest(parseEnv({ ...given, ...more }))?.serveUrl;
  const PUBLIC_URL = "https://pay.example.com/";
  assert.equal(serveUrlOf({ PUBLIC_URL }), "https://pay.example.com/api/inngest");
  const INNGEST_SERVE_ORIGIN = "http://10.0.0.7:3000";
  assert.equal(serveUrlOf({ PUBLIC_URL, INNGEST_SERVE_ORIGIN }), "http://10.0.0.7:3000/api/inngest");
  for (const no of [
    "pay.example.com",
    "https://pay.example.com/x",
    "https://pay.example.com/?a",
    "https://a@b.test",
    "ftp://a",
  ]) {
    assert.throws(() => serveUrlOf({ INNGEST_SERVE_ORIGIN: no }), /INNGEST_SERVE_ORIGIN is not usable/, no);
  }
  assert.throws(() => readConfiguredInngest(parseEnv({ ...REQUIRED, INNGEST_SERVE_ORIGIN })), /INNGEST_EVENT_KEY/);
});
