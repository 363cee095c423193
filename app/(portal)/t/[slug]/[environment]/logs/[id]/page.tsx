import { NothingAtTenant } from "@/components/shared/console/nothing-here";
import { RequestPage } from "@/components/tenant/requests/request-page";
import { type PlaceParams, placeOf } from "@/components/tenant/shell/place-of";
import { recordPage } from "../../../../../record-page";

const { generateMetadata, page } = recordPage<PlaceParams & { readonly id: string }>({
  noun: "Request",
  id: "id",
  missing: <NothingAtTenant />,
  read:
    ({ id, ...place }) =>
    (trpc, queryClient) => [
      queryClient.prefetchQuery(trpc.tenant.requests.get.queryOptions({ ...placeOf(place), id })),
    ],
  show: ({ id }) => <RequestPage id={id} />,
});

export { generateMetadata };
export default page;
