"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowRight } from "lucide-react";
import { useParams } from "next/navigation";
import { ConsoleHead } from "@/components/shared/console/console-head";
import { pathOf, usePlace } from "@/components/shared/console/use-place";
import { PriceSection } from "@/components/shared/prices/price-section";
import { StatusBadge } from "@/components/shared/status/status-badge";
import { useTRPC, useTRPCClient } from "@/components/trpc/client";
import { Failure, SkeletonRows } from "@/components/ui/feedback/states";
import { Link } from "@/components/ui/navigation/link";
import { Fact, Facts } from "@/components/ui/tables/facts";
import { CopyId } from "@/components/ui/values/copy-id";
import { Time } from "@/components/ui/values/time";
import type { Merchant } from "@/server/trpc/types";
import { LatestPayments } from "../authorizations/latest-payments";
import { useTenant } from "../shell/use-tenant";
import { MerchantKeys } from "./merchant-keys";
import { MerchantMoney } from "./merchant-money";
import { MerchantSettings } from "./merchant-settings";

export function MerchantPage() {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const place = usePlace();
  const { may } = useTenant();
  const { id } = useParams<{ id: string }>();
  const query = useQuery(trpc.tenant.merchants.get.queryOptions({ ...place, id }));
  const back = { href: pathOf(place, "merchants"), label: "Merchants" };
  const merchant = query.data;
  return (
    <>
      <ConsoleHead title={merchant?.name ?? "Merchant"} back={back} />
      {query.isPending ? <SkeletonRows rows={4} /> : null}
      {query.isError && !merchant ? (
        <Failure what="This merchant" error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      {merchant ? (
        <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(0,1fr)_17.5rem]">
          <div className="order-2 grid min-w-0 gap-8 lg:order-1">
            <MerchantKeys merchant={merchant} />
            <MerchantMoney money={merchant.money} />
            <PriceSection
              merchant={merchant}
              currency={merchant.money[0]?.currency ?? "USD"}
              send={
                may("manage_merchants") && !merchant.isShared
                  ? (price) => client.tenant.merchants.setPrice.mutate({ ...place, ...price })
                  : null
              }
            />
            <LatestPayments of={{ merchant: id }} />
          </div>
          <div className="order-1 grid min-w-0 gap-8 lg:order-2">
            <About merchant={merchant} />
            <MerchantSettings merchant={merchant} />
          </div>
        </div>
      ) : null}
    </>
  );
}

function About({ merchant }: { readonly merchant: Merchant }) {
  const place = usePlace();
  const { id, category, status, isDefault, createdAt } = merchant;
  return (
    <section aria-label="Facts">
      <Facts>
        <Fact label="Status">
          <StatusBadge status={status} />
        </Fact>
        <Fact label="ID">
          <CopyId id={id} />
        </Fact>
        <Fact label="Category">{category}</Fact>
        <Fact label="Default">{isDefault ? "Default merchant" : "No"}</Fact>
        <Fact label="Since">
          <Time at={createdAt} />
        </Fact>
      </Facts>
      <Link
        href={`${pathOf(place, "authorizations")}?merchant=${id}`}
        className="mt-3 -ml-2 inline-flex h-9 items-center gap-1.5 rounded-8 px-2 text-14 font-medium text-accent hover:bg-hover"
      >
        Authorizations <ArrowRight aria-hidden className="size-4" />
      </Link>
    </section>
  );
}
