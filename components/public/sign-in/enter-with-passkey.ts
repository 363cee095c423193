import { startAuthentication, WebAuthnAbortService } from "@simplewebauthn/browser";
import { formatFailure } from "@/components/shared/sign-in/format-failure";
import { signInWith } from "@/components/shared/sign-in/sign-in";
import { visitorClient } from "@/components/trpc/visitor-client";

/** Shorter than a challenge's lifetime. */
const OFFERED_FOR_MS = 4 * 60_000;

/** The device's dialog is open. A conditional (autofill) request would abort it. */
let isAsking = false;

/** Aborts when the form that has the current offer is left. */
let offeredTo: AbortSignal | null = null;

/** Null: signed in. A sentence: why not. Undefined: the user canceled, or the browser has no passkey. */
async function enter(useBrowserAutofill: boolean): Promise<string | null | undefined> {
  const optionsJSON = await visitorClient.public.access.beginPasskey.mutate();
  if (useBrowserAutofill && isAsking) return undefined;
  const assertion = await startAuthentication({ optionsJSON, useBrowserAutofill }).catch(() => null);
  if (!assertion) return undefined;
  const answer = await signInWith("passkey", { assertion: JSON.stringify(assertion) });
  return answer?.ok && !answer.error ? null : formatFailure(answer?.error ?? "", "passkey");
}

/** Signs in with a passkey and goes to `next`, a path on this site. Returns the reason if it fails. */
export async function enterWithPasskey(next: string): Promise<string | null> {
  isAsking = true;
  const found = await enter(false).finally(() => {
    isAsking = false;
  });
  if (found === null) location.assign(next);
  return found === undefined ? "No passkey was used. You can add one on your account page after signing in." : found;
}

/**
 * Offers passkeys in the email field's autofill until `left` aborts. Renews the offer when the challenge may have expired, or
 * after the button's dialog was canceled. Idempotent per `left`.
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
