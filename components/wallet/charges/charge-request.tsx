"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { useRouter } from "next/navigation";
import { useId } from "react";
import { nameAccount } from "@/components/shared/accounts/name-account";
import { Money } from "@/components/shared/money/money";
import { messageOf, useTRPC } from "@/components/trpc/client";
import { toast } from "@/components/ui/feedback/toast";
import { Button } from "@/components/ui/forms/button";
import { WrongNote } from "@/components/ui/forms/labelled";
import { Link } from "@/components/ui/navigation/link";
import { Fact, Facts } from "@/components/ui/tables/facts";
import { Time } from "@/components/ui/values/time";
import type { Charge } from "@/server/trpc/types";
import { RequestAnswers } from "../requests/request-answers";
import { RequestBar } from "../requests/request-bar";
import { WhyAsked } from "./why-asked";

export function ChargeRequest({ charge }: { readonly charge: Charge }) {
  const { id, merchant, merchantId, amount, currency, account, description } = charge;
  const trpc = useTRPC();
  const router = useRouter();
  const titleId = useId();
  const effectId = useId();
  const money = <Money amount={amount} currency={currency} />;

  const approve = useMutation(
    trpc.wallet.charges.approve.mutationOptions({
      onSuccess: async ({ transaction }) => {
        toast.success(`Paid ${merchant}`);
        router.push(`/wallet/activity/${transaction}`);
      },
    }),
  );
  const deny = useMutation(
    trpc.wallet.charges.deny.mutationOptions({
      onSuccess: async () => {
        toast.success(`Denied: ${merchant} wasn’t paid`);
        router.push("/wallet/agreements");
      },
    }),
  );
  const failure = approve.error ?? deny.error;
  const isBusy = approve.isPending || deny.isPending || approve.isSuccess || deny.isSuccess;

  return (
    <div className="fixed inset-0 z-40 overflow-y-auto bg-page">
      <section aria-labelledby={titleId} className="mx-auto flex min-h-full w-full max-w-[30rem] flex-col px-5">
        <RequestBar />
        <div className="flex flex-1 flex-col gap-6 pb-6">
          <header>
            <h1 id={titleId} className="text-16 text-balance wrap-anywhere">
              {merchant} wants to charge you
            </h1>
            <p className="text-16 text-muted wrap-anywhere">{description}</p>
            <p className="mt-4 text-28 font-semibold tracking-tight wrap-anywhere sm:text-40">{money}</p>
          </header>
          <p className="flex items-start gap-2 text-14">
            <TriangleAlert aria-hidden className="mt-0.5 size-4.5 shrink-0 text-warn" />
            <span>
              Your agreement doesn’t cover this charge. <WhyAsked charge={charge} />
            </span>
          </p>
          <p id={effectId} className="text-14 wrap-anywhere">
            If you approve, {merchant} is paid {money} now, once, from your {nameAccount({ id: account, currency })}.
            Your limits stay as they are.
          </p>
          <Facts>
            <Fact label="Pays from">{nameAccount({ id: account, currency })}</Fact>
            {charge.merchantReference ? <Fact label="Reference">{charge.merchantReference}</Fact> : null}
            <Fact label="Agreement">
              <Link href={`/wallet/agreements/${charge.agreementId}`} className="text-accent hover:underline">
                See its terms
              </Link>
            </Fact>
            <Fact label="Answer by">
              <Time at={charge.expiresAt} as="local" />
            </Fact>
          </Facts>
          <Shortage charge={charge} />
          {failure ? <WrongNote>{messageOf(failure)}</WrongNote> : null}
        </div>
        <RequestAnswers>
          <Button size="large" isWide isBusy={deny.isPending} disabled={isBusy} onClick={() => deny.mutate({ id })}>
            Deny
          </Button>
          <Button
            look="primary"
            size="large"
            isWide
            isBusy={approve.isPending}
            disabled={isBusy}
            aria-describedby={effectId}
            onClick={() => approve.mutate({ id, amount, currency, merchant: merchantId, account })}
          >
            Approve
          </Button>
        </RequestAnswers>
      </section>
    </div>
  );
}

/** Only a note: the account may have more money when the member answers. */
function Shortage({ charge }: { readonly charge: Charge }) {
  const trpc = useTRPC();
  const accounts = useQuery(trpc.wallet.accounts.list.queryOptions());
  const account = accounts.data?.find(({ id }) => id === charge.account);
  if (!account || account.available >= charge.amount) return null;
  return (
    <p className="text-14 text-warn">
      This account has <Money amount={account.available} currency={account.currency} /> available. Add money before you
      approve.
    </p>
  );
}
