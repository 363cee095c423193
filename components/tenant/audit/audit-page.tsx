"use client";

import { ClipboardList } from "lucide-react";
import { AuditList } from "@/components/shared/audit/audit-table";
import { tenantPageOf } from "@/components/shared/audit/pages";
import { ConsoleHead } from "@/components/shared/console/console-head";
import { pathOf, usePlace } from "@/components/shared/console/use-place";
import { useTRPC } from "@/components/trpc/client";
import { Empty } from "@/components/ui/feedback/states";
import { FilterChip, FilterSelect } from "@/components/ui/tables/filter-field";
import { Filters } from "@/components/ui/tables/filters";
import { ListStates } from "@/components/ui/tables/list-states";
import { useLongList } from "@/components/ui/tables/long/use-long-list";
import { useQueryString } from "@/components/ui/tables/use-query-string";
import { namesOf, readList } from "@/server/contracts/lists/filters";
import { AUDIT_LIST } from "@/server/contracts/lists/tenant";
import { useListFile } from "../shell/use-list-file";

/** Filters by the part of an action before its dot. */
const NOUNS = [
  { value: "api_key", label: "API keys" },
  { value: "merchant", label: "Merchants" },
  { value: "merchant_key", label: "Merchant keys" },
  { value: "member", label: "Members" },
  { value: "account", label: "Accounts" },
  { value: "card", label: "Cards" },
  { value: "authorization", label: "Authorizations" },
  { value: "payment_code", label: "Payment codes" },
  { value: "agreement", label: "Agreements" },
  { value: "charge_request", label: "Charge requests" },
  { value: "webhook_subscription", label: "Webhooks" },
  { value: "settlement", label: "Settlement" },
  { value: "team", label: "Team" },
  { value: "tenant", label: "Organization" },
] as const;

export function AuditPage() {
  const trpc = useTRPC();
  const place = usePlace();
  const { values, set } = useQueryString();
  const filter = readList(values, AUDIT_LIST);
  const { actor } = filter;
  const { query: list, long } = useLongList(trpc.tenant.audit.list, { ...place, ...filter });
  const file = useListFile("audit", filter);
  return (
    <>
      <ConsoleHead title="Audit log" purpose="Who did what. Entries can’t be changed or deleted." />
      <Filters
        of={list}
        names={namesOf(AUDIT_LIST)}
        first={
          <>
            <FilterSelect label="About" name="noun" all="Everything" options={NOUNS} />
            {actor ? <FilterChip onClear={() => set({ actor: null })}>By {actor}</FilterChip> : null}
          </>
        }
      />
      <ListStates
        query={list}
        what="The audit log"
        skeleton={6}
        filters={namesOf(AUDIT_LIST)}
        empty={
          <Empty icon={ClipboardList} title="Nothing yet">
            Changes made by people and keys appear here.
          </Empty>
        }
      >
        {(items) => (
          <AuditList
            {...long}
            grid={{ file }}
            entries={items}
            hrefOf={(entry) => {
              const page = tenantPageOf(entry);
              return page === null ? null : pathOf(place, page);
            }}
            onActor={(name) => set({ actor: actor === name ? null : name })}
          />
        )}
      </ListStates>
    </>
  );
}
