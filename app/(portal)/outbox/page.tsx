import type { Metadata } from "next";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { Outbox } from "@/components/public/entry/outbox";
import { readOutbox } from "@/server/auth/outbox";

export const metadata: Metadata = { title: "Outbox", robots: { index: false }, referrer: "no-referrer" };

export default async function Page() {
  const letters = await readOutbox(await headers());
  if (!letters) notFound();
  return <Outbox letters={letters.map((letter) => ({ ...letter, createdAt: letter.createdAt.toISOString() }))} />;
}
