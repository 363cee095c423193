"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { useMakeRoom } from "@/components/shared/account/use-sign-out";
import { messageOf, useTRPC } from "@/components/trpc/client";
import { setPageMember } from "@/components/trpc/page-owner";
import { Empty, Failure, Skeleton } from "@/components/ui/feedback/states";
import { toast } from "@/components/ui/feedback/toast";
import { Button } from "@/components/ui/forms/button";
import { PageHead } from "@/components/ui/layout/page-head";

export function RequestLinkPage({ id }: { readonly id: string }) {
  const trpc = useTRPC();
  const router = useRouter();
  const queryClient = useQueryClient();
  const makeRoom = useMakeRoom();
  const asked = useQuery(trpc.wallet.requests.find.queryOptions({ id }, { retry: false }));
  const choose = useMutation(
    trpc.shared.sessions.chooseMember.mutationOptions({
      onSuccess: (_, { memberId }) => {
        setPageMember(memberId);
        return queryClient.resetQueries();
      },
      onError: (error) => toast.error(messageOf(error)),
    }),
  );
  const { href, otherMember, isPayment } = asked.data ?? {};
  const isUnknown = asked.error?.data?.code === "not_found";
  const isHere = href !== undefined && otherMember === null;
  useEffect(() => {
    if (isHere) router.replace(href);
  }, [isHere, href, router]);
  return (
    <div className="max-w-[45rem]">
      <PageHead title={isPayment ? "Payment" : "Request"} back={{ href: "/wallet/agreements", label: "Agreements" }} />
      {asked.isPending || isHere ? (
        <div role="status" aria-label="Loading" className="flex flex-col gap-4">
          <Skeleton className="h-12 w-64" />
          <Skeleton className="h-64 w-full" />
        </div>
      ) : null}
      {otherMember ? (
        <div className="flex flex-col items-start gap-4">
          <p className="text-14 wrap-anywhere">
            {isPayment ? "This payment is of" : "This request is to"} {otherMember.name}, your other wallet.
          </p>
          <Button look="primary" isBusy={choose.isPending} onClick={() => choose.mutate({ memberId: otherMember.id })}>
            Switch wallets
          </Button>
        </div>
      ) : null}
      {asked.isError && !isUnknown ? (
        <Failure what="This request" error={asked.error} onRetry={() => void asked.refetch()} />
      ) : null}
      {isUnknown ? (
        <Empty
          icon={SearchX}
          title="This request isn’t yours to answer"
          action={<Button onClick={() => void makeRoom()}>Sign in as someone else</Button>}
        >
          It may be for another login, or the link isn’t complete. Ask the merchant to send it again.
        </Empty>
      ) : null}
    </div>
  );
}
