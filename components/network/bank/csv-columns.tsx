"use client";

import { useForm } from "@/components/shared/forms/use-form";
import { useTRPC } from "@/components/trpc/client";
import { DialogForm } from "@/components/ui/feedback/dialog-form";
import { FormDialog } from "@/components/ui/feedback/form-dialog";
import { toast } from "@/components/ui/feedback/toast";
import { Choice } from "@/components/ui/forms/choice";
import { Field } from "@/components/ui/forms/field";
import type { NetworkBankAccount } from "@/server/trpc/types";
import { useNetwork } from "../shell/use-network";

interface CsvColumnsProps {
  readonly account: NetworkBankAccount;
}

export function CsvColumns({ account }: CsvColumnsProps) {
  return (
    <FormDialog
      size="small"
      button={account.columns ? "Columns" : "Set columns"}
      title="Columns of CSV files"
      purpose="As the bank’s export names them. Every CSV statement of this account is read by them."
      form={(done) => <Form account={account} onDone={done} />}
    />
  );
}

const OPTIONAL = [
  { name: "text", label: "Text (optional)" },
  { name: "name", label: "Name of the other side (optional)" },
  { name: "number", label: "Number of the other side (optional)" },
  { name: "valueOn", label: "Value date (optional)" },
  { name: "debit", label: "Money out, if it has its own column (optional)" },
  { name: "bankReference", label: "The bank’s reference (optional)" },
  { name: "endToEndId", label: "End-to-end ID (optional)" },
  { name: "balance", label: "Balance after the line (optional)" },
] as const;

function Form({ account, onDone }: CsvColumnsProps & { readonly onDone: () => void }) {
  const trpc = useTRPC();
  const { place } = useNetwork();
  const { columns: saved } = account;
  const { draft, change, field, form } = useForm({
    start: {
      bookedOn: saved?.bookedOn ?? "",
      amount: saved?.amount ?? "",
      days: saved?.days ?? ("DMY" as "DMY" | "MDY" | "YMD"),
      decimals: saved?.decimals ?? ("," as "," | "."),
      text: "",
      name: "",
      number: "",
      valueOn: "",
      debit: "",
      bankReference: "",
      endToEndId: "",
      balance: "",
      ...saved?.columns,
    },
    schema: () => import("@/server/contracts/portal/network/bank").then((contract) => contract.CsvColumnsInput),
    toInput: ({ bookedOn, amount, days, decimals, ...others }) => ({
      id: account.id,
      mapping: {
        bookedOn: bookedOn.trim(),
        amount: amount.trim(),
        days,
        decimals,
        columns: Object.fromEntries(
          OPTIONAL.map(({ name }) => [name, others[name].trim()] as const).filter(([, title]) => title !== ""),
        ),
      },
    }),
    mutation: trpc.network.bank.setColumns.mutationOptions(),
    variables: (input) => ({ ...place, ...input }),
    onSent: () => {
      toast.success("Columns saved");
      onDone();
    },
  });
  return (
    <DialogForm {...form} action="Save columns">
      <Field {...field("bookedOn")} label="Day it was booked" autoComplete="off" />
      <Choice
        label="Order of days"
        value={draft.days}
        onChange={(days) => change({ days })}
        options={[
          { value: "DMY", label: "27.11.2026" },
          { value: "MDY", label: "11/27/2026" },
          { value: "YMD", label: "2026-11-27" },
        ]}
      />
      <Field {...field("amount")} label="Amount" autoComplete="off" />
      <Choice
        label="Decimals"
        value={draft.decimals}
        onChange={(decimals) => change({ decimals })}
        options={[
          { value: ",", label: "1.250,00" },
          { value: ".", label: "1,250.00" },
        ]}
      />
      {OPTIONAL.map(({ name, label }) => (
        <Field key={name} {...field(name)} label={label} autoComplete="off" />
      ))}
    </DialogForm>
  );
}
