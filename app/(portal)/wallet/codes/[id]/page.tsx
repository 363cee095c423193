import { NothingInWallet } from "@/components/shared/console/nothing-here";
import { CodePage } from "@/components/wallet/codes/code-page";
import { recordPage } from "../../../record-page";

const { generateMetadata, page } = recordPage<{ readonly id: string }>({
  noun: "Code",
  id: "id",
  missing: <NothingInWallet />,
  read:
    ({ id }) =>
    (trpc, queryClient) => [
      queryClient.prefetchQuery(trpc.wallet.codes.get.queryOptions({ id })),
      queryClient.prefetchQuery(trpc.wallet.activity.list.queryOptions({ paymentCodeId: id, limit: 10 })),
      queryClient.prefetchQuery(trpc.wallet.accounts.list.queryOptions()),
    ],
  show: ({ id }) => <CodePage id={id} />,
});

export { generateMetadata };
export default page;
