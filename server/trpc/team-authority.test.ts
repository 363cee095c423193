import assert from "node:assert/strict";
import { test } from "node:test";
import { TRPCError } from "@trpc/server";
import type { RecordId } from "@/server/platform/ids";
import { withTestDatabase } from "@/server/testing/database";
import { createTestUser, openTestSession, portalOf, type TestPortal } from "@/server/testing/portal";
import { createTestPerson, slugOf } from "@/server/testing/team";
import { createTestTenant, type TestTenant } from "@/server/testing/tenants";
import { errorFacts } from "./errors";

withTestDatabase();

const ROLES = ["nobody", "stranger", "viewer", "developer", "admin", "owner"] as const;
type Role = (typeof ROLES)[number];

interface Target {
  readonly tenant: string;
  readonly environment: "test";
  readonly userId: RecordId;
  readonly invitation: string;
}

interface Row {
  readonly call: (portal: TestPortal, target: Target) => Promise<unknown>;
  /** Who may; the others of the team are told that they may not, and strangers that there is nothing. */
  readonly may: readonly Role[];
}

const EVERYBODY: readonly Role[] = ["viewer", "developer", "admin", "owner"];
const TABLE: Readonly<Record<string, Row>> = {
  "team.list": { call: (portal, target) => portal.team.list(target), may: EVERYBODY },
  "team.invite": {
    call: (portal, target) => portal.team.invite({ ...target, email: "new@person.test", role: "admin" }),
    may: ["admin", "owner"],
  },
  "team.revokeInvitation": {
    call: (portal, { invitation: id, ...target }) => portal.team.revokeInvitation({ ...target, id }),
    may: ["admin", "owner"],
  },
  "team.changeRole": {
    call: (portal, target) => portal.team.changeRole({ ...target, role: "developer" }),
    may: ["admin", "owner"],
  },
  "team.remove": { call: (portal, target) => portal.team.remove(target), may: ["admin", "owner"] },
};

async function sessionOf(role: Role, tenant: TestTenant): Promise<RecordId | null> {
  if (role === "nobody") return null;
  if (role === "stranger") {
    return openTestSession(await createTestUser({ kind: "tenant_owner", tenantId: (await createTestTenant()).id }));
  }
  return openTestSession((await createTestPerson(tenant, role)).user);
}

async function outcomeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return "ok";
  } catch (error) {
    return error instanceof TRPCError ? errorFacts(error).code : String(error);
  }
}

for (const [name, { call, may }] of Object.entries(TABLE)) {
  for (const role of ROLES) {
    const refusal = role === "nobody" ? "authentication_failed" : role === "stranger" ? "not_found" : "not_permitted";
    const wanted = may.includes(role) ? "ok" : refusal;
    test(`${name} as ${role}: ${wanted}`, async () => {
      const tenant = await createTestTenant();
      const { user: owner } = await createTestPerson(tenant, "owner");
      const place = { tenant: await slugOf(tenant), environment: "test" } as const;
      const owners = portalOf(await openTestSession(owner));
      await owners.team.invite({ ...place, email: "other@person.test", role: "viewer" });
      const [invitation] = (await owners.team.list(place)).invitations;
      const { user } = await createTestPerson(tenant, "viewer");
      const target = { ...place, userId: user.id, invitation: invitation?.id ?? "" };
      assert.equal(await outcomeOf(call(portalOf(await sessionOf(role, tenant)), target)), wanted);
    });
  }
}

test("the table has every procedure of the team", async () => {
  const { appRouter } = await import("./router");
  const names = Object.keys(appRouter._def.procedures).filter((name) => name.startsWith("team."));
  assert.deepEqual(Object.keys(TABLE).sort(), names.sort());
});
