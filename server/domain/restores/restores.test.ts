import assert from "node:assert/strict";
import { test } from "node:test";
import { insertRows } from "@/server/db/insert-rows";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { DAY_MS, withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { bindMailSender, newEmail, sendEmails, words } from "../emails";
import { findRestore, markRestored, releaseRestores, requireReleased } from ".";

withTestDatabase();

test("an email waits for the release, and so does a start", async () => {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  const sent: string[] = [];
  bindMailSender({
    send: async ({ recipient }) => {
      sent.push(recipient);
      return { error: null, isFinal: false };
    },
  });
  const email = newEmail(clock.now(), {
    recipient: "a@example.com",
    subject: words`Hello`,
    paragraphs: [words`Hello`],
  });
  const row = { ...email, status: "waiting", nextAttemptAt: clock.now() } as const;
  await query(getPool(), insertRows("emails", [row], "(SELECT 1) AS work"));
  await requireReleased();
  const dataAt = new Date(clock.now().getTime() - DAY_MS);
  await markRestored({ dataAt, now: clock.now() });
  assert.deepEqual(await sendEmails({ now: clock.now() }), { sent: 0, failed: 0 });
  await assert.rejects(requireReleased(), /holds nothing later than 2026-03-01T10:00:00.000Z/);
  assert.equal(await releaseRestores({ now: clock.now() }), 1);
  await requireReleased();
  assert.deepEqual(await sendEmails({ now: clock.now() }), { sent: 1, failed: 0 });
  assert.deepEqual(sent, ["a@example.com"]);
});

test("a copy of a copy holds nothing later than the earlier of the two, and one release is for both", async () => {
  const at = (day: number) => new Date(Date.UTC(2026, 2, day));
  await markRestored({ dataAt: at(3), now: at(5) });
  await markRestored({ dataAt: at(4), now: at(6) });
  assert.deepEqual((await findRestore())?.dataAt, at(3));
  assert.equal(await releaseRestores({ now: at(7) }), 2);
  assert.equal(await releaseRestores({ now: at(8) }), 0);
  assert.deepEqual((await findRestore())?.dataAt, at(4));
});
