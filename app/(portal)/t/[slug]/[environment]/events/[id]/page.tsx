import { NothingAtTenant } from "@/components/shared/console/nothing-here";
import { EventPage } from "@/components/tenant/events/event-page";
import { type PlaceParams, placeOf } from "@/components/tenant/shell/place-of";
import { recordPage } from "../../../../../record-page";

const { generateMetadata, page } = recordPage<PlaceParams & { readonly id: string }>({
  noun: "Event",
  id: "id",
  missing: <NothingAtTenant />,
  read:
    ({ id, ...place }) =>
    (trpc, queryClient) => [
      queryClient.prefetchQuery(trpc.tenant.webhooks.event.queryOptions({ ...placeOf(place), id })),
    ],
  show: ({ id }) => <EventPage id={id} />,
});

export { generateMetadata };
export default page;
