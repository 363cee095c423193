import assert from "node:assert/strict";
import { test } from "node:test";
import { TRPCError } from "@trpc/server";
import { withTestDatabase } from "@/server/testing/database";
import { createTestUser, openTestSession, portalOf, type TestPortal } from "@/server/testing/portal";
import { errorFacts } from "../errors";
import { appRouter } from "../router";

withTestDatabase();

const TABLE: Readonly<Record<string, (portal: TestPortal) => Promise<unknown>>> = {
  "notifications.list": (portal) => portal.notifications.list({}),
  "notifications.count": (portal) => portal.notifications.count(),
  "notifications.markRead": (portal) => portal.notifications.markRead({}),
};

test("whoever is signed in has notifications, nobody else", async () => {
  const session = await openTestSession(await createTestUser({ kind: "network_operator" }));
  for (const [name, call] of Object.entries(TABLE)) {
    await call(portalOf(session));
    await assert.rejects(
      call(portalOf(null)),
      (error) => error instanceof TRPCError && errorFacts(error).code === "authentication_failed",
      name,
    );
  }
  const all = Object.keys(appRouter._def.procedures).filter((name) => name.startsWith("notifications."));
  assert.deepEqual(Object.keys(TABLE).sort(), all.sort());
});
