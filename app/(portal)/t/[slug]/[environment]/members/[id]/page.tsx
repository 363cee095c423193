import { NothingAtTenant } from "@/components/shared/console/nothing-here";
import { LATEST } from "@/components/tenant/authorizations/latest";
import { MemberPage } from "@/components/tenant/members/member-page";
import { type PlaceParams, placeOf } from "@/components/tenant/shell/place-of";
import { recordPage } from "../../../../../record-page";

const { generateMetadata, page } = recordPage<PlaceParams & { readonly id: string }>({
  noun: "Member",
  id: "id",
  missing: <NothingAtTenant />,
  read:
    ({ id, ...place }) =>
    (trpc, queryClient) => [
      queryClient.prefetchQuery(trpc.tenant.members.get.queryOptions({ ...placeOf(place), id })),
      queryClient.prefetchQuery(
        trpc.tenant.authorizations.list.queryOptions({ ...placeOf(place), member: id, limit: LATEST }),
      ),
      queryClient.prefetchQuery(trpc.tenant.authorizations.sum.queryOptions({ ...placeOf(place), member: id })),
    ],
  show: () => <MemberPage />,
});

export { generateMetadata };
export default page;
