import assert from "node:assert/strict";
import { connect, type Socket } from "node:net";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { ErrorBody } from "@/server/contracts/error-body";
import { getPool } from "@/server/db/pool";
import { credentialsOf } from "@/server/testing/clients/credentials";
import { withNodeHost } from "@/server/testing/clients/node-host";
import { withTestDatabase } from "@/server/testing/database";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";
import { waitUntil } from "@/server/testing/wait-until";

withTestDatabase();

const MOST = 2;
const origin = withNodeHost(MOST);

async function hang(tenant: TestTenant): Promise<Socket> {
  const { port } = new URL(origin());
  const socket = connect(Number(port), "127.0.0.1");
  const headers = Object.entries(credentialsOf(tenant)).map(([name, value]) => `${name}: ${value}`);
  const lines = ["POST /v1/authorizations HTTP/1.1", "Host: x", "Connection: close", "Content-Length: 10", ...headers];
  await new Promise<void>((resolve) => socket.write(`${lines.join("\r\n")}\r\n\r\n{`, () => resolve()));
  return socket;
}

const NINE_MORE = `"a":1234}`;

async function readAll(socket: Socket): Promise<string> {
  let said = "";
  for await (const chunk of socket.setEncoding("utf8")) said += chunk;
  return said;
}

const statusOfMe = async (tenant: TestTenant) =>
  (await fetch(`${origin()}/v1/me`, { headers: credentialsOf(tenant) })).status;

test("a request without an announced body is answered at once, and the next one on its connection too", async () => {
  const tenant = await createTestTenant();
  const headers = Object.entries(credentialsOf(tenant)).map(([name, value]) => `${name}: ${value}\r\n`);
  const text = (line: string, last = "") => `${line} HTTP/1.1\r\nHost: x\r\n${headers.join("")}${last}\r\n`;
  const socket = connect(Number(new URL(origin()).port), "127.0.0.1").setEncoding("utf8");
  socket.write(text("POST /v1/authorizations") + text("GET /v1/me", "Connection: close\r\n"));
  let received = "";
  for await (const chunk of socket) received += chunk;
  assert.deepEqual(received.match(/(?<=HTTP\/1\.1 )\d+/g), ["400", "200"]);
});

/** Blocks all access to authorizations. Returns a function that releases it. */
async function lockAuthorizations(): Promise<() => Promise<void>> {
  const locker = await getPool().connect();
  await locker.query("BEGIN; LOCK TABLE authorizations IN ACCESS EXCLUSIVE MODE");
  return async () => {
    await locker.query("ROLLBACK");
    locker.release();
  };
}

const look = (tenant: TestTenant) =>
  fetch(`${origin()}/v1/authorizations/1234567`, { headers: credentialsOf(tenant) }).then(({ status }) => status);

/** Fills the tenant key's request slots; the rest of these requests is refused. All settle once the lock is released. */
async function fillRoom(tenant: TestTenant): Promise<{ readonly asked: readonly Promise<number>[] }> {
  let refused = 0;
  const asked = Array.from({ length: 3 * MOST }, () => look(tenant));
  for (const each of asked) void each.then((status) => (refused += status === 503 ? 1 : 0));
  await waitUntil("those without a slot are refused", () => refused === MOST);
  return { asked };
}

const OF_THE_CROWD = [...Array(2 * MOST).fill(404), ...Array(MOST).fill(503)];

test("a key with its room full is refused at once; another key is served, and so is health", async () => {
  const [crowd, calm] = [await createTestTenant(), await createTestTenant()];
  const unlock = await lockAuthorizations();
  const { asked } = await fillRoom(crowd);
  const refused = await fetch(`${origin()}/v1/me`, { headers: credentialsOf(crowd) });
  assert.deepEqual([refused.status, refused.headers.get("retry-after")], [503, "1"]);
  assert.match(refused.headers.get("x-request-id") ?? "", /^[0-9A-Za-z]{17}$/);
  assert.equal(ErrorBody.parse(await refused.json()).error.code, "temporarily_unavailable");
  assert.equal((await fetch(`${origin()}/v1/health`)).status, 200);
  const later = look(calm);
  assert.equal(await Promise.race([later, sleep(100, null)]), null, "it waits for a place, and is not refused");
  await unlock();
  assert.equal(await later, 404);
  assert.deepEqual((await Promise.all(asked)).sort(), OF_THE_CROWD);
  await waitUntil("the crowd is served again", async () => (await statusOfMe(crowd)) === 200);
});

test("a caller over its rate and a stranger are refused while every place is taken", async () => {
  const [crowd, busy] = [await createTestTenant(), await createTestTenant({ rateLimitTier: "sandbox" })];
  while ((await statusOfMe(busy)) !== 429);
  const unlock = await lockAuthorizations();
  const { asked } = await fillRoom(crowd);
  assert.equal(await statusOfMe(busy), 429);
  assert.equal((await fetch(`${origin()}/v1/me`)).status, 401);
  await unlock();
  assert.deepEqual((await Promise.all(asked)).sort(), OF_THE_CROWD);
});

test("slow and endless bodies keep nobody out", async () => {
  const tenant = await createTestTenant();
  const hanging: Socket[] = [];
  for (let i = 0; i < 3 * MOST; i += 1) {
    hanging.push(await hang(tenant));
    await waitUntil("it waits for the rest of the body", async () => (await statusOfMe(tenant)) === 200);
  }
  for (const socket of hanging) {
    socket.write(NINE_MORE);
    assert.match(await readAll(socket), /^HTTP\/1\.1 400 /);
  }
  assert.equal(await statusOfMe(tenant), 200);
});
