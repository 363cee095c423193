"use client";

import type { Me } from "@/server/trpc/types";
import { useSignOut } from "../sessions/use-sign-out";
import { Brand } from "../ui/brand";
import { Button } from "../ui/button";

/** For who is signed in and is no member: says what they are, and how to get on. */
export function WhereYouBelong({ me }: { readonly me: Me }) {
  const signOut = useSignOut();
  const place = me.isOperator ? "the network’s operators" : me.tenants.join(" and ");
  return (
    <main className="mx-auto flex min-h-dvh max-w-[440px] flex-col justify-center px-4 py-16">
      <Brand />
      <h1 className="mt-8 text-28">This wallet is for members</h1>
      <p className="mt-2 text-16 text-muted">
        You are signed in as <strong className="font-medium text-text">{me.email}</strong>
        {place ? <>, which belongs to {place}</> : null}. It has no account and no codes of its own.
      </p>
      <p className="mt-4 text-16 text-muted">
        {me.isOperator || me.tenants.length > 0
          ? "Its own pages are not here yet. Until they are, everything a tenant does works through the API."
          : "Ask whoever invited you to make you a member."}
      </p>
      <div className="mt-8">
        <Button look="primary" size="large" isWide onClick={() => void signOut()}>
          Sign in as somebody else
        </Button>
      </div>
    </main>
  );
}
