"use client";

import { useMutation } from "@tanstack/react-query";

import { useState } from "react";
import { signIn } from "@/components/shared/sign-in/sign-in";
import { issuesOf, messageOf, useTRPC } from "@/components/trpc/client";
import { Button } from "@/components/ui/forms/button";
import { Field } from "@/components/ui/forms/field";
import { useCheckedForm } from "@/components/ui/forms/use-checked-form";
import { slugOfTitle } from "@/server/contracts/portal/public/tenant-slug";
import type { SignedUp } from "@/server/trpc/types";
import { EntryPage, OtherWays } from "./entry-page";
import { FirstKey } from "./first-key";
import { FormFailure, TextLink } from "./words";

/** Creates a developer's sandbox. The secret in the answer is kept in this component's state only. */
export function SignUp() {
  const trpc = useTRPC();
  const [made, setMade] = useState<SignedUp>();
  const [failure, setFailure] = useState<string>();
  const [slug, setSlug] = useState("");
  const create = useMutation(
    trpc.public.access.signUp.mutationOptions({
      onError: (error) => {
        const found = issuesOf(error);
        if (found.email) return show({ email: "This email already has a login. Sign in instead." });
        if (Object.keys(found).length > 0) return show(found);
        setFailure(messageOf(error));
      },
    }),
  );
  const { form, issues, show } = useCheckedForm(
    () => import("@/server/contracts/portal/public/access").then((contract) => contract.SignUpInput),
    async (input) => {
      setFailure(undefined);
      const answer = await create.mutateAsync(input).catch(() => null);
      if (!answer) return;
      const { email, password } = input;
      await signIn({ email, password }).catch(() => null);
      setMade(answer);
    },
  );
  if (made) return <FirstKey made={made} />;
  return (
    <EntryPage
      title="Start building"
      lead="A sandbox of your own: test money, a member with a card, and an API key. It takes a minute."
    >
      <form {...form} className="flex flex-col gap-4">
        <Field
          label="Company or project"
          name="company"
          autoComplete="organization"
          maxLength={80}
          onChange={({ target }) => setSlug(slugOfTitle(target.value))}
          help={slug ? `Your console’s address: /t/${slug}` : undefined}
          error={issues.company}
        />
        <Field label="Email" name="email" type="email" autoComplete="username" error={issues.email} />
        <Field
          label="Password"
          name="password"
          type="password"
          autoComplete="new-password"
          help="At least 12 characters."
          error={issues.password}
        />
        {failure ? <FormFailure>{failure}</FormFailure> : null}
        <Button type="submit" look="primary" size="large" isWide isBusy={create.isPending}>
          Create sandbox
        </Button>
      </form>
      <OtherWays>
        Already have an account? <TextLink href="/sign-in">Sign in</TextLink>
      </OtherWays>
    </EntryPage>
  );
}
