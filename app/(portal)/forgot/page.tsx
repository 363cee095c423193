import type { Metadata } from "next";
import { headers } from "next/headers";
import { Forgot } from "@/components/public/entry/forgot-form";
import { hasOutbox } from "@/server/auth/outbox";

export const metadata: Metadata = { title: "Forgotten password" };

export default async function Page() {
  return <Forgot hasOutbox={await hasOutbox(await headers())} />;
}
