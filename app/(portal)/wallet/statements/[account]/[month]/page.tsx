import { NothingInWallet } from "@/components/shared/console/nothing-here";
import { StatementPage } from "@/components/wallet/statements/statement-page";
import { recordPage } from "../../../../record-page";

const { generateMetadata, page } = recordPage<{ readonly account: string; readonly month: string }>({
  noun: "Statement",
  id: "month",
  missing: <NothingInWallet />,
  read: (input) => (trpc, queryClient) => [queryClient.prefetchQuery(trpc.wallet.statements.get.queryOptions(input))],
  show: (input) => <StatementPage {...input} />,
});

export { generateMetadata };
export default page;
