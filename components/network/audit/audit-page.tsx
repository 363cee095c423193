"use client";

import { FileClock } from "lucide-react";
import { AuditList } from "@/components/shared/audit/audit-table";
import { useTRPC } from "@/components/trpc/client";
import { Empty } from "@/components/ui/feedback/states";
import { PageHead } from "@/components/ui/layout/page-head";
import { FilterChip, FilterSelect } from "@/components/ui/tables/filter-field";
import { Filters } from "@/components/ui/tables/filters";
import { ListStates } from "@/components/ui/tables/list-states";
import { useLongList } from "@/components/ui/tables/long/use-long-list";
import { SearchField } from "@/components/ui/tables/search-field";
import { useQueryString } from "@/components/ui/tables/use-query-string";
import { namesOf } from "@/server/contracts/lists/filters";
import { AUDIT_LIST } from "@/server/contracts/lists/network";
import { networkFile } from "../shell/network-file";
import { readNetworkList } from "../shell/place";
import { useNetwork } from "../shell/use-network";
import { hrefOfSubject } from "./href-of-subject";

const NOUNS = [
  { value: "tenant", label: "Tenants" },
  { value: "merchant", label: "Merchants" },
  { value: "account", label: "Funding" },
  { value: "card", label: "Cards" },
  { value: "agreement", label: "Agreements" },
  { value: "charge_request", label: "Charge requests" },
  { value: "settlement", label: "Settlement" },
  { value: "books", label: "Books" },
  { value: "run", label: "Engine" },
  { value: "api_key", label: "API keys" },
  { value: "webhook_subscription", label: "Webhooks" },
];

export function AuditPage() {
  const trpc = useTRPC();
  const { values } = useNetwork();
  const { set } = useQueryString();
  const filter = readNetworkList(values, AUDIT_LIST);
  const { query, long } = useLongList(trpc.network.audit.list, filter);
  const { tenantId } = filter;
  const tenantTitle = query.data?.items.find((record) => record.tenantId === tenantId)?.tenantTitle;
  return (
    <>
      <PageHead title="Audit log" purpose="Who did what, in live and test. Entries can’t be changed." />
      <Filters of={query} names={namesOf(AUDIT_LIST)} first={<SearchField label="Actor" name="actor" />}>
        <FilterSelect label="About" name="action" all="Everything" options={NOUNS} />
        {tenantId ? (
          <FilterChip onClear={() => set({ tenantId: null })}>{tenantTitle ?? "One tenant"}</FilterChip>
        ) : null}
      </Filters>
      <ListStates
        query={query}
        what="Records"
        filters={namesOf(AUDIT_LIST)}
        empty={
          <Empty icon={FileClock} title="No records yet">
            Actions by operators, tenants’ teams, and the network itself appear here.
          </Empty>
        }
        noResults="No records match these filters."
      >
        {(items) => (
          <AuditList
            {...long}
            grid={{ file: networkFile("audit", filter) }}
            entries={items}
            hrefOf={hrefOfSubject}
            onActor={(actor) => set({ actor })}
            hasTenants
          />
        )}
      </ListStates>
    </>
  );
}
