import { NothingAtTenant } from "@/components/shared/console/nothing-here";
import { type PlaceParams, placeOf } from "@/components/tenant/shell/place-of";
import { SubscriptionPage } from "@/components/tenant/webhooks/subscription-page";
import { recordPage } from "../../../../../record-page";

const { generateMetadata, page } = recordPage<PlaceParams & { readonly id: string }>({
  noun: "Webhook",
  id: "id",
  missing: <NothingAtTenant />,
  read:
    ({ id, ...place }) =>
    (trpc, queryClient) => [
      queryClient.prefetchQuery(trpc.tenant.webhooks.get.queryOptions({ ...placeOf(place), id })),
      queryClient.prefetchQuery(trpc.tenant.webhooks.health.queryOptions({ ...placeOf(place), id })),
      queryClient.prefetchQuery(trpc.tenant.webhooks.lastReplay.queryOptions({ ...placeOf(place), id })),
    ],
  show: ({ id }) => <SubscriptionPage id={id} />,
});

export { generateMetadata };
export default page;
