"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf, useTRPC } from "@/components/trpc/client";
import { Button } from "@/components/ui/forms/button";
import { Field } from "@/components/ui/forms/field";
import { useCheckedForm } from "@/components/ui/forms/use-checked-form";
import { rememberNext } from "./after-reset";
import { EntryPage, OtherWays } from "./entry-page";
import { FormFailure, TextLink } from "./words";

/** The response is the same whether or not the email has a login. */
export function Forgot({ next, hasOutbox }: { readonly next: string; readonly hasOutbox: boolean }) {
  const trpc = useTRPC();
  const [sentTo, setSentTo] = useState<string>();
  const ask = useMutation(
    trpc.public.access.forgot.mutationOptions({ onError: (error) => show({}, messageOf(error)) }),
  );
  const { form, issues, failure, show } = useCheckedForm(
    () => import("@/server/contracts/portal/public/access").then((contract) => contract.ForgotInput),
    (input) => {
      ask.mutate(input, {
        onSuccess: () => {
          rememberNext(next);
          setSentTo(input.email);
        },
      });
    },
  );
  if (sentTo) {
    return (
      <EntryPage
        title="Check your email"
        lead={
          <span role="status">
            If <strong className="font-medium break-all text-text">{sentTo}</strong> has a login, an email with a link
            is on its way. The link works for one hour.
          </span>
        }
      >
        {hasOutbox ? (
          <p className="rounded-8 bg-raised p-4 text-14 text-muted">
            No mail server is configured here: emails are in the <TextLink href="/outbox">outbox</TextLink>.
          </p>
        ) : null}
        <OtherWays>
          <TextLink href={`/sign-in?${new URLSearchParams({ next })}`}>Back to sign in</TextLink>
        </OtherWays>
      </EntryPage>
    );
  }
  return (
    <EntryPage title="Forgot your password?" lead="We’ll email you a link to set a new one.">
      <form {...form} className="flex flex-col gap-4">
        <Field label="Email" name="email" type="email" autoComplete="username" error={issues.email} />
        {failure ? <FormFailure>{failure}</FormFailure> : null}
        <Button type="submit" look="primary" size="large" isWide isBusy={ask.isPending}>
          Send link
        </Button>
      </form>
      <OtherWays>
        <TextLink href={`/sign-in?${new URLSearchParams({ next })}`}>Back to sign in</TextLink>
      </OtherWays>
    </EntryPage>
  );
}
