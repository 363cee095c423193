import type { NextAuthOptions } from "next-auth";
import Credentials from "next-auth/providers/credentials";
import { SESSION_MS } from "@/server/domain/users";
import { publicUrl } from "@/server/platform/env";
import { getLogger } from "@/server/platform/logger";
import { cookies, isSecure } from "./cookie";
import { openSession, sealSession, sessionSecret } from "./session-cookie";
import { authorize, authorizePasskey, endSession, type Outcome } from "./sign-in";

/** Made for each request. Next-auth keeps to itself what is thrown here: `outcome` has it. */
export function authOptions(outcome: Outcome): NextAuthOptions {
  // The start of its own links; never taken from a Host header.
  process.env.NEXTAUTH_URL = publicUrl("/api/auth");
  return {
    secret: sessionSecret(),
    useSecureCookies: isSecure(),
    cookies: cookies(),
    session: { strategy: "jwt", maxAge: SESSION_MS / 1000 },
    jwt: { encode: sealSession, decode: openSession },
    pages: { signIn: "/sign-in", error: "/sign-in" },
    providers: [
      Credentials({
        credentials: { email: {}, password: {}, code: {} },
        authorize: async (credentials, request) => authorize(credentials, request, outcome),
      }),
      Credentials({
        id: "passkey",
        credentials: { assertion: {} },
        authorize: async (credentials, request) => authorizePasskey(credentials, request, outcome),
      }),
    ],
    callbacks: {
      // The cookie holds the session's id and nothing else: who that is, and whether it still is, the database says.
      jwt: ({ token, user }) => (user ? { sid: user.id } : { sid: token.sid }),
      session: ({ session }) => ({ expires: session.expires }),
      redirect: ({ url, baseUrl }) => ownAddress(url, baseUrl),
    },
    // Signing out on next-auth's own page ends the session too, not only its cookie.
    events: { signOut: ({ token }) => endSession(token?.sid, outcome) },
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
