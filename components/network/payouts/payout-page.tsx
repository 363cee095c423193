"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "@/components/shared/forms/use-form";
import { formatMoney, Money } from "@/components/shared/money/money";
import { StatusBadge } from "@/components/shared/status/status-badge";
import { useTRPC } from "@/components/trpc/client";
import { DialogForm } from "@/components/ui/feedback/dialog-form";
import { FormDialog } from "@/components/ui/feedback/form-dialog";
import { Skeleton, Unread } from "@/components/ui/feedback/states";
import { toast } from "@/components/ui/feedback/toast";
import { SelectField } from "@/components/ui/forms/select-field";
import { PageHead, SectionHead } from "@/components/ui/layout/page-head";
import { Link } from "@/components/ui/navigation/link";
import { Fact, Facts } from "@/components/ui/tables/facts";
import { CopyId } from "@/components/ui/values/copy-id";
import { useLocale } from "@/components/ui/values/locale";
import { Time } from "@/components/ui/values/time";
import type { NetworkPayout, PayoutAccount } from "@/server/trpc/types";
import { sayWaiting } from "../approvals/say-waiting";
import { OwnLoginOnly } from "../shell/own-login";
import { useNetwork } from "../shell/use-network";

const RETURN_WORDS = [
  { value: "AC01", label: "AC01, wrong account number" },
  { value: "AC04", label: "AC04, account closed" },
  { value: "AC06", label: "AC06, account blocked" },
  { value: "BE01", label: "BE01, holder and account don’t match" },
  { value: "RR04", label: "RR04, forbidden by law" },
  { value: "MS03", label: "MS03, no reason given" },
] as const;

const ACCOUNT_WORDS = [
  { value: "bank_question", label: "The bank asked" },
  { value: "returned_payout", label: "A payout came back" },
  { value: "fraud", label: "Suspected fraud" },
  { value: "audit", label: "An audit" },
] as const;

export function PayoutPage({ id }: { readonly id: string }) {
  const trpc = useTRPC();
  const { place, at } = useNetwork();
  const payout = useQuery(trpc.network.payouts.get.queryOptions({ ...place, id }));
  const back = { href: at("/network/payouts"), label: "Payouts" };
  if (!payout.data) {
    return (
      <>
        <PageHead title="Payout" back={back} />
        <Unread what="This payout" query={payout}>
          <Skeleton className="h-64 w-full" />
        </Unread>
      </>
    );
  }
  const { data } = payout;
  const mayFail = data.status === "sent" && !data.isAsked;
  return (
    <>
      <PageHead title={data.payee} back={back} action={mayFail ? <FailPayout payout={data} /> : null} />
      <div className="mb-6 empty:hidden lg:hidden">{mayFail ? <FailPayout payout={data} /> : null}</div>
      <div className="grid grid-cols-1 items-start gap-8 xl:grid-cols-2">
        <section>
          <SectionHead title="Payout" />
          <PayoutFacts payout={data} />
        </section>
        <section>
          <SectionHead title="Bank account" />
          <BankAccount payout={data} />
        </section>
      </div>
    </>
  );
}

interface StepProps {
  readonly label: string;
  readonly at: string | null;
  readonly by: string | null;
}

function Step({ label, at, by }: StepProps) {
  return at === null ? null : (
    <Fact label={label}>
      <Time at={at} />
      {by ? <span className="block text-13 text-muted">{by}</span> : null}
    </Fact>
  );
}

function PayoutFacts({ payout }: { readonly payout: NetworkPayout }) {
  const { at } = useNetwork();
  const { id, status, amount, fee, currency, merchantId, memberId, payee, tenant, fileId, endToEndId } = payout;
  const page = merchantId ? `merchants/${merchantId}` : `members/${memberId}`;
  return (
    <Facts>
      <Fact label="Status">
        <StatusBadge status={status} />
      </Fact>
      {payout.isAsked ? <Fact label="Giving it back">Waits for approval</Fact> : null}
      <Fact label="Amount">
        <strong className="font-semibold">
          <Money amount={amount} currency={currency} />
        </strong>
      </Fact>
      {fee > 0 ? (
        <Fact label="Fee">
          <Money amount={fee} currency={currency} />
        </Fact>
      ) : null}
      <Fact label={merchantId ? "Merchant" : "Member"}>
        <Link href={at(`/network/${page}`)} className="font-medium text-accent hover:underline">
          {payee}
        </Link>
      </Fact>
      <Fact label="Tenant">{tenant}</Fact>
      <Step label="Created" at={payout.createdAt} by={null} />
      <Step label="In a payment file" at={payout.exportedAt} by={payout.exportedBy} />
      <Step label="Sent" at={payout.sentAt} by={payout.sentBy} />
      <Step label="Paid" at={payout.paidAt} by={payout.returnedAt === null ? payout.answeredBy : null} />
      <Step label={status === "failed" ? "Failed" : "Returned"} at={payout.returnedAt} by={payout.answeredBy} />
      {payout.returnReason ? <Fact label="Reason">{payout.returnReason}</Fact> : null}
      {payout.repaidBatchId ? (
        <Fact label="Paid again by batch">
          <CopyId id={payout.repaidBatchId} />
        </Fact>
      ) : null}
      {fileId ? (
        <Fact label="Payment file">
          <Link href={at(`/network/payouts?file=${fileId}`)} className="font-medium text-accent hover:underline">
            {fileId}
          </Link>
        </Fact>
      ) : null}
      <Fact label="End-to-end ID">
        <CopyId id={endToEndId} />
      </Fact>
      <Fact label="Payout ID">
        <CopyId id={id} />
      </Fact>
    </Facts>
  );
}

