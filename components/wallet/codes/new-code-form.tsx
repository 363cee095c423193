"use client";

import { AccountChoice } from "@/components/shared/accounts/account-choice";
import { useForm } from "@/components/shared/forms/use-form";
import { AmountField } from "@/components/shared/money/amount-field";
import { Money } from "@/components/shared/money/money";
import { amountInput } from "@/components/shared/money/read-amount";
import { CodeTerms, type TermsDraft } from "@/components/shared/payment-codes/code-terms";
import { useTRPCClient } from "@/components/trpc/client";
import { DialogForm } from "@/components/ui/feedback/dialog-form";
import { countInput } from "@/components/ui/forms/count-input";
import type { Account, CreatedCode } from "@/server/trpc/types";

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
  readonly onCreated: (created: CreatedCode) => void;
}

/** Everything has a sensible start: a code is two taps away. */
export function NewCodeForm({ accounts, onCreated }: NewCodeFormProps) {
  // Not through the query client: the answer holds the code, which no cache may ever have.
  const client = useTRPCClient();
  const currencyOf = (account: string) => accounts.find(({ id }) => id === account)?.currency ?? "";
  const start: Draft = {
    account: accounts[0]?.id ?? "",
    maxAmount: "",
    howOften: "once",
    limit: "",
    thru: "",
    minutes: "10",
  };
  const { draft, change, field, issues, form } = useForm({
    start,
    schema: () => import("@/server/contracts/portal/wallet/codes").then((contract) => contract.NewCodeInput),
    toInput: (typed, key) => readDraft(typed, key, currencyOf(typed.account)),
    send: (input) => client.wallet.codes.create.mutate(input),
    onSent: onCreated,
  });
  const chosen = accounts.find(({ id }) => id === draft.account);
  return (
    <DialogForm {...form} action="Create code">
      <AmountField
        {...field("maxAmount")}
        label="At most"
        currency={chosen?.currency ?? ""}
        placeholder="No cap"
        help={
          chosen && draft.maxAmount === "" ? (
            <>
              Without a cap, one payment can take all <Money amount={chosen.available} currency={chosen.currency} />.
            </>
          ) : (
            "The most one payment can be."
          )
        }
      />
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
          onChange={(account) => change({ account })}
        />
      ) : null}
    </DialogForm>
  );
}
