import { once } from "node:events";
import { text } from "node:stream/consumers";
import { migrate } from "@/server/db/migrate";
import { findFreePort, waitUntilReady } from "../fixtures/app-process";
import { databaseUrl, startNext, withDatabase } from "../fixtures/next-host";
import { newKey, SANDBOX_HEADERS } from "../fixtures/sandbox";
import { expect, test } from "../fixtures/test";

for (const [setting, reason] of [
  ["DATABASE_URL", "DATABASE_URL is missing."],
  ["PUBLIC_URL", "PUBLIC_URL is missing: with DATABASE_URL, links have to say where people reach the service."],
] as const) {
  test(`Next alone ends with one sentence where ${setting} is missing`, async () => {
    const settings = { DATABASE_URL: databaseUrl(), [setting]: "" };
    const child = startNext(await findFreePort(), settings);
    const [said, [code]] = await Promise.all([text(child.stderr), once(child, "exit")]);
    expect([code, said.trim()]).toEqual([1, reason]);
  });
}

test("Next alone seeds its named sandbox, and takes receivers on its own machine", async () => {
  await withDatabase("next_alone", async (name) => {
    await migrate(databaseUrl(name));
    const port = await findFreePort();
    const child = startNext(port, { DATABASE_URL: databaseUrl(name), SEED_SANDBOX: "1" });
    child.stdout.resume();
    child.stderr.resume();
    const ask = (path: string, body: object, headers: Readonly<Record<string, string>> = {}) =>
      fetch(`http://127.0.0.1:${port}${path}`, {
        method: "POST",
        headers: { ...SANDBOX_HEADERS, "idempotency-key": newKey(), ...headers },
        body: JSON.stringify(body),
      }).then(({ status }) => status);
    const receiver = { url: "http://localhost:9999/hooks", events: ["authorization.approved"] };
    try {
      await waitUntilReady(`http://127.0.0.1:${port}`);
      expect(await ask("/v1/authorizations", { panToken: "TESTcardApproved1", amount: 3 })).toBe(201);
      expect(await ask("/v1/webhook-subscriptions", receiver)).toBe(201);
      // localhost is allowed only for requests from this machine.
      expect(await ask("/v1/webhook-subscriptions", receiver, { "x-forwarded-for": "192.0.2.1" })).toBe(400);
    } finally {
      const ended = once(child, "exit");
      child.kill();
      await ended;
    }
  });
});
