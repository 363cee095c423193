import { NothingAtTenant } from "@/components/shared/console/nothing-here";
import { LATEST } from "@/components/tenant/authorizations/latest";
import { MerchantPage } from "@/components/tenant/merchants/merchant-page";
import { type PlaceParams, placeOf } from "@/components/tenant/shell/place-of";
import { recordPage } from "../../../../../record-page";

const { generateMetadata, page } = recordPage<PlaceParams & { readonly id: string }>({
  noun: "Merchant",
  id: "id",
  missing: <NothingAtTenant />,
  read:
    ({ id, ...place }) =>
    (trpc, queryClient) => [
      queryClient.prefetchQuery(trpc.tenant.merchants.get.queryOptions({ ...placeOf(place), id })),
      queryClient.prefetchQuery(
        trpc.tenant.authorizations.list.queryOptions({ ...placeOf(place), merchant: id, limit: LATEST }),
      ),
      queryClient.prefetchQuery(trpc.tenant.authorizations.sum.queryOptions({ ...placeOf(place), merchant: id })),
    ],
  show: () => <MerchantPage />,
});

export { generateMetadata };
export default page;
