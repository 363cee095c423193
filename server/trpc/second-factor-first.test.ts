import assert from "node:assert/strict";
import { test } from "node:test";
import { callTRPCProcedure, TRPCError } from "@trpc/server";
import { Secret, TOTP } from "otpauth";
import { getPrisma } from "@/server/db/prisma";
import type { TenantRole } from "@/server/domain/caller";
import { findSession } from "@/server/domain/users";
import { now } from "@/server/platform/clock";
import { newRecordId, type RecordId } from "@/server/platform/ids";
import { withTestDatabase } from "@/server/testing/database";
import { approveTestTenant } from "@/server/testing/factories/live-approval";
import { createTestUser, openTestSession, portalOf } from "@/server/testing/factories/portal";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { errorFacts } from "./errors";
import { appRouter } from "./router";

withTestDatabase();

const OPEN = [
  "shared.secondFactor.begin",
  "shared.secondFactor.confirm",
  "shared.sessions.endAll",
  "shared.sessions.me",
  "shared.sessions.proveEmail",
  "shared.sessions.requestEmailProof",
  "shared.sessions.signOut",
];

async function outcomeOf(
  session: RecordId,
  path: string,
  type: "query" | "mutation" | "subscription",
): Promise<string> {
  const ctx = {
    requestId: newRecordId(now()),
    address: null,
    findSignedIn: () => findSession({ now: now() }, session),
    rememberBrowser: async () => undefined,
  };
  const rest = { getRawInput: async () => ({}), ctx, type, signal: undefined, batchIndex: 0 };
  try {
    await callTRPCProcedure({ router: appRouter, path, ...rest });
    return "done";
  } catch (error) {
    if (!(error instanceof TRPCError)) throw error;
    return errorFacts(error).code;
  }
}

function typeOf(procedure: unknown): "query" | "mutation" | "subscription" {
  const { type } = (procedure as { _def: { type: "query" | "mutation" | "subscription" } })._def;
  return type;
}

async function createStaff(role: TenantRole, options: { isLive: boolean; isShared?: boolean }): Promise<RecordId> {
  const tenant = await createTestTenant();
  // First, because people present when the tenant goes live are given a second factor.
  if (options.isLive) await approveTestTenant(tenant);
  const { isShared = false } = options;
  return openTestSession(await createTestUser({ kind: `tenant_${role}`, tenantId: tenant.id }, { isShared }));
}

test("an operator without one sets it up, or signs out, and does nothing else", async () => {
  const user = await createTestUser({ kind: "network_operator" }, { hasSecondFactor: false });
  const session = await openTestSession(user);
  const refused: string[] = [];
  for (const [path, procedure] of Object.entries(appRouter._def.procedures)) {
    if (path.startsWith("public.") && path !== "public.access.accept") continue;
    if (path === "shared.sessions.signOut" || path === "shared.sessions.endAll") continue;
    if ((await outcomeOf(session, path, typeOf(procedure))) === "second_factor_required") refused.push(path);
  }
  const others = Object.keys(appRouter._def.procedures).filter((path) => !path.startsWith("public."));
  assert.deepEqual(refused.sort(), [...others.filter((path) => !OPEN.includes(path)), "public.access.accept"].sort());
  assert.deepEqual([(await portalOf(session).shared.sessions.me()).needsSecondFactor], [true]);
  assert.deepEqual(await portalOf(session).shared.sessions.signOut(), { ended: 1 });
});

test("owners and admins of a live tenant need one; sandboxes, lower roles, and demos don't", async () => {
  const sessions = {
    owner: await createStaff("owner", { isLive: true }),
    admin: await createStaff("admin", { isLive: true }),
    developer: await createStaff("developer", { isLive: true }),
    "owner of a sandbox": await createStaff("owner", { isLive: false }),
    "demo owner": await createStaff("owner", { isLive: true, isShared: true }),
    "demo operator": await openTestSession(await createTestUser({ kind: "network_operator" }, { isShared: true })),
  };
  const needing: string[] = [];
  for (const [who, session] of Object.entries(sessions)) {
    const outcome = await outcomeOf(session, "shared.sessions.list", "query");
    if (outcome !== "done") needing.push(`${who}: ${outcome}`);
  }
  assert.deepEqual(needing, ["owner: second_factor_required", "admin: second_factor_required"]);
});

test("an open session needs it from the moment its tenant is live, and no more once it is set up", async () => {
  const tenant = await createTestTenant();
  const user = await createTestUser({ kind: "tenant_owner", tenantId: tenant.id });
  const session = await openTestSession(user);
  const outcome = () => outcomeOf(session, "shared.sessions.list", "query");
  assert.equal(await outcome(), "done");
  await getPrisma().tenant.update({ where: { id: tenant.id }, data: { liveAskedAt: now(), liveApprovedAt: now() } });
  assert.equal(await outcome(), "second_factor_required");
  const portal = portalOf(session);
  const { secret } = await portal.shared.secondFactor.begin({ password: user.password });
  await portal.shared.secondFactor.confirm({ code: new TOTP({ secret: Secret.fromBase32(secret) }).generate() });
  assert.equal(await outcome(), "done");
});
