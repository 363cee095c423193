import { NothingAtTenant } from "@/components/shared/console/nothing-here";
import { PaymentCodePage } from "@/components/tenant/payment-codes/payment-code-page";
import { type PlaceParams, placeOf } from "@/components/tenant/shell/place-of";
import { recordPage } from "../../../../../record-page";

const { generateMetadata, page } = recordPage<PlaceParams & { readonly id: string }>({
  noun: "Payment code",
  id: "id",
  missing: <NothingAtTenant />,
  read:
    ({ id, ...place }) =>
    (trpc, queryClient) => [
      queryClient.prefetchQuery(trpc.tenant.paymentCodes.get.queryOptions({ ...placeOf(place), id })),
      queryClient.prefetchQuery(
        trpc.tenant.authorizations.list.queryOptions({ ...placeOf(place), search: id, limit: 25 }),
      ),
    ],
  show: ({ id }) => <PaymentCodePage id={id} />,
});

export { generateMetadata };
export default page;
