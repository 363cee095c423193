import assert from "node:assert/strict";
import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { handleApi } from "@/server/api/host";
import { MERCHANT_ENDPOINTS } from "@/server/api/merchant-v1";
import { V1_ENDPOINTS } from "@/server/api/v1";
import type { OperationContract } from "@/server/contracts/rest/operation";
import { getPrisma } from "@/server/db/prisma";
import { withTestDatabase } from "@/server/testing/database";
import { read } from "@/server/testing/factories/authorization-steps";
import { createTestHold } from "@/server/testing/factories/authorizations";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestMerchant } from "@/server/testing/factories/merchants";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";
import { waitUntil } from "@/server/testing/wait-until";
import { createHttpServer, listen } from "./http-server";

withTestDatabase();

const events: ServerResponse[] = [];
const LARGE = Buffer.alloc(1024 * 1024);

const server = createHttpServer({
  api: handleApi,
  inngest: async (_, response) => void response.end(),
  pages: async ({ url }, response) => {
    if (url === "/large") return void response.end(LARGE);
    if (url !== "/events") return void response.end("a page");
    events.push(response);
    response.setHeader("Content-Type", "text/event-stream; charset=utf-8");
    response.write(": ready\n\n");
  },
  upgrade: null,
});
let port = 0;

before(async () => {
  server.keepAliveTimeout = 500;
  await listen(server, 0, "127.0.0.1");
  const address = server.address();
  port = typeof address === "object" && address ? address.port : 0;
});
after(() => {
  server.closeAllConnections();
  server.close();
});

let sent = 0;

interface Request {
  readonly contract: Pick<OperationContract, "method" | "path">;
  readonly credentials: readonly string[];
  readonly body: string;
  readonly length?: number | null;
}

function toText({ contract: { method, path }, credentials, body, length }: Request): string {
  sent += 1;
  const announced = length === undefined ? Buffer.byteLength(body) : length;
  const lines = [
    `${method} ${path.replace(/\{\w+\}/g, "1234567")} HTTP/1.1`,
    "Host: closed-loop.test",
    "Content-Type: application/json",
    `Idempotency-Key: key-${sent}`,
    ...credentials,
    ...(announced === null ? [] : [`Content-Length: ${announced}`]),
  ];
  return `${lines.join("\r\n")}\r\n\r\n${body}`;
}

interface Reply {
  readonly status: number;
  readonly code: string | null;
}

