import type { Metadata } from "next";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { SignInForm } from "@/components/sign-in/sign-in-form";
import { Brand } from "@/components/ui/brand";
import { findDemoLogins } from "@/server/auth/demo-logins";
import { readSession } from "@/server/auth/session";

export const metadata: Metadata = { title: "Sign in" };

interface Props {
  readonly searchParams: Promise<{ readonly next?: string | string[]; readonly ended?: string }>;
}

/** Only to a page of ours: no other host, whatever the address says. */
function readNext(next: string | string[] | undefined): string {
  return typeof next === "string" && /^\/(wallet|t|network|account|invite)(\/[\w/-]*)?$/.test(next) ? next : "/home";
}

export default async function Page({ searchParams }: Props) {
  const { next, ended } = await searchParams;
  if (await readSession(await headers())) redirect(readNext(next));
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-[400px] flex-col px-5 pt-16 pb-12 sm:pt-[14vh]">
      <Brand />
      <h1 className="mt-8 mb-6 text-28">Sign in</h1>
      {ended ? (
        <p role="status" className="mb-6 rounded-8 bg-raised p-3 text-14 text-muted">
          You were signed out on this device.
        </p>
      ) : null}
      <SignInForm next={readNext(next)} demoLogins={await findDemoLogins()} />
    </main>
  );
}
