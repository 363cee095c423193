"use client";

import { Button } from "@/components/ui/forms/button";
import { Brand } from "@/components/ui/layout/brand";
import { Link } from "@/components/ui/navigation/link";
import type { Me } from "@/server/trpc/types";
import { useMakeRoom } from "../account/use-sign-out";

export function WhereYouBelong({ me }: { readonly me: Me }) {
  const makeRoom = useMakeRoom();
  const places = [
    ...me.tenants.map(({ slug, title }) => ({ href: `/t/${slug}/test`, label: title })),
    ...(me.isOperator ? [{ href: "/network/overview", label: "The network" }] : []),
  ];
  return (
    <main className="mx-auto flex min-h-dvh max-w-[27.5rem] flex-col justify-center px-4 py-16">
      <Brand />
      <h1 className="mt-8 text-28">This wallet is for members</h1>
      <p className="mt-2 text-16 text-muted">
        You are signed in as <strong className="font-medium text-text">{me.email}</strong>, which has no account and no
        codes of its own.
        {places.length === 0 ? " Ask the person who invited you to make you a member." : ""}
      </p>
      {places.length > 0 ? (
        <ul className="mt-6 divide-y divide-line rounded-8 border border-line">
          {places.map(({ href, label }) => (
            <li key={href}>
              <Link href={href} className="flex h-12 items-center px-4 text-16 font-medium hover:bg-hover">
                {label}
              </Link>
            </li>
          ))}
        </ul>
      ) : null}
      <div className="mt-8">
        <Button look={places.length > 0 ? "secondary" : "primary"} size="large" isWide onClick={() => void makeRoom()}>
          Sign in as someone else
        </Button>
      </div>
    </main>
  );
}
