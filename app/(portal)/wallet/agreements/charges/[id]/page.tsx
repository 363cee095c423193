import { NothingInWallet } from "@/components/shared/console/nothing-here";
import { ChargePage } from "@/components/wallet/charges/charge-page";
import { recordPage } from "../../../../record-page";

const { generateMetadata, page } = recordPage<{ readonly id: string }>({
  noun: "Charge",
  id: "id",
  missing: <NothingInWallet />,
  read:
    ({ id }) =>
    (trpc, queryClient) => [
      queryClient.prefetchQuery(trpc.wallet.charges.get.queryOptions({ id })),
      queryClient.prefetchQuery(trpc.wallet.accounts.list.queryOptions()),
    ],
  show: ({ id }) => <ChargePage id={id} />,
});

export { generateMetadata };
export default page;
