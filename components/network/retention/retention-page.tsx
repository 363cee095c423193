"use client";

import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/components/trpc/client";
import { Unread } from "@/components/ui/feedback/states";
import { PageHead, SectionHead } from "@/components/ui/layout/page-head";
import type { RetainedTable } from "@/server/trpc/types";
import { useNetwork } from "../shell/use-network";
import { PurgedTables } from "./purged-tables";

export function RetentionPage() {
  const trpc = useTRPC();
  const { place } = useNetwork();
  const kept = useQuery(trpc.network.retention.list.queryOptions(place));
  return (
    <>
      <PageHead title="Retention" purpose="How long each table’s rows are kept, and why. For live and test." />
      <Unread what="Retention" query={kept} rows={8} />
      {kept.data ? <Tables kept={kept.data} /> : null}
    </>
  );
}

function Tables({ kept }: { readonly kept: readonly RetainedTable[] }) {
  const purged = kept.filter(({ days }) => days !== null);
  const inUse = kept.filter(({ until }) => until !== null);
  const forGood = kept.filter(({ days, until }) => days === null && until === null);
  return (
    <div className="flex flex-col gap-8">
      <section>
        <SectionHead title="Deleted by age" />
        {purged.every(({ lastRun }) => lastRun === null) ? (
          <p className="mb-4 rounded-8 border border-dashed border-line p-4 text-14 text-muted">
            No purge has run yet. The first one runs within an hour; requests and webhook attempts follow at night.
          </p>
        ) : null}
        <PurgedTables tables={purged} />
        <p className="mt-2 text-13 text-muted">
          <code translate="no">RETENTION_DAYS</code> sets the days, never below the minimum.
        </p>
      </section>
      <section>
        <SectionHead title="Kept while in use" />
        <Listed tables={inUse} />
      </section>
      <section>
        <SectionHead title="Kept permanently" />
        <Listed tables={forGood} />
      </section>
    </div>
  );
}

function Listed({ tables }: { readonly tables: readonly RetainedTable[] }) {
  return (
    <ul className="divide-y divide-line rounded-8 border border-line text-14">
      {tables.map(({ table, until, because }) => (
        <li key={table} className="grid gap-x-6 gap-y-1 px-4 py-3 md:grid-cols-[15rem_minmax(0,1fr)]">
          <code translate="no" className="text-13 wrap-anywhere">
            {table}
          </code>
          <span>
            {until ? <span className="block">Until {until}</span> : null}
            <span className="block text-muted">{because}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
