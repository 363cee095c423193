"use client";

import { useQuery } from "@tanstack/react-query";
import { ProveEmail } from "@/components/shared/account/prove-email";
import { SecondFactor } from "@/components/shared/account/second-factor";
import { useSignOut } from "@/components/shared/account/use-sign-out";
import { useTRPC } from "@/components/trpc/client";
import { Button } from "@/components/ui/forms/button";
import { EntryPage } from "./entry-page";

/** Operators, and users of a live tenant, must set this up before they get any further. */
export function RequiredSecondFactor({ next }: { readonly next: string }) {
  const trpc = useTRPC();
  const signOut = useSignOut();
  const { data: me } = useQuery(trpc.shared.sessions.me.queryOptions());
  const isDone = me?.hasSecondFactor ?? false;
  return (
    <EntryPage
      title={isDone ? "You’re set up" : "Set up a second factor"}
      lead="Your role handles real money, so signing in takes a code from an authenticator app as well as your password."
    >
      <div className="flex flex-col gap-4">
        {me && !me.isEmailProved ? <ProveEmail email={me.email} /> : null}
        {me?.isEmailProved && !isDone ? <SecondFactor isOn={false} isAlone /> : null}
        {isDone ? (
          <Button look="primary" size="large" isWide onClick={() => location.assign(next)}>
            Continue
          </Button>
        ) : (
          <Button isWide onClick={() => void signOut()}>
            Sign out
          </Button>
        )}
      </div>
    </EntryPage>
  );
}
