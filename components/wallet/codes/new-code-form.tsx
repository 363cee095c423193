"use client";

import { AccountChoice } from "@/components/shared/accounts/account-choice";
import { useForm } from "@/components/shared/forms/use-form";
import { AmountField } from "@/components/shared/money/amount-field";
import { Money } from "@/components/shared/money/money";
import { amountInput, readAmountText } from "@/components/shared/money/read-amount";
import { CodeTerms, type TermsDraft } from "@/components/shared/payment-codes/code-terms";
import { useTRPC } from "@/components/trpc/client";
import { DialogForm } from "@/components/ui/feedback/dialog-form";
import { countInput } from "@/components/ui/forms/count-input";
import type { Account } from "@/server/trpc/types";
import { CapChips } from "./cap-chips";
import { usualCapOf } from "./code-caps";
import type { MemberCode } from "./use-code-desk";

interface Draft extends TermsDraft {
  readonly account: string;
  readonly maxAmount: string;
}

function readDraft(draft: Draft, key: string, currency: string): object {
  const { account, maxAmount, howOften, limit, thru, minutes } = draft;
  const recurring = howOften !== "once" && {
    interval: howOften,
    limit: countInput(limit),
    ...(thru ? { thru } : {}),
  };
  return {
    key,
    account,
    expiryMinutes: Number(minutes),
    maxAmount: amountInput(maxAmount, currency),
    ...(recurring ? { recurring } : {}),
  };
}

interface NewCodeFormProps {
  readonly accounts: readonly Account[];
  readonly onCreated: (created: MemberCode) => void;
  readonly note: string | null;
}

export function NewCodeForm({ accounts, onCreated, note }: NewCodeFormProps) {
  const trpc = useTRPC();
  const currencyOf = (account: string) => accounts.find(({ id }) => id === account)?.currency ?? "";
  const [first] = accounts;
  const start: Draft = {
    account: first?.id ?? "",
    maxAmount: first ? String(usualCapOf(first.currency)) : "",
    howOften: "once",
    limit: "",
    thru: "",
    minutes: "10",
  };
  const { draft, change, field, issues, form } = useForm({
    start,
    schema: () => import("@/server/contracts/portal/wallet/codes").then((contract) => contract.NewCodeInput),
    toInput: (typed, key) => readDraft(typed, key, currencyOf(typed.account)),
    check: ({ account }) => (currencyOf(account) === "" ? { account: "That account no longer exists." } : null),
    mutation: trpc.wallet.codes.create.mutationOptions(),
    variables: (input) => input,
    onSent: (made, { account: paying, maxAmount = null, recurring }) => {
      const account = accounts.find(({ id }) => id === paying);
      if (account) onCreated({ ...made, account, maxAmount, isRecurring: recurring !== undefined });
    },
  });
  const chosen = accounts.find(({ id }) => id === draft.account);
  const cap = chosen ? readAmountText(draft.maxAmount, chosen.currency) : null;
  return (
    <DialogForm {...form} action="Create code" {...(note ? { note } : {})}>
      <AmountField
        {...field("maxAmount")}
        label="At most"
        currency={chosen?.currency ?? ""}
        placeholder="No limit"
        help={
          chosen && draft.maxAmount === "" ? (
            <>
              Without a limit, one payment can take all <Money amount={chosen.available} currency={chosen.currency} />.
            </>
          ) : (
            "The most a single payment can take."
          )
        }
      />
      {chosen ? (
        <CapChips currency={chosen.currency} value={cap} onChoose={(value) => change({ maxAmount: String(value) })} />
      ) : null}
      <CodeTerms
        draft={draft}
        onChange={change}
        limitIssue={issues["recurring.limit"] ?? issues.recurringLimit}
        thruIssue={issues["recurring.thru"] ?? issues.recurringThru}
      />
      {accounts.length > 1 ? (
        <AccountChoice
          label="Pays from"
          accounts={accounts}
          value={draft.account}
          onChange={(account) => change(keptCap(draft, account, currencyOf))}
        />
      ) : null}
    </DialogForm>
  );
}

/** Switches the account. If the currency changes, resets the cap to the new currency's default. */
function keptCap({ account, maxAmount }: Draft, next: string, currencyOf: (account: string) => string): Partial<Draft> {
  const isSame = maxAmount === "" || currencyOf(account) === currencyOf(next);
  return isSame ? { account: next } : { account: next, maxAmount: String(usualCapOf(currencyOf(next))) };
}
