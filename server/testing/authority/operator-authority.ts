import assert from "node:assert/strict";
import { test } from "node:test";
import type { Environment } from "@/server/domain/caller";
import { now } from "@/server/platform/clock";
import { AccountId, CardId, MemberId, MerchantId, TenantId } from "@/server/platform/noun-ids";
import { appRouter } from "@/server/trpc/router";
import { createTestCard, type TestCard } from "../factories/cards";
import { createTestUser, openTestSession, outcomeOf, portalOf, type TestPortal } from "../factories/portal";
import { createTestTenant, type TestTenant } from "../factories/tenants";

/** Records of one environment, created for each call, since a procedure may use them up. */
interface OperatedRecords {
  readonly tenant: TestTenant;
  readonly card: TestCard;
}

export interface OperatorProcedure {
  readonly call: (portal: TestPortal, place: { environment: Environment }, of: OperatedRecords) => Promise<unknown>;
  /** Code for a record of the other environment or a missing one; null if the procedure takes none, or records of both. */
  readonly others: string | null;
  readonly outcome?: string;
  /** Where it differs from that in test. */
  readonly liveOutcome?: string;
}

async function createRecords(environment: Environment): Promise<OperatedRecords> {
  const tenant = await createTestTenant({ environment });
  return { tenant, card: await createTestCard(tenant) };
}

function missingRecords({ tenant, card }: OperatedRecords): OperatedRecords {
  const at = now();
  return {
    tenant: { ...tenant, id: TenantId.make(at), slug: "nowhere", merchantId: MerchantId.make(at) },
    card: { ...card, id: CardId.make(at), memberId: MemberId.make(at), accountId: AccountId.make(at) },
  };
}

/**
 * Tests every procedure of the router as nobody, member, tenant owner, and operator, and with records of the other environment.
 * Fails for a procedure without a row. Call it next to the router, after `withTestDatabase()`.
 */
export function testOperatorAuthority(router: string, procedures: Readonly<Record<string, OperatorProcedure>>): void {
  test(`every procedure of ${router} has a row`, () => {
    const all = Object.keys(appRouter._def.procedures).filter((name) => name.startsWith(`network.${router}.`));
    assert.deepEqual(Object.keys(procedures).sort(), all.sort());
  });
  for (const [name, procedure] of Object.entries(procedures)) {
    test(`${name}: operators and no one else`, async () => {
      for (const environment of ["test", "live"] as const) await callAsEverybody(procedure, environment);
    });
    if (procedure.others === null) continue;
    test(`${name} on what is elsewhere or nowhere: ${procedure.others}`, async () => {
      const session = await openTestSession(await createTestUser({ kind: "network_operator" }));
      const place = { environment: "test" } as const;
      const live = await createRecords("live");
      for (const [what, records] of Object.entries({ live, nowhere: missingRecords(live) })) {
        // Tenants exist in both environments.
        if (what === "live" && name.startsWith("network.tenants.")) continue;
        assert.equal(await outcomeOf(procedure.call(portalOf(session), place, records)), procedure.others, what);
      }
    });
  }
}

async function callAsEverybody(
  { call, outcome: usual = "ok", liveOutcome = usual }: OperatorProcedure,
  environment: Environment,
): Promise<void> {
  const outcome = environment === "live" ? liveOutcome : usual;
  const records = await createRecords(environment);
  const { tenant, card } = records;
  const as = async (role: Parameters<typeof createTestUser>[0]) => openTestSession(await createTestUser(role));
  const callers = {
    "signed out": null,
    member: await as({ kind: "member", memberId: card.memberId }),
    owner: await as({ kind: "tenant_owner", tenantId: tenant.id }),
    operator: await as({ kind: "network_operator" }),
  };
  const expected = {
    "signed out": "authentication_failed",
    member: "not_permitted",
    owner: "not_permitted",
    operator: outcome,
  };
  for (const who of ["signed out", "member", "owner", "operator"] as const) {
    const actual = await outcomeOf(call(portalOf(callers[who]), { environment }, records));
    assert.equal(actual, expected[who], `${who} in ${environment}`);
  }
}
