"use client";

import { FileClock } from "lucide-react";
import { auditTable } from "@/components/shared/audit/audit-table";
import { useTRPC } from "@/components/trpc/client";
import { Empty } from "@/components/ui/feedback/states";
import { PageHead } from "@/components/ui/layout/page-head";
import { FilterChip, FilterSelect } from "@/components/ui/tables/filter-field";
import { ListSection } from "@/components/ui/tables/list-section";
import { SearchField } from "@/components/ui/tables/search-field";
import { useQueryString } from "@/components/ui/tables/use-query-string";
import { useNetwork } from "../shell/use-network";
import { useNetworkList } from "../shell/use-network-list";
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
  const list = useNetworkList(trpc.network.audit.list, "audit");
  const tenantId = values.get("tenantId");
  const tenantTitle = list.query.data?.items.find((record) => record.tenantId === tenantId)?.tenantTitle;
  return (
    <>
      <PageHead title="Audit log" purpose="Who did what, in live and test. Entries can’t be changed." />
      <ListSection
        list={list}
        first={<SearchField label="Actor" name="actor" />}
        filters={
          <>
            <FilterSelect label="About" name="action" all="Everything" options={NOUNS} />
            {tenantId ? (
              <FilterChip onClear={() => set({ tenantId: null })}>{tenantTitle ?? "One tenant"}</FilterChip>
            ) : null}
          </>
        }
        what="Records"
        empty={
          <Empty icon={FileClock} title="No records yet">
            Actions by operators, tenants’ teams, and the network itself appear here.
          </Empty>
        }
        noResults="No records match these filters."
        {...auditTable({ hrefOf: hrefOfSubject, onActor: (actor) => set({ actor }), hasTenants: true })}
      />
    </>
  );
}
