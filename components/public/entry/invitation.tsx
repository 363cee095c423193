"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useMakeRoom } from "@/components/shared/account/use-sign-out";
import { signIn } from "@/components/shared/sign-in/sign-in";
import { issuesOf, messageOf, useTRPC } from "@/components/trpc/client";
import { Button } from "@/components/ui/forms/button";
import { Field } from "@/components/ui/forms/field";
import { useCheckedForm } from "@/components/ui/forms/use-checked-form";
import { Fact, Facts } from "@/components/ui/tables/facts";
import { Time } from "@/components/ui/values/time";
import type { Looks } from "@/server/contracts/brand/looks";
import { capitalized } from "@/server/contracts/text/capitalized";
import { SignInForm } from "../sign-in/sign-in-form";
import { EntryPage } from "./entry-page";
import { FormFailure } from "./words";

const MAY: Readonly<Record<string, string>> = {
  member: "Pay by codes, approve agreements, freeze cards",
  owner: "Everything, including owners",
  admin: "Everything except managing owners",
  developer: "Everything in test; in live webhooks, and look at the rest",
  viewer: "Look at everything, change nothing",
};

function homeOf({ tenantSlug, isMember }: { readonly tenantSlug: string; readonly isMember: boolean }): string {
  return isMember ? "/wallet" : `/t/${tenantSlug}/test`;
}

interface OpenInvitation {
  readonly token: string;
  readonly email: string;
  readonly role: string;
  readonly invitedBy: string;
  readonly tenantTitle: string;
  readonly looks: Looks;
  readonly expiresAt: string;
  readonly hasLogin: boolean;
  /** Why the signed-in user can’t accept it. */
  readonly obstacle: string | null;
}

interface InvitationProps {
  readonly invitation: OpenInvitation;
  readonly signedInAs: string | null;
}

export function Invitation({ invitation, signedInAs }: InvitationProps) {
  const { tenantTitle, invitedBy, role, email, expiresAt, hasLogin, token } = invitation;
  return (
    <EntryPage
      // Members join the tenant's branded wallet; its team joins the network's console.
      brand={role === "member" ? { name: tenantTitle, looks: invitation.looks } : undefined}
      title={role === "member" ? `Your wallet at ${tenantTitle}` : `Join ${tenantTitle}`}
      lead={
        <>
          <strong className="font-medium break-all text-text">{invitedBy}</strong> invites you.
        </>
      }
    >
      <Facts>
        <Fact label="Role">{capitalized(role)}</Fact>
        <Fact label="Can do">{MAY[role] ?? role}</Fact>
        <Fact label="Invited">
          <span className="break-all">{email}</span>
        </Fact>
        <Fact label="Link works until">
          <Time at={expiresAt} />
        </Fact>
      </Facts>
      <div className="mt-6">
        {signedInAs !== null ? (
          <Accept token={token} signedInAs={signedInAs} obstacle={invitation.obstacle} />
        ) : hasLogin ? (
          <SignInFirst token={token} hint="This email already has a login. Sign in to accept." />
        ) : (
          <Join invitation={invitation} />
        )}
      </div>
    </EntryPage>
  );
}

interface AcceptProps {
  readonly token: string;
  readonly signedInAs: string;
  readonly obstacle: string | null;
}

function Accept({ token, signedInAs, obstacle }: AcceptProps) {
  const trpc = useTRPC();
  const makeRoom = useMakeRoom();
  const [failure, setFailure] = useState<string>();
  const accept = useMutation(
    trpc.public.access.accept.mutationOptions({
      onSuccess: (joined) => location.assign(homeOf(joined)),
      onError: (error) => setFailure(messageOf(error)),
    }),
  );
  return (
    <div className="flex flex-col gap-4">
      {failure ? <FormFailure>{failure}</FormFailure> : null}
      {obstacle === null ? (
        <Button
          look="primary"
          size="large"
          isWide
          isBusy={accept.isPending || accept.isSuccess}
          onClick={() => accept.mutate({ token })}
        >
          Accept invitation
        </Button>
      ) : (
        <p className="text-14">{obstacle} The person it’s meant for can still use the link.</p>
      )}
      <p className="text-14 text-muted">
        You are signed in as <strong className="font-medium break-all text-text">{signedInAs}</strong>
        {obstacle === null ? ", who will have the role." : "."}
      </p>
      <Button onClick={() => void makeRoom()}>Sign in as someone else</Button>
    </div>
  );
}

/** Signs in on this page: the token is a secret and must not appear in a query string. */
function SignInFirst({ token, hint }: { readonly token: string; readonly hint: string }) {
  return (
    <>
      <p className="mb-4 text-14 text-muted">{hint}</p>
      <SignInForm next={`/invite/${token}`} demoLogins={[]} />
    </>
  );
}

function Join({ invitation: { token, email } }: { readonly invitation: OpenInvitation }) {
  const trpc = useTRPC();
  const [hasOther, setHasOther] = useState(false);
  const join = useMutation(
    trpc.public.access.join.mutationOptions({
      onError: (error) => show(issuesOf(error), messageOf(error)),
    }),
  );
  const { form, issues, failure, show } = useCheckedForm(
    () =>
      import("@/server/contracts/portal/public/access").then((contract) => contract.JoinInput.omit({ token: true })),
    async ({ password }) => {
      const joined = await join.mutateAsync({ token, password }).catch(() => null);
      if (!joined) return;
      await signIn({ email: joined.email, password }).catch(() => null);
      location.assign(homeOf(joined));
    },
  );
  if (hasOther) return <SignInFirst token={token} hint="Sign in to accept." />;
  return (
    <>
      <form {...form} className="flex flex-col gap-4">
        <Field label="Email" name="email" type="email" autoComplete="username" value={email} readOnly />
        <Field
          label="Choose a password"
          name="password"
          type="password"
          autoComplete="new-password"
          help="At least 12 characters."
          error={issues.password}
        />
        {failure ? <FormFailure>{failure}</FormFailure> : null}
        <Button type="submit" look="primary" size="large" isWide isBusy={join.isPending || join.isSuccess}>
          Accept invitation
        </Button>
      </form>
      <div className="mt-4">
        <Button isWide onClick={() => setHasOther(true)}>
          I have a login with a different email
        </Button>
      </div>
    </>
  );
}
