"use client";

import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { useForm } from "@/components/shared/forms/use-form";
import { formatMoney } from "@/components/shared/money/money";
import { useTRPC } from "@/components/trpc/client";
import { DialogForm } from "@/components/ui/feedback/dialog-form";
import { FormDialog } from "@/components/ui/feedback/form-dialog";
import { toast } from "@/components/ui/feedback/toast";
import { Button } from "@/components/ui/forms/button";
import { Choice } from "@/components/ui/forms/choice";
import { Field } from "@/components/ui/forms/field";
import { useLocale } from "@/components/ui/values/locale";
import type { FundableAccount, Listed } from "@/server/trpc/types";
import { sayWaiting } from "../approvals/say-waiting";
import { ReverseFunding } from "../members/reverse-funding";
import { useChange } from "../shell/use-change";
import { useNetwork } from "../shell/use-network";

type BankLine = Listed<"network", "bankLines">;

export function LineActs({ line }: { readonly line: BankLine }) {
  const { state, postingId, amount, currency, fundedName, isAsked } = line;
  if (state === "funded" && postingId) {
    return <ReverseFunding funding={{ id: postingId, amount, currency }} name={fundedName ?? "the float"} />;
  }
  if (state === "returned" || state === "other") return <Reopen line={line} />;
  if (state !== "unassigned" || isAsked) return null;
  return (
    <span className="flex flex-wrap gap-2">
      {amount > 0 ? <Assign line={line} /> : null}
      <Mark line={line} />
    </span>
  );
}

function Reopen({ line }: { readonly line: BankLine }) {
  const trpc = useTRPC();
  const { place } = useNetwork();
  const reopen = useChange(trpc.network.bank.reopen.mutationOptions(), { done: () => "The line is unassigned again" });
  return (
    <Button size="small" isBusy={reopen.isPending} onClick={() => reopen.mutate({ ...place, id: line.id })}>
      Reopen
    </Button>
  );
}

function Assign({ line }: { readonly line: BankLine }) {
  const locale = useLocale();
  return (
    <FormDialog
      size="small"
      button="Assign"
      title={`Assign ${formatMoney(line.amount, line.currency, locale)}`}
      purpose="The whole amount goes to one account. It can be taken back while the account still has it."
      form={(done) => <AssignForm line={line} onDone={done} />}
    />
  );
}

/** Names may be the same: what is below them tells the accounts apart. */
function AccountName({ kind, memberName, tenantTitle, externalId, fundingReference }: FundableAccount) {
  return (
    <>
      <span className="block wrap-anywhere">
        {kind === "float" ? `Float of ${tenantTitle}` : `${memberName}, ${tenantTitle}`}
      </span>
      <span className="block text-13 wrap-anywhere text-muted" translate="no">
        {[fundingReference, externalId].filter(Boolean).join(" · ")}
      </span>
    </>
  );
}

interface LineFormProps {
  readonly line: BankLine;
  readonly onDone: () => void;
}

function AssignForm({ line, onDone }: LineFormProps) {
  const trpc = useTRPC();
  const { place } = useNetwork();
  const locale = useLocale();
  const { id, currency } = line;
  const [typed, setTyped] = useState(line.counterpartyName ?? "");
  const search = useDeferredValue(typed.trim());
  const found = useQuery({
    ...trpc.network.bank.findAccounts.queryOptions({ ...place, currency, search }),
    enabled: search !== "",
  });
  const accounts = found.data ?? [];
  const { draft, change, issues, form } = useForm({
    start: { accountId: "" },
    schema: () => import("@/server/contracts/portal/network/bank").then((contract) => contract.AssignLineInput),
    toInput: ({ accountId }, key) => ({ id, accountId, key }),
    mutation: trpc.network.bank.assign.mutationOptions(),
    variables: (input) => ({ ...place, ...input }),
    onSent: ({ awaits }) => {
      const money = formatMoney(line.amount, currency, locale);
      if (awaits === undefined) toast.success(`${money} assigned`);
      else sayWaiting(`${money} is waiting`);
      onDone();
    },
  });
  const isShown = accounts.some((account) => account.id === draft.accountId);
  return (
    <DialogForm {...form} action="Assign" isOff={!isShown}>
      <p className="rounded-8 border border-line p-3 text-13 wrap-anywhere text-muted">
        {line.counterpartyName} {line.text}
      </p>
      <Field
        label="Member or tenant"
        name="search"
        autoComplete="off"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        help={`Name, ID, or reference. Only accounts in ${currency} are found.`}
        error={issues.accountId && isShown ? issues.accountId : undefined}
      />
      {accounts.length > 0 ? (
        <Choice
          label="Account"
          layout="list"
          value={draft.accountId}
          onChange={(accountId) => change({ accountId })}
          options={accounts.map((account) => ({ value: account.id, label: <AccountName {...account} /> }))}
        />
      ) : (
        <p role="status" className="text-14 text-muted">
          {search !== "" && found.data ? "No account found." : ""}
        </p>
      )}
    </DialogForm>
  );
}

