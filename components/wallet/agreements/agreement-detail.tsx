"use client";

import { useQuery } from "@tanstack/react-query";
import { nameAccount } from "@/components/shared/accounts/name-account";
import { Terms } from "@/components/shared/agreements/terms";
import { Money } from "@/components/shared/money/money";
import { StatusBadge } from "@/components/shared/status/status-badge";
import { useTRPC } from "@/components/trpc/client";
import { PageHead, SectionHead } from "@/components/ui/layout/page-head";
import { Fact, Facts } from "@/components/ui/tables/facts";
import { CopyId } from "@/components/ui/values/copy-id";
import { ExactTime } from "@/components/ui/values/exact-time";
import { Day, Time } from "@/components/ui/values/time";
import { calendarDay } from "@/server/contracts/calendar-days";
import type { Agreement } from "@/server/trpc/types";
import { ActivityRows } from "../activity/activity-row";
import { ChargeCard } from "../charges/charge-card";
import { RevokeAgreement } from "./revoke-agreement";

export function AgreementDetail({ agreement }: { readonly agreement: Agreement }) {
  const { merchant, description, status } = agreement;
  return (
    <>
      <PageHead title={merchant} purpose={description} back={{ href: "/wallet/agreements", label: "Agreements" }} />
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-2 lg:items-start">
        <div className="flex flex-col gap-6">
          <div>
            <p className="text-20 font-semibold tracking-tight text-balance">
              <Terms terms={agreement} />
            </p>
            <p className="mt-2 flex flex-wrap items-center gap-2 text-14 text-muted">
              <StatusBadge status={status} /> <EndedAt agreement={agreement} />
            </p>
          </div>
          <AskedCharges agreementId={agreement.id} />
          {status === "Active" ? <RevokeAgreement agreement={agreement} /> : null}
          <Charges agreementId={agreement.id} />
        </div>
        <Facts>
          <Fact label="Pays from">{nameAccount({ id: agreement.account, currency: agreement.currency })}</Fact>
          {agreement.status === "Active" && agreement.nextChargeFrom ? (
            <Fact label="Next charge from">
              <Day day={calendarDay(new Date(agreement.nextChargeFrom), agreement.timeZone)} />
            </Fact>
          ) : null}
          {agreement.approvedAt ? (
            <Fact label="You approved">
              <ExactTime at={agreement.approvedAt} as="local" />
            </Fact>
          ) : null}
          <Fact label="Charges so far">{agreement.charges}</Fact>
          {agreement.taken !== null && agreement.charges > 0 ? (
            <Fact label="Total so far, less refunds">
              <Money amount={agreement.taken} currency={agreement.currency} />
            </Fact>
          ) : null}
          <Fact label="Reference">{agreement.merchantReference}</Fact>
          <Fact label="Record">
            <CopyId id={agreement.id} />
          </Fact>
        </Facts>
      </div>
    </>
  );
}

function AskedCharges({ agreementId }: { readonly agreementId: string }) {
  const trpc = useTRPC();
  const charges = useQuery(trpc.wallet.charges.list.queryOptions());
  return charges.data
    ?.filter((charge) => charge.agreementId === agreementId)
    .map((charge) => <ChargeCard key={charge.id} charge={charge} />);
}

function EndedAt({ agreement }: { readonly agreement: Agreement }) {
  const { revokedAt, revokedBy, deniedAt } = agreement;
  if (revokedAt) {
    return (
      <span>
        by {revokedBy === "member" ? "you" : "the merchant"}, <Time at={revokedAt} as="relative" />
      </span>
    );
  }
  return deniedAt ? <Time at={deniedAt} as="relative" /> : null;
}

function Charges({ agreementId }: { readonly agreementId: string }) {
  const trpc = useTRPC();
  const charges = useQuery(trpc.wallet.activity.list.queryOptions({ agreementId, limit: 10 }));
  const items = charges.data?.items ?? [];
  return (
    <section>
      <SectionHead title="Charges" />
      {items.length > 0 ? (
        <ActivityRows items={items} />
      ) : (
        <p className="text-14 text-muted">{charges.isPending ? "Loading…" : "Nothing has been charged."}</p>
      )}
    </section>
  );
}
