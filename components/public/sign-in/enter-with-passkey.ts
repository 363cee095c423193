import { startAuthentication } from "@simplewebauthn/browser";
import { signIn } from "next-auth/react";
import { visitorClient } from "@/components/trpc/visitor-client";

function sayFailure(error: string): string {
  const [code, seconds] = error.split(":");
  if (code === "rate_limit_exceeded") return `Too many attempts. Try again in ${Math.ceil(Number(seconds) / 60)} min.`;
  if (code === "temporarily_unavailable") return "We can’t reach our database. Try again in a few seconds.";
  if (code === "CredentialsSignin") return "That passkey didn’t work. Try again, or sign in with your password.";
  return "Signing in is not possible at the moment. Try again.";
}

/** Asks the device, and signs in with what it answers. Returns why not, in a sentence; null: it is done. */
export async function enterWithPasskey(): Promise<string | null> {
  const optionsJSON = await visitorClient.public.access.beginPasskey.mutate();
  // The person went no further, or the browser has none.
  const assertion = await startAuthentication({ optionsJSON }).catch(() => null);
  if (!assertion) return "No passkey was used. You can add one on your account page after signing in.";
  const answer = await signIn("passkey", { assertion: JSON.stringify(assertion), redirect: false });
  return answer?.ok && !answer.error ? null : sayFailure(answer?.error ?? "");
}
