import { DomainError } from "@/server/domain/errors";
import { now } from "@/server/platform/clock";
import type { Connection } from "@/server/platform/connection";
import { newRecordId } from "@/server/platform/ids";
import { getLogger } from "@/server/platform/logger";
import { challengeFor } from "./credentials";
import type { Endpoint } from "./endpoint";
import { HTTP_STATUS, nothingHere, toDomainError } from "./errors";
import type { Exchange } from "./exchange";
import { noteRequest } from "./note-request";
import { respondError } from "./respond";

/** Endpoints of one path, by its template. */
interface PathMatch {
  readonly endpoints: readonly Endpoint[];
  readonly pathParams: Readonly<Record<string, string>>;
}

const patterns = new Map<string, RegExp>();

function patternOf(template: string): RegExp {
  const known = patterns.get(template);
  if (known) return known;
  const pattern = new RegExp(`^${template.replace(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`);
  patterns.set(template, pattern);
  return pattern;
}

function decode(params: Record<string, string>): Record<string, string> | null {
  try {
    return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, decodeURIComponent(value)]));
  } catch {
    return null;
  }
}

function matchPath(endpoints: readonly Endpoint[], path: string): PathMatch | null {
  for (const { contract } of endpoints) {
    const found = patternOf(contract.path).exec(path);
    if (!found) continue;
    const pathParams = decode(found.groups ?? {});
    if (!pathParams) return null;
    return { endpoints: endpoints.filter((endpoint) => endpoint.contract.path === contract.path), pathParams };
  }
  return null;
}

function choose(match: PathMatch | null, method: string, headers: Record<string, string>): Endpoint {
  if (!match) throw nothingHere();
  const wanted = method === "HEAD" ? "GET" : method;
  const endpoint = match.endpoints.find(({ contract }) => contract.method === wanted);
  if (endpoint) return endpoint;
  const allowed = match.endpoints.map(({ contract }) => contract.method);
  headers.allow = allowed.flatMap((name) => (name === "GET" ? ["GET", "HEAD"] : [name])).join(", ");
  throw new DomainError("method_not_allowed", `This URL doesn't support ${method}.`, {
    details: { allowed: headers.allow },
  });
}

/**
 * Answers a request from a list of endpoints: the one way in, for both hosts. Never throws; every answer, an unknown
 * path's and a fault's included, has the error body of contract 7 and an X-Request-Id of ours.
 */
export async function dispatch(
  endpoints: readonly Endpoint[],
  request: Request,
  connection: Connection,
): Promise<Response> {
  const startedAt = performance.now();
  const arrivedAt = now();
  const requestId = newRecordId(arrivedAt);
  const path = new URL(request.url).pathname;
  const headers: Record<string, string> = { "x-request-id": requestId };
  const match = matchPath(endpoints, path);
  const pathParams = match?.pathParams ?? {};
  const exchange: Exchange = { request, connection, requestId, path, pathParams, headers, owner: null };
  let errorCode: string | null = null;
  const response = await answer();
  const durationMs = Math.round(performance.now() - startedAt);
  // The template, not the path: whatever a caller put there, a panToken or a code among it, stays out of the log.
  const route = match?.endpoints[0]?.contract.path ?? null;
  getLogger().info({ requestId, method: request.method, route, status: response.status, durationMs }, "request");
  if (route) noteRequest(exchange, { route, arrivedAt, durationMs, status: response.status, errorCode });
  return request.method === "HEAD" ? new Response(null, response) : response;

  async function answer(): Promise<Response> {
    try {
      const endpoint = choose(match, request.method, headers);
      return await endpoint.answer(exchange);
    } catch (error) {
      const refusal = toDomainError(error);
      errorCode = refusal.code;
      if (refusal.code === "internal_error") getLogger().error({ requestId, error: faultOf(error) }, "request failed");
      if (HTTP_STATUS[refusal.code] === 401) headers["www-authenticate"] = challengeFor(request, refusal);
      return respondError(refusal, headers);
    }
  }
}

/** A fault for the log. A database error's `detail` holds row values, so it is left out. */
function faultOf(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error);
  return { name: error.name, message: error.message, stack: error.stack };
}
