import assert from "node:assert/strict";
import { test } from "node:test";
import { sweepPushes } from "@/server/domain/pushes/sweep-pushes";
import { now } from "@/server/platform/clock";
import { withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { authorize } from "@/server/testing/factories/authorization-steps";
import { openTestSession, portalOf } from "@/server/testing/factories/portal";
import { beginPushes } from "@/server/testing/pushes/begin-pushes";
import { turnOnTestPushes } from "@/server/testing/pushes/push-devices";
import { readVapid } from "@/server/testing/pushes/push-service";
import { writePushes } from "../news/write-pushes";
import { sendPushes } from "./send-pushes";
import { currentSenderKey } from "./sender-key";

withTestDatabase();

const MINUTE_MS = 60_000;
const sweep = () => sweepPushes({ members: null });

test("a push carries its sender, its lifetime, and what it replaces", async () => {
  const { create, service } = await beginPushes();
  const { tenant, card } = await create();
  await authorize(tenant, card, 1);
  await sweep();
  const [push] = service.taken;
  assert.ok(push);
  const { "content-encoding": encoding, ttl, urgency, topic } = push.headers;
  assert.deepEqual([encoding, urgency], ["aes128gcm", "high"]);
  assert.ok(Number(ttl) > 43_100 && Number(ttl) <= 43_200);
  assert.match(String(topic), /^[\w-]{32}$/);
  const vapid = readVapid(push);
  assert.ok(vapid);
  assert.equal(vapid.key, currentSenderKey().publicKey);
  const { aud, exp } = vapid.claims;
  assert.equal(aud, service.origin);
  assert.ok(exp > now().getTime() / 1_000 && exp <= now().getTime() / 1_000 + 86_400);
});

test("a busy push service is asked four times in all; one that knows the device no more ends it", async () => {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  const { service, create } = await beginPushes();
  const { tenant, card, portal } = await create();
  service.answerWith(429);
  await authorize(tenant, card, 2);
  const counts: number[] = [];
  for (const minutes of [0, 0.5, 1, 3, 10, 20]) {
    clock.advance(minutes * MINUTE_MS);
    await sweep();
    counts.push(service.taken.length);
  }
  assert.deepEqual(counts, [1, 1, 2, 3, 4, 4]);
  service.answerWith(503);
  await authorize(tenant, card, 2);
  await sweep();
  service.answerWith(201);
  clock.advance(MINUTE_MS);
  await sweep();
  assert.equal(service.taken.length, 6);
  for (const status of [302, 400]) {
    service.answerWith(status);
    await authorize(tenant, card, 2);
    await sweep();
    clock.advance(MINUTE_MS);
    await sweep();
  }
  assert.equal(service.taken.length, 8, "no redirect is followed, and what is refused is not sent again");
  service.answerWith(410);
  await authorize(tenant, card, 2);
  await sweep();
  assert.deepEqual((await portal.wallet.pushes.list()).devices, []);
});

test("news an hour old, while nothing was to be sent, is told to no one", async () => {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  const { create, service } = await beginPushes();
  const { tenant, card } = await create();
  await authorize(tenant, card, 2);
  await writePushes({ now: now(), members: null });
  clock.advance(60 * MINUTE_MS);
  await sweep();
  assert.deepEqual(service.taken, []);
});

test("a push service sees neither how long the words are, nor which devices are told of one thing", async () => {
  const { create, service } = await beginPushes();
  const { tenant, card, user } = await create();
  await turnOnTestPushes(portalOf(await openTestSession(user)), service.subscribe());
  await authorize(tenant, card, 2);
  await authorize(tenant, card, 20.25, { merchantNameRaw: "A much longer name, Ünïcode too" });
  await sweep();
  assert.equal(new Set(service.taken.map(({ headers }) => headers.topic)).size, 4);
  assert.equal(new Set(service.taken.map(({ body }) => body.length)).size, 1);
});

test("new news goes before a flood of failures", async () => {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  const { create, service, titlesOf } = await beginPushes();
  const flooding = await create();
  for (const _ of [1, 2]) await turnOnTestPushes(portalOf(await openTestSession(flooding.user)), service.subscribe());
  for (let i = 0; i < 18; i += 1) await authorize(flooding.tenant, flooding.card, 1);
  service.answerWith(503);
  await sweep();
  assert.equal(service.taken.length, 54);
  clock.advance(MINUTE_MS);
  const other = await create();
  await authorize(other.tenant, other.card, 2);
  await writePushes({ now: now(), members: null });
  await sendPushes({ now: now() });
  assert.deepEqual(titlesOf(other), ["Reserved $2.00 at Test Merchant"]);
});
