"use client";

import { useQuery } from "@tanstack/react-query";
import { pathOf } from "@/components/shared/console/use-place";
import { useTRPC } from "@/components/trpc/client";
import { SectionHead } from "@/components/ui/layout/page-head";
import { Link } from "@/components/ui/navigation/link";
import { useTenant } from "../shell/use-tenant";
import { AuthorizationTable } from "./authorization-table";
import { LATEST, type PaymentsOf } from "./latest";
import { Sums } from "./sums";

export function LatestPayments({ of }: { readonly of: PaymentsOf }) {
  const trpc = useTRPC();
  const { place } = useTenant();
  const list = useQuery(trpc.tenant.authorizations.list.queryOptions({ ...place, ...of, limit: LATEST }));
  const items = list.data?.items ?? [];
  return (
    <section>
      <SectionHead title="Latest payments">
        {items.length > 0 ? (
          <Link
            href={`${pathOf(place, "authorizations")}?${new URLSearchParams({ ...of })}`}
            className="text-13 font-medium text-accent hover:underline"
          >
            View all
          </Link>
        ) : null}
      </SectionHead>
      {items.length > 0 ? (
        <>
          <div className="mb-3 text-13 text-muted tabular-nums">
            <Sums filter={of} />
          </div>
          <AuthorizationTable items={items} place={place} isOfOneMerchant={"merchant" in of} />
        </>
      ) : (
        <p className="text-14 text-muted">{list.isPending ? "Loading…" : "No payments yet."}</p>
      )}
    </section>
  );
}
