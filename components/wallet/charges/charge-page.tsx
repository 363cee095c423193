"use client";

import { useQuery } from "@tanstack/react-query";
import { nameAccount } from "@/components/shared/accounts/name-account";
import { Money } from "@/components/shared/money/money";
import { StatusBadge } from "@/components/shared/status/status-badge";
import { useTRPC } from "@/components/trpc/client";
import { Unread } from "@/components/ui/feedback/states";
import { LinkButton } from "@/components/ui/forms/link-button";
import { PageHead } from "@/components/ui/layout/page-head";
import { Fact, Facts } from "@/components/ui/tables/facts";
import { ExactTime } from "@/components/ui/values/exact-time";
import type { Charge } from "@/server/trpc/types";
import { ChargeRequest } from "./charge-request";

/** A pending charge is full screen; an answered one shows its outcome. */
export function ChargePage({ id }: { readonly id: string }) {
  const trpc = useTRPC();
  const charge = useQuery(trpc.wallet.charges.get.queryOptions({ id }));
  if (charge.data?.status === "PendingApproval") return <ChargeRequest charge={charge.data} />;
  if (charge.data) return <ChargeOutcome charge={charge.data} />;
  return (
    <>
      <PageHead title="Charge" back={{ href: "/wallet/agreements", label: "Agreements" }} />
      <Unread what="This charge" query={charge} />
    </>
  );
}

const SENTENCES: Readonly<Record<Exclude<Charge["status"], "PendingApproval">, string>> = {
  Approved: "You approved this charge, and it was paid.",
  Denied: "You denied this charge. Nothing was paid.",
  Expired: "You didn’t answer in time. Nothing was paid.",
  Withdrawn: "The agreement was charged or revoked before you answered. Nothing was paid.",
};

function ChargeOutcome({ charge }: { readonly charge: Charge }) {
  const { merchant, description, status, amount, currency, account, transaction } = charge;
  return (
    <div className="max-w-[35rem]">
      <PageHead title={merchant} purpose={description} back={{ href: "/wallet/agreements", label: "Agreements" }} />
      <div className="flex flex-col gap-6">
        <div>
          <p className="text-28 font-semibold tracking-tight wrap-anywhere">
            <Money amount={amount} currency={currency} />
          </p>
          <p className="mt-2 flex flex-wrap items-center gap-2 text-14">
            <StatusBadge status={status} />
            {status === "PendingApproval" ? null : SENTENCES[status]}
          </p>
        </div>
        <Facts>
          <Fact label="Account">{nameAccount({ id: account, currency })}</Fact>
          {charge.merchantReference ? <Fact label="Reference">{charge.merchantReference}</Fact> : null}
          <Fact label="Asked">
            <ExactTime at={charge.createdAt} as="local" />
          </Fact>
          {charge.decidedAt ? (
            <Fact label={status === "Approved" || status === "Denied" ? "Answered" : "Ended"}>
              <ExactTime at={charge.decidedAt} as="local" />
            </Fact>
          ) : null}
        </Facts>
        <div className="flex flex-wrap gap-3">
          {status === "Approved" && transaction ? (
            <LinkButton href={`/wallet/activity/${transaction}`}>See the payment</LinkButton>
          ) : null}
          <LinkButton href={`/wallet/agreements/${charge.agreementId}`}>See the agreement</LinkButton>
        </div>
      </div>
    </div>
  );
}
