import { MerchantPage } from "@/components/network/merchants/merchant-page";
import { readPlace } from "@/components/network/shell/place";
import { NothingInNetwork } from "@/components/shared/console/nothing-here";
import { recordPage } from "../../../record-page";

const { generateMetadata, page } = recordPage<{ readonly id: string }>({
  noun: "Merchant",
  id: "id",
  missing: <NothingInNetwork />,
  read:
    ({ id }, search) =>
    (trpc, queryClient) => [
      queryClient.prefetchQuery(trpc.network.merchants.get.queryOptions({ ...readPlace(search), id })),
      queryClient.prefetchQuery(
        trpc.network.settlement.list.queryOptions({ ...readPlace(search), merchant: id, limit: 10 }),
      ),
    ],
  show: ({ id }) => <MerchantPage id={id} />,
});

export { generateMetadata };
export default page;
