import NextAuth from "next-auth";
import { authOptions } from "./options";
import { isSameOrigin } from "./origin";
import { type Outcome, sayFailure } from "./sign-in";

interface Context {
  readonly params: Promise<{ readonly nextauth: string[] }>;
}

export async function handleAuth(request: Request, context: Context): Promise<Response> {
  if (request.method !== "GET" && !isSameOrigin(request.headers)) {
    return Response.json({ url: null, error: "origin" }, { status: 403 });
  }
  const outcome: Outcome = { failure: null, browserCookie: null };
  const response: Response = await NextAuth(request as never, context as never, authOptions(outcome));
  if (outcome.failure) return sayFailure(outcome.failure, await response.text());
  if (outcome.browserCookie) response.headers.append("set-cookie", outcome.browserCookie);
  return response;
}
