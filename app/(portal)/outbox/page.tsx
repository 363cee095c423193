import type { Metadata } from "next";
import { headers } from "next/headers";
import { Outbox } from "@/components/public/entry/outbox";
import { readOutbox } from "@/server/auth/outbox";
import { MissingFromSite } from "../../missing";

export const metadata: Metadata = { title: "Outbox", robots: { index: false }, referrer: "no-referrer" };

export default async function Page() {
  const emails = await readOutbox(await headers());
  if (!emails) return <MissingFromSite />;
  return <Outbox emails={emails.map((email) => ({ ...email, createdAt: email.createdAt.toISOString() }))} />;
}
