"use client";

import { useForm } from "@/components/shared/forms/use-form";
import { AmountField } from "@/components/shared/money/amount-field";
import { amountInput } from "@/components/shared/money/read-amount";
import { CodeTerms, type TermsDraft } from "@/components/shared/payment-codes/code-terms";
import { useTRPC } from "@/components/trpc/client";
import { DialogForm } from "@/components/ui/feedback/dialog-form";
import { countInput } from "@/components/ui/forms/count-input";
import type { MintedCode } from "@/server/trpc/types";
import { MemberChoice } from "../members/member-choice";
import { useTenant } from "../shell/use-tenant";

interface Draft extends TermsDraft {
  readonly member: string;
  readonly maxAmount: string;
}

const START: Draft = { member: "", maxAmount: "", howOften: "once", limit: "", thru: "", minutes: "60" };

function readDraft({ member, maxAmount, howOften, limit, thru, minutes }: Draft, key: string): object {
  const terms = howOften !== "once" && {
    allowRecurring: true,
    recurringInterval: howOften,
    recurringLimit: countInput(limit),
    ...(thru ? { recurringThru: thru } : {}),
  };
  return {
    key,
    member,
    expiryMinutes: Number(minutes),
    maxAmount: amountInput(maxAmount, ""),
    ...(terms || {}),
  };
}

export function MintCodeForm({ onMinted }: { readonly onMinted: (minted: MintedCode) => void }) {
  const trpc = useTRPC();
  const { place } = useTenant();
  const { draft, change, field, issues, form } = useForm({
    start: START,
    schema: () => import("@/server/contracts/portal/tenant/money").then((contract) => contract.MintCodeInput),
    toInput: readDraft,
    mutation: trpc.tenant.paymentCodes.create.mutationOptions(),
    variables: (input) => ({ ...place, ...input }),
    onSent: onMinted,
  });
  return (
    <DialogForm {...form} action="Create code">
      <MemberChoice
        label="Member"
        help="The member who pays."
        value={draft.member}
        onChange={(member) => change({ member })}
        error={issues.member && "Choose who pays."}
      />
      <AmountField
        {...field("maxAmount")}
        label="At most"
        currency="Amount"
        placeholder="No limit"
        help="The most a single payment can take, in the account’s currency."
      />
      <CodeTerms draft={draft} onChange={change} limitIssue={issues.recurringLimit} thruIssue={issues.recurringThru} />
    </DialogForm>
  );
}
