"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { NewCardInput } from "@/server/contracts/portal-tenant";
import type { MemberDetail } from "@/server/trpc/types";
import { AccountChoice } from "../accounts/account-choice";
import { usePlace } from "../console/use-place";
import { useTRPC, useTRPCClient } from "../trpc/client";
import { AmountField, readAmountText } from "../ui/amount-field";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { DialogForm } from "../ui/dialog-form";
import { Field } from "../ui/field";
import { ShownOnce } from "../ui/show-once";
import { useForm } from "../ui/use-form";

type Accounts = MemberDetail["accounts"];

/** The button, the form, and then the token once. Closing forgets it. */
export function IssueCard({ accounts }: { readonly accounts: Accounts }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const [panToken, setPanToken] = useState<string | null>(null);
  const close = () => {
    setOpen(false);
    setPanToken(null);
    void queryClient.invalidateQueries({ queryKey: trpc.members.pathKey() });
  };
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        <Plus aria-hidden className="size-4" /> Issue card
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={close}
        isHeld={panToken !== null}
        title={panToken ? "Store the card’s token now" : "New card"}
      >
        {panToken ? (
          <ShownOnce values={[{ label: "panToken", value: panToken }]} onDone={close}>
            Whoever has it can spend from the member’s account, within the card’s limits. There is no card number.
          </ShownOnce>
        ) : (
          <Form accounts={accounts} onIssued={setPanToken} />
        )}
      </Dialog>
    </>
  );
}

interface Draft {
  readonly account: string;
  readonly perTransaction: string;
  readonly daily: string;
  readonly count: string;
  readonly mccs: string;
}

/** Empty: no limit. What is no number stays text, which the contract refuses. */
function readDraft({ account, perTransaction, daily, count, mccs }: Draft) {
  const amount = (text: string) => (text.trim() === "" ? undefined : (readAmountText(text) ?? Number.NaN));
  return {
    account,
    perTransactionLimit: amount(perTransaction),
    dailyAmountLimit: amount(daily),
    dailyCountLimit: count.trim() === "" ? undefined : Number(count),
    allowedMccs: mccs.split(/[\s,]+/).filter((mcc) => mcc !== ""),
  };
}

interface FormProps {
  readonly accounts: Accounts;
  readonly onIssued: (panToken: string) => void;
}

function Form({ accounts, onIssued }: FormProps) {
  // Not through the query client: the answer holds the token, which no cache may ever have.
  const client = useTRPCClient();
  const place = usePlace();
  const { draft, change, issues, failure, isBusy, form } = useForm({
    start: { account: accounts[0]?.id ?? "", perTransaction: "", daily: "", count: "", mccs: "" },
    schema: NewCardInput,
    toInput: readDraft,
    send: (input) => client.members.issueCard.mutate({ ...place, ...input }),
    onSent: ({ panToken }) => onIssued(panToken),
  });
  const currency = accounts.find(({ id }) => id === draft.account)?.currency ?? "";
  return (
    <DialogForm form={form} action="Issue card" isBusy={isBusy} failure={failure}>
      {accounts.length > 1 ? (
        <AccountChoice
          label="Draws on"
          accounts={accounts}
          value={draft.account}
          onChange={(account) => change({ account })}
        />
      ) : null}
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        <AmountField
          label="One payment"
          currency={currency}
          value={draft.perTransaction}
          onChange={(perTransaction) => change({ perTransaction })}
          error={issues.perTransactionLimit}
          placeholder="No limit"
        />
        <AmountField
          label="In a day"
          currency={currency}
          value={draft.daily}
          onChange={(daily) => change({ daily })}
          error={issues.dailyAmountLimit}
          placeholder="No limit"
        />
      </div>
      <Field
        label="Payments in a day"
        inputMode="numeric"
        autoComplete="off"
        placeholder="Any number"
        value={draft.count}
        onChange={(event) => change({ count: event.target.value })}
        error={issues.dailyCountLimit}
      />
      <Field
        label="Only at these categories"
        inputMode="numeric"
        autoComplete="off"
        placeholder="Everywhere"
        value={draft.mccs}
        onChange={(event) => change({ mccs: event.target.value })}
        error={issues.allowedMccs}
        help="Four digits each, like 5814, 5411."
      />
    </DialogForm>
  );
}
