import type { Metadata } from "next";
import { headers } from "next/headers";
import { Forgot } from "@/components/public/entry/forgot-form";
import { readNextPage } from "@/server/auth/next-page";
import { hasOutbox } from "@/server/auth/outbox";

export const metadata: Metadata = { title: "Forgotten password" };

interface Props {
  readonly searchParams: Promise<{ readonly next?: string | string[] }>;
}

export default async function Page({ searchParams }: Props) {
  const next = readNextPage((await searchParams).next);
  return <Forgot next={next} hasOutbox={await hasOutbox(await headers())} />;
}