async function answersOn(socket: Socket): Promise<readonly Reply[]> {
  const said = await text(socket);
  return said
    .split(/(?=HTTP\/1\.1 \d{3} )/)
    .filter((answer) => answer.startsWith("HTTP/"))
    .map((answer) => ({ status: Number(answer.slice(9, 12)), code: /"code":"([^"]+)"/.exec(answer)?.[1] ?? null }));
}

async function exchange(bytes: string): Promise<readonly Reply[]> {
  const socket = connect(port, "127.0.0.1");
  socket.write(bytes, "latin1");
  return answersOn(socket);
}

const tenantLines = ({ publicKey, secret }: TestTenant) => [
  `X-API-Key: ${publicKey}`,
  `Authorization: Bearer ${secret}`,
];

const WRITES = [...V1_ENDPOINTS, ...MERCHANT_ENDPOINTS]
  .map(({ contract }) => contract)
  .filter(({ method }) => method !== "GET");

test("every write answers for itself when a stray byte follows its body, and then the connection ends", async () => {
  const tenant = await createTestTenant({ rateLimitTier: "network" });
  const merchant = await createTestMerchant(tenant);
  assert.ok(WRITES.length > 20);
  const check = async (contract: OperationContract) => {
    const credentials = contract.auth === "merchant" ? [`Authorization: Bearer ${merchant.key}`] : tenantLines(tenant);
    // Sent as Latin-1, so that a stray byte is one.
    const body = JSON.stringify(contract.body?.example ?? {}).replace(
      /[^\x20-\x7e]/g,
      (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
    );
    const request = { contract, credentials, body };
    const [clean] = await exchange(toText(request).replace("Host:", "Connection: close\r\nHost:"));
    for (const stray of ["\u0000", " ", "x", "{}"]) {
      const [own, ...others] = await exchange(toText(request) + stray);
      assert.deepEqual(own, clean, `${contract.id} ${JSON.stringify(stray)}`);
      // If the response was sent before the stray byte is read, the connection gets a 400 and is closed as well.
      assert.ok(others.every(({ status }) => status === 400));
    }
  };
  // Concurrent, because the server reads on for a second before closing each connection.
  await Promise.all(WRITES.map(check));
});

test("a payment with a stray byte behind it is answered as made", async () => {
  const tenant = await createTestTenant();
  const { panToken } = await createTestCard(tenant);
  const contract = { method: "POST", path: "/v1/authorizations" } as const;
  const body = JSON.stringify({ panToken, amount: 1 });
  const request = { contract, credentials: tenantLines(tenant), body };
  assert.deepEqual(await exchange(`${toText(request)}\u0000`), [{ status: 201, code: null }]);
  const cut = await exchange(toText({ ...request, body: `${body}\n\n`, length: Buffer.byteLength(body) }));
  assert.deepEqual(cut[0], { status: 201, code: null });
  const two = await exchange(`${toText(request)}${toText(request)}nonsense`);
  assert.deepEqual(
    two.map(({ status }) => status),
    [201, 201],
  );
});

test("whoever reads no answer is cut off before the answers fill the memory, and nobody else is", async () => {
  // Without a trusted proxy, networks are told apart by address.
  const ask = (localAddress: string, times: number) => {
    const socket = connect({ port, host: "127.0.0.1", localAddress }).pause();
    socket.write("GET /large HTTP/1.1\r\nHost: x\r\n\r\n".repeat(times));
    return socket;
  };
  let cut = 0;
  server.on("connection", (socket: Socket) => {
    const { remoteAddress } = socket;
    socket.once("close", () => {
      if (remoteAddress === "127.0.0.8") cut += 1;
    });
  });
  const patient = ask("127.0.0.9", 1);
  const greedy = Array.from({ length: 4 }, () => ask("127.0.0.8", 40));
  await waitUntil("the greedy are cut off", () => cut > 0);
  let bytes = 0;
  for await (const chunk of patient) {
    bytes += (chunk as Buffer).length;
    if (bytes > LARGE.length) break;
  }
  assert.ok(bytes > LARGE.length, "the whole answer, and its headers");
  for (const socket of greedy) socket.destroy();
});

test("a client with its sending side ended is answered, also after several requests", async () => {
  const tenant = await createTestTenant();
  const contract = { method: "GET", path: "/v1/me" } as const;
  const request = toText({ contract, credentials: tenantLines(tenant), body: "", length: null });
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  socket.end(request + request);
  assert.deepEqual(
    (await answersOn(socket)).map(({ status }) => status),
    [200, 200],
  );
});

test("a stream of events ends with its reader's side of the connection", async () => {
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  socket.write("GET /events HTTP/1.1\r\nHost: closed-loop.test\r\n\r\n");
  await once(socket, "data");
  const [stream] = events;
  assert.ok(stream);
  const closed = once(stream, "close", { signal: AbortSignal.timeout(5_000) });
  socket.end();
  await closed;
  socket.destroy();
});

test("a malformed request is a 400; half a request is answered by it, after the whole ones", async () => {
  const tenant = await createTestTenant();
  const contract = { method: "GET", path: "/v1/me" } as const;
  const whole = toText({ contract, credentials: tenantLines(tenant), body: "", length: null });
  const chunked = whole
    .replace("GET /v1/me", "POST /v1/authorizations")
    .replace("Host:", "Transfer-Encoding: chunked\r\nHost:");
  assert.deepEqual(await exchange("nonsense\r\n\r\n"), [{ status: 400, code: "validation_error" }]);
  assert.deepEqual(await exchange(`${whole}${chunked}zz\r\n`), [
    { status: 200, code: null },
    { status: 400, code: "validation_error" },
  ]);
});

test("a body of unannounced length isn't empty: a capture of 1 takes nothing, one without a body all", async () => {
  const tenant = await createTestTenant();
  const hold = await createTestHold(tenant, { amount: 9 });
  const contract = { method: "POST", path: `/v1/authorizations/${hold.recordId}/capture` } as const;
  const request = { contract, credentials: tenantLines(tenant), body: "", length: null };
  const body = '{"amount":1}';
  const refused = [{ status: 411, code: "length_required" }];
  assert.deepEqual(await exchange(toText({ ...request, body })), refused);
  const socket = connect(port, "127.0.0.1");
  socket.setNoDelay(true);
  socket.write(toText(request));
  await sleep(20);
  socket.write(body);
  assert.deepEqual(await answersOn(socket), refused);
  assert.equal((await read(tenant, hold.recordId)).captured, 0);
  const [all] = await exchange(toText(request).replace("Host:", "Connection: close\r\nHost:"));
  assert.equal(all?.status, 200);
  assert.equal((await read(tenant, hold.recordId)).captured, 9);
});

test("a second or another Content-Length is refused by its name, and does nothing", async () => {
  const tenant = await createTestTenant();
  const { panToken } = await createTestCard(tenant);
  const contract = { method: "POST", path: "/v1/authorizations" } as const;
  const body = JSON.stringify({ panToken, amount: 1 });
  const request = toText({ contract, credentials: tenantLines(tenant), body });
  for (const [lines, message] of [
    [`Content-Length: ${body.length}\r\n`, "Content-Length may be sent once."],
    [`content-length: ${body.length + 1}\r\n`, "Content-Length may be sent once."],
    [
      "Transfer-Encoding: chunked\r\n",
      "Content-Length must be a number of bytes, such as 42, and have no Transfer-Encoding beside it.",
    ],
  ]) {
    const socket = connect(port, "127.0.0.1");
    socket.write(request.replace("Host:", `${lines}Host:`), "latin1");
    const [head = "", said = ""] = (await text(socket)).split("\r\n\r\n");
    const { code, field, message: told } = JSON.parse(said).error;
    assert.deepEqual([head.slice(9, 12), code, field, told], ["400", "validation_error", "Content-Length", message]);
  }
  const joined = request.replace(/Content-Length: (\d+)/, "Content-Length: $1, $1");
  assert.deepEqual(await exchange(joined), [{ status: 400, code: "validation_error" }]);
  assert.equal(await getPrisma().authorization.count({ where: { tenantId: tenant.id } }), 0);
});

test("a slow request is a 408, which clients repeat", async () => {
  Object.assign(server, { requestTimeout: 100, headersTimeout: 100 });
  const tenant = await createTestTenant();
  const contract = { method: "POST", path: "/v1/authorizations" } as const;
  const socket = connect(port, "127.0.0.1");
  socket.write(toText({ contract, credentials: tenantLines(tenant), body: "{", length: 10 }));
  await once(socket, "connect");
  assert.deepEqual(await answersOn(socket), [{ status: 408, code: "request_timeout" }]);
});
