import assert from "node:assert/strict";
import { before, test } from "node:test";
import { sweepPushes } from "@/server/domain/pushes/sweep-pushes";
import { forgetKey, openServerKeys, reseal } from "@/server/domain/server-keys";
import { now } from "@/server/platform/clock";
import { allowLocalhost } from "@/server/testing/clients/receiver";
import { withTestDatabase } from "@/server/testing/database";
import { authorize } from "@/server/testing/factories/authorization-steps";
import { createPushMember } from "@/server/testing/pushes/push-devices";
import { readVapid, startPushService } from "@/server/testing/pushes/push-service";
import { startWithKeys } from "@/server/testing/server-keys";
import { currentSenderKey } from "./sender-key";

withTestDatabase();
allowLocalhost();

const [FIRST, SECOND] = ["1", "2"].map((digit) => digit.repeat(64));

async function start(setting: Parameters<typeof startWithKeys>[0]): Promise<void> {
  startWithKeys(setting);
  await openServerKeys({ now: now() });
}

before(() => start({ HMAC_KEY: FIRST ?? "" }));

test("a device stays with its sender after a rotation, until that key is forgotten", async () => {
  const service = await startPushService();
  const { tenant, card, portal } = await createPushMember(service.subscribe());
  const { publicKey } = currentSenderKey();
  const senderOfNext = async () => {
    await authorize(tenant, card, 1);
    await sweepPushes({ members: null });
    const push = service.taken.at(-1);
    assert.ok(push);
    return readVapid(push)?.key;
  };
  assert.equal(await senderOfNext(), publicKey);
  await start({ HMAC_KEYS: `2:${SECOND},1:${FIRST}` });
  assert.notEqual(currentSenderKey().publicKey, publicKey, "what is new has a sender of its own");
  await reseal({ now: now() }, () => undefined);
  await start({ HMAC_KEYS: `2:${SECOND}` });
  assert.equal(await senderOfNext(), publicKey);
  await forgetKey({ version: 1, now: now() });
  await start({ HMAC_KEYS: `2:${SECOND}` });
  const { length } = service.taken;
  await authorize(tenant, card, 1);
  await sweepPushes({ members: null });
  assert.equal(service.taken.length, length);
  assert.deepEqual((await portal.wallet.pushes.list()).devices, []);
});
