import assert from "node:assert/strict";
import { test } from "node:test";
import { testOperatorAuthority } from "@/server/testing/authority/operator-authority";
import { withTestDatabase } from "@/server/testing/database";
import { createTestUser, openTestSession, portalOf } from "@/server/testing/factories/portal";
import { createTestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

const NOBODY = { email: "nobody@portal.test" };

testOperatorAuthority("logins", {
  "network.logins.find": {
    call: (portal, place) => portal.network.logins.find({ ...place, ...NOBODY }),
    others: null,
  },
  "network.logins.resetSecondFactor": {
    call: (portal, place) => portal.network.logins.resetSecondFactor({ ...place, ...NOBODY }),
    others: null,
    outcome: "not_found",
  },
});

test("a login is found by its very email, with what protects it", async () => {
  const portal = portalOf(await openTestSession(await createTestUser({ kind: "network_operator" })));
  const tenant = await createTestTenant();
  const role = { kind: "tenant_owner", tenantId: tenant.id } as const;
  const { email } = await createTestUser(role, { hasSecondFactor: true, isEmailProved: false });
  const place = { environment: "live" } as const;
  const login = await portal.network.logins.find({ ...place, email: email.toUpperCase() });
  assert.deepEqual(
    [login?.email, login?.tenants, login?.emailProvedAt, login?.isOperator, login?.devices, login?.wallets],
    [email, [tenant.slug], null, false, 0, 0],
  );
  assert.ok(login?.secondFactorSince);
  await portal.network.logins.resetSecondFactor({ ...place, email });
  assert.equal((await portal.network.logins.find({ ...place, email }))?.secondFactorSince, null);
  assert.equal(await portal.network.logins.find({ ...place, email: email.slice(1) }), null);
});
