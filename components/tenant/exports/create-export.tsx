"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { useForm } from "@/components/shared/forms/use-form";
import { useTRPC } from "@/components/trpc/client";
import { DialogForm } from "@/components/ui/feedback/dialog-form";
import { FormDialog } from "@/components/ui/feedback/form-dialog";
import { toast } from "@/components/ui/feedback/toast";
import { DayFormField } from "@/components/ui/forms/days/day-form-field";
import { type DayPreset, pastRanges } from "@/components/ui/forms/days/presets";
import { SelectField } from "@/components/ui/forms/select-field";
import { useQueryString } from "@/components/ui/tables/use-query-string";
import { useNow, useZone } from "@/components/ui/values/page-clock";
import { nameZone } from "@/components/ui/values/zone";
import { calendarDay } from "@/server/contracts/calendar-days";
import type { Export } from "@/server/trpc/types";
import { useTenant } from "../shell/use-tenant";

interface Kind {
  readonly label: string;
  readonly says: string;
}

export const KINDS: Readonly<Record<Export["kind"], Kind>> = {
  payments: { label: "Payments", says: "Every payment request, with its captures and refunds." },
  settlement: {
    label: "Settlement lines",
    says: "Every capture and refund in the batches that closed on these days.",
  },
  balance: {
    label: "Merchants’ balances",
    says: "Every entry of your merchants’ balances, with opening and closing balances.",
  },
  accounts: {
    label: "Members’ accounts",
    says: "Every account of your members, with its balances at the beginning of the first and the end of the last day.",
  },
  account_entries: {
    label: "Entries of members’ accounts",
    says: "Everything that moved your members’ money, with opening and closing balances.",
  },
  fundings: {
    label: "Fundings",
    says: "Money that came to your members and floats, and what was taken back.",
  },
};

const OF_MEMBERS: readonly string[] = ["accounts", "account_entries", "fundings"];

const ALL = "all";
const MONTH_MS = 30 * 86_400_000;

/** The button and its form. Long lists link here with their filters. */
export function CreateExport() {
  return (
    <FormDialog
      look="primary"
      icon={Plus}
      button="New export"
      title="New export"
      purpose="The file is prepared in the background, so you can leave this page."
      isInAddress
      form={(done) => <Form onDone={done} />}
    />
  );
}

function Form({ onDone }: { readonly onDone: () => void }) {
  const trpc = useTRPC();
  const { place, tenant } = useTenant();
  const zone = useZone();
  // Days are those of the tenant's clock, not of the page's.
  const nowMs = useNow(60_000) + (tenant?.clockAheadMs ?? 0);
  const { values } = useQueryString();
  const [start] = useState(() => ({
    kind: values.get("kind") ?? "payments",
    from: values.get("from") ?? calendarDay(new Date(nowMs - MONTH_MS), zone),
    to: values.get("to") ?? calendarDay(new Date(nowMs), zone),
    merchant: values.get("merchant") ?? ALL,
  }));
  const names = useQuery(trpc.tenant.merchants.names.queryOptions(place));
  const merchants = (names.data ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const { draft, change, issues, form } = useForm({
    start,
    schema: () => import("@/server/contracts/portal/tenant/exports").then((contract) => contract.NewExportInput),
    toInput: ({ merchant, ...asked }, key) => ({
      ...asked,
      key,
      ...(merchant === ALL || OF_MEMBERS.includes(asked.kind) ? {} : { merchant }),
    }),
    mutation: trpc.tenant.exports.create.mutationOptions(),
    variables: (input) => ({ ...place, ...input }),
    onSent: () => {
      toast.success("Export started");
      onDone();
    },
  });
  const span = ({ from, to }: DayPreset) => change({ from, to });
  return (
    <DialogForm {...form} action="Export">
      <SelectField
        label="Records"
        placeholder="Choose"
        options={Object.entries(KINDS).map(([value, { label }]) => ({ value, label }))}
        value={draft.kind}
        onChange={({ target }) => change({ kind: target.value })}
        help={KINDS[draft.kind as keyof typeof KINDS]?.says}
      />
      <div className="grid gap-3 min-[26rem]:grid-cols-2">
        <DayFormField
          label="First day"
          help={nameZone(zone)}
          error={issues.from}
          field="from"
          value={draft.from}
          onChange={(from) => change({ from })}
          presets={pastRanges}
          onPreset={span}
        />
        <DayFormField
          label="Last day"
          error={issues.to}
          field="to"
          value={draft.to}
          onChange={(to) => change({ to })}
          presets={pastRanges}
          onPreset={span}
        />
      </div>
      {merchants.length > 1 && !OF_MEMBERS.includes(draft.kind) ? (
        <SelectField
          label="Merchant"
          placeholder="Choose"
          options={[{ value: ALL, label: "All merchants" }, ...merchants]}
          value={draft.merchant}
          onChange={({ target }) => change({ merchant: target.value })}
        />
      ) : null}
    </DialogForm>
  );
}
