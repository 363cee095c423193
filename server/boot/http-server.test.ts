import assert from "node:assert/strict";
import { once } from "node:events";
import { Agent, type IncomingMessage, request, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { after, test } from "node:test";
import { setTimeout as sleep, setImmediate as turn } from "node:timers/promises";
import { createHttpServer, drain, listen } from "./http-server";

process.env.DATABASE_URL ||= "postgresql://127.0.0.1/nowhere";
process.env.METRICS_TOKEN = "a token that nobody sends";

const server = createHttpServer({
  api: async (_, response) => void response.end(),
  inngest: async (_, response) => void response.end("inngest"),
  pages: async (_, response) => void response.end(),
  upgrade: null,
});
const opened = new Set<{ destroy(): void }>();
after(() => {
  for (const socket of opened) socket.destroy();
  server.close();
});

/** More than the kernel queues by Node's default backlog. */
const AT_ONCE = 700;
/** A client that wasn't accepted retries after a second. */
const BEFORE_A_SECOND_TRY_MS = 900;

test("connections at once are all taken at once", async () => {
  await listen(server, 0, "127.0.0.1");
  const address = server.address();
  assert.ok(address !== null && typeof address === "object");
  let connected = 0;
  for (let i = 0; i < AT_ONCE; i += 1) {
    const socket = connect({ port: address.port, host: "127.0.0.1" }, () => {
      connected += 1;
    });
    opened.add(socket);
  }
  await sleep(BEFORE_A_SECOND_TRY_MS);
  // After a stall, pending connections are accepted only after the timer has fired.
  for (let turns = 0; turns < 10 && connected < AT_ONCE; turns += 1) await turn();
  assert.equal(connected, AT_ONCE);
});

test("a request to a proxy is told that this is none", async () => {
  const proxied = createHttpServer({
    api: async (_, response) => void response.end(),
    inngest: async (_, response) => void response.end("inngest"),
    pages: async (_, response) => void response.end(),
    upgrade: null,
  });
  await listen(proxied, 0, "127.0.0.1");
  const address = proxied.address();
  assert.ok(address !== null && typeof address === "object");
  const asked = request({ host: "127.0.0.1", port: address.port, method: "CONNECT", path: "example.com:443" }).end();
  const [response] = (await once(asked, "connect")) as [IncomingMessage];
  assert.equal(response.statusCode, 405);
  proxied.close();
});

test("a target with a host of its own, or a slash at the end, is answered as its plain form", async () => {
  const said = (what: string) => async (incoming: IncomingMessage, response: ServerResponse) =>
    void response.end(`${what} ${incoming.url}`);
  const plain = createHttpServer({ api: said("api"), inngest: said("inngest"), pages: said("pages"), upgrade: null });
  await listen(plain, 0, "127.0.0.1");
  const { port } = plain.address() as AddressInfo;
  const answerTo = async (path: string) => {
    const asked = request({ host: "127.0.0.1", port, path, agent: false }).end();
    const [response] = (await once(asked, "response")) as [IncomingMessage];
    return text(response);
  };
  const evil = "http://evil.test:4999";
  const refused = "Send METRICS_TOKEN as a bearer.\n";
  for (const [target, answer] of [
    ["/livez/", '{"status":"ok"}'],
    [`${evil}/livez`, '{"status":"ok"}'],
    [`${evil}/livez/?x=1`, '{"status":"ok"}'],
    ["/livez//", "pages /livez//"],
    ["/metrics/", refused],
    [`${evil}/metrics`, refused],
    [`${evil}/api/inngest?fnId=x`, "inngest /api/inngest?fnId=x"],
    ["/api/inngest/", "inngest /api/inngest/"],
    [`${evil}/v1/health`, "api /v1/health"],
    [`${evil}/sign-in?x=http://a/b`, "pages /sign-in?x=http://a/b"],
    [evil, "pages /"],
    [`${evil}?x`, "pages /?x"],
    ["/x?to=http://a/../b", "pages /x?to=http://a/../b"],
  ] as const) {
    assert.equal(await answerTo(target), answer, target);
  }
  plain.close();
});

test("a stop cuts off nobody who keeps a connection: what comes on it is answered, and ends it", async () => {
  const stopping = createHttpServer({
    api: async (_, response) => void response.end("answered"),
    inngest: async (_, response) => void response.end("inngest"),
    pages: async (_, response) => void response.end(),
    upgrade: null,
  });
  await listen(stopping, 0, "127.0.0.1");
  const address = stopping.address();
  assert.ok(address !== null && typeof address === "object");
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = async () => {
    const sent = request({ host: "127.0.0.1", port: address.port, path: "/v1/me", agent }).end();
    const [response] = (await once(sent, "response")) as [IncomingMessage];
    await once(response.resume(), "end");
    return { status: response.statusCode, connection: response.headers.connection, isKept: sent.reusedSocket };
  };
  assert.deepEqual(await ask(), { status: 200, connection: "keep-alive", isKept: false });
  const drained = drain(stopping);
  assert.deepEqual(await ask(), { status: 200, connection: "close", isKept: true });
  await drained;
});
