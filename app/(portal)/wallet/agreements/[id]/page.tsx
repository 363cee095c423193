import { NothingInWallet } from "@/components/shared/console/nothing-here";
import { AgreementPage } from "@/components/wallet/agreements/agreement-page";
import { recordPage } from "../../../record-page";

const { generateMetadata, page } = recordPage<{ readonly id: string }>({
  noun: "Agreement",
  id: "id",
  missing: <NothingInWallet />,
  read:
    ({ id }) =>
    (trpc, queryClient) => [
      queryClient.prefetchQuery(trpc.wallet.agreements.get.queryOptions({ id })),
      queryClient.prefetchQuery(trpc.wallet.accounts.list.queryOptions()),
      queryClient.prefetchQuery(trpc.wallet.activity.list.queryOptions({ agreementId: id, limit: 10 })),
    ],
  show: ({ id }) => <AgreementPage id={id} />,
});

export { generateMetadata };
export default page;
