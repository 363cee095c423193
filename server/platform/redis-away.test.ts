import assert from "node:assert/strict";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { after, test } from "node:test";
import { waitUntil } from "@/server/testing/wait-until";
import { getEnv } from "./env";
import { closeRedis, consume, getLimiter, openRedis } from "./limiters";
import { metrics } from "./metrics";
import { forgetSingleton } from "./singleton";

// Must be set before the settings are first read; nothing connects to it.
process.env.DATABASE_URL ||= "postgresql://127.0.0.1/nowhere";

let doesAnswer = true;
const sockets = new Set<Socket>();
const redis = createServer((socket) => {
  sockets.add(socket);
  socket.on("data", (data) => {
    if (!doesAnswer) return;
    for (const command of data.toString().matchAll(/\*\d+\r\n\$\d+\r\n(\w+)/g)) {
      socket.write(/^info$/i.test(command[1] ?? "") ? "$9\r\nloading:0\r\n" : "+OK\r\n");
    }
  });
});

after(() => {
  closeRedis();
  for (const socket of sockets) socket.destroy();
  redis.close();
});

const away = async () => (await metrics().redisAway.get()).values.map(({ value }) => value);

test("an away Redis is a figure before anything was counted", async () => {
  const nobody = createServer();
  await new Promise<void>((resolve) => nobody.listen(0, "127.0.0.1", resolve));
  const { port } = nobody.address() as AddressInfo;
  await new Promise((resolve) => nobody.close(resolve));
  Object.assign(getEnv(), { REDIS_URL: `redis://127.0.0.1:${port}` });
  openRedis();
  assert.deepEqual(await away(), [1]);
  closeRedis();
  forgetSingleton("redis");
});

test("a hanging or gone Redis is a figure, and limits go on without it", async () => {
  await new Promise<void>((resolve) => redis.listen(0, "127.0.0.1", resolve));
  const address = redis.address();
  const port = typeof address === "object" ? address?.port : 0;
  Object.assign(getEnv(), { REDIS_URL: `redis://127.0.0.1:${port}` });
  const limiter = getLimiter("of-the-test", 1, 60);
  await waitUntil("Redis answers", async () => (await away())[0] === 0);
  doesAnswer = false;
  assert.deepEqual(await away(), [1]);
  assert.equal((await consume(limiter, "someone")).isOver, false);
  assert.equal((await consume(limiter, "someone")).isOver, true);
});
