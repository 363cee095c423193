"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { toast } from "sonner";
import { FundAccountInput } from "@/server/contracts/network";
import type { MemberPage } from "@/server/trpc/types";
import { issuesOf, messageOf, useTRPC } from "../trpc/client";
import { AmountField, readAmountText } from "../ui/amount-field";
import { Button } from "../ui/button";
import { Dialog, DialogBody, DialogFooter } from "../ui/dialog";
import { Field } from "../ui/field";
import { useLocale } from "../ui/locale";
import { formatMoney } from "../ui/money";
import { newClaim } from "../ui/new-claim";
import { useNetwork } from "./use-network";

interface FundAccountProps {
  readonly account: MemberPage["accounts"][number];
  readonly name: string;
}

/** Money that came in for a member. The claim is made when the form opens: sent twice it funds once. */
export function FundAccount({ account, name }: FundAccountProps) {
  const [claim, setClaim] = useState<string | null>(null);
  return (
    <>
      <Button size="small" onClick={() => setClaim(newClaim())}>
        Fund
      </Button>
      <Dialog
        isOpen={claim !== null}
        onClose={() => setClaim(null)}
        title="Fund account"
        purpose={`Money that came in for ${name}, ${account.currency}.`}
      >
        {claim ? <FundForm account={account} name={name} claim={claim} onDone={() => setClaim(null)} /> : null}
      </Dialog>
    </>
  );
}

type Issues = Readonly<Record<string, string>>;

interface Draft {
  readonly amount: string;
  readonly confirmed: string;
  readonly reference: string;
}

const WRONG_AMOUNT = "Enter an amount, like 12.50.";

function issuesIn({ amount, confirmed, reference }: Draft, isLive: boolean): Issues {
  const entered = readAmountText(amount);
  const parsed = FundAccountInput.pick({ reference: true }).safeParse({ reference });
  return {
    ...(entered === null ? { amount: WRONG_AMOUNT } : {}),
    ...(parsed.success ? {} : { reference: "Say what the money is." }),
    ...(isLive && readAmountText(confirmed) !== entered ? { confirmedAmount: "This is not the amount above." } : {}),
  };
}

function FundForm({ account, name, claim, onDone }: FundAccountProps & { claim: string; onDone: () => void }) {
  const trpc = useTRPC();
  const locale = useLocale();
  const queryClient = useQueryClient();
  const { place } = useNetwork();
  const isLive = place.environment === "live";
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState<Draft>({ amount: "", confirmed: "", reference: "" });
  const [issues, setIssues] = useState<Issues>({});
  const amount = readAmountText(draft.amount);
  const fund = useMutation(
    trpc.networkMembers.fund.mutationOptions({
      onSuccess: async (_, input) => {
        toast.success(`${formatMoney(input.amount, account.currency, locale)} for ${name}`);
        onDone();
        await queryClient.invalidateQueries();
      },
      onError: (error) => setIssues(issuesOf(error)),
    }),
  );
  const change = (part: Partial<Draft>) => {
    setDraft({ ...draft, ...part });
    setIssues({});
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = issuesIn(draft, isLive);
    setIssues(found);
    if (amount === null || Object.keys(found).length > 0) {
      const first = ["amount", "reference", "confirmedAmount"].findIndex((field) => found[field]);
      return form.current?.querySelectorAll("input")[first]?.focus();
    }
    const { reference } = draft;
    const confirmed = isLive ? { confirmedAmount: amount } : {};
    fund.mutate({ ...place, accountId: account.id, amount, reference, claim, ...confirmed });
  };
  return (
    <form ref={form} onSubmit={submit} noValidate className="flex min-h-0 flex-1 flex-col">
      <DialogBody>
        <AmountField
          label="Amount"
          currency={account.currency}
          value={draft.amount}
          onChange={(text) => change({ amount: text })}
          error={issues.amount}
        />
        <Field
          label="Reference"
          autoComplete="off"
          value={draft.reference}
          onChange={(event) => change({ reference: event.target.value })}
          error={issues.reference}
          help="What the bank calls it. It stands in the audit log."
        />
        {isLive ? (
          <AmountField
            label="The amount once more"
            currency={account.currency}
            value={draft.confirmed}
            onChange={(text) => change({ confirmed: text })}
            error={issues.confirmedAmount}
            help="This is real money."
          />
        ) : null}
      </DialogBody>
      <DialogFooter>
        {fund.error && Object.keys(issues).length === 0 ? (
          <p role="alert" className="text-14 text-bad">
            {messageOf(fund.error)}
          </p>
        ) : null}
        <Button type="submit" look="primary" size="large" isWide isBusy={fund.isPending}>
          {amount === null ? "Fund account" : `Fund ${formatMoney(amount, account.currency, locale)}`}
        </Button>
      </DialogFooter>
    </form>
  );
}
