"use client";

import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { useForm } from "@/components/shared/forms/use-form";
import { AmountField } from "@/components/shared/money/amount-field";
import { amountInput } from "@/components/shared/money/read-amount";
import { CodeTerms, type TermsDraft } from "@/components/shared/payment-codes/code-terms";
import { useTRPC, useTRPCClient } from "@/components/trpc/client";
import { DialogForm } from "@/components/ui/feedback/dialog-form";
import { countInput } from "@/components/ui/forms/count-input";
import { Field } from "@/components/ui/forms/field";
import type { MintedCode } from "@/server/trpc/types";
import { useTenant } from "../shell/use-tenant";

interface Draft extends TermsDraft {
  readonly member: string;
  readonly maxAmount: string;
}

const START: Draft = { member: "", maxAmount: "", howOften: "once", limit: "", thru: "", minutes: "60" };

type Choices = readonly { readonly id: string; readonly name: string }[];

/** What was typed is a record id, or the name of one of those offered. */
function memberOf(typed: string, choices: Choices): string {
  const text = typed.trim();
  const named = choices.filter(({ name }) => name.toLowerCase().startsWith(text.toLowerCase()));
  const [only] = named;
  return text !== "" && only && named.length === 1 ? only.id : text;
}

function readDraft(
  { member, maxAmount, howOften, limit, thru, minutes }: Draft,
  key: string,
  choices: Choices,
): object {
  const terms = howOften !== "once" && {
    allowRecurring: true,
    recurringInterval: howOften,
    recurringLimit: countInput(limit),
    ...(thru ? { recurringThru: thru } : {}),
  };
  return {
    key,
    member: memberOf(member, choices),
    expiryMinutes: Number(minutes),
    maxAmount: amountInput(maxAmount, ""),
    ...(terms || {}),
  };
}

export function MintCodeForm({ onMinted }: { readonly onMinted: (minted: MintedCode) => void }) {
  const trpc = useTRPC();
  // Not through the query client: the answer holds the code and its PIN, which no cache may ever have.
  const client = useTRPCClient();
  const { place } = useTenant();
  const listId = useId();
  const choices = useQuery(trpc.tenant.paymentCodes.choices.queryOptions(place));
  const members = choices.data?.members ?? [];
  const { draft, change, field, issues, form } = useForm({
    start: START,
    schema: () => import("@/server/contracts/portal/tenant/money").then((contract) => contract.MintCodeInput),
    toInput: (typed, key) => readDraft(typed, key, members),
    send: (input) => client.tenant.paymentCodes.create.mutate({ ...place, ...input }),
    onSent: onMinted,
  });
  const chosen = members.find(({ id }) => id === memberOf(draft.member, members));
  return (
    <DialogForm {...form} action="Create code">
      <Field
        {...field("member")}
        label="Member"
        list={listId}
        autoComplete="off"
        placeholder="Name or record ID"
        error={issues.member && (draft.member.trim() ? "No such member." : "Choose who pays.")}
        help={chosen ? chosen.name : "The member who pays. Type to search."}
      />
      <datalist id={listId}>
        {members.map(({ id, name }) => (
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
        help="The most one payment can be, in the account’s currency."
      />
      <CodeTerms draft={draft} onChange={change} limitIssue={issues.recurringLimit} thruIssue={issues.recurringThru} />
    </DialogForm>
  );
}
