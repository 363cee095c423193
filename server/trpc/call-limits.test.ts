import assert from "node:assert/strict";
import { test } from "node:test";
import { openAnswer } from "./call-limits";

const MOST = { login: 24, network: 500, process: 4_000 };

let logins = 0;

function openStreams(count: number, address: string): (() => void)[] {
  return Array.from({ length: count }, () => {
    logins += 1;
    const close = openAnswer("stream", { userId: `user ${logins}`, isShared: false }, address);
    assert.ok(close, `${logins} from ${address}`);
    return close;
  });
}

const isRefused = (address: string, userId = "another") =>
  openAnswer("stream", { userId, isShared: false }, address) === null;

function closeAll(streams: readonly (() => void)[]): void {
  for (const close of streams) close();
}

test("one network can't take the streams of others, nor can the networks of one customer", () => {
  const streams = openStreams(MOST.network, "192.0.2.1");
  assert.ok(isRefused("192.0.2.1"));
  streams.push(...openStreams(1, "192.0.2.2"));
  for (const network of [1, 2]) streams.push(...openStreams(MOST.network, `32.1.13.184.0.0.0.${network}/64`));
  assert.ok(isRefused("32.1.13.184.0.0.0.3/64"), "of the same /56");
  for (const network of [1, 2]) streams.push(...openStreams(MOST.network, `32.1.13.184.0.0.1.${network}/64`));
  assert.ok(isRefused("32.1.13.184.0.0.2.1/64"), "of the same /48");
  streams.push(...openStreams(1, "32.1.13.184.0.1.0.1/64"));
  closeAll(streams);
  assert.ok(!isRefused("192.0.2.1"));
});

test("what is closed twice is counted as closed once", () => {
  const login = { userId: "clicker", isShared: false };
  const streams = Array.from({ length: MOST.login }, () => openAnswer("stream", login, null));
  assert.ok(!streams.includes(null));
  assert.equal(openAnswer("stream", login, null), null);
  for (let time = 0; time < 2; time += 1) streams[0]?.();
  assert.ok(openAnswer("stream", login, null));
  assert.equal(openAnswer("stream", login, null), null);
});

test("a process has an end of streams", () => {
  const streams: (() => void)[] = [];
  for (let network = 1; !isRefused(`198.51.100.${network}`); network += 1) {
    streams.push(...openStreams(100, `198.51.100.${network}`));
    assert.ok(streams.length <= MOST.process);
  }
  closeAll(streams);
});
