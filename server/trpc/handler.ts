import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { isSameOrigin } from "@/server/auth/origin";
import { PAGE_OWNER_PARAM, readPageOwner } from "@/server/contracts/portal/shared/page-owner";
import { MOST_BYTES_OF_UPLOAD } from "@/server/contracts/portal/upload-limits";
import { getLogger } from "@/server/platform/logger";
import { createContext } from "./context";
import { isExplained, retryAfterOf } from "./errors";
import { appRouter } from "./router";

const ENDPOINT = "/api/trpc";
const MAX_BODY_BYTES = 64 * 1024;
const MAX_BATCH = 20;

/** What a person reads who chose too large a file. */
function tooLarge(most: number): string {
  return `The request is too large: at most ${Math.round(most / 1024).toLocaleString("en-US")} KB.`;
}

function ownerOf(params: Readonly<Record<string, string | undefined>>) {
  return readPageOwner(params[PAGE_OWNER_PARAM]);
}

function refuse(status: number, message: string): Response {
  return Response.json({ error: { message } }, { status });
}

/** The portal's API. Mutations must come from our own pages, as JSON, and be no larger than a form. */
export async function handleTrpc(request: Request): Promise<Response> {
  if (request.method !== "GET") {
    if (!isSameOrigin(request.headers)) return refuse(403, "This request did not come from a page of ours.");
    const length = Number(request.headers.get("content-length") ?? Number.NaN);
    const path = new URL(request.url).pathname.slice(ENDPOINT.length + 1);
    const most = MOST_BYTES_OF_UPLOAD[path] ?? MAX_BODY_BYTES;
    if (!(length <= most)) return refuse(413, tooLarge(most));
  }
  const answer = new Headers();
  const context = createContext(request.headers, { answer });
  const response = await fetchRequestHandler({
    endpoint: ENDPOINT,
    req: request,
    router: appRouter,
    maxBatchSize: MAX_BATCH,
    // Event streams can't send custom headers.
    createContext: ({ info: { connectionParams } }) =>
      connectionParams ? createContext(request.headers, { answer, pageOwner: ownerOf(connectionParams) }) : context,
    responseMeta: ({ errors }) => {
      const waits = errors.map(retryAfterOf).filter((seconds) => seconds !== null);
      return waits.length > 0 ? { headers: new Headers({ "retry-after": String(Math.max(...waits)) }) } : {};
    },
    // Never log inputs: they may contain passwords.
    onError: ({ error, path }) => {
      // Errors of streams aren't wrapped.
      if (error.code !== "INTERNAL_SERVER_ERROR" || isExplained(error.cause)) return;
      const { requestId } = context;
      const { name, message, stack } = error.cause ?? error;
      getLogger().error({ requestId, path, error: { name, message, stack } }, "portal request failed");
    },
  });
  for (const cookie of answer.getSetCookie()) response.headers.append("set-cookie", cookie);
  response.headers.set("x-request-id", context.requestId);
  response.headers.set("cache-control", response.headers.get("cache-control") ?? "no-store");
  return response;
}
