"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { AccountChoice } from "@/components/shared/accounts/account-choice";
import { usePlace } from "@/components/shared/console/use-place";
import { useForm } from "@/components/shared/forms/use-form";
import { AmountField } from "@/components/shared/money/amount-field";
import { amountInput } from "@/components/shared/money/read-amount";
import { useTRPC } from "@/components/trpc/client";
import { DialogForm } from "@/components/ui/feedback/dialog-form";
import { FormDialog } from "@/components/ui/feedback/form-dialog";
import { ShownOnce } from "@/components/ui/feedback/show-once";
import { countInput } from "@/components/ui/forms/count-input";
import { Field } from "@/components/ui/forms/field";
import { SearchChoices } from "@/components/ui/forms/search/search-choices";
import type { MemberDetail } from "@/server/trpc/types";

type Accounts = MemberDetail["accounts"];

const A_DAY_MS = 86_400_000;

/** Shows the token once, and forgets it when the dialog closes. */
export function IssueCard({ accounts }: { readonly accounts: Accounts }) {
  return (
    <FormDialog<string>
      size="small"
      icon={Plus}
      button="Issue card"
      title="New card"
      form={(done) => <Form accounts={accounts} onIssued={done} />}
      shown={{
        title: "Store the card’s token now",
        of: (panToken, close) => (
          <ShownOnce
            values={[{ label: "panToken", value: panToken }]}
            storedLabel="I have stored it. Revealing it later is recorded."
            onDone={close}
          >
            Anyone with it can spend from the member’s account, within the card’s limits. There is no card number.
          </ShownOnce>
        ),
      }}
    />
  );
}

interface Draft {
  readonly account: string;
  readonly perTransactionLimit: string;
  readonly dailyAmountLimit: string;
  readonly dailyCountLimit: string;
  readonly allowedMccs: readonly string[];
}

/** Empty fields set no limit. */
function readDraft(draft: Draft, key: string, currency: string) {
  return {
    key,
    account: draft.account,
    perTransactionLimit: amountInput(draft.perTransactionLimit, currency),
    dailyAmountLimit: amountInput(draft.dailyAmountLimit, currency),
    dailyCountLimit: countInput(draft.dailyCountLimit),
    allowedMccs: draft.allowedMccs,
  };
}

interface FormProps {
  readonly accounts: Accounts;
  readonly onIssued: (panToken: string) => void;
}

function Form({ accounts, onIssued }: FormProps) {
  const trpc = useTRPC();
  const place = usePlace();
  const categories = useQuery({ ...trpc.tenant.merchants.categories.queryOptions(place), staleTime: A_DAY_MS });
  const currencyOf = (account: string) => accounts.find(({ id }) => id === account)?.currency ?? "";
  const { draft, change, field, issues, form } = useForm({
    start: {
      account: accounts[0]?.id ?? "",
      perTransactionLimit: "",
      dailyAmountLimit: "",
      dailyCountLimit: "",
      allowedMccs: [],
    } as Draft,
    schema: () => import("@/server/contracts/portal/tenant/setup").then((contract) => contract.NewCardInput),
    toInput: (typed, key) => readDraft(typed, key, currencyOf(typed.account)),
    mutation: trpc.tenant.members.issueCard.mutationOptions(),
    variables: (input) => ({ ...place, ...input }),
    onSent: ({ panToken }) => onIssued(panToken),
  });
  const currency = currencyOf(draft.account);
  return (
    <DialogForm {...form} action="Issue card">
      {accounts.length > 1 ? (
        <AccountChoice
          label="Draws on"
          accounts={accounts}
          value={draft.account}
          onChange={(account) => change({ account })}
        />
      ) : null}
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        <AmountField {...field("perTransactionLimit")} label="One payment" currency={currency} placeholder="No limit" />
        <AmountField {...field("dailyAmountLimit")} label="In a day" currency={currency} placeholder="No limit" />
      </div>
      <Field
        {...field("dailyCountLimit")}
        label="Payments in a day"
        inputMode="numeric"
        autoComplete="off"
        placeholder="Unlimited"
      />
      <SearchChoices
        label="Only at these categories"
        placeholder="Groceries, restaurants, 5411"
        help="None chosen: it pays everywhere."
        options={(categories.data ?? []).map(({ mcc, name }) => ({ value: mcc, label: name }))}
        values={draft.allowedMccs}
        onChange={(allowedMccs) => change({ allowedMccs })}
        error={issues.allowedMccs}
      />
    </DialogForm>
  );
}
