import NextAuth, { type NextAuthOptions } from "next-auth";
import Credentials from "next-auth/providers/credentials";
import { SESSION_MS } from "@/server/domain/users";
import { publicUrl } from "@/server/platform/env";
import { getLogger } from "@/server/platform/logger";
import { cookies, isSecure } from "./cookie";
import { isSameOrigin } from "./origin";
import { openSession, sealSession, sessionSecret } from "./session-cookie";
import { authorize, authorizePasskey, endSession, failureResponse, type Outcome } from "./sign-in";

interface Context {
  readonly params: Promise<{ readonly nextauth: string[] }>;
}

export async function handleAuth(request: Request, context: Context): Promise<Response> {
  if (request.method !== "GET" && !isSameOrigin(request.headers)) {
    return Response.json({ url: null, error: "origin" }, { status: 403 });
  }
  // Its own page would write what anyone posts into our log.
  if ((await context.params).nextauth[0] === "_log") return new Response(null, { status: 404 });
  const outcome: Outcome = { failure: null, browserCookie: null };
  const response: Response = await NextAuth(request as never, context as never, authOptions(outcome));
  if (outcome.failure) return failureResponse(outcome.failure, await response.text());
  if (outcome.browserCookie) response.headers.append("set-cookie", outcome.browserCookie);
  return response;
}

/** Created per request. next-auth swallows exceptions thrown here, so they are recorded in `outcome`. */
function authOptions(outcome: Outcome): NextAuthOptions {
  // Base of next-auth's links. Never taken from a Host header.
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
      // The cookie contains only the session id. The database says whose it is, and whether it is still valid.
      jwt: ({ token, user }) => (user ? { sid: user.id } : { sid: token.sid }),
      session: ({ session }) => ({ expires: session.expires }),
      redirect: ({ url, baseUrl }) => ownAddress(url, baseUrl),
    },
    // Signing out on next-auth's own page must end the session, too.
    events: { signOut: ({ token }) => endSession(token?.sid, outcome) },
    logger: {
      error: (code) => getLogger().warn({ code }, "sign-in failed"),
      warn: () => undefined,
      debug: () => undefined,
    },
  };
}

function ownAddress(url: string, baseUrl: string): string {
  const { origin } = new URL(baseUrl);
  const address = URL.canParse(url, origin) ? new URL(url, origin) : null;
  return address?.origin === origin ? address.href : origin;
}
