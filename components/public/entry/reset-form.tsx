"use client";

import { useMutation } from "@tanstack/react-query";
import { issuesOf, messageOf, useTRPC } from "@/components/trpc/client";
import { Button } from "@/components/ui/forms/button";
import { Field } from "@/components/ui/forms/field";
import { LoginName } from "@/components/ui/forms/login-name";
import { useCheckedForm } from "@/components/ui/forms/use-checked-form";
import { recallNext } from "./after-reset";
import { EntryPage, OtherWays } from "./entry-page";
import { FormFailure, TextLink } from "./words";

/** `email` is the login's. Undefined: the link is no longer valid. */
export function Reset({ token, email }: { readonly token: string; readonly email: string | undefined }) {
  if (email === undefined) {
    return (
      <EntryPage title="This link no longer works" lead="Each link works once, for one hour.">
        <OtherWays>
          <TextLink href="/forgot">Get a new link</TextLink>
        </OtherWays>
      </EntryPage>
    );
  }
  return (
    <EntryPage title="Set a new password" lead="You’ll be signed out on every device.">
      <NewPassword token={token} email={email} />
    </EntryPage>
  );
}

function NewPassword({ token, email }: { readonly token: string; readonly email: string }) {
  const trpc = useTRPC();
  const reset = useMutation(
    trpc.public.access.reset.mutationOptions({
      onSuccess: () => {
        const next = recallNext();
        location.assign(`/sign-in?${new URLSearchParams({ reset: "1", ...(next === null ? {} : { next }) })}`);
      },
      onError: (error) => show(issuesOf(error), messageOf(error)),
    }),
  );
  const { form, issues, failure, show } = useCheckedForm(
    () =>
      import("@/server/contracts/portal/public/access").then((contract) => contract.ResetInput.omit({ token: true })),
    ({ password }) => reset.mutate({ token, password }),
  );
  return (
    <form {...form} className="flex flex-col gap-4">
      <LoginName email={email} />
      <Field
        label="New password"
        name="password"
        type="password"
        autoComplete="new-password"
        help="At least 12 characters."
        error={issues.password}
      />
      {failure ? <FormFailure>{failure}</FormFailure> : null}
      <Button type="submit" look="primary" size="large" isWide isBusy={reset.isPending || reset.isSuccess}>
        Set password
      </Button>
    </form>
  );
}
