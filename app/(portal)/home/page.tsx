import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { homeOf } from "@/server/auth/home";
import { readSession } from "@/server/auth/session";

export default async function Page(): Promise<never> {
  const signedIn = await readSession(await headers());
  redirect(signedIn ? homeOf(signedIn) : "/sign-in");
}
