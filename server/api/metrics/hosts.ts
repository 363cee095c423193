import type { IncomingMessage, ServerResponse } from "node:http";
import { connectionOf, isFromThisMachine, isLocalHostHeader, withConnection } from "@/server/platform/connection";
import { getEnv } from "@/server/platform/env";
import { UnavailableError } from "@/server/platform/unavailable";
import { mayReadMetrics, writeMetrics } from "./metrics";

const PATH = /^\/metrics\/?(?:\?|$)/;

const HEADERS = {
  "content-type": "text/plain; version=0.0.4; charset=utf-8",
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
};

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

function unlessUnavailable(error: unknown): null {
  if (error instanceof UnavailableError) return null;
  throw error;
}

/** Without a configured token everyone else gets a 404, so that the endpoint stays hidden. */
async function answer(authorization: string | null, isHere: boolean): Promise<Answer> {
  if (mayReadMetrics(authorization, isHere)) {
    const body = await writeMetrics().catch(unlessUnavailable);
    return body === null
      ? { status: 503, headers: HEADERS, body: "The starting process does not answer.\n" }
      : { status: 200, headers: HEADERS, body };
  }
  if (!getEnv().METRICS_TOKEN) return { status: 404, headers: HEADERS, body: "There is nothing at this URL.\n" };
  const headers = { ...HEADERS, "www-authenticate": 'Bearer realm="metrics"' };
  return { status: 401, headers, body: "Send METRICS_TOKEN as a bearer.\n" };
}

export function answerMetrics(request: IncomingMessage, response: ServerResponse): Promise<void> | null {
  if (!PATH.test(request.url ?? "/") || (request.method !== "GET" && request.method !== "HEAD")) return null;
  const isHere = isLocalHostHeader(request.headers.host) && withConnection(connectionOf(request), isFromThisMachine);
  return answer(request.headers.authorization ?? null, isHere).then(({ status, headers, body }) => {
    response.writeHead(status, headers);
    response.end(request.method === "HEAD" ? undefined : body);
  });
}

/** Next's handler. If the peer address is unknown, only the token grants access. */
export async function answerMetricsRoute(request: Request): Promise<Response> {
  const { status, headers, body } = await answer(
    request.headers.get("authorization"),
    isLocalHostHeader(request.headers.get("host")) && isFromThisMachine(),
  );
  return new Response(body, { status, headers });
}
