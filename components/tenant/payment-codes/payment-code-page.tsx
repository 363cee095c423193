"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { pathOf } from "@/components/shared/console/use-place";
import { Metadata } from "@/components/shared/metadata/metadata";
import { Money } from "@/components/shared/money/money";
import { StatusBadge } from "@/components/shared/status/status-badge";
import { messageOf, useTRPC } from "@/components/trpc/client";
import { Confirm } from "@/components/ui/feedback/confirm";
import { Skeleton, Unread } from "@/components/ui/feedback/states";
import { toast } from "@/components/ui/feedback/toast";
import { Button } from "@/components/ui/forms/button";
import { PageHead, SectionHead } from "@/components/ui/layout/page-head";
import { Link } from "@/components/ui/navigation/link";
import { Fact, Facts } from "@/components/ui/tables/facts";
import { CopyId } from "@/components/ui/values/copy-id";
import { Day, Time } from "@/components/ui/values/time";
import type { IssuedCode } from "@/server/trpc/types";
import { AuthorizationTable } from "../authorizations/authorization-table";
import { useTenant } from "../shell/use-tenant";
import { isRevocable } from "./is-revocable";

const LINK = "font-medium text-accent hover:underline";

export function PaymentCodePage({ id }: { readonly id: string }) {
  const trpc = useTRPC();
  const { place } = useTenant();
  const code = useQuery(trpc.tenant.paymentCodes.get.queryOptions({ ...place, id }));
  const back = { href: pathOf(place, "payment-codes"), label: "Payment codes" };
  if (!code.data) {
    return (
      <>
        <PageHead title="Payment code" back={back} />
        <Unread what="This code" query={code}>
          <Skeleton className="h-64 w-full" />
        </Unread>
      </>
    );
  }
  return (
    <>
      <PageHead title={`${code.data.memberName}’s code`} back={back} action={<Revoke code={code.data} />} />
      <div className="-mt-4 mb-6 flex flex-wrap items-center gap-3">
        <StatusBadge status={code.data.status} />
        <span className="empty:hidden lg:hidden">
          <Revoke code={code.data} />
        </span>
      </div>
      <div className="grid grid-cols-1 gap-8 lg:grid-cols-2 lg:items-start">
        <State code={code.data} />
        <Terms code={code.data} />
        {code.data.metadata ? <Metadata pairs={code.data.metadata} /> : null}
      </div>
      <Redemptions id={id} />
    </>
  );
}

function State({ code }: { readonly code: IssuedCode }) {
  const { place } = useTenant();
  return (
    <Facts>
      <Fact label="Record">
        <CopyId id={code.id} />
      </Fact>
      <Fact label="Member">
        <Link href={pathOf(place, `members/${code.member}`)} className={LINK}>
          {code.memberName}
        </Link>
      </Fact>
      <Fact label="Pays from">
        <CopyId id={code.account} />
      </Fact>
      <Fact label="Created by">
        {code.origin === "tenant" ? "The tenant, with a PIN" : "The member, without a PIN"}
      </Fact>
      {code.origin === "tenant" ? (
        <Fact label="PIN tries left">
          {code.triesLeft} of {code.lockoutThreshold}
        </Fact>
      ) : null}
      <Fact label="Created">
        <Time at={code.created} />
      </Fact>
      {code.lastUsed ? (
        <Fact label="Last used">
          <Time at={code.lastUsed} />
        </Fact>
      ) : null}
      {code.revokedAt ? (
        <Fact label="Revoked">
          <Time at={code.revokedAt} />
        </Fact>
      ) : null}
    </Facts>
  );
}

function Terms({ code }: { readonly code: IssuedCode }) {
  const { place } = useTenant();
  return (
    <Facts>
      <Fact label="One payment at most">
        {code.maxAmount === null ? "No limit" : <Money amount={code.maxAmount} currency={code.currency} />}
      </Fact>
      <Fact label="Uses">
        {code.uses}
        {code.usesAllowed === null ? ", any number" : ` of ${code.usesAllowed}`}
      </Fact>
      <Fact label="Recurring">{code.allowRecurring ? (code.recurringInterval ?? "any time") : "No"}</Fact>
      {code.recurringThru ? (
        <Fact label="Last day">
          <Day day={code.recurringThru} as="utc" />
        </Fact>
      ) : null}
      {code.nextUseOn ? (
        <Fact label="Next use from">
          <Day day={code.nextUseOn} as="utc" />
        </Fact>
      ) : null}
      {code.expiresAt && !(code.allowRecurring && code.uses > 0) ? (
        <Fact label={code.allowRecurring ? "First use by" : "Expires"}>
          <Time at={code.expiresAt} />
        </Fact>
      ) : null}
      <Fact label={code.isBound ? "Bound to" : "Only at"}>
        {code.merchant ? (
          <Link href={pathOf(place, `merchants/${code.merchant}`)} className={LINK}>
            {code.merchantName}
          </Link>
        ) : (
          "Any merchant of the network"
        )}
      </Fact>
      {code.displayHint ? <Fact label="Hint">{code.displayHint}</Fact> : null}
    </Facts>
  );
}

function Redemptions({ id }: { readonly id: string }) {
  const trpc = useTRPC();
  const { place } = useTenant();
  const list = useQuery(trpc.tenant.authorizations.list.queryOptions({ ...place, search: id, limit: 25 }));
  const items = list.data?.items ?? [];
  return (
    <section className="mt-8">
      <SectionHead title="Redemptions at your merchants" />
      {items.length > 0 ? (
        <AuthorizationTable items={items} place={place} />
      ) : (
        <p className="text-14 text-muted">{list.isPending ? "Loading…" : "Not redeemed at any of your merchants."}</p>
      )}
    </section>
  );
}

function Revoke({ code }: { readonly code: IssuedCode }) {
  const trpc = useTRPC();
  const { place, may } = useTenant();
  const [isAsking, setAsking] = useState(false);
  const revoke = useMutation(
    trpc.tenant.paymentCodes.revoke.mutationOptions({
      onSuccess: async () => {
        setAsking(false);
        toast.success("Code revoked. It no longer works.");
      },
      onError: (error) => toast.error(messageOf(error)),
    }),
  );
  if (!isRevocable(code) || !may("manage_codes")) return null;
  return (
    <>
      <Button onClick={() => setAsking(true)}>Revoke code</Button>
      <Confirm
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title="Revoke this code?"
        action="Revoke"
        isBusy={revoke.isPending}
        onConfirm={() => revoke.mutate({ ...place, id: code.id })}
      >
        {code.memberName} can’t pay with it from now on, and recurring charges on it are declined. Existing holds stay.
      </Confirm>
    </>
  );
}
