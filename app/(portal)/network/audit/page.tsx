import type { Metadata } from "next";
import { AuditPage } from "@/components/network/audit/audit-page";
import { networkPage } from "../../prefetched-page";

export const metadata: Metadata = { title: "Audit log" };

export default networkPage(AuditPage, (trpc, queries, { list }) => [
  queries.prefetchQuery(trpc.network.audit.list.queryOptions(list)),
]);
