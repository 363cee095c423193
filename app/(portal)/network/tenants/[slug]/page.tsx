import { readPlace } from "@/components/network/shell/place";
import { TenantPage } from "@/components/network/tenants/tenant-page";
import { NothingInNetwork } from "@/components/shared/console/nothing-here";
import { recordPage } from "../../../record-page";

const { generateMetadata, page } = recordPage<{ readonly slug: string }>({
  noun: "Tenant",
  id: "slug",
  missing: <NothingInNetwork />,
  read:
    ({ slug }, search) =>
    (trpc, queryClient) => [
      // These lists need the tenant's id. If it isn't found, the first query has already answered 404.
      queryClient.fetchQuery(trpc.network.tenants.get.queryOptions({ ...readPlace(search), slug })).then(
        async ({ id: tenantId }) => {
          const input = { ...readPlace(search), tenantId };
          await Promise.all([
            queryClient.prefetchQuery(trpc.network.merchants.list.queryOptions({ ...input, limit: 20 })),
            queryClient.prefetchQuery(trpc.network.audit.list.queryOptions({ ...input, limit: 10 })),
          ]);
        },
        () => undefined,
      ),
    ],
  show: ({ slug }) => <TenantPage slug={slug} />,
});

export { generateMetadata };
export default page;
