import assert from "node:assert/strict";
import { test } from "node:test";
import type { Environment, TenantRole } from "@/server/domain/caller";
import { now } from "@/server/platform/clock";
import { newRecordId, type RecordId } from "@/server/platform/ids";
import { appRouter } from "@/server/trpc/router";
import {
  addTestRole,
  createTestUser,
  openTestSession,
  outcomeOf,
  portalOf,
  type TestPortal,
} from "../factories/portal";
import { createTestTenant, type TestTenant } from "../factories/tenants";

export interface TestPlace {
  readonly tenant: string;
  readonly environment: Environment;
}

export interface TenantProcedure {
  /** Creates a record of this tenant for one call, which may use it up. Returns its id. */
  readonly prepare?: (of: TestTenant) => Promise<string>;
  readonly call: (portal: TestPortal, place: TestPlace, id: string) => Promise<unknown>;
  /** Roles allowed per environment; others get `not_permitted`. */
  readonly allowed: Readonly<Record<Environment, readonly TenantRole[]>>;
  /** In live, `not_found` for everyone. */
  readonly isSandboxOnly?: true;
  /** Code for a record of another tenant, another environment, or a missing one; null if the procedure takes none. */
  readonly others: string | null;
}

const EVERYBODY = ["owner", "admin", "developer", "viewer"] as const;
export const LEADERS = ["owner", "admin"] as const;
export const BUILDERS = ["owner", "admin", "developer"] as const;

export const READING = { live: EVERYBODY, test: EVERYBODY } as const;
export const CHANGING = { live: LEADERS, test: BUILDERS } as const;

interface World {
  readonly test: TestTenant;
  readonly live: TestTenant;
  readonly other: TestTenant;
  readonly sessions: Readonly<Record<TenantRole | "stranger" | "operator", RecordId>>;
}

async function createWorld(): Promise<World> {
  const tenant = await createTestTenant();
  const live = await createTestTenant({ environment: "live" });
  const other = await createTestTenant();
  const staff = async (role: TenantRole) => {
    const kind = `tenant_${role}` as const;
    const user = await createTestUser({ kind, tenantId: tenant.id });
    await addTestRole(user, { kind, tenantId: live.id });
    return openTestSession(user);
  };
  return {
    test: tenant,
    live,
    other,
    sessions: {
      owner: await staff("owner"),
      admin: await staff("admin"),
      developer: await staff("developer"),
      viewer: await staff("viewer"),
      stranger: await openTestSession(await createTestUser({ kind: "tenant_owner", tenantId: other.id })),
      operator: await openTestSession(await createTestUser({ kind: "network_operator" })),
    },
  };
}

/**
 * Tests every procedure of the routers: role × environment, strangers, nobody, and others' records. Fails for a procedure
 * without a row. Call it in a file of its own next to the router, after `withTestDatabase()`.
 */
export function testTenantAuthority(router: string, procedures: Readonly<Record<string, TenantProcedure>>): void {
  let world: Promise<World> | undefined;
  const getWorld = () => {
    world ??= createWorld();
    return world;
  };
  test(`every procedure of ${router} has a row`, () => {
    const all = Object.keys(appRouter._def.procedures).filter((name) => name.startsWith(`tenant.${router}.`));
    assert.deepEqual(Object.keys(procedures).sort(), all.sort());
  });
  for (const [name, procedure] of Object.entries(procedures)) testProcedure(name, procedure, getWorld);
}

function testProcedure(name: string, procedure: TenantProcedure, getWorld: () => Promise<World>): void {
  const { prepare = async () => "", call, allowed, isSandboxOnly = false, others } = procedure;
  for (const environment of ["test", "live"] as const) {
    test(`${name} in ${environment}, by role`, async () => {
      const { sessions, ...tenants } = await getWorld();
      const tenant = tenants[environment];
      const place = { tenant: tenant.slug, environment };
      const isThere = environment === "test" || !isSandboxOnly;
      for (const role of EVERYBODY) {
        const mayCall = allowed[environment].includes(role);
        const expected = !isThere ? "not_found" : mayCall ? "ok" : "not_permitted";
        const outcome = await outcomeOf(call(portalOf(sessions[role]), place, await prepare(tenant)));
        assert.equal(outcome, expected, role);
      }
      for (const outsider of ["stranger", "operator"] as const) {
        const outcome = await outcomeOf(call(portalOf(sessions[outsider]), place, await prepare(tenant)));
        assert.equal(outcome, "not_found", outsider);
      }
      const outcome = await outcomeOf(call(portalOf(null), place, await prepare(tenant)));
      assert.equal(outcome, "authentication_failed", "signed out");
    });
  }
  if (others === null) return;
  test(`${name} on a record of others: ${others}`, async () => {
    const { sessions, test: own, live, other } = await getWorld();
    const place = { tenant: own.slug, environment: "test" } as const;
    const ids = { other: await prepare(other), live: await prepare(live), missing: newRecordId(now()) };
    for (const [whose, id] of Object.entries(ids)) {
      assert.equal(await outcomeOf(call(portalOf(sessions.owner), place, id)), others, whose);
    }
    const elsewhere = { tenant: own.slug, environment: "live" } as const;
    const expected = isSandboxOnly ? "not_found" : others;
    const outcome = await outcomeOf(call(portalOf(sessions.owner), elsewhere, await prepare(own)));
    assert.equal(outcome, expected, "its own, in the other environment");
  });
}
