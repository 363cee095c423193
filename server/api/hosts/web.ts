import { type Connection, currentConnection } from "@/server/platform/connection";
import { dispatch, type Routes } from "../kit/dispatch";
import { type ApiRequest, type SentBody, splitUrl } from "../kit/request";

/** The methods that Next hands to a route. */
export const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;

type Handler = (request: Request) => Promise<Response>;

/**
 * Handlers of a Next route. Every method is bound, so that Next never answers one itself. `watchRequests` notes the headers of
 * proxies that Next strips. Where the platform hides the socket, limits by address need TRUSTED_PROXY_HOPS.
 */
export function nextHost(routes: Routes): Readonly<Record<(typeof METHODS)[number], Handler>> {
  const answer: Handler = (request) => answerWeb(routes, request, currentConnection());
  return Object.fromEntries(METHODS.map((method) => [method, answer])) as ReturnType<typeof nextHost>;
}

export async function answerWeb(routes: Routes, request: Request, connection: Connection): Promise<Response> {
  const { response, note } = await dispatch(routes, readRequest(request, connection), connection);
  note();
  const { status, headers, body } = response;
  return new Response((connection.sent ?? request).method === "HEAD" ? null : body, { status, headers });
}

function readRequest(request: Request, { sent }: Connection): ApiRequest {
  return {
    method: (sent ?? request).method,
    ...splitUrl((sent ?? request).url),
    header: (name) => request.headers.get(name),
    repeatedHeader: sent?.repeatedHeader ?? null,
    readBody: (maxBytes) => readBody(request.body, maxBytes),
  };
}

async function readBody(body: ReadableStream<Uint8Array> | null, maxBytes: number): Promise<SentBody> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
      size += chunk.byteLength;
      if (size > maxBytes) return "too_large";
      chunks.push(chunk);
    }
  } catch {
    return "incomplete";
  }
  return Buffer.concat(chunks);
}
