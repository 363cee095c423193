import { NothingAtTenant } from "@/components/shared/console/nothing-here";
import { StatementPage } from "@/components/tenant/settlement/statement-page";
import { type PlaceParams, placeOf } from "@/components/tenant/shell/place-of";
import { recordPage } from "../../../../../record-page";

const { generateMetadata, page } = recordPage<PlaceParams & { readonly id: string }>({
  noun: "Statement",
  id: "id",
  missing: <NothingAtTenant />,
  read:
    ({ id, ...place }) =>
    (trpc, queryClient) => [
      queryClient.prefetchQuery(trpc.tenant.settlement.get.queryOptions({ ...placeOf(place), id })),
    ],
  show: ({ id }) => <StatementPage id={id} />,
});

export { generateMetadata };
export default page;
