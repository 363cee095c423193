import assert from "node:assert/strict";
import { createServer, type Socket } from "node:net";
import { after, test } from "node:test";
import { allowLocalhost } from "@/server/testing/clients/receiver";
import { waitUntil } from "@/server/testing/wait-until";
import { connectionsFor, poolOf } from "./connections";
import { post } from "./post";

allowLocalhost();
process.env.DATABASE_URL ||= "postgresql://127.0.0.1/unused";

const ANSWER = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok";

async function startKeeper(answer: (socket: Socket, count: number) => void = (socket) => socket.write(ANSWER)) {
  const opened: Socket[] = [];
  let requests = 0;
  const server = createServer((socket) => {
    opened.push(socket);
    socket.on("error", () => undefined);
    socket.on("data", () => {
      requests += 1;
      answer(socket, requests);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  after(() => {
    for (const socket of opened) socket.destroy();
    server.close();
  });
  const address = server.address();
  assert.ok(address && typeof address !== "string");
  const url = `http://localhost:${address.port}/`;
  const send = (subscriptionId: string) =>
    post({ url, subscriptionId, headers: {}, body: "{}" }, { resolve: async () => [], timeoutMs: 20_000 });
  return { opened, send, requests: () => requests };
}

test("a subscription's connection is used again, and by no other subscription", async () => {
  const { opened, send } = await startKeeper();
  for (const expected of [1, 1, 1]) {
    assert.equal((await send("subscription-one")).error, null);
    assert.equal(opened.length, expected);
  }
  await send("subscription-two");
  assert.equal(opened.length, 2);
});

test("a connection is kept for the very addresses that were judged, in whatever order they were named", () => {
  const [one, two, three] = ["8.8.8.8", "8.8.4.4", "1.1.1.1"].map((address) => ({ address, family: 4 as const }));
  assert.ok(one && two && three);
  assert.equal(poolOf("subscription", [one, two]), poolOf("subscription", [two, one]));
  const pools = [[one, two], [one], [one, three]].map((addresses) => poolOf("subscription", addresses));
  pools.push(poolOf("another", [one]));
  const names = pools.map((pool) => {
    const options = { host: "receiver.example.com", port: 443, pool };
    return connectionsFor(new URL("https://receiver.example.com/")).getName(options);
  });
  assert.equal(new Set(names).size, 4);
});

test("a kept connection closed meanwhile costs no attempt: the next one is new", async () => {
  const { opened, send, requests } = await startKeeper((socket, count) => {
    if (count === 2) socket.destroy();
    else socket.write(ANSWER);
  });
  assert.equal((await send("subscription")).error, null);
  assert.deepEqual(await send("subscription"), { responseCode: 200, responseBody: "ok", error: null });
  assert.deepEqual([opened.length, requests()], [2, 3]);
});

test("an endless or cut answer is not kept", async () => {
  const { opened, send } = await startKeeper((socket, count) => {
    if (count === 1) socket.write(`HTTP/1.1 200 OK\r\ncontent-length: 1000000\r\n\r\n${"x".repeat(80_000)}`);
    else if (count === 2) socket.end("HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nabc");
    else socket.write(ANSWER);
  });
  assert.equal((await send("subscription")).error, null);
  assert.notEqual((await send("subscription")).error, null);
  assert.equal((await send("subscription")).error, null);
  assert.equal(opened.length, 3);
});

test("an idle connection is closed within seconds", async () => {
  const { opened, send } = await startKeeper();
  await send("subscription");
  const [socket] = opened;
  await waitUntil("the connection to be closed", () => socket?.readableEnded || socket?.destroyed, 30_000);
});
