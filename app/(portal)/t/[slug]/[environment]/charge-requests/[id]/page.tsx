import { NothingAtTenant } from "@/components/shared/console/nothing-here";
import { ChargeRequestPage } from "@/components/tenant/charge-requests/charge-request-page";
import { type PlaceParams, placeOf } from "@/components/tenant/shell/place-of";
import { recordPage } from "../../../../../record-page";

const { generateMetadata, page } = recordPage<PlaceParams & { readonly id: string }>({
  noun: "Charge request",
  id: "id",
  missing: <NothingAtTenant />,
  read:
    ({ id, ...place }) =>
    (trpc, queryClient) => [
      queryClient.prefetchQuery(trpc.tenant.chargeRequests.get.queryOptions({ ...placeOf(place), id })),
    ],
  show: ({ id }) => <ChargeRequestPage id={id} />,
});

export { generateMetadata };
export default page;
