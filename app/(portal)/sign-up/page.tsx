import type { Metadata } from "next";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { SignUp } from "@/components/public/entry/sign-up-form";
import { readSession } from "@/server/auth/session";

export const metadata: Metadata = { title: "Sign up" };

export default async function Page() {
  if (await readSession(await headers())) redirect("/home");
  return <SignUp />;
}
