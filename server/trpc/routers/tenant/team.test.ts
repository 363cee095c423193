import { randomUUID } from "node:crypto";
import { getPrisma } from "@/server/db/prisma";
import { invitePerson } from "@/server/domain/team";
import { newRecordId } from "@/server/platform/ids";
import { LEADERS, READING, testTenantAuthority } from "@/server/testing/authority/tenant-authority";
import { withTestDatabase } from "@/server/testing/database";
import { createTestPerson } from "@/server/testing/factories/team";
import type { TestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

const LEADING = { live: LEADERS, test: LEADERS } as const;
const newEmail = () => `${newRecordId(new Date())}@person.test`.toLowerCase();
const preparePerson = async (of: TestTenant) => (await createTestPerson(of, "viewer")).staff.userId;

async function prepareInvitation(of: TestTenant): Promise<string> {
  const { staff } = await createTestPerson(of, "owner");
  // Invitations per day are limited, and this table makes many.
  await getPrisma().invitation.updateMany({ where: { tenantId: of.id }, data: { createdAt: new Date(0) } });
  const email = newEmail();
  await invitePerson(staff, { email, role: "viewer" });
  return (await getPrisma().invitation.findFirstOrThrow({ where: { email } })).id;
}

// Team members belong to the tenant as a whole; records of other tenants are covered by the use cases' tests.
testTenantAuthority("team", {
  "tenant.team.list": { call: (portal, place) => portal.tenant.team.list(place), allowed: READING, others: null },
  "tenant.team.invite": {
    call: (portal, place) =>
      portal.tenant.team.invite({ ...place, key: randomUUID(), email: newEmail(), role: "admin" }),
    allowed: LEADING,
    others: null,
  },
  "tenant.team.revokeInvitation": {
    prepare: prepareInvitation,
    call: (portal, place, id) => portal.tenant.team.revokeInvitation({ ...place, id }),
    allowed: LEADING,
    others: null,
  },
  "tenant.team.changeRole": {
    prepare: preparePerson,
    call: (portal, place, userId) => portal.tenant.team.changeRole({ ...place, userId, role: "developer" }),
    allowed: LEADING,
    others: null,
  },
  "tenant.team.remove": {
    prepare: preparePerson,
    call: (portal, place, userId) => portal.tenant.team.remove({ ...place, userId }),
    allowed: LEADING,
    others: null,
  },
});
