import type { Metadata } from "next";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { EntryPage } from "@/components/public/entry/entry-page";
import { SignInForm } from "@/components/public/sign-in/sign-in-form";
import { findDemoLogins } from "@/server/auth/demo-logins";
import { readNextPage } from "@/server/auth/next-page";
import { readSession } from "@/server/auth/session";

export const metadata: Metadata = { title: "Sign in" };

interface Props {
  readonly searchParams: Promise<{
    readonly next?: string | string[];
    readonly ended?: string;
    readonly reset?: string;
  }>;
}

export default async function Page({ searchParams }: Props) {
  const { next, ended, reset } = await searchParams;
  if (await readSession(await headers())) redirect(readNextPage(next));
  const news = ended ? "You were signed out on this device." : reset ? "Your password is set. Sign in with it." : null;
  const readNext = readNextPage(next);
  const forgot = `/forgot?${new URLSearchParams({ next: readNext })}`;
  return (
    <EntryPage title="Sign in">
      {news ? (
        <p role="status" className="mb-6 rounded-8 bg-raised p-3 text-14 text-muted">
          {news}
        </p>
      ) : null}
      <SignInForm next={readNext} demoLogins={await findDemoLogins()} forgot={forgot} />
    </EntryPage>
  );
}
