"use client";

import { useQuery } from "@tanstack/react-query";
import { Carried } from "@/components/shared/money/carried";
import { Money } from "@/components/shared/money/money";
import { PriceSection } from "@/components/shared/prices/price-section";
import { StatusBadge } from "@/components/shared/status/status-badge";
import { useTRPC } from "@/components/trpc/client";
import { Failure, Unread } from "@/components/ui/feedback/states";
import { Button } from "@/components/ui/forms/button";
import { PageHead, SectionHead } from "@/components/ui/layout/page-head";
import { Link } from "@/components/ui/navigation/link";
import { Fact, Facts } from "@/components/ui/tables/facts";
import { CopyId } from "@/components/ui/values/copy-id";
import { Time } from "@/components/ui/values/time";
import type { MerchantPage as Merchant } from "@/server/trpc/types";
import { BatchTable } from "../settlement/batch-table";
import { SettleButton } from "../settlement/settle-button";
import { OwnLoginOnly, useIsDemo } from "../shell/own-login";
import { useChange } from "../shell/use-change";
import { useNetwork } from "../shell/use-network";
import { SuspendMerchant } from "./suspend-merchant";

export function MerchantPage({ id }: { readonly id: string }) {
  const trpc = useTRPC();
  const { place, at } = useNetwork();
  const merchant = useQuery(trpc.network.merchants.get.queryOptions({ ...place, id }));
  const back = { href: at("/network/merchants"), label: "Merchants" };
  if (merchant.data) {
    return (
      <>
        <PageHead title={merchant.data.name} back={back} action={<SuspendMerchant merchant={merchant.data} />} />
        <div className="mb-6 lg:hidden">
          <SuspendMerchant merchant={merchant.data} />
        </div>
        <Detail merchant={merchant.data} />
      </>
    );
  }
  return (
    <>
      <PageHead title="Merchant" back={back} />
      <Unread what="This merchant" query={merchant} />
    </>
  );
}

function Detail({ merchant }: { readonly merchant: Merchant }) {
  const trpc = useTRPC();
  const { place, at } = useNetwork();
  const isDemo = useIsDemo();
  const { id, name, status, settings } = merchant;
  const { isSameDayReversalEnabled: isEnabled } = settings;
  const batches = useQuery(trpc.network.settlement.list.queryOptions({ ...place, merchant: id, limit: 10 }));
  const reversal = useChange(trpc.network.merchants.allowSameDayReversal.mutationOptions(), {
    done: (answer) => `Same-day reversal is ${answer.isEnabled ? "on" : "off"} for ${name}`,
  });
  return (
    <div className="grid grid-cols-1 gap-8 lg:grid-cols-[minmax(0,1fr)_18.75rem] xl:grid-cols-[minmax(0,1fr)_22.5rem] lg:items-start">
      <div className="flex min-w-0 flex-col gap-8">
        <MerchantMoney merchant={merchant} />
        <PriceSection
          merchant={merchant}
          currency={merchant.money[0]?.currency ?? "USD"}
          sending={
            isDemo
              ? null
              : {
                  mutation: trpc.network.merchants.setPrice.mutationOptions(),
                  variables: (price) => ({ ...place, ...price }),
                }
          }
        />
        <section>
          <SectionHead title="Settled" />
          {batches.data && batches.data.items.length > 0 ? <BatchTable batches={batches.data.items} /> : null}
          {batches.data?.items.length === 0 ? (
            <p className="rounded-8 border border-dashed border-line p-4 text-14 text-muted">
              Nothing yet. Each day is settled after it ends, or when you settle it now.
            </p>
          ) : null}
          {batches.error ? (
            <Failure what="Batches" error={batches.error} onRetry={() => void batches.refetch()} />
          ) : null}
        </section>
      </div>
      <Facts>
        <Fact label="Status">
          <StatusBadge status={status} />
        </Fact>
        <Fact label="Tenant">
          <Link
            href={at(`/network/tenants/${merchant.tenantSlug}`)}
            className="font-medium text-accent hover:underline"
          >
            {merchant.tenantTitle}
          </Link>
        </Fact>
        {merchant.tenantStatus === "suspended" ? (
          <Fact label="Tenant’s status">
            <StatusBadge status="suspended" />
          </Fact>
        ) : null}
        <Fact label="Category">{merchant.category}</Fact>
        <Fact label="Same-day reversal">
          <span className="flex items-center justify-end gap-3">
            {isEnabled ? "On" : "Off"}
            <OwnLoginOnly>
              <Button
                size="small"
                isBusy={reversal.isPending}
                onClick={() => reversal.mutate({ ...place, id, isEnabled: !isEnabled })}
              >
                Turn {isEnabled ? "off" : "on"}
              </Button>
            </OwnLoginOnly>
          </span>
        </Fact>
        <Fact label="Default merchant">{merchant.isDefault ? "Yes" : "No"}</Fact>
        <Fact label="Since">
          <Time at={merchant.createdAt} />
        </Fact>
        <Fact label="Merchant ID">
          <CopyId id={id} />
        </Fact>
      </Facts>
    </div>
  );
}

function MerchantMoney({ merchant }: { readonly merchant: Merchant }) {
  return (
    <section>
      <SectionHead title="Balances">
        <SettleButton merchantId={merchant.id} label="Settle now" name={merchant.name} />
      </SectionHead>
      {merchant.money.length === 0 ? (
        <p className="rounded-8 border border-dashed border-line p-4 text-14 text-muted">
          It hasn’t taken any money yet.
        </p>
      ) : null}
      <div className="flex flex-col gap-4">
        {merchant.money.map(({ currency, pending, settled, paidOut, carriedOver }) => (
          <Facts key={currency}>
            <Fact label={`Not settled yet, ${currency}`}>
              <Money amount={pending} currency={currency} />
            </Fact>
            <Fact label="Settled">
              <Money amount={settled} currency={currency} />
            </Fact>
            <Fact label="Paid out">
              <Money amount={paidOut} currency={currency} />
            </Fact>
            <Fact label="Carried over">
              <Carried amount={carriedOver} currency={currency} />
            </Fact>
          </Facts>
        ))}
      </div>
    </section>
  );
}
