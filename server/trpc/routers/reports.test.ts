import { reportTransaction } from "@/server/domain/reports";
import { authorize } from "@/server/testing/authorization-steps";
import { memberCaller } from "@/server/testing/callers";
import { createTestCard } from "@/server/testing/cards";
import { withTestDatabase } from "@/server/testing/database";
import { CHANGING, READING, testTenantAuthority } from "@/server/testing/tenant-authority";
import type { TestTenant } from "@/server/testing/tenants";

withTestDatabase();

async function report(of: TestTenant): Promise<string> {
  const card = await createTestCard(of);
  const { recordId: id } = await authorize(of, card, 1);
  return (await reportTransaction(memberCaller(of, card), { id, note: null })).id;
}

testTenantAuthority("reports", {
  "reports.list": { call: (portal, place) => portal.reports.list(place), allowed: READING, others: null },
  "reports.resolve": {
    prepare: report,
    call: (portal, place, id) => portal.reports.resolve({ ...place, id }),
    allowed: CHANGING,
    others: "report_not_found",
  },
});
