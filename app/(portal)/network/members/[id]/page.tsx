import { MemberPage } from "@/components/network/members/member-page";
import { readPlace } from "@/components/network/shell/place";
import { NothingInNetwork } from "@/components/shared/console/nothing-here";
import { recordPage } from "../../../record-page";

const { generateMetadata, page } = recordPage<{ readonly id: string }>({
  noun: "Member",
  id: "id",
  missing: <NothingInNetwork />,
  read:
    ({ id }, search) =>
    (trpc, queryClient) => [
      queryClient.prefetchQuery(trpc.network.members.get.queryOptions({ ...readPlace(search), id })),
    ],
  show: ({ id }) => <MemberPage id={id} />,
});

export { generateMetadata };
export default page;
