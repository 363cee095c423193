import assert from "node:assert/strict";
import https from "node:https";
import { connect, createServer, type Server, type Socket } from "node:net";
import { after, test } from "node:test";
import { allowLocalhost, startReceiver } from "@/server/testing/clients/receiver";
import { HOSTILE_ADDRESSES } from "@/server/testing/faults/hostile-addresses";
import { post, toRequest } from "./post";
import type { Address } from "./resolve-host";
import { readTarget } from "./url-policy";

allowLocalhost();
process.env.DATABASE_URL ||= "postgresql://127.0.0.1/unused";

const unresolved = async () => [];

const subscriptionId = "3Fq8rTBhLm5QdXc7K";

function send(
  url: string,
  options: { timeoutMs?: number; addresses?: readonly Address[]; subscriptionId?: string } = {},
) {
  const { timeoutMs = 2_000, addresses } = options;
  const resolve = addresses ? async () => addresses : unresolved;
  return post(
    {
      url,
      subscriptionId: options.subscriptionId ?? subscriptionId,
      headers: { "content-type": "application/json" },
      body: "{}",
    },
    { resolve, timeoutMs },
  );
}

async function listenRaw(speak: (socket: Socket) => void): Promise<string> {
  const server: Server = createServer((socket) => {
    socket.on("error", () => undefined);
    speak(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  after(() => server.close());
  const address = server.address();
  assert.ok(address && typeof address !== "string");
  return `http://localhost:${address.port}/`;
}

test("a 2xx is a success, with the first KB of its body", async () => {
  const receiver = await startReceiver();
  receiver.answerWith((response) => response.writeHead(202).end("x".repeat(3_000)));
  const result = await send(receiver.url);
  assert.deepEqual(result, { responseCode: 202, responseBody: "x".repeat(1_024), error: null });
  assert.equal(receiver.received[0]?.headers["content-type"], "application/json");
});

for (const [what, answer] of [
  ["a 204 with a body", "HTTP/1.1 204 No Content\r\nContent-Type: text/plain\r\n\r\nOK"],
  ["a 204 with a length and a body", "HTTP/1.1 204 No Content\r\nContent-Length: 2\r\n\r\nOK"],
  ["a 200 with more bytes than it announced", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nOK and more"],
  [
    "chunks with something behind the last",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nOK\r\n0\r\n\r\nand more",
  ],
  ["21 KB of headers", `HTTP/1.1 200 OK\r\nX-Debug: ${"x".repeat(21_000)}\r\nContent-Length: 2\r\n\r\nOK`],
] as const) {
  test(`${what} is a complete 2xx, and delivered`, async () => {
    const url = await listenRaw((socket) => socket.once("data", () => socket.end(answer)));
    for (let round = 0; round < 2; round += 1) {
      const { responseCode, error } = await send(url);
      assert.deepEqual([responseCode, error], [Number(answer.slice(9, 12)), null]);
    }
  });
}

for (const [what, answer, error] of [
  [
    "a receiver that switches protocols",
    "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n",
    "The receiver wanted to switch protocols.",
  ],
  ["a receiver that hangs up in the middle", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc", null],
  ["a receiver that says nothing and hangs up", "", null],
] as const) {
  test(`${what}: the attempt ends at once, as a failure`, async () => {
    const url = await listenRaw((socket) => socket.once("data", () => socket.end(answer)));
    const startedAt = performance.now();
    const result = await send(url, { timeoutMs: 20_000 });
    assert.notEqual(result.error, null);
    if (error !== null) assert.equal(result.error, error);
    assert.ok(performance.now() - startedAt < 10_000);
  });
}

for (const status of [300, 301, 302, 307, 308, 400, 404, 410, 429, 500, 503]) {
  test(`a ${status} is a failure, and no redirect is followed`, async () => {
    const [receiver, elsewhere] = [await startReceiver(), await startReceiver()];
    receiver.answerWith((response) => response.writeHead(status, { location: elsewhere.url }).end());
    const { responseCode, error } = await send(receiver.url);
    assert.equal(responseCode, status);
    assert.match(error ?? "", new RegExp(String(status)));
    assert.equal(elsewhere.received.length, 0);
  });
}

test("a silent, dripping, or stopped answer ends with the time there is", async () => {
  const cases = {
    silent: () => undefined,
    dripping: (socket: Socket) => {
      socket.write("HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n");
      const timer = setInterval(() => socket.write("x"), 20);
      socket.on("close", () => clearInterval(timer));
    },
    "dripping headers": (socket: Socket) => {
      socket.write("HTTP/1.1 200 OK\r\n");
      const timer = setInterval(() => socket.write("x-a: b\r\n"), 20);
      socket.on("close", () => clearInterval(timer));
    },
  };
  for (const [name, speak] of Object.entries(cases)) {
    const startedAt = performance.now();
    const { error } = await send(await listenRaw(speak), { timeoutMs: 300 });
    assert.match(error ?? "", /No complete answer within 0\.3 seconds/, name);
    assert.ok(performance.now() - startedAt < 10_000, name);
  }
});

test("a body without end is read for 64 KB and counts by its status", async () => {
  let sent = 0;
  const url = await listenRaw((socket) => {
    socket.write("HTTP/1.1 200 OK\r\ncontent-length: 100000000\r\n\r\n");
    const more = () => {
      while (!socket.destroyed && socket.write(Buffer.alloc(16 * 1024, "y"))) sent += 16 * 1024;
    };
    socket.on("drain", more);
    more();
  });
  const { responseCode, responseBody, error } = await send(url);
  assert.deepEqual([responseCode, responseBody?.length, error], [200, 1_024, null]);
  assert.ok(sent < 50_000_000);
});

test("non-HTTP answers, a closed port, and a cut connection are failures that say so", async () => {
  const answers = [
    await send(await listenRaw((socket) => socket.end("SSH-2.0-OpenSSH_9.6\r\n"))),
    await send(await listenRaw((socket) => socket.destroy())),
    await send("http://localhost:65535/"),
  ];
  for (const { responseCode, error } of answers) {
    assert.equal(responseCode, null);
    assert.match(error ?? "", /^The connection failed \([A-Z_]+\)\.$/);
  }
});

test("a body with NUL and broken UTF-8 is kept as text that can be stored", async () => {
  const receiver = await startReceiver();
  receiver.answerWith((response) => response.writeHead(500).end(Buffer.from([0x61, 0x00, 0xff, 0x62])));
  assert.equal((await send(receiver.url)).responseBody, "a\ufffd\ufffdb");
});

for (const address of HOSTILE_ADDRESSES) {
  test(`a name resolved to ${address || "nothing"} is not connected to, alone or beside a public one`, async () => {
    const hostile = { address, family: address.includes(":") ? 6 : 4 } as const;
    for (const addresses of [[hostile], [{ address: "8.8.8.8", family: 4 } as const, hostile]]) {
      const { responseCode, error } = await send("https://receiver.example.com/", { addresses });
      assert.equal(responseCode, null);
      assert.match(error ?? "", /^refused to connect: receiver\.example\.com is /);
    }
  });
}

test("a name is resolved once: what it answers later has no say in where the connection goes", async () => {
  let asked = 0;
  const resolve = async (): Promise<Address[]> => {
    asked += 1;
    return [{ address: asked === 1 ? "192.0.2.1" : "127.0.0.1", family: 4 }];
  };
  const request = { url: "https://rebinding.example.com/", subscriptionId, headers: {}, body: "{}" };
  const first = await post(request, { resolve, timeoutMs: 500 });
  const second = await post(request, { resolve, timeoutMs: 500 });
  assert.match(first.error ?? "", /192\.0\.2\.1/);
  assert.match(second.error ?? "", /127\.0\.0\.1, which is in a range that is not public \(loopback\)/);
  assert.equal(asked, 2);
});

test("a url subscribed before its name or port was refused is not sent to", async () => {
  const addresses = [{ address: "8.8.8.8", family: 4 }] as const;
  for (const url of ["https://receiver.test/", "https://receiver.example.com:6379/"]) {
    const { responseCode, error } = await send(url, { addresses });
    assert.equal(responseCode, null);
    assert.match(error ?? "", /^The url must /);
  }
});

test("a name without an address, and name servers that are silent, are failures that say so", async () => {
  assert.match((await send("https://nowhere.example.com/")).error ?? "", /has no address/);
  const request = { url: "https://slow.example.com/", subscriptionId, headers: {}, body: "{}" };
  const silent = () => new Promise<never>(() => undefined);
  const failing = async () => {
    throw new Error("SERVFAIL");
  };
  assert.match((await post(request, { resolve: silent, timeoutMs: 100 })).error ?? "", /not resolved in time/);
  assert.match((await post(request, { resolve: failing, timeoutMs: 100 })).error ?? "", /name servers do not answer/);
});

test("localhost is tried on both families, so a receiver may listen on either", async () => {
  const server = createServer((socket) => socket.end("HTTP/1.1 204 No Content\r\nconnection: close\r\n\r\n"));
  const isListening = await new Promise<boolean>((resolve) => {
    server.once("error", () => resolve(false));
    server.listen(0, "::1", () => resolve(true));
  });
  if (!isListening) return;
  after(() => server.close());
  const address = server.address();
  assert.ok(address && typeof address !== "string");
  assert.equal((await send(`http://localhost:${address.port}/`)).responseCode, 204);
  // Nothing listens on IPv4, so the first address was tried and skipped.
  await assert.rejects(
    new Promise((resolve, reject) => connect(address.port, "127.0.0.1").on("connect", resolve).on("error", reject)),
  );
});

async function greetingFor(name: string): Promise<string> {
  let heard: (data: Buffer) => void = () => undefined;
  const greeting = new Promise<Buffer>((resolve) => {
    heard = resolve;
  });
  const base = await listenRaw((socket) =>
    socket.once("data", (data) => {
      heard(data);
      socket.destroy();
    }),
  );
  const target = readTarget(`https://${name}:${new URL(base).port}/`);
  assert.ok(!("refusal" in target), name);
  const request = { url: target.url.href, subscriptionId, headers: {}, body: "" };
  const options = { resolve: unresolved, timeoutMs: 2_000, signal: AbortSignal.timeout(2_000), isNew: true };
  // The address is passed directly, since loopback would be refused.
  const loopback = { address: "127.0.0.1", family: 4 } as const;
  const sent = https.request(toRequest(target, [loopback], request, options));
  sent.on("error", () => undefined).end();
  return (await greeting).toString("latin1");
}

test("a name with a final dot goes into TLS without it", async () => {
  for (const name of ["receiver.example.com", "receiver.example.com."]) {
    const greeting = await greetingFor(name);
    assert.ok(greeting.includes("receiver.example.com"), name);
    assert.ok(!greeting.includes("receiver.example.com."), name);
  }
});
