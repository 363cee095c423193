import assert from "node:assert/strict";
import { test } from "node:test";
import { getPrisma } from "@/server/db/prisma";
import { sweepPushes } from "@/server/domain/pushes/sweep-pushes";
import { markRestored, releaseRestores } from "@/server/domain/restores";
import { now } from "@/server/platform/clock";
import { withTestDatabase } from "@/server/testing/database";
import { authorize } from "@/server/testing/factories/authorization-steps";
import { createPushMember } from "@/server/testing/pushes/push-devices";
import { startPushService } from "@/server/testing/pushes/push-service";

withTestDatabase();

test("nothing goes to an address that has become private, and no payment fails with it", async () => {
  const service = await startPushService();
  const { tenant, card } = await createPushMember(service.subscribe());
  await getPrisma().pushDevice.updateMany({ data: { endpoint: "https://10.0.0.8/push" } });
  await authorize(tenant, card, 1);
  assert.deepEqual(await sweepPushes({ members: null }), { written: 1, sent: 0 });
  const { error } = await getPrisma().pushMessage.findFirstOrThrow();
  assert.match(error ?? "", /must be public/);
  assert.deepEqual(service.taken, []);
});

test("a restored database sends nothing before it is released", async () => {
  const service = await startPushService();
  const { tenant, card } = await createPushMember(service.subscribe());
  await markRestored({ dataAt: now(), now: now() });
  await authorize(tenant, card, 1);
  await sweepPushes({ members: null });
  assert.deepEqual(service.taken, []);
  await releaseRestores({ now: now() });
  await sweepPushes({ members: null });
  assert.equal(service.taken.length, 1);
});
