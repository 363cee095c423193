import { startAuthentication } from "@simplewebauthn/browser";
import { signIn } from "next-auth/react";
import { visitorClient } from "@/components/trpc/visitor-client";
import { sayFailure } from "./say-failure";

/** Asks the device, and signs in with what it answers. Returns why not, in a sentence; null: it is done. */
export async function enterWithPasskey(): Promise<string | null> {
  const optionsJSON = await visitorClient.public.access.beginPasskey.mutate();
  // The person went no further, or the browser has none.
  const assertion = await startAuthentication({ optionsJSON }).catch(() => null);
  if (!assertion) return "No passkey was used. You can add one on your account page after signing in.";
  const answer = await signIn("passkey", { assertion: JSON.stringify(assertion), redirect: false });
  return answer?.ok && !answer.error ? null : sayFailure(answer?.error ?? "", "passkey");
}