function Mark({ line }: { readonly line: BankLine }) {
  const isCredit = line.amount > 0;
  return (
    <FormDialog
      size="small"
      button={isCredit ? "Not a funding" : "Mark"}
      title={isCredit ? "Not a funding" : "Mark this line"}
      form={(done) => <MarkForm line={line} onDone={done} />}
    />
  );
}

const contract = () => import("@/server/contracts/portal/network/bank");

function MarkForm({ line, onDone }: LineFormProps) {
  const trpc = useTRPC();
  const { place } = useNetwork();
  const locale = useLocale();
  const { id } = line;
  const isCredit = line.amount > 0;
  const [kind, setKind] = useState<"returned" | "payout" | "other">("returned");
  const isPayout = kind === "payout";
  const found = useQuery({ ...trpc.network.payouts.list.queryOptions({ ...place, line: id }), enabled: isPayout });
  const marking = useForm({
    start: { note: "" },
    schema: () => contract().then(({ MarkLineInput }) => MarkLineInput),
    toInput: ({ note }) => ({ id, note, state: kind }),
    mutation: trpc.network.bank.mark.mutationOptions(),
    variables: (input) => ({ ...place, ...input }),
    onSent: ({ state }) => {
      toast.success(state === "returned" ? "Marked to go back" : "Marked as other");
      onDone();
    },
  });
  const answering = useForm({
    start: { payoutId: "" },
    schema: () => contract().then(({ AnswerByLineInput }) => AnswerByLineInput),
    toInput: ({ payoutId }, key) => ({ id, payoutId, key }),
    mutation: trpc.network.bank.answer.mutationOptions(),
    variables: (input) => ({ ...place, ...input }),
    onSent: ({ state }) => {
      if (state === "waiting") {
        const money = formatMoney(line.amount, line.currency, locale);
        sayWaiting(`${money} is waiting`);
      } else toast.success(state === "paid" ? "The payout is paid" : "The payout is returned");
      onDone();
    },
  });
  const { payoutId } = answering.draft;
  const payouts = found.data?.items ?? [];
  return (
    <DialogForm
      {...(isPayout ? answering.form : marking.form)}
      action={isPayout ? (isCredit ? "Set returned" : "Set paid") : "Mark"}
      isOff={isPayout && payoutId === ""}
    >
      <p className="rounded-8 border border-line p-3 text-13 wrap-anywhere text-muted">
        {line.counterpartyName} {line.text}
      </p>
      <Choice
        label="What it is"
        layout="list"
        value={kind}
        onChange={setKind}
        options={[
          { value: "returned", label: isCredit ? "Goes back to its sender" : "Took money back to its sender" },
          { value: "payout", label: isCredit ? "A payout that came back" : "A payout that was paid" },
          { value: "other", label: "Other: a fee, interest" },
        ]}
      />
      {isPayout ? null : (
        <>
          <Field {...marking.field("note")} label="Why" autoComplete="off" />
          <p className="text-13 text-muted">Moves no money here. Pay it back at your bank, if it has to go back.</p>
        </>
      )}
      {isPayout && payouts.length > 0 ? (
        <Choice
          label="Which payout"
          layout="list"
          value={payoutId}
          onChange={(chosen) => answering.change({ payoutId: chosen })}
          options={payouts.map((payout) => ({
            value: payout.id,
            label: `${payout.payee}, ${payout.tenant}`,
            note: payout.last4 ? `…${payout.last4}` : null,
          }))}
        />
      ) : null}
      {isPayout ? (
        <p role="status" className="text-13 text-muted">
          {!found.data
            ? ""
            : payouts.length === 0
              ? "No payout of this amount waits for the bank’s answer."
              : isCredit
                ? "Its money goes back to the account it left."
                : "As if the line had named it."}
        </p>
      ) : null}
    </DialogForm>
  );
}
