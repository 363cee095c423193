"use client";

import { ClipboardList } from "lucide-react";
import { auditTable } from "@/components/shared/audit/audit-table";
import { tenantPageOf } from "@/components/shared/audit/pages";
import { ConsoleHead } from "@/components/shared/console/console-head";
import { pathOf, usePlace } from "@/components/shared/console/use-place";
import { useTRPC } from "@/components/trpc/client";
import { Empty } from "@/components/ui/feedback/states";
import { FilterChip, FilterSelect } from "@/components/ui/tables/filter-field";
import { ListSection } from "@/components/ui/tables/list-section";
import { useQueryString } from "@/components/ui/tables/use-query-string";
import { useTenantList } from "../shell/use-tenant-list";

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
  const actor = values.get("actor");
  const list = useTenantList(trpc.tenant.audit.list, "audit");
  return (
    <>
      <ConsoleHead title="Audit log" purpose="Who did what. Entries can’t be changed or deleted." />
      <ListSection
        list={list}
        first={
          <>
            <FilterSelect label="About" name="noun" all="Everything" options={NOUNS} />
            {actor ? <FilterChip onClear={() => set({ actor: null })}>By {actor}</FilterChip> : null}
          </>
        }
        what="The audit log"
        skeleton={6}
        empty={
          <Empty icon={ClipboardList} title="Nothing yet">
            Changes made by people and keys appear here.
          </Empty>
        }
        {...auditTable({
          hrefOf: (entry) => {
            const page = tenantPageOf(entry);
            return page === null ? null : pathOf(place, page);
          },
          onActor: (name) => set({ actor: actor === name ? null : name }),
        })}
      />
    </>
  );
}
