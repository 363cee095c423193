import assert from "node:assert/strict";
import { test } from "node:test";
import { insertRows } from "@/server/db/insert-rows";
import { getPool } from "@/server/db/pool";
import { getPrisma } from "@/server/db/prisma";
import { query } from "@/server/db/query";
import { DAY_MS, withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import {
  bindMailSender,
  linkTo,
  listOutbox,
  newEmail,
  type OutgoingEmail,
  type SendResult,
  sendEmails,
  words,
} from ".";

withTestDatabase();

const MINUTE_MS = 60_000;

function mailServer() {
  const taken: OutgoingEmail[] = [];
  const answers: SendResult[] = [];
  bindMailSender({
    send: async (email) => {
      const answer = answers.shift() ?? { error: null, isFinal: false };
      if (answer.error === null) taken.push(email);
      return answer;
    },
  });
  return { taken, answers };
}

async function write(now: Date, recipient: string, isWaiting = true) {
  const row = newEmail(now, {
    recipient,
    subject: words`${"Two\r\nlines"}`,
    paragraphs: [words`Hello`, linkTo("/reset/secret")],
  });
  const waiting = isWaiting ? ({ status: "waiting", nextAttemptAt: now } as const) : {};
  await query(getPool(), insertRows("emails", [{ ...row, ...waiting }], "(SELECT 1) AS work"));
  return row.id;
}
const find = (id: string) => getPrisma().email.findUniqueOrThrow({ where: { id } });

test("without a mail server emails are kept and read in the outbox, and nothing sends them later", async () => {
  const clock = withFakeClock("2026-11-21T10:00:00Z");
  const server = mailServer();
  const id = await write(clock.now(), "kept@person.test", false);
  await sendEmails({ now: clock.now() });
  assert.deepEqual(server.taken, []);
  const [message] = await listOutbox();
  assert.deepEqual([message?.id, message?.subject], [id, "“Two lines”"]);
  assert.match(message?.text ?? "", /\/reset\/secret/);
  assert.ok(!(await find(id)).sealedText.includes("secret"));
  clock.advance(31 * DAY_MS);
  await sendEmails({ now: clock.now() });
  assert.equal((await listOutbox()).length, 1, "how long emails are kept is not the sender’s business");
});

test("an email goes out once, however many processes send, and its text is forgotten then", async () => {
  const clock = withFakeClock("2026-11-21T10:00:00Z");
  const server = mailServer();
  const id = await write(clock.now(), "once@person.test");
  await Promise.all(Array.from({ length: 4 }, () => sendEmails({ now: clock.now() })));
  assert.deepEqual(
    server.taken.map(({ id: sent }) => sent),
    [id],
  );
  const { status, sealedText, nextAttemptAt } = await find(id);
  assert.deepEqual([status, sealedText, nextAttemptAt], ["sent", "", null]);
});

test("a temporary refusal of a mail server is tried six times, a final one once", async () => {
  const clock = withFakeClock("2026-11-21T10:00:00Z");
  const server = mailServer();
  const id = await write(clock.now(), "later@person.test");
  for (let attempt = 1; attempt <= 6; attempt += 1) {
    server.answers.push({ error: "451 later", isFinal: false });
    await sendEmails({ now: clock.now() });
    assert.equal((await find(id)).attempts, attempt);
    await sendEmails({ now: clock.now() });
    assert.equal((await find(id)).attempts, attempt, "not before it is due");
    clock.advance(360 * MINUTE_MS);
  }
  assert.deepEqual([(await find(id)).status, (await find(id)).error], ["failed", "451 later"]);
  const final = await write(clock.now(), "never@person.test");
  server.answers.push({ error: "550 no such user", isFinal: true });
  await sendEmails({ now: clock.now() });
  assert.equal((await find(final)).status, "failed");
  await sendEmails({ now: clock.now() });
  assert.deepEqual(server.taken, []);
});

test("an email of a process that died while sending is sent by another, later", async () => {
  const clock = withFakeClock("2026-11-21T10:00:00Z");
  const id = await write(clock.now(), "crash@person.test");
  bindMailSender({ send: () => Promise.reject(new Error("killed")) });
  await assert.rejects(sendEmails({ now: clock.now() }));
  const server = mailServer();
  await sendEmails({ now: clock.now() });
  assert.deepEqual(server.taken, []);
  clock.advance(5 * MINUTE_MS);
  await sendEmails({ now: clock.now() });
  assert.deepEqual(
    server.taken.map(({ id: sent }) => sent),
    [id],
  );
});

test("an unopenable email is tried again like a refused one, and holds up no other", async () => {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  const { taken } = mailServer();
  const lost = await write(clock.now(), "lost@example.com");
  await getPrisma().email.update({
    where: { id: lost },
    data: { sealedText: Buffer.alloc(60, 7).toString("base64") },
  });
  await write(clock.now(), "next@example.com");
  await sendEmails({ now: clock.now() });
  assert.deepEqual(
    taken.map((email) => email.recipient),
    ["next@example.com"],
  );
  const { status, nextAttemptAt, error } = await find(lost);
  assert.equal(status, "waiting");
  assert.ok(nextAttemptAt && nextAttemptAt > clock.now());
  assert.match(error ?? "", /no key of this process opens its text/);
});
