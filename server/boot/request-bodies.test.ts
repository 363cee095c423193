import assert from "node:assert/strict";
import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { after, before, test } from "node:test";
import { MOST_BYTES_OF_UPLOAD } from "@/server/contracts/portal/upload-limits";
import { waitUntil } from "@/server/testing/wait-until";
import { createHttpServer, listen } from "./http-server";

process.env.DATABASE_URL ||= "postgresql://127.0.0.1/unused";
process.env.TRUSTED_PROXY_HOPS = "1";

async function sizeOf(request: IncomingMessage): Promise<number> {
  let bytes = 0;
  for await (const chunk of request) bytes += (chunk as Buffer).length;
  return bytes;
}

/** More than the buffers of a connection take. */
const LARGE = Buffer.alloc(32 * 1024 * 1024);
let begun = 0;
let refused = 0;
const server = createHttpServer({
  api: async (_, response) => void response.end(),
  inngest: async (request, response) => void response.end(String(await sizeOf(request))),
  pages: async (request, response) => {
    // Node stops reading a connection only where a request comes after the answer that isn’t read.
    if (request.url === "/large") return void setTimeout(() => response.end(LARGE), 100);
    if (request.headers["x-refused"] !== undefined) {
      refused += 1;
      return void response.writeHead(401).end();
    }
    begun += 1;
    assert.ok(request.complete, "nobody is asked before the whole request is here");
    response.end(String(await sizeOf(request)));
  },
  upgrade: null,
});
const sockets = new Set<Socket>();
const port = () => (server.address() as AddressInfo).port;
before(() => listen(server, 0, "127.0.0.1"));
after(() => {
  for (const socket of sockets) socket.destroy();
  server.close();
});

async function post(path: string, body: BodyInit, headers: Record<string, string> = {}): Promise<[number, string]> {
  const reply = await fetch(`http://127.0.0.1:${port()}${path}`, {
    method: "POST",
    body,
    headers,
    duplex: "half",
  } as RequestInit);
  return [reply.status, await reply.text()];
}

function open(): Socket {
  const socket = connect(port(), "127.0.0.1").setEncoding("utf8");
  sockets.add(socket);
  // Whoever is refused while it sends may be cut off.
  socket.on("error", () => undefined);
  return socket;
}

async function readOnce(socket: Socket): Promise<string> {
  if (socket.readableLength === 0) await once(socket, "readable");
  return String(socket.read());
}

/** Sends half of a request from an address, and keeps the connection. */
function sendHalf(address: string): Socket {
  const socket = open();
  socket.write(`POST /api/auth/x HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${address}\r\nContent-Length: 9\r\n\r\n{`);
  return socket;
}

test("a body arrives whole, in one piece or in many", async () => {
  for (const size of [0, 1, 16 * 1024]) assert.deepEqual(await post("/api/auth/x", "b".repeat(size)), [200, `${size}`]);
  const pieces = new ReadableStream({
    start(controller) {
      for (let i = 0; i < 100; i += 1) controller.enqueue(new TextEncoder().encode("piece"));
      controller.close();
    },
  });
  assert.deepEqual(await post("/api/trpc/x", pieces), [200, "500"]);
  assert.deepEqual(await post("/api/inngest", "b".repeat(3_000_000)), [200, "3000000"]);
  for (const [procedure, size] of Object.entries(MOST_BYTES_OF_UPLOAD)) {
    assert.deepEqual(await post(`/api/trpc/${procedure}?x=1`, "b".repeat(size)), [200, `${size}`], procedure);
  }
});

test("a larger body is refused, whether its length is announced or not, and asks nobody", async () => {
  const before = begun;
  for (const [path, size] of [
    ["/api/auth/callback/credentials", 16 * 1024 + 1],
    ["/docs", 16 * 1024 + 1],
    ["/api/trpc/x", 64 * 1024 + 1],
    ["/api/trpc/tenant.fundingFiles.start,tenant.fundingFiles.start?batch=1", 64 * 1024 + 1],
    ["/api/trpc/tenant.brand.changeLogo", 192 * 1024 + 1],
    ["/api/inngest", 8 * 1024 * 1024 + 1],
  ] as const) {
    const [status, text] = await post(path, "b".repeat(size));
    assert.deepEqual([status, JSON.parse(text).error.code], [413, "payload_too_large"], path);
    const socket = open();
    socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n`);
    socket.write(`${size.toString(16)}\r\n${"b".repeat(size)}\r\n`);
    assert.match(await readOnce(socket), /^HTTP\/1\.1 413 /, path);
  }
  assert.equal(begun, before);
});

test("whoever reads no answer holds no room for bodies that nobody read", async () => {
  const whole = MOST_BYTES_OF_UPLOAD["network.bank.importStatement"] ?? 0;
  const sizes = [whole, whole, 64 * 1024 * 1024 - 2 * whole - 8 * 1024];
  for (const [index, size] of sizes.entries()) {
    const socket = open().pause();
    const head = `Host: x\r\nX-Forwarded-For: 10.9.${index}.1\r\n`;
    const post = `POST /api/trpc/network.bank.importStatement HTTP/1.1\r\n${head}X-Refused: 1\r\nContent-Length: ${size}\r\n\r\n`;
    socket.write(`GET /large HTTP/1.1\r\n${head}\r\n${post}`);
    socket.write(Buffer.alloc(size));
  }
  await waitUntil("all have arrived", () => refused === sizes.length);
  for (let i = 0; i < 20; i += 1) {
    const sent = await post("/api/auth/x", "b".repeat(16 * 1024), { "x-forwarded-for": "192.0.2.9" });
    assert.deepEqual(sent, [200, "16384"]);
  }
});

test("a thousand unfinished requests from as many networks, or from one, keep nobody out", async () => {
  const before = begun;
  for (let i = 0; i < 1_100; i += 1) sendHalf(`10.${i >> 8}.${i & 255}.1`);
  assert.deepEqual(await post("/api/auth/x", "whole", { "x-forwarded-for": "192.0.2.1" }), [200, "5"]);
  const halves: Socket[] = [];
  for (let i = 0; i < 1_100; i += 1) halves.push(sendHalf(`2001:db8:7:${i.toString(16)}::1`));
  const other = sendHalf("192.0.2.2");
  assert.deepEqual(await post("/api/auth/x", "whole", { "x-forwarded-for": "192.0.2.1" }), [200, "5"]);
  assert.equal(begun, before + 2);
  await Promise.all(halves.slice(0, 500).map(readOnce));
  other.write('"a":1}}}');
  assert.match(await readOnce(other), /^HTTP\/1\.1 200 /, "one of another network is served when it is whole");
});
