"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";
import type { Code } from "@/server/trpc/types";
import { nameAccount } from "../accounts/name-account";
import { ActivityRows } from "../activity/activity-row";
import { StatusBadge } from "../status/status-badge";
import { messageOf, useTRPC } from "../trpc/client";
import { Button } from "../ui/button";
import { Confirm } from "../ui/confirm";
import { CopyId } from "../ui/copy-id";
import { Fact, Facts } from "../ui/facts";
import { useLocale } from "../ui/locale";
import { PageHead, SectionHead } from "../ui/page-head";
import { Failure, Skeleton } from "../ui/states";
import { Day, Time } from "../ui/time";
import { describeCode } from "./describe-code";

const BACK = { href: "/wallet/codes", label: "Codes" };

/** One code: what it allows, what it paid, and the way to end it. Never the code itself. */
export function CodePage({ id }: { readonly id: string }) {
  const trpc = useTRPC();
  const code = useQuery(trpc.codes.get.queryOptions({ id }));
  if (code.data) return <Detail code={code.data} />;
  return (
    <>
      <PageHead title="Code" back={BACK} />
      {code.isPending ? (
        <div role="status" aria-label="Loading" className="flex flex-col gap-4">
          <Skeleton className="h-8 w-64" />
          <Skeleton className="h-64 w-full" />
        </div>
      ) : (
        <Failure what="This code" error={code.error} onRetry={() => void code.refetch()} />
      )}
    </>
  );
}

function Detail({ code }: { readonly code: Code }) {
  const locale = useLocale();
  return (
    <>
      <PageHead title={describeCode(code, locale)} back={BACK} />
      <div className="grid gap-6 lg:grid-cols-2 lg:items-start">
        <div className="flex flex-col gap-6">
          <div>
            <StatusBadge status={code.status} />
          </div>
          {code.status === "Code Active" || code.status === "Code Locked" ? <Revoke code={code} /> : null}
          <Uses code={code} />
        </div>
        <Facts>
          <Fact label="Pays from">{nameAccount({ id: code.account, currency: code.currency })}</Fact>
          <Fact label={code.isRecurring ? "First use by" : "Expires"}>
            <Time at={code.expiresAt} as="local" />
          </Fact>
          {code.thru ? (
            <Fact label="Last day">
              <Day day={code.thru} />
            </Fact>
          ) : null}
          <Fact label="Uses">
            {code.uses}
            {code.usesRemaining === null ? "" : ` of ${code.uses + code.usesRemaining}`}
          </Fact>
          {code.nextUseOn && code.status === "Code Active" ? (
            <Fact label="Next use not before">
              <Day day={code.nextUseOn} />
            </Fact>
          ) : null}
          <Fact label="Made">
            <Time at={code.createdAt} as="local" />
          </Fact>
          <Fact label="Record">
            <CopyId id={code.id} />
          </Fact>
        </Facts>
      </div>
    </>
  );
}

function Uses({ code }: { readonly code: Code }) {
  const trpc = useTRPC();
  const uses = useQuery(trpc.activity.list.queryOptions({ paymentCodeId: code.id, limit: 10 }));
  const items = uses.data?.items ?? [];
  return (
    <section>
      <SectionHead title="Payments" />
      {items.length > 0 ? (
        <ActivityRows items={items} />
      ) : (
        <p className="text-14 text-muted">{uses.isPending ? "Loading…" : "Nobody has used it."}</p>
      )}
    </section>
  );
}

function Revoke({ code }: { readonly code: Code }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const revoke = useMutation(
    trpc.codes.revoke.mutationOptions({
      onSuccess: async ({ isRevoked }) => {
        setAsking(false);
        if (isRevoked) toast.success("Code revoked: nobody can use it any more");
        else toast("The code had been used before it could be revoked");
        await queryClient.invalidateQueries();
      },
      onError: (error) => toast.error(messageOf(error)),
    }),
  );
  return (
    <div>
      <Button onClick={() => setAsking(true)}>Revoke code</Button>
      <Confirm
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title="Revoke this code?"
        action="Revoke"
        isBusy={revoke.isPending}
        onConfirm={() => revoke.mutate({ id: code.id })}
      >
        It stops working at once, also for a merchant who has written it down. What it paid before stays paid.
      </Confirm>
    </div>
  );
}
