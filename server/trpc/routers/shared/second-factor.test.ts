import assert from "node:assert/strict";
import { test } from "node:test";
import { withTestDatabase } from "@/server/testing/database";
import {
  createTestUser,
  openTestSession,
  outcomeOf,
  portalOf,
  type TestPortal,
} from "@/server/testing/factories/portal";
import { appRouter } from "@/server/trpc/router";

withTestDatabase();

const password = "not the password";
const code = "000000";
const TABLE: Readonly<Record<string, (portal: TestPortal) => Promise<unknown>>> = {
  "shared.secondFactor.begin": (portal) => portal.shared.secondFactor.begin({ password }),
  "shared.secondFactor.confirm": (portal) => portal.shared.secondFactor.confirm({ code }),
  "shared.secondFactor.disable": (portal) => portal.shared.secondFactor.disable({ password, code }),
  "shared.secondFactor.renewCodes": (portal) => portal.shared.secondFactor.renewCodes({ password, code }),
};

test("each takes a session, and that session's password or what it has begun", async () => {
  const user = await createTestUser({ kind: "network_operator" });
  for (const [name, call] of Object.entries(TABLE)) {
    assert.equal(await outcomeOf(call(portalOf(null))), "authentication_failed", name);
    const expected = name === "shared.secondFactor.confirm" ? "not_permitted" : "validation_error";
    assert.equal(await outcomeOf(call(portalOf(await openTestSession(user)))), expected, name);
  }
  const all = Object.keys(appRouter._def.procedures).filter((name) => name.startsWith("shared.secondFactor."));
  assert.deepEqual(Object.keys(TABLE).sort(), all.sort());
});

test("guessing the password of an open session is throttled here too, in one count", async () => {
  const portal = portalOf(await openTestSession(await createTestUser({ kind: "network_operator" })));
  const calls = Object.values(TABLE).filter((call) => call !== TABLE["shared.secondFactor.confirm"]);
  const outcomes: string[] = [];
  for (let i = 0; i < 12; i += 1)
    outcomes.push(await outcomeOf((calls[i % 3] ?? calls[0])?.(portal) ?? Promise.reject()));
  assert.deepEqual(outcomes.slice(9), ["validation_error", "rate_limit_exceeded", "rate_limit_exceeded"]);
});
