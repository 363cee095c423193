import type { Metadata } from "next";
import { PaymentCodesPage } from "@/components/tenant/payment-codes/payment-codes-page";
import { tenantPage } from "../../../../prefetched-page";

export const metadata: Metadata = { title: "Payment codes" };

export default tenantPage(PaymentCodesPage, (trpc, queries, { list }) => [
  queries.prefetchQuery(trpc.tenant.paymentCodes.list.queryOptions(list)),
]);
