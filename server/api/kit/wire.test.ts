import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { after, before, test } from "node:test";
import { handleApi } from "@/server/api/host";
import { createHttpServer } from "@/server/boot/http-server";
import { ErrorBody } from "@/server/contracts/error-body";
import { withTestDatabase } from "@/server/testing/database";
import { countRows } from "@/server/testing/database-rows";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

const server = createHttpServer({
  api: handleApi,
  inngest: async (_, response) => void response.end("inngest"),
  pages: async (_, response) => void response.writeHead(404, { "content-length": 6 }).end("a page"),
  upgrade: async (_, socket) => void socket.destroy(),
});
let port = 0;
let tenant: TestTenant;

before(() => {
  server.listen(0, "127.0.0.1", () => {
    const address = server.address();
    port = typeof address === "object" && address ? address.port : 0;
  });
});
after(() => {
  server.closeAllConnections();
  server.close();
});

interface WireReply {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

async function sendLines(lines: readonly string[], body = ""): Promise<WireReply> {
  if (port === 0) await once(server, "listening");
  const socket = connect(port, "127.0.0.1");
  const answer = text(socket);
  socket.write(`${[...lines, "Host: closed-loop.test", "Connection: close"].join("\r\n")}\r\n\r\n${body}`, "latin1");
  const [head = "", ...rest] = (await answer).split("\r\n\r\n");
  return { status: Number(head.split(" ")[1]), head, body: rest.join("\r\n\r\n") };
}

async function credentialLines(): Promise<string[]> {
  tenant ??= await createTestTenant();
  return [`X-API-Key: ${tenant.publicKey}`, `Authorization: Bearer ${tenant.secret}`];
}

function assertError(reply: WireReply, status: number, code: string): void {
  assert.deepEqual([reply.status, ErrorBody.parse(JSON.parse(reply.body)).error.code], [status, code]);
  assert.match(reply.head, /^x-request-id: [0-9A-Za-z]{17}$/im);
}

test("blanks around a header's value are no part of it, blanks inside are", async () => {
  const [key = "", secret = ""] = await credentialLines();
  const padded = [key.replace(": ", ":  \t "), `${secret} \t `];
  assert.equal((await sendLines(["GET /v1/me HTTP/1.1", ...padded])).status, 200);
  assertError(await sendLines(["GET /v1/me HTTP/1.1", `${key} x`, secret]), 403, "api_key_not_registered");
  for (const inside of [
    [key, secret.replace("Bearer ", "Bearer  ")],
    [key, `${secret} x`],
  ]) {
    assertError(await sendLines(["GET /v1/me HTTP/1.1", ...inside]), 401, "authentication_failed");
  }
});

test("header names have no case", async () => {
  const lines = (await credentialLines()).map((line) => line.replace(/^[^:]+/, (name) => name.toUpperCase()));
  assert.equal((await sendLines(["GET /v1/me HTTP/1.1", ...lines])).status, 200);
});

test("a single-value header sent with several is refused by name; the same value twice counts once", async () => {
  const lines = await credentialLines();
  assert.equal((await sendLines(["GET /v1/me HTTP/1.1", ...lines, ...lines])).status, 200);
  for (const name of ["Authorization", "Content-Type", "Idempotency-Key", "X-API-Key", "X-Signature", "X-Timestamp"]) {
    const reply = await sendLines(["GET /v1/me HTTP/1.1", ...lines, `${name.toLowerCase()}: a`, `${name}: b`]);
    assertError(reply, 400, "validation_error");
    assert.equal(ErrorBody.parse(JSON.parse(reply.body)).error.field, name);
  }
});

test("an address in absolute form, with dots or a fragment is the address it means", async () => {
  const lines = await credentialLines();
  for (const address of ["http://elsewhere.test/v1/me", "/v1/authorizations/../me", "/v1/./me", "/v1/me#part"]) {
    assert.equal((await sendLines([`GET ${address} HTTP/1.1`, ...lines])).status, 200, address);
  }
});

test("only /v1 and /merchant/v1 are the API: doubled slashes and longer words are pages", async () => {
  for (const address of ["//v1/me", "/v1x", "/v11/me", "/docs/v1", "/merchant/v2", "/api/v1/me"]) {
    const reply = await sendLines([`GET ${address} HTTP/1.1`]);
    assert.deepEqual([reply.status, reply.body], [404, "a page"], address);
  }
  assertError(await sendLines(["GET /merchant/v1/nothing HTTP/1.1"]), 404, "not_found");
  assertError(await sendLines(["GET /v1 HTTP/1.1"]), 404, "not_found");
});

test("methods unknown to browsers are a 405 too", async () => {
  for (const method of ["TRACE", "PROPFIND", "LINK", "M-SEARCH"]) {
    assertError(await sendLines([`${method} /v1/me HTTP/1.1`]), 405, "method_not_allowed");
  }
});

test("HEAD sends no body", async () => {
  const reply = await sendLines(["HEAD /v1/me HTTP/1.1", ...(await credentialLines())]);
  assert.deepEqual([reply.status, reply.body], [200, ""]);
});

test("too large a body is a 413, announced or in chunks, and does nothing", async () => {
  const lines = ["POST /v1/authorizations HTTP/1.1", "Idempotency-Key: k", ...(await credentialLines())];
  const size = 64 * 1024 + 1;
  const announced = await sendLines([...lines, `Content-Length: ${size}`], " ".repeat(size));
  assertError(announced, 413, "payload_too_large");
  const chunk = `2000\r\n${" ".repeat(0x2000)}\r\n`;
  const chunked = await sendLines([...lines, "Transfer-Encoding: chunked"], `${chunk.repeat(9)}0\r\n\r\n`);
  assertError(chunked, 413, "payload_too_large");
  assert.equal(await countRows("authorizations"), 0);
});

test("two lengths for one body are refused: no one may disagree on where a request ends", async () => {
  const lines = ["POST /v1/authorizations HTTP/1.1", "Idempotency-Key: k", ...(await credentialLines())];
  const smuggled = "GET /v1/me HTTP/1.1\r\n\r\n";
  for (const lengths of [
    ["Content-Length: 2", "Content-Length: 3"],
    ["Content-Length: 2", "Transfer-Encoding: chunked"],
  ]) {
    const reply = await sendLines([...lines, ...lengths], `0\r\n\r\n${smuggled}`);
    assert.equal(reply.status, 400);
  }
});

test("the body of a GET is not read as a request of its own", async () => {
  const lines = [...(await credentialLines()), "Content-Length: 2"];
  assert.equal((await sendLines(["GET /v1/me HTTP/1.1", ...lines], "{}")).status, 200);
});

test("a payment sent again with its key twice, in two lines or one, is the same payment", async () => {
  const credentials = await credentialLines();
  const { panToken } = await createTestCard(tenant);
  const body = JSON.stringify({ panToken, amount: 5 });
  const lines = ["POST /v1/authorizations HTTP/1.1", ...credentials, `Content-Length: ${body.length}`];
  const first = await sendLines([...lines, "Idempotency-Key: once"], body);
  const again = await sendLines([...lines, "Idempotency-Key: once", "Idempotency-Key: once"], body);
  const joined = await sendLines([...lines, "Idempotency-Key: once, once"], body);
  assert.deepEqual([first.status, again.status, again.body], [201, 200, first.body]);
  assert.deepEqual([joined.status, joined.body], [200, first.body]);
  assertError(
    await sendLines([...lines, "Idempotency-Key: once", "Idempotency-Key: twice"], body),
    400,
    "validation_error",
  );
  assert.equal(await countRows("authorizations"), 1);
});
