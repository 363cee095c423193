import { startAuthentication, WebAuthnAbortService } from "@simplewebauthn/browser";
import { signIn } from "next-auth/react";
import { sayFailure } from "@/components/shared/sign-in/say-failure";
import { visitorClient } from "@/components/trpc/visitor-client";

/** Less than a challenge lasts. */
const OFFERED_FOR_MS = 4 * 60_000;

/** The device is asking: an offer in the field would take its question away. */
let isAsking = false;

/** The form that passkeys are offered in. */
let offeredTo: AbortSignal | null = null;

/** Why the person isn't signed in; null: they are. Undefined: they went no further, or the browser has no passkey. */
async function enter(useBrowserAutofill: boolean): Promise<string | null | undefined> {
  const optionsJSON = await visitorClient.public.access.beginPasskey.mutate();
  if (useBrowserAutofill && isAsking) return undefined;
  const assertion = await startAuthentication({ optionsJSON, useBrowserAutofill }).catch(() => null);
  if (!assertion) return undefined;
  const answer = await signIn("passkey", { assertion: JSON.stringify(assertion), redirect: false });
  return answer?.ok && !answer.error ? null : sayFailure(answer?.error ?? "", "passkey");
}

/** Asks the device, signs in with what it answers, and goes to a page of ours. Returns why not, in a sentence. */
export async function enterWithPasskey(next: string): Promise<string | null> {
  isAsking = true;
  const found = await enter(false).finally(() => {
    isAsking = false;
  });
  if (found === null) location.assign(next);
  return found === undefined ? "No passkey was used. You can add one on your account page after signing in." : found;
}

/**
 * The browser names the passkeys it has where the email is typed, until `left`. Whoever comes back to the form later than a
 * challenge lasts, or went no further with the button, is offered them anew. Done twice it is done once.
 */
export async function offerPasskeys(next: string, left: AbortSignal, onFail: (why: string) => void): Promise<void> {
  if (offeredTo === left) return;
  offeredTo = left;
  if (!(await globalThis.PublicKeyCredential?.isConditionalMediationAvailable?.()) || left.aborted) return;
  let offeredAt: number | null = null;
  const offer = async () => {
    if (isAsking || (offeredAt !== null && performance.now() - offeredAt < OFFERED_FOR_MS)) return;
    const at = performance.now();
    offeredAt = at;
    const found = await enter(true).catch(() => undefined);
    if (left.aborted) return;
    if (found === null) location.assign(next);
    else if (found !== undefined) onFail(found);
    if (offeredAt === at) offeredAt = null;
  };
  window.addEventListener("focusin", offer, { signal: left });
  left.addEventListener("abort", () => WebAuthnAbortService.cancelCeremony());
  await offer();
}
