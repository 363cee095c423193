import assert from "node:assert/strict";
import { connect, type Socket } from "node:net";
import { test } from "node:test";
import { ErrorBody } from "@/server/contracts/error-body";
import { credentialsOf } from "@/server/testing/clients/credentials";
import { withNodeHost } from "@/server/testing/clients/node-host";
import { withTestDatabase } from "@/server/testing/database";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";
import { waitUntil } from "@/server/testing/wait-until";

withTestDatabase();

const MOST = 2;
const origin = withNodeHost(MOST);

/** A request whose body never ends. */
async function hang(tenant: TestTenant): Promise<Socket> {
  const { port } = new URL(origin());
  const socket = connect(Number(port), "127.0.0.1");
  const headers = Object.entries(credentialsOf(tenant)).map(([name, value]) => `${name}: ${value}`);
  const lines = ["POST /v1/authorizations HTTP/1.1", "Host: x", "Content-Length: 10", ...headers];
  socket.write(`${lines.join("\r\n")}\r\n\r\n{`);
  return socket;
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
  const hanging = [await hang(tenant), await hang(tenant)];
  await waitUntil("the host is full", async () => (await statusOfMe(tenant)) === 503);
  const refused = await fetch(`${origin()}/v1/me`, { headers: credentialsOf(tenant) });
  assert.deepEqual([refused.status, refused.headers.get("retry-after")], [503, "1"]);
  assert.match(refused.headers.get("x-request-id") ?? "", /^[0-9A-Za-z]{17}$/);
  assert.equal(ErrorBody.parse(await refused.json()).error.code, "temporarily_unavailable");
  assert.equal((await fetch(`${origin()}/v1/health`)).status, 200);
  for (const socket of hanging) socket.destroy();
  await waitUntil("the host serves again", async () => (await statusOfMe(tenant)) === 200);
});
