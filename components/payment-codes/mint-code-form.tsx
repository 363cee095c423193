"use client";

import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { MintCodeInput } from "@/server/contracts/tenant-money";
import type { MintedCode } from "@/server/trpc/types";
import { useTenant } from "../console/use-tenant";
import { useTRPC, useTRPCClient } from "../trpc/client";
import { AmountField, amountInput } from "../ui/amount-field";
import { DialogForm } from "../ui/dialog-form";
import { Field } from "../ui/field";
import { useForm } from "../ui/use-form";
import { CodeTerms, type TermsDraft } from "./code-terms";

interface Draft extends TermsDraft {
  readonly member: string;
  readonly maxAmount: string;
}

const START: Draft = { member: "", maxAmount: "", howOften: "once", limit: "", thru: "", minutes: "60" };

function readDraft({ member, maxAmount, howOften, limit, thru, minutes }: Draft, key: string): object {
  const terms = howOften !== "once" && {
    allowRecurring: true,
    recurringInterval: howOften,
    ...(limit ? { recurringLimit: Number(limit) } : {}),
    ...(thru ? { recurringThru: thru } : {}),
  };
  return {
    key,
    member: member.trim(),
    expiryMinutes: Number(minutes),
    maxAmount: amountInput(maxAmount),
    ...(terms || {}),
  };
}

export function MintCodeForm({ onMinted }: { readonly onMinted: (minted: MintedCode) => void }) {
  const trpc = useTRPC();
  // Not through the query client: the answer holds the code and its PIN, which no cache may ever have.
  const client = useTRPCClient();
  const { place } = useTenant();
  const listId = useId();
  const choices = useQuery(trpc.paymentCodes.choices.queryOptions(place));
  const { draft, change, field, issues, form } = useForm({
    start: START,
    schema: MintCodeInput,
    toInput: readDraft,
    send: (input) => client.paymentCodes.create.mutate({ ...place, ...input }),
    onSent: onMinted,
  });
  const chosen = choices.data?.members.find(({ id }) => id === draft.member.trim());
  return (
    <DialogForm {...form} action="Create code">
      <Field
        {...field("member")}
        label="Member"
        list={listId}
        autoComplete="off"
        placeholder="Record id"
        error={issues.member && (draft.member.trim() ? "There is no such member here." : "Choose who pays.")}
        help={chosen ? chosen.name : "Who pays. Begin to type for your newest members."}
      />
      <datalist id={listId}>
        {choices.data?.members.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </datalist>
      <AmountField
        {...field("maxAmount")}
        label="At most"
        currency="Amount"
        placeholder="No cap"
        help="What one payment may come to, in the account’s currency."
      />
      <CodeTerms draft={draft} onChange={change} limitIssue={issues.recurringLimit} thruIssue={issues.recurringThru} />
    </DialogForm>
  );
}
