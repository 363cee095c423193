"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ShieldCheck, X } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { type FormEvent, useId, useState } from "react";
import { toast } from "sonner";
import type { Agreement } from "@/server/trpc/types";
import { AccountChoice } from "../accounts/account-choice";
import { issuesOf, messageOf, useTRPC } from "../trpc/client";
import { AmountField } from "../ui/amount-field";
import { Button } from "../ui/button";
import { Fact, Facts } from "../ui/facts";
import { useLocale } from "../ui/locale";
import { readAmountText } from "../ui/read-amount";
import { Day, Time } from "../ui/time";
import { sayTerms } from "./terms";

/** What a member is asked, whole: who, what for, how much, how often, from where, until when, and how it ends. */
export function AgreementRequest({ agreement }: { readonly agreement: Agreement }) {
  const { id, merchant, currency, cap, amount } = agreement;
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const router = useRouter();
  const locale = useLocale();
  const accounts = useQuery(trpc.accounts.list.queryOptions());
  const [account, setAccount] = useState(agreement.account);
  const [capText, setCapText] = useState("");
  const [capError, setCapError] = useState<string>();
  const titleId = useId();

  const approve = useMutation(
    trpc.agreements.approve.mutationOptions({
      onSuccess: async () => {
        toast.success(`${merchant} may charge you now`, { description: "You find it under Agreements." });
        await queryClient.invalidateQueries();
      },
      onError: (error) => {
        const issue = issuesOf(error).maxAmount;
        if (issue) setCapError(issue);
        else toast.error(messageOf(error));
      },
    }),
  );
  const deny = useMutation(
    trpc.agreements.deny.mutationOptions({
      onSuccess: async () => {
        toast.success(`Denied: ${merchant} can’t charge you`);
        await queryClient.invalidateQueries();
        router.push("/wallet/agreements");
      },
      onError: (error) => toast.error(messageOf(error)),
    }),
  );

  const lowered = readAmountText(capText, currency);
  const isLower = lowered !== null && (cap === null || lowered <= cap);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (capText !== "" && lowered === null) return setCapError("Enter an amount, like 12.50.");
    if (lowered !== null && cap !== null && lowered > cap) {
      return setCapError("It can only be lower than what was asked for.");
    }
    approve.mutate({ id, account, ...(lowered === null ? {} : { maxAmount: lowered }) });
  };

  return (
    <div className="fixed inset-0 z-40 overflow-y-auto bg-page">
      <form
        onSubmit={submit}
        aria-labelledby={titleId}
        noValidate
        className="mx-auto flex min-h-full w-full max-w-[480px] flex-col px-5"
      >
        <div className="flex h-14 items-center justify-between">
          <p className="text-13 font-medium text-muted">Request</p>
          <Link
            href="/wallet/agreements"
            aria-label="Answer later"
            className="-mr-2 grid size-11 place-items-center rounded-8 text-muted hover:bg-hover"
          >
            <X aria-hidden className="size-5" />
          </Link>
        </div>
        <div className="flex flex-1 flex-col gap-6 pb-6">
          <header>
            <h1 id={titleId} className="text-20 text-balance">
              {merchant} asks to charge you
            </h1>
            <p className="mt-1 text-16 text-muted">{agreement.description}</p>
          </header>
          <p className="text-28 font-semibold tracking-tight text-balance">
            {sayTerms(agreement, isLower ? lowered : cap, locale)}
          </p>
          <AccountChoice
            label="Pay from"
            accounts={(accounts.data ?? []).filter((own) => own.currency === currency)}
            value={account}
            onChange={setAccount}
          />
          {amount === null ? (
            <AmountField
              label={cap === null ? "Set a cap" : "Lower the cap"}
              currency={currency}
              value={capText}
              onChange={({ target }) => {
                setCapText(target.value);
                setCapError(undefined);
              }}
              error={capError}
              help="No charge can be more. Leave it empty to take what was asked for."
            />
          ) : null}
          <Facts>
            <Fact label="Until">{agreement.endsOn ? <Day day={agreement.endsOn} /> : "You stop it"}</Fact>
            <Fact label="Reference">{agreement.merchantReference}</Fact>
            <Fact label="Answer by">
              <Time at={agreement.expiresAt} as="local" />
            </Fact>
          </Facts>
          <p className="flex items-start gap-2 text-14">
            <ShieldCheck aria-hidden className="mt-0.5 size-4.5 shrink-0 text-good" />
            You can stop this any time under Agreements. It takes effect at once.
          </p>
        </div>
        <div className="sticky bottom-0 -mx-5 grid grid-cols-2 gap-3 border-t border-line bg-page px-5 pt-4 pb-[max(16px,env(safe-area-inset-bottom))]">
          <Button
            size="large"
            isWide
            isBusy={deny.isPending}
            disabled={approve.isPending}
            onClick={() => deny.mutate({ id })}
          >
            Deny
          </Button>
          <Button type="submit" look="primary" size="large" isWide isBusy={approve.isPending} disabled={deny.isPending}>
            Approve
          </Button>
        </div>
      </form>
    </div>
  );
}
