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

/** A request of whose body only the first byte has come. */
async function hang(tenant: TestTenant): Promise<Socket> {
  const { port } = new URL(origin());
  const socket = connect(Number(port), "127.0.0.1");
  const headers = Object.entries(credentialsOf(tenant)).map(([name, value]) => `${name}: ${value}`);
  const lines = ["POST /v1/authorizations HTTP/1.1", "Host: x", "Connection: close", "Content-Length: 10", ...headers];
  await new Promise<void>((resolve) => socket.write(`${lines.join("\r\n")}\r\n\r\n{`, () => resolve()));
  return socket;
}

/** The rest of the body that `hang` announced. */
const NINE_MORE = `"a":1234}`;

async function readAll(socket: Socket): Promise<string> {
  let said = "";
  for await (const chunk of socket.setEncoding("utf8")) said += chunk;
  return said;
}

const statusOfMe = async (tenant: TestTenant) =>
  (await fetch(`${origin()}/v1/me`, { headers: credentialsOf(tenant) })).status;

test("a request that announces no body is answered at once, and the next one on its connection too", async () => {
  const tenant = await createTestTenant();
  const headers = Object.entries(credentialsOf(tenant)).map(([name, value]) => `${name}: ${value}\r\n`);
  const text = (line: string, last = "") => `${line} HTTP/1.1\r\nHost: x\r\n${headers.join("")}${last}\r\n`;
  const socket = connect(Number(new URL(origin()).port), "127.0.0.1").setEncoding("utf8");
  socket.write(text("POST /v1/authorizations") + text("GET /v1/me", "Connection: close\r\n"));
  let received = "";
  for await (const chunk of socket) received += chunk;
  assert.deepEqual(received.match(/(?<=HTTP\/1\.1 )\d+/g), ["400", "200"]);
});

test("beyond what it can serve the host refuses at once, still says whether it is there, and serves again after", async () => {
  const tenant = await createTestTenant();
  const locker = await getPool().connect();
  await locker.query("BEGIN; LOCK TABLE authorizations IN ACCESS EXCLUSIVE MODE");
  const late = await hang(tenant);
  let refusals = 0;
  const look = async (): Promise<number> => {
    const { status } = await fetch(`${origin()}/v1/authorizations/1234567`, { headers: credentialsOf(tenant) });
    if (status !== 503) return status;
    refusals += 1;
    return look();
  };
  const waiting = [look(), look()];
  await waitUntil("both are under way", async () => {
    const before = refusals;
    await sleep(50);
    return refusals === before && (await statusOfMe(tenant)) === 503;
  });
  const refused = await fetch(`${origin()}/v1/me`, { headers: credentialsOf(tenant) });
  assert.deepEqual([refused.status, refused.headers.get("retry-after")], [503, "1"]);
  assert.match(refused.headers.get("x-request-id") ?? "", /^[0-9A-Za-z]{17}$/);
  assert.equal(ErrorBody.parse(await refused.json()).error.code, "temporarily_unavailable");
  assert.equal((await fetch(`${origin()}/v1/health`)).status, 200);
  late.write(NINE_MORE);
  assert.match(await readAll(late), /^HTTP\/1\.1 503 /, "a body that comes while the host is full");
  await locker.query("ROLLBACK");
  locker.release();
  assert.deepEqual(await Promise.all(waiting), [404, 404]);
  await waitUntil("the host serves again", async () => (await statusOfMe(tenant)) === 200);
});

test("whoever sends a body slowly, or never to its end, keeps nobody out", async () => {
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
