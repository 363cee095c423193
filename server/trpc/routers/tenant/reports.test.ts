import { reportTransaction } from "@/server/domain/reports";
import { CHANGING, READING, testTenantAuthority } from "@/server/testing/authority/tenant-authority";
import { withTestDatabase } from "@/server/testing/database";
import { authorize } from "@/server/testing/factories/authorization-steps";
import { memberCaller } from "@/server/testing/factories/callers";
import { createTestCard } from "@/server/testing/factories/cards";
import type { TestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

async function report(of: TestTenant): Promise<string> {
  const card = await createTestCard(of);
  const { recordId: id } = await authorize(of, card, 1);
  return (await reportTransaction(memberCaller(of, card), { id, note: null })).id;
}

testTenantAuthority("reports", {
  "tenant.reports.list": { call: (portal, place) => portal.tenant.reports.list(place), allowed: READING, others: null },
  "tenant.reports.resolve": {
    prepare: report,
    call: (portal, place, id) => portal.tenant.reports.resolve({ ...place, id }),
    allowed: CHANGING,
    others: "report_not_found",
  },
});