/** Whole only for a reason; each look is in the audit log. */
function BankAccount({ payout }: { readonly payout: NetworkPayout }) {
  const [shown, setShown] = useState<PayoutAccount | null>(null);
  if (shown) {
    return (
      <Facts>
        <Fact label="Holder">{shown.holder}</Fact>
        <Fact label="Country">{shown.country}</Fact>
        <Fact label="Number">
          <span translate="no" className="tabular-nums">
            {shown.accountNumber.replace(/(.{4})(?=.)/g, "$1 ")}
          </span>
        </Fact>
        {shown.bankCode ? <Fact label="Bank">{shown.bankCode}</Fact> : null}
      </Facts>
    );
  }
  return (
    <Facts>
      <Fact label="Number">
        <span className="flex items-center justify-end gap-3">
          {payout.last4 ? `…${payout.last4}` : "Settled when a file is made"}
          <OwnLoginOnly>
            <FormDialog<PayoutAccount>
              size="small"
              button="Show all"
              title="Show the whole account?"
              purpose="The audit log keeps that you looked, and why."
              form={(done) => (
                <AccountForm
                  id={payout.id}
                  onDone={(account) => {
                    setShown(account);
                    done(account);
                  }}
                />
              )}
            />
          </OwnLoginOnly>
        </span>
      </Fact>
    </Facts>
  );
}

function AccountForm({ id, onDone }: { readonly id: string; readonly onDone: (account: PayoutAccount) => void }) {
  const trpc = useTRPC();
  const { place } = useNetwork();
  const { field, form } = useForm({
    start: { reason: "" },
    schema: () => import("@/server/contracts/portal/network/payouts").then((contract) => contract.ShowAccountInput),
    toInput: ({ reason }) => ({ id, reason }),
    mutation: trpc.network.payouts.showAccount.mutationOptions(),
    variables: (input) => ({ ...place, ...input }),
    onSent: onDone,
  });
  return (
    <DialogForm {...form} action="Show account">
      <SelectField {...field("reason")} label="Reason" placeholder="Choose why" options={ACCOUNT_WORDS} />
    </DialogForm>
  );
}

function FailPayout({ payout }: { readonly payout: NetworkPayout }) {
  const locale = useLocale();
  const money = formatMoney(payout.amount, payout.currency, locale);
  return (
    <OwnLoginOnly>
      <FormDialog
        button="The bank refused it"
        title={`Did the bank refuse ${money}?`}
        purpose={`The money is ${payout.merchantId ? "the merchant’s again, and goes into the next batch" : "on the member’s account again"}. This can’t be undone.`}
        form={(done) => <FailForm payout={payout} onDone={done} />}
      />
    </OwnLoginOnly>
  );
}

function FailForm({ payout, onDone }: { readonly payout: NetworkPayout; readonly onDone: () => void }) {
  const trpc = useTRPC();
  const { place } = useNetwork();
  const locale = useLocale();
  const { field, form } = useForm({
    start: { reason: "" },
    schema: () => import("@/server/contracts/portal/network/payouts").then((contract) => contract.FailPayoutInput),
    toInput: ({ reason }) => ({ id: payout.id, reason }),
    mutation: trpc.network.payouts.fail.mutationOptions(),
    variables: (input) => ({ ...place, ...input }),
    onSent: ({ awaits }) => {
      if (awaits === undefined) toast.success(`The payout to ${payout.payee} failed`);
      else {
        const money = formatMoney(payout.amount, payout.currency, locale);
        sayWaiting(`${money} is waiting`);
      }
      onDone();
    },
  });
  return (
    <DialogForm {...form} isDanger action="Give the money back">
      <SelectField {...field("reason")} label="The bank’s reason" placeholder="Choose one" options={RETURN_WORDS} />
    </DialogForm>
  );
}
