import { NothingInWallet } from "@/components/shared/console/nothing-here";
import { CardPage } from "@/components/wallet/cards/card-page";
import { recordPage } from "../../../record-page";

const { generateMetadata, page } = recordPage<{ readonly id: string }>({
  noun: "Card",
  id: "id",
  missing: <NothingInWallet />,
  read:
    ({ id }) =>
    (trpc, queryClient) => [
      queryClient.prefetchQuery(trpc.wallet.cards.get.queryOptions({ id })),
      queryClient.prefetchQuery(trpc.wallet.activity.list.queryOptions({ cardId: id, limit: 10 })),
    ],
  show: ({ id }) => <CardPage id={id} />,
});

export { generateMetadata };
export default page;
