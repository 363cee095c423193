"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowRight } from "lucide-react";
import { useParams } from "next/navigation";
import { ConsoleHead } from "@/components/shared/console/console-head";
import { pathOf, usePlace } from "@/components/shared/console/use-place";
import { Carried } from "@/components/shared/money/carried";
import { Money } from "@/components/shared/money/money";
import { PriceSection } from "@/components/shared/prices/price-section";
import { StatusBadge } from "@/components/shared/status/status-badge";
import { useTRPC } from "@/components/trpc/client";
import { NothingYet } from "@/components/ui/feedback/nothing-yet";
import { Unread } from "@/components/ui/feedback/states";
import { SectionHead } from "@/components/ui/layout/page-head";
import { Link } from "@/components/ui/navigation/link";
import { type Column, DataTable } from "@/components/ui/tables/data-table";
import { Fact, Facts } from "@/components/ui/tables/facts";
import { CopyId } from "@/components/ui/values/copy-id";
import { Time } from "@/components/ui/values/time";
import type { Merchant } from "@/server/trpc/types";
import { LatestPayments } from "../authorizations/latest-payments";
import { useTenant } from "../shell/use-tenant";
import { MerchantKeys } from "./merchant-keys";
import { MerchantSettings } from "./merchant-settings";

export function MerchantPage() {
  const trpc = useTRPC();
  const place = usePlace();
  const { may } = useTenant();
  const { id } = useParams<{ id: string }>();
  const query = useQuery(trpc.tenant.merchants.get.queryOptions({ ...place, id }));
  const back = { href: pathOf(place, "merchants"), label: "Merchants" };
  const merchant = query.data;
  return (
    <>
      <ConsoleHead title={merchant?.name ?? "Merchant"} back={back} />
      <Unread what="This merchant" query={query} rows={4} />
      {merchant ? (
        <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(0,1fr)_17.5rem]">
          <div className="order-2 grid min-w-0 gap-8 lg:order-1">
            <MerchantKeys merchant={merchant} />
            <MerchantMoney money={merchant.money} />
            <PriceSection
              merchant={merchant}
              currency={merchant.money[0]?.currency ?? "USD"}
              sending={
                may("manage_merchants") && !merchant.isShared
                  ? {
                      mutation: trpc.tenant.merchants.setPrice.mutationOptions(),
                      variables: (price) => ({ ...place, ...price }),
                    }
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

type OfCurrency = Merchant["money"][number];

const amountOf = (id: "pending" | "settled" | "paidOut", header: string): Column<OfCurrency> => ({
  id,
  minWidth: 132,
  header,
  isNumeric: true,
  cell: (row) => <Money amount={row[id]} currency={row.currency} />,
});

const COLUMNS: readonly Column<OfCurrency>[] = [
  { id: "currency", minWidth: 80, header: "Currency", cell: ({ currency }) => currency },
  amountOf("pending", "Not settled yet"),
  amountOf("settled", "Settled"),
  amountOf("paidOut", "Paid out"),
  {
    id: "carriedOver",
    minWidth: 132,
    header: "Carried over",
    isNumeric: true,
    cell: ({ carriedOver, currency }) => <Carried amount={carriedOver} currency={currency} />,
  },
];

function MerchantMoney({ money }: { readonly money: readonly OfCurrency[] }) {
  return (
    <section>
      <SectionHead title="Money" />
      {money.length === 0 ? (
        <NothingYet>Nothing captured yet.</NothingYet>
      ) : (
        <DataTable
          label="Money"
          columns={COLUMNS}
          rows={money}
          keyOf={({ currency }) => currency}
          listRow={({ currency, pending, paidOut }) => (
            <span className="flex justify-between gap-4 text-14">
              <span className="font-medium">{currency}</span>
              <span className="text-right">
                <Money amount={pending} currency={currency} /> not settled
                <span className="block text-13 text-muted">
                  <Money amount={paidOut} currency={currency} /> paid out
                </span>
              </span>
            </span>
          )}
        />
      )}
    </section>
  );
}
