"use client";

import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/components/trpc/client";
import { Failure, Skeleton } from "@/components/ui/feedback/states";
import { useTenant } from "../shell/use-tenant";
import { AuthorizationFacts } from "./authorization-facts";
import { AuthorizationFigures } from "./authorization-figures";
import { Notices } from "./notices";
import { Timeline } from "./timeline";

export function AuthorizationPeek({ id }: { readonly id: string }) {
  const trpc = useTRPC();
  const { place } = useTenant();
  const { data, isError, error, refetch } = useQuery(trpc.tenant.authorizations.get.queryOptions({ ...place, id }));
  if (isError && !data) return <Failure what="This authorization" error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-96 w-full" />;
  return (
    <>
      <Notices detail={data} />
      {data.decline ? null : <AuthorizationFigures detail={data} />}
      <div className="mb-6">
        <Timeline detail={data} place={place} />
      </div>
      <AuthorizationFacts detail={data} place={place} />
    </>
  );
}
