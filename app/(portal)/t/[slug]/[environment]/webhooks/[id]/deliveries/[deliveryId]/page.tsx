import { NothingAtTenant } from "@/components/shared/console/nothing-here";
import { type PlaceParams, placeOf } from "@/components/tenant/shell/place-of";
import { DeliveryPage } from "@/components/tenant/webhooks/delivery-page";
import { recordPage } from "../../../../../../../record-page";

const { generateMetadata, page } = recordPage<PlaceParams & { readonly id: string; readonly deliveryId: string }>({
  noun: "Delivery",
  id: "deliveryId",
  missing: <NothingAtTenant />,
  read:
    ({ id, deliveryId, ...place }) =>
    (trpc, queryClient) => [
      queryClient.prefetchQuery(trpc.tenant.webhooks.delivery.queryOptions({ ...placeOf(place), id, deliveryId })),
    ],
  show: ({ id, deliveryId }) => <DeliveryPage id={id} deliveryId={deliveryId} />,
});

export { generateMetadata };
export default page;
