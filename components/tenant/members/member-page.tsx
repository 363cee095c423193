"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowRight } from "lucide-react";
import { useParams } from "next/navigation";
import { ConsoleHead } from "@/components/shared/console/console-head";
import { pathOf, usePlace } from "@/components/shared/console/use-place";
import { useTRPC } from "@/components/trpc/client";
import { Failure, SkeletonRows } from "@/components/ui/feedback/states";
import { Link } from "@/components/ui/navigation/link";
import { Fact, Facts } from "@/components/ui/tables/facts";
import { CopyId } from "@/components/ui/values/copy-id";
import { Time } from "@/components/ui/values/time";
import type { MemberDetail } from "@/server/trpc/types";
import { LatestPayments } from "../authorizations/latest-payments";
import { MemberAccounts } from "./member-accounts";
import { MemberAgreements } from "./member-agreements";
import { MemberCards } from "./member-cards";
import { WalletAccess } from "./wallet-access";

export function MemberPage() {
  const trpc = useTRPC();
  const place = usePlace();
  const { id } = useParams<{ id: string }>();
  const query = useQuery(trpc.tenant.members.get.queryOptions({ ...place, id }));
  const member = query.data;
  return (
    <>
      <ConsoleHead title={member?.name ?? "Member"} back={{ href: pathOf(place, "members"), label: "Members" }} />
      {query.isPending ? <SkeletonRows rows={4} /> : null}
      {query.isError && !member ? (
        <Failure what="This member" error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      {member ? (
        <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(0,1fr)_17.5rem]">
          <div className="order-2 grid min-w-0 gap-8 lg:order-1">
            <MemberAccounts member={member} />
            <MemberCards member={member} />
            <MemberAgreements agreements={member.agreements} />
            <LatestPayments of={{ member: id }} />
          </div>
          <div className="order-1 min-w-0 lg:order-2">
            <About member={member} />
            <WalletAccess member={member} />
          </div>
        </div>
      ) : null}
    </>
  );
}

function About({ member }: { readonly member: MemberDetail }) {
  const place = usePlace();
  return (
    <section aria-label="Facts">
      <Facts>
        <Fact label="ID">
          <CopyId id={member.id} />
        </Fact>
        <Fact label="Since">
          <Time at={member.createdAt} />
        </Fact>
      </Facts>
      {member.isShared ? (
        <p className="mt-3 text-13 text-muted">
          A member of the public sandbox. Its accounts and cards stay as documented.
        </p>
      ) : null}
      <Link
        href={`${pathOf(place, "authorizations")}?member=${member.id}`}
        className="mt-3 -ml-2 inline-flex h-9 items-center gap-1.5 rounded-8 px-2 text-14 font-medium text-accent hover:bg-hover"
      >
        Authorizations <ArrowRight aria-hidden className="size-4" />
      </Link>
    </section>
  );
}
