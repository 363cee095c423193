import { PayoutPage } from "@/components/network/payouts/payout-page";
import { readPlace } from "@/components/network/shell/place";
import { NothingInNetwork } from "@/components/shared/console/nothing-here";
import { recordPage } from "../../../record-page";

const { generateMetadata, page } = recordPage<{ readonly id: string }>({
  noun: "Payout",
  id: "id",
  missing: <NothingInNetwork />,
  read:
    ({ id }, search) =>
    (trpc, queryClient) => [
      queryClient.prefetchQuery(trpc.network.payouts.get.queryOptions({ ...readPlace(search), id })),
    ],
  show: ({ id }) => <PayoutPage id={id} />,
});

export { generateMetadata };
export default page;
