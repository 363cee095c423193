import { NothingInWallet } from "@/components/shared/console/nothing-here";
import { TransactionPage } from "@/components/wallet/activity/transaction-page";
import { recordPage } from "../../../record-page";

const { generateMetadata, page } = recordPage<{ readonly id: string }>({
  noun: "Transaction",
  id: "id",
  missing: <NothingInWallet />,
  read:
    ({ id }) =>
    (trpc, queryClient) => [queryClient.prefetchQuery(trpc.wallet.activity.get.queryOptions({ id }))],
  show: ({ id }) => <TransactionPage id={id} />,
});

export { generateMetadata };
export default page;
