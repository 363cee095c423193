"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import { useRouter } from "next/navigation";
import { useId } from "react";
import { AccountChoice } from "@/components/shared/accounts/account-choice";
import { Terms } from "@/components/shared/agreements/terms";
import { messageOf, useTRPC } from "@/components/trpc/client";
import { toast } from "@/components/ui/feedback/toast";
import { Button } from "@/components/ui/forms/button";
import { WrongNote } from "@/components/ui/forms/labelled";
import { Fact, Facts } from "@/components/ui/tables/facts";
import { Time } from "@/components/ui/values/time";
import type { Agreement } from "@/server/trpc/types";
import { RequestAnswers } from "../requests/request-answers";
import { RequestBar } from "../requests/request-bar";
import { LimitFields, wordsOfOpen } from "./limit-fields";
import { useApproval } from "./use-approval";

export function AgreementRequest({ agreement }: { readonly agreement: Agreement }) {
  const { id, merchant, currency } = agreement;
  const trpc = useTRPC();
  const router = useRouter();
  const accounts = useQuery(trpc.wallet.accounts.list.queryOptions());
  const titleId = useId();
  const approval = useApproval(agreement);
  const { draft, change, terms } = approval;
  const { form, isBusy, failure } = approval.form;
  const isNone = draft.limits === "none";

  const deny = useMutation(
    trpc.wallet.agreements.deny.mutationOptions({
      onSuccess: async () => {
        toast.success(`Denied: ${merchant} can’t charge you`);
        router.push("/wallet/agreements");
      },
      onError: (error) => toast.error(messageOf(error)),
    }),
  );

  return (
    <div className="fixed inset-0 z-40 overflow-y-auto bg-page">
      <form {...form} aria-labelledby={titleId} className="mx-auto flex min-h-full w-full max-w-[30rem] flex-col px-5">
        <RequestBar />
        <div className="flex flex-1 flex-col gap-6 pb-6">
          <header>
            <h1 id={titleId} className="text-16 text-balance">
              {merchant} wants permission to charge you
            </h1>
            <p className="text-16 text-muted">{agreement.description}</p>
            <p aria-live="polite" className="mt-4 text-20 font-semibold tracking-tight text-balance sm:text-28">
              <Terms terms={terms} {...(isNone ? {} : { setter: "you" })} />
            </p>
          </header>
          <LimitFields agreement={agreement} approval={approval} />
          <AccountChoice
            label="Pay from"
            accounts={(accounts.data ?? []).filter((own) => own.currency === currency)}
            value={draft.account}
            onChange={(account) => change({ account })}
          />
          <Facts>
            <Fact label="Reference">{agreement.merchantReference}</Fact>
            <Fact label="Answer by">
              <Time at={agreement.expiresAt} as="local" />
            </Fact>
          </Facts>
          <p className="flex items-start gap-2 text-14">
            <ShieldCheck aria-hidden className="mt-0.5 size-4.5 shrink-0 text-good" />
            You can stop this at any time under Agreements. It takes effect immediately.
          </p>
          {failure ? <WrongNote>{failure}</WrongNote> : null}
        </div>
        <RequestAnswers isLong={isNone}>
          <Button size="large" isWide isBusy={deny.isPending} disabled={isBusy} onClick={() => deny.mutate({ id })}>
            Deny
          </Button>
          <Button type="submit" look="primary" size="large" isWide isBusy={isBusy} disabled={deny.isPending}>
            {(isNone && wordsOfOpen(agreement)?.approve) || "Approve"}
          </Button>
        </RequestAnswers>
      </form>
    </div>
  );
}
