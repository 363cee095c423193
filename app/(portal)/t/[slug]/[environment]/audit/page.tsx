import type { Metadata } from "next";
import { AuditPage } from "@/components/tenant/audit/audit-page";
import { tenantPage } from "../../../../prefetched-page";

export const metadata: Metadata = { title: "Audit log" };

export default tenantPage(AuditPage, (trpc, queries, { list }) => [
  queries.prefetchQuery(trpc.tenant.audit.list.queryOptions(list)),
]);
