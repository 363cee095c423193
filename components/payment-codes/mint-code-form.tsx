"use client";

import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { MintCodeInput } from "@/server/contracts/tenant-money";
import type { MintedCode } from "@/server/trpc/types";
import { MoneyForm } from "../authorizations/money-form";
import { useMoneyForm } from "../authorizations/use-money-form";
import { useTenant } from "../console/use-tenant";
import { useTRPC, useTRPCClient } from "../trpc/client";
import { AmountField, readAmountText } from "../ui/amount-field";
import { Choice } from "../ui/choice";
import { Field } from "../ui/field";
import { newClaim } from "../ui/new-claim";

const LIFETIMES = [
  { value: "10", label: "10 min" },
  { value: "60", label: "1 hour" },
  { value: "1440", label: "1 day" },
  { value: "10080", label: "1 week" },
] as const;

const HOW_OFTEN = [
  { value: "once", label: "Once" },
  { value: "daily", label: "Daily" },
  { value: "weekly", label: "Weekly" },
  { value: "monthly", label: "Monthly" },
] as const;

const START = { member: "", cap: "", often: "once", limit: "", thru: "", minutes: "60" };

type Draft = typeof START;

function readDraft({ member, cap, often, limit, thru, minutes }: Draft): object {
  const terms = often !== "once" && {
    recurringInterval: often,
    ...(limit ? { recurringLimit: Number(limit) } : {}),
    ...(thru ? { recurringThru: thru } : {}),
  };
  return {
    member: member.trim(),
    expiryMinutes: Number(minutes),
    ...(cap.trim() ? { maxAmount: readAmountText(cap) ?? Number.NaN } : {}),
    ...(terms ? { allowRecurring: true, ...terms } : {}),
  };
}

export function MintCodeForm({ onMinted }: { readonly onMinted: (minted: MintedCode) => void }) {
  const trpc = useTRPC();
  // Not through the query client: the answer holds the code and its PIN, which no cache may ever have.
  const client = useTRPCClient();
  const { place } = useTenant();
  const listId = useId();
  const choices = useQuery(trpc.paymentCodes.choices.queryOptions(place));
  const [key] = useState(newClaim);
  const [draft, setDraft] = useState<Draft>(START);
  const { form, issues, failure, isBusy, submit, blur, clear } = useMoneyForm({
    schema: MintCodeInput,
    read: () => ({ key, ...readDraft(draft) }),
    send: async (input) => onMinted(await client.paymentCodes.create.mutate({ ...place, ...input })),
  });
  const change = (part: Partial<Draft>) => {
    clear();
    setDraft({ ...draft, ...part });
  };
  const chosen = choices.data?.members.find(({ id }) => id === draft.member.trim());
  return (
    <MoneyForm form={form} onSubmit={submit} failure={failure} isBusy={isBusy} action="Create code">
      <Field
        label="Member"
        list={listId}
        autoComplete="off"
        placeholder="Record id"
        value={draft.member}
        onChange={(event) => change({ member: event.target.value })}
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
        label="At most"
        currency="Amount"
        value={draft.cap}
        placeholder="No cap"
        onChange={(cap) => change({ cap })}
        onBlur={() => (draft.cap ? blur() : undefined)}
        error={issues.maxAmount && "Enter an amount, like 12.50."}
        help="What one payment may come to, in the account’s currency."
      />
      <Choice
        label="Works"
        options={HOW_OFTEN}
        value={draft.often as (typeof HOW_OFTEN)[number]["value"]}
        onChange={(often) => change({ often })}
      />
      {draft.often === "once" ? null : (
        <div className="grid grid-cols-2 gap-3">
          <Field
            label="Uses in all"
            inputMode="numeric"
            placeholder="Any number"
            value={draft.limit}
            onChange={(event) => change({ limit: event.target.value })}
            error={issues.recurringLimit && "A whole number from 1 to 10,000."}
          />
          <Field
            label="Last day"
            type="date"
            value={draft.thru}
            onChange={(event) => change({ thru: event.target.value })}
            error={issues.recurringThru}
          />
        </div>
      )}
      <Choice
        label={draft.often === "once" ? "Expires in" : "First use within"}
        options={LIFETIMES}
        value={draft.minutes as (typeof LIFETIMES)[number]["value"]}
        onChange={(minutes) => change({ minutes })}
      />
    </MoneyForm>
  );
}
