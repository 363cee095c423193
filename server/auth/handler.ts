import NextAuth from "next-auth";
import { authOptions } from "./options";
import { isSameOrigin } from "./origin";
import { type Failure, sayFailure } from "./sign-in";

interface Context {
  readonly params: Promise<{ readonly nextauth: string[] }>;
}

/** Sign-in by next-auth, which checks its own CSRF token beside the origin. */
export async function handleAuth(request: Request, context: Context): Promise<Response> {
  if (request.method !== "GET" && !isSameOrigin(request.headers)) {
    return Response.json({ url: null, error: "origin" }, { status: 403 });
  }
  let failure: Failure | null = null;
  const options = authOptions((seen) => {
    failure = seen;
  });
  const response: Response = await NextAuth(request as never, context as never, options);
  return failure ? sayFailure(failure, await response.text()) : response;
}
