import assert from "node:assert/strict";
import { test } from "node:test";
import { TRPCError } from "@trpc/server";
import { withTestDatabase } from "@/server/testing/database";
import { createTestUser, openTestSession, portalOf, type TestPortal } from "@/server/testing/factories/portal";
import { errorFacts } from "@/server/trpc/errors";
import { appRouter } from "@/server/trpc/router";

withTestDatabase();

const TABLE: Readonly<Record<string, (portal: TestPortal) => Promise<unknown>>> = {
  "shared.notifications.list": (portal) => portal.shared.notifications.list({}),
  "shared.notifications.count": (portal) => portal.shared.notifications.count(),
  "shared.notifications.markRead": (portal) => portal.shared.notifications.markRead({}),
};

test("anyone signed in has notifications, no one else", async () => {
  const session = await openTestSession(await createTestUser({ kind: "network_operator" }));
  for (const [name, call] of Object.entries(TABLE)) {
    await call(portalOf(session));
    await assert.rejects(
      call(portalOf(null)),
      (error) => error instanceof TRPCError && errorFacts(error).code === "authentication_failed",
      name,
    );
  }
  const all = Object.keys(appRouter._def.procedures).filter((name) => name.startsWith("shared.notifications."));
  assert.deepEqual(Object.keys(TABLE).sort(), all.sort());
});
