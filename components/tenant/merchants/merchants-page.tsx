"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus, Store } from "lucide-react";
import { useRouter } from "next/navigation";
import { timeColumn } from "@/components/shared/console/columns";
import { ConsoleHead } from "@/components/shared/console/console-head";
import { pathOf, usePlace } from "@/components/shared/console/use-place";
import { useForm } from "@/components/shared/forms/use-form";
import { StatusBadge } from "@/components/shared/status/status-badge";
import { useTRPC } from "@/components/trpc/client";
import { DialogForm } from "@/components/ui/feedback/dialog-form";
import { FormDialog } from "@/components/ui/feedback/form-dialog";
import { Empty } from "@/components/ui/feedback/states";
import { toast } from "@/components/ui/feedback/toast";
import { Field } from "@/components/ui/forms/field";
import { SearchChoice } from "@/components/ui/forms/search/search-choice";
import { Toggle } from "@/components/ui/forms/toggle";
import type { Column } from "@/components/ui/tables/data-table";
import { ListSection } from "@/components/ui/tables/list-section";
import { CopyId } from "@/components/ui/values/copy-id";
import { Count } from "@/components/ui/values/count";
import type { Listed } from "@/server/trpc/types";
import { LiveGate, useIsOpen, useSetUp } from "../shell/live-gate";
import { useTenantList } from "../shell/use-tenant-list";

type ListedMerchant = Listed<"tenant", "merchants">;

const COLUMNS: readonly Column<ListedMerchant>[] = [
  {
    id: "name",
    minWidth: 164,
    isText: true,
    header: "Merchant",
    sortBy: "name",
    cell: (merchant) => <Name {...merchant} />,
  },
  { id: "id", minWidth: 136, header: "ID", cell: ({ id }) => <CopyId id={id} /> },
  { id: "category", minWidth: 150, isText: true, header: "Category", cell: ({ category }) => category },
  { id: "keys", minWidth: 84, header: "Keys", isNumeric: true, sortBy: "-keys", cell: ({ keys }) => keys },
  {
    id: "reversal",
    minWidth: 148,
    header: "Same-day reversal",
    cell: ({ settings }) => (settings.isSameDayReversalEnabled ? "On" : <span className="text-muted">Off</span>),
  },
  timeColumn("Since"),
  { id: "status", header: "Status", sortBy: "status", cell: ({ status }) => <StatusBadge status={status} /> },
];

export function MerchantsPage() {
  const trpc = useTRPC();
  const place = usePlace();
  const isOpen = useIsOpen();
  const canCreate = useSetUp("manage_merchants");
  const list = useTenantList(trpc.tenant.merchants.list, "merchants");
  return (
    <>
      <ConsoleHead
        title="Merchants"
        purpose="Each merchant takes payments with its own keys."
        action={canCreate ? <CreateMerchant /> : null}
      />
      <LiveGate what="live merchants" />
      <ListSection
        list={list}
        what="Your merchants"
        skeleton={4}
        empty={
          isOpen ? (
            <Empty icon={Store} title="No merchants">
              The first one takes payments that don’t name a merchant.
            </Empty>
          ) : null
        }
        label="Merchants"
        columns={COLUMNS}
        hrefOf={({ id }) => pathOf(place, `merchants/${id}`)}
        headOf={({ name }) => ({ title: name })}
        listRow={(merchant) => (
          <span className="flex items-center gap-3">
            <span className="min-w-0 flex-1">
              <span className="block truncate text-14 font-medium">{merchant.name}</span>
              <span className="block text-13 text-muted">
                {merchant.isDefault ? "Default · " : ""}
                {merchant.category} · <Count of={merchant.keys} one="key" />
              </span>
            </span>
            <StatusBadge status={merchant.status} />
          </span>
        )}
      />
    </>
  );
}

function Name({ name, isDefault }: ListedMerchant) {
  return (
    <>
      {name}
      {isDefault ? <span className="ml-2 text-13 font-normal text-muted">Default</span> : null}
    </>
  );
}

const A_DAY_MS = 86_400_000;

function CreateMerchant() {
  return (
    <FormDialog
      look="primary"
      icon={Plus}
      button="Onboard merchant"
      title="New merchant"
      isInAddress
      form={(done) => <MerchantForm onDone={done} />}
    />
  );
}

function MerchantForm({ onDone }: { readonly onDone: () => void }) {
  const trpc = useTRPC();
  const router = useRouter();
  const place = usePlace();
  const categories = useQuery({ ...trpc.tenant.merchants.categories.queryOptions(place), staleTime: A_DAY_MS });
  const { draft, change, field, issues, form } = useForm({
    start: { name: "", mcc: "", isSameDayReversalEnabled: false },
    schema: () => import("@/server/contracts/portal/tenant/setup").then((contract) => contract.NewMerchantInput),
    mutation: trpc.tenant.merchants.create.mutationOptions(),
    variables: (input) => ({ ...place, ...input }),
    onSent: ({ id }) => {
      toast.success("Merchant onboarded", { description: draft.name });
      onDone();
      router.push(pathOf(place, `merchants/${id}`));
    },
  });
  return (
    <DialogForm {...form} action="Onboard merchant">
      <Field {...field("name")} label="Name" autoComplete="off" help="Shown to members on their payments." />
      <SearchChoice
        label="Category"
        placeholder="Search by word or code"
        options={(categories.data ?? []).map(({ mcc, name }) => ({ value: mcc, label: `${mcc} ${name}` }))}
        value={draft.mcc}
        onChange={(mcc) => change({ mcc })}
        error={issues.mcc}
      />
      <Toggle
        label="Same-day reversal"
        help="A captured payment can be reversed in full until it settles."
        isOn={draft.isSameDayReversalEnabled}
        onChange={(isSameDayReversalEnabled) => change({ isSameDayReversalEnabled })}
      />
    </DialogForm>
  );
}
