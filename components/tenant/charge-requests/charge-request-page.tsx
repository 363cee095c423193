"use client";

import { useQuery } from "@tanstack/react-query";
import { pathOf } from "@/components/shared/console/use-place";
import { Money } from "@/components/shared/money/money";
import { StatusBadge } from "@/components/shared/status/status-badge";
import { useTRPC } from "@/components/trpc/client";
import { Skeleton, Unread } from "@/components/ui/feedback/states";
import { PageHead } from "@/components/ui/layout/page-head";
import { Link } from "@/components/ui/navigation/link";
import { Fact, Facts } from "@/components/ui/tables/facts";
import { CopyButton } from "@/components/ui/values/copy-button";
import { CopyId } from "@/components/ui/values/copy-id";
import { Time } from "@/components/ui/values/time";
import type { TenantCharge } from "@/server/trpc/types";
import { useTenant } from "../shell/use-tenant";
import { EXCEEDS } from "./exceeds";

const LINK = "font-medium text-accent hover:underline";

export function ChargeRequestPage({ id }: { readonly id: string }) {
  const trpc = useTRPC();
  const { place } = useTenant();
  const charge = useQuery(trpc.tenant.chargeRequests.get.queryOptions({ ...place, id }));
  const back = { href: pathOf(place, "charge-requests"), label: "Charge requests" };
  if (!charge.data) {
    return (
      <>
        <PageHead title="Charge request" back={back} />
        <Unread what="This charge request" query={charge}>
          <Skeleton className="h-64 w-full" />
        </Unread>
      </>
    );
  }
  const { merchantName, status, approvalUrl } = charge.data;
  return (
    <>
      <PageHead title={`Charge request from ${merchantName}`} back={back} />
      <div className="-mt-4 mb-6 flex flex-wrap items-center gap-3">
        <StatusBadge status={status} />
        {approvalUrl ? <CopyButton text={approvalUrl}>Copy link for the member</CopyButton> : null}
      </div>
      <div className="grid grid-cols-1 gap-8 lg:grid-cols-2 lg:items-start">
        <Asked charge={charge.data} />
        <Outcome charge={charge.data} />
      </div>
    </>
  );
}

function Asked({ charge }: { readonly charge: TenantCharge }) {
  const { place } = useTenant();
  const { merchant, merchantName, memberId, memberName, merchantReference } = charge;
  return (
    <Facts>
      <Fact label="Amount">
        <Money amount={charge.amount} currency={charge.currency} />
      </Fact>
      <Fact label="Asked because">{EXCEEDS[charge.exceeds]}</Fact>
      <Fact label="Merchant">
        <Link href={pathOf(place, `merchants/${merchant}`)} className={LINK}>
          {merchantName}
        </Link>
      </Fact>
      <Fact label="Member">
        {memberName === null ? (
          <CopyId id={memberId} />
        ) : (
          <Link href={pathOf(place, `members/${memberId}`)} className={LINK}>
            {memberName}
          </Link>
        )}
      </Fact>
      <Fact label="For">{charge.description}</Fact>
      {merchantReference === null ? null : <Fact label="Reference">{merchantReference}</Fact>}
    </Facts>
  );
}

function Outcome({ charge }: { readonly charge: TenantCharge }) {
  const { place } = useTenant();
  const { recordId, authorizationId, decidedAt } = charge;
  return (
    <Facts>
      <Fact label="Charge request">
        <CopyId id={charge.id} />
      </Fact>
      <Fact label="Agreement">
        <CopyId id={charge.recurringAuthorizationId} />
      </Fact>
      <Fact label="Request">
        <Link href={pathOf(place, `logs/${charge.requestId}`)} className={LINK}>
          Open in the request log
        </Link>
      </Fact>
      <Fact label="Requested">
        <Time at={charge.createdAt} />
      </Fact>
      <Fact label={charge.status === "PendingApproval" ? "Expires" : "Answer by"}>
        <Time at={charge.expiresAt} />
      </Fact>
      {decidedAt ? (
        <Fact label="Decided">
          <Time at={decidedAt} />
        </Fact>
      ) : null}
      {recordId ? (
        <Fact label={charge.status === "Approved" ? "Payment" : "Decline"}>
          <Link href={pathOf(place, `authorizations/${recordId}`)} className={LINK}>
            {authorizationId}
          </Link>
        </Fact>
      ) : null}
    </Facts>
  );
}
