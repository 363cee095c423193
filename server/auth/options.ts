import type { NextAuthOptions, RequestInternal } from "next-auth";
import Credentials from "next-auth/providers/credentials";
import { SignInInput } from "@/server/contracts/portal/public/access";
import { DomainError } from "@/server/domain/errors";
import { endSessions, findSession, SESSION_MS, signIn } from "@/server/domain/users";
import { now } from "@/server/platform/clock";
import { clientAddress, currentConnection } from "@/server/platform/connection";
import { publicUrl } from "@/server/platform/env";
import { getLogger } from "@/server/platform/logger";
import { cookies, isSecure, sessionSecret } from "./cookie";
import { toUserCaller } from "./session";
import { limitGuessing } from "./sign-in-limits";

type SentHeaders = Pick<RequestInternal, "headers">;

/** Made at first use: a build has no settings. */
export function authOptions(): NextAuthOptions {
  // The start of its own links; never taken from a Host header.
  process.env.NEXTAUTH_URL = publicUrl("/api/auth");
  return {
    secret: sessionSecret(),
    useSecureCookies: isSecure(),
    cookies: cookies(),
    session: { strategy: "jwt", maxAge: SESSION_MS / 1000 },
    pages: { signIn: "/sign-in", error: "/sign-in" },
    providers: [
      Credentials({
        credentials: { email: {}, password: {}, code: {} },
        authorize: async (credentials, request) => authorize(credentials, request),
      }),
    ],
    callbacks: {
      // The cookie holds the session's id and nothing else: who that is, and whether it still is, the database says.
      jwt: ({ token, user }) => (user ? { sid: user.id } : { sid: token.sid }),
      session: ({ session }) => ({ expires: session.expires }),
      redirect: ({ url, baseUrl }) => ownAddress(url, baseUrl),
    },
    // Whoever signs out by next-auth's own page ends the session too, not only its cookie.
    events: { signOut: ({ token }) => endSession(token?.sid) },
    logger: {
      error: (code) => getLogger().warn({ code }, "sign-in failed"),
      warn: () => undefined,
      debug: () => undefined,
    },
  };
}

/** Where to go after it, on this host; its start for whatever is not an address of it. */
function ownAddress(url: string, baseUrl: string): string {
  const { origin } = new URL(baseUrl);
  const address = URL.canParse(url, origin) ? new URL(url, origin) : null;
  return address?.origin === origin ? address.href : origin;
}

async function endSession(sid: unknown): Promise<void> {
  const signedIn = typeof sid === "string" ? await findSession({ now: now() }, sid) : null;
  if (signedIn) await endSessions(toUserCaller(signedIn), "this");
}

async function authorize(credentials: unknown, { headers = {} }: SentHeaders): Promise<{ id: string } | null> {
  const input = SignInInput.safeParse(credentials);
  if (!input.success) return null;
  const { email, password, code } = input.data;
  const sent = new Request("http://localhost", { headers: headers as Record<string, string> }).headers;
  const address = clientAddress({ headers: sent }, currentConnection());
  const userAgent = sent.get("user-agent");
  try {
    const signedIn = await limitGuessing({ address, name: email.toLowerCase() }, () =>
      signIn({ now: now() }, { email, password, code, userAgent, address }),
    );
    return signedIn && { id: signedIn.sessionId };
  } catch (error) {
    // The message of what is thrown here reaches the page as `error`.
    if (error instanceof DomainError) throw new Error(`${error.code}:${error.retryAfterSeconds ?? 0}`);
    getLogger().error({ error: error instanceof Error ? error.message : String(error) }, "sign-in failed");
    throw new Error("temporarily_unavailable:1");
  }
}
