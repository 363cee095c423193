import { NothingAtTenant } from "@/components/shared/console/nothing-here";
import { AuthorizationPage } from "@/components/tenant/authorizations/authorization-page";
import { type PlaceParams, placeOf } from "@/components/tenant/shell/place-of";
import { recordPage } from "../../../../../record-page";

const { generateMetadata, page } = recordPage<PlaceParams & { readonly id: string }>({
  noun: "Authorization",
  id: "id",
  missing: <NothingAtTenant />,
  read:
    ({ id, ...place }) =>
    (trpc, queryClient) => [
      queryClient.prefetchQuery(trpc.tenant.authorizations.get.queryOptions({ ...placeOf(place), id })),
    ],
  show: ({ id }) => <AuthorizationPage id={id} />,
});

export { generateMetadata };
export default page;
