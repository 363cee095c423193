import type { RequestInternal } from "next-auth";
import { PasskeySignInInput, SignInInput } from "@/server/contracts/portal/public/access";
import { DomainError } from "@/server/domain/errors";
import { endSessions, findSession, signIn, signInWithPasskey } from "@/server/domain/users";
import { now } from "@/server/platform/clock";
import { clientNetwork, currentConnection } from "@/server/platform/connection";
import { sha256Hex } from "@/server/platform/crypto";
import { getLogger } from "@/server/platform/logger";
import { UnavailableError } from "@/server/platform/unavailable";
import { findKnownBrowser, rememberBrowser } from "./known-browser";
import { toUserCaller } from "./session";
import { limitStrangers } from "./sign-in-ceiling";
import { limitGuessing } from "./sign-in-limits";

type Failure = "away" | "fault";

export interface Outcome {
  failure: Failure | null;
  browserCookie: string | null;
}

const classify = (error: unknown): Failure => (error instanceof UnavailableError ? "away" : "fault");

/**
 * next-auth reports a failing sign-in as a wrong password, and a failing sign-out as done. Both are wrong while the database is
 * away, and the cookie of a session that continues must stay.
 */
export function failureResponse(failure: Failure, text: string): Response {
  const headers = { "content-type": "application/json", "cache-control": "no-store" };
  if (failure === "fault") return new Response(text, { status: 500, headers });
  return new Response(text, { status: 503, headers: { ...headers, "retry-after": "1" } });
}

export async function endSession(sid: unknown, outcome: Outcome): Promise<void> {
  try {
    const signedIn = typeof sid === "string" ? await findSession({ now: now() }, sid) : null;
    if (signedIn) await endSessions(toUserCaller(signedIn), "this");
  } catch (error) {
    outcome.failure = classify(error);
    throw error;
  }
}

function readOrigin({ headers = {} }: Pick<RequestInternal, "headers">) {
  const sent = new Headers(headers as Record<string, string>);
  const address = clientNetwork(sent.get("x-forwarded-for"), currentConnection());
  return { device: { userAgent: sent.get("user-agent"), address }, address, cookie: sent.get("cookie") };
}

export async function authorize(
  credentials: unknown,
  request: Pick<RequestInternal, "headers">,
  outcome: Outcome,
): Promise<{ id: string } | null> {
  const input = SignInInput.safeParse(credentials);
  if (!input.success) return null;
  const { email, password, code } = input.data;
  const { device, address, cookie } = readOrigin(request);
  const browser = findKnownBrowser(cookie, email);
  const name = email.toLowerCase();
  const check = () => signIn({ now: now() }, { email, password, code, ...device });
  return explaining(outcome, async () => {
    // Guesses come from elsewhere, so a known browser is counted separately.
    const signedIn = await (browser
      ? limitGuessing({ address: null, name: browser }, check)
      : limitGuessing({ address, name }, () => limitStrangers({ email: name, address }, check)));
    if (!signedIn) return null;
    outcome.browserCookie = rememberBrowser(cookie, email);
    return { id: signedIn.sessionId };
  });
}

/** The browser itself names the passkey. Failures count against that passkey, like wrong passwords. */
export async function authorizePasskey(
  credentials: unknown,
  request: Pick<RequestInternal, "headers">,
  outcome: Outcome,
): Promise<{ id: string } | null> {
  const input = PasskeySignInInput.safeParse(credentials);
  if (!input.success) return null;
  const { assertion } = input.data;
  const { device, address, cookie } = readOrigin(request);
  return explaining(outcome, async () => {
    const signedIn = await limitGuessing({ address, name: `passkey:${sha256Hex(assertion.id)}` }, () =>
      signInWithPasskey({ now: now() }, { assertion, ...device }),
    );
    if (!signedIn) return null;
    outcome.browserCookie = rememberBrowser(cookie, signedIn.email);
    return { id: signedIn.sessionId };
  });
}

/** Messages of errors thrown here reach the page as `error`. */
async function explaining<Answer>(outcome: Outcome, work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DomainError) throw new Error(`${error.code}:${error.retryAfterSeconds ?? 0}`);
    getLogger().error({ error: error instanceof Error ? error.message : String(error) }, "sign-in failed");
    outcome.failure = classify(error);
    throw new Error("temporarily_unavailable:1");
  }
}
