import NextAuth from "next-auth";
import { authOptions } from "./options";
import { isSameOrigin } from "./origin";

interface Context {
  readonly params: Promise<{ readonly nextauth: string[] }>;
}

/** Sign-in by next-auth, which checks its own CSRF token beside the origin. */
export async function handleAuth(request: Request, context: Context): Promise<Response> {
  if (request.method !== "GET" && !isSameOrigin(request.headers)) {
    return Response.json({ url: null, error: "origin" }, { status: 403 });
  }
  return NextAuth(request as never, context as never, authOptions());
}
