import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { withTestDatabase } from "@/server/testing/database";
import { waitUntil } from "@/server/testing/wait-until";
import { bindWork, type Found, untilIdle, wake, wakePeriodically } from "./wake";

withTestDatabase();

const NOTHING: Found = { isMore: false };

afterEach(() => {
  for (const work of ["deliveries", "notifications"] as const) bindWork(work, null);
});

test("work is looked at once for all that woke it meanwhile", async () => {
  let looks = 0;
  bindWork("notifications", async () => {
    looks += 1;
    return NOTHING;
  });
  for (let i = 0; i < 50; i += 1) wake("notifications");
  await untilIdle("notifications");
  // Once when it was bound, and once for all fifty wake-ups.
  assert.equal(looks, 2);
});

test("a check for new work wakes it once a second at most", async () => {
  let looks = 0;
  bindWork("notifications", async () => {
    looks += 1;
    return NOTHING;
  });
  await untilIdle("notifications");
  for (let i = 0; i < 50; i += 1) wakePeriodically("notifications");
  await untilIdle("notifications");
  assert.equal(looks, 1);
  await waitUntil("the next second’s look", async () => {
    wakePeriodically("notifications");
    return looks === 2;
  });
});

test("a fruitful look is followed by another", async () => {
  const found = [true, true, false];
  bindWork("deliveries", async () => ({ isMore: found.shift() ?? false }));
  await untilIdle("deliveries");
  assert.deepEqual(found, []);
});

test("a failed look ends nothing: the next wake looks again", async () => {
  let looks = 0;
  bindWork("deliveries", async () => {
    looks += 1;
    if (looks === 1) throw new Error("the database was away");
    return NOTHING;
  });
  await untilIdle("deliveries");
  wake("deliveries");
  await untilIdle("deliveries");
  assert.equal(looks, 2);
});

test("work woken early is looked at once bound; unbound work is looked at no more", async () => {
  let looks = 0;
  const look = async () => {
    looks += 1;
    return NOTHING;
  };
  wake("deliveries");
  await untilIdle("deliveries");
  bindWork("deliveries", look);
  await untilIdle("deliveries");
  assert.equal(looks, 1);
  bindWork("deliveries", null);
  wake("deliveries");
  await untilIdle("deliveries");
  assert.equal(looks, 1);
});
