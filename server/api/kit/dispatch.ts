import { DomainError } from "@/server/domain/errors";
import { now } from "@/server/platform/clock";
import { type Connection, clientAddress } from "@/server/platform/connection";
import { newRecordId } from "@/server/platform/ids";
import { getLogger } from "@/server/platform/logger";
import { beginSpan, readTraceparent, toTraceparent } from "@/server/platform/traces";
import { challengeFor } from "./authenticate";
import type { Endpoint } from "./endpoint";
import { HTTP_STATUS, nothingHere, toDomainError } from "./errors";
import type { Exchange } from "./exchange";
import { namesOf, noteRequest, observeRequest } from "./note-request";
import { waitForPace } from "./places";
import { type Answered, type ApiRequest, type ApiResponse, respondError } from "./request";

/** Endpoints of one path, by its template. */
interface PathMatch {
  readonly endpoints: readonly Endpoint[];
  readonly pathParams: Readonly<Record<string, string>>;
}

interface Route {
  readonly segments: readonly string[];
  readonly endpoints: Endpoint[];
}

const PARAM = /^\{(\w+)\}$/;

/** The paths of a list of endpoints: those without parameters by one look-up, the others by the number of their segments. */
export class Routes {
  readonly #plain = new Map<string, PathMatch & { readonly endpoints: Endpoint[] }>();
  readonly #byLength = new Map<number, Route[]>();

  constructor(endpoints: readonly Endpoint[]) {
    for (const endpoint of endpoints) this.#add(endpoint);
  }

  #add(endpoint: Endpoint): void {
    const { path } = endpoint.contract;
    if (!path.includes("{")) {
      const known = this.#plain.get(path);
      if (known) known.endpoints.push(endpoint);
      else this.#plain.set(path, { endpoints: [endpoint], pathParams: {} });
      return;
    }
    const segments = path.split("/");
    const ofLength = this.#byLength.get(segments.length) ?? [];
    this.#byLength.set(segments.length, ofLength);
    const known = ofLength.find((route) => route.segments.join("/") === path);
    if (known) known.endpoints.push(endpoint);
    else ofLength.push({ segments, endpoints: [endpoint] });
  }

  /** Null: there is nothing at this path. */
  find(path: string): PathMatch | null {
    const plain = this.#plain.get(path);
    if (plain) return plain;
    const sent = path.split("/");
    for (const { segments, endpoints } of this.#byLength.get(sent.length) ?? []) {
      const pathParams = paramsOf(segments, sent);
      if (pathParams === "other") continue;
      return pathParams && { endpoints, pathParams };
    }
    return null;
  }
}

/** The parameters of a path; null where one is not readable, `other` where it is another path. */
function paramsOf(segments: readonly string[], sent: readonly string[]): Record<string, string> | null | "other" {
  const params: Record<string, string> = {};
  for (const [i, segment] of segments.entries()) {
    const [, name] = PARAM.exec(segment) ?? [];
    const value = sent[i] ?? "";
    if (name === undefined ? segment !== value : value === "") return "other";
    if (name !== undefined) params[name] = value;
  }
  try {
    for (const name in params) params[name] = decodeURIComponent(params[name] ?? "");
    return params;
  } catch {
    return null;
  }
}

function choose(match: PathMatch | null, method: string, headers: Record<string, string>): Endpoint {
  if (!match) throw nothingHere();
  const endpoint = endpointFor(match, method);
  if (endpoint) return endpoint;
  const allowed = match.endpoints.map(({ contract }) => contract.method);
  headers.allow = allowed.flatMap((name) => (name === "GET" ? ["GET", "HEAD"] : [name])).join(", ");
  throw new DomainError("method_not_allowed", `This URL doesn’t support ${method}.`, {
    details: { allowed: headers.allow },
  });
}

function endpointFor(match: PathMatch | null, method: string): Endpoint | undefined {
  const wanted = method === "HEAD" ? "GET" : method;
  return match?.endpoints.find(({ contract }) => contract.method === wanted);
}

const NOTHING_KNOWN = {
  ...{ owner: null, body: null, declineCode: null, isKeyless: false },
  ...{ reading: null, counted: null, mayRecall: false, standing: null },
};

/** The contract's id of the operation. Requests for none share one name, so that callers can't make up series of metrics. */
function operationOf(match: PathMatch | null, method: string): string {
  return endpointFor(match, method)?.contract.id ?? "none";
}

/**
 * Answers a request from the endpoints of some routes: the one way in, for both hosts. Never throws; every answer, an unknown
 * path's and a fault's included, has the error body of contract 7 and an X-Request-Id of ours.
 */
export async function dispatch(routes: Routes, request: ApiRequest, connection: Connection): Promise<Answered> {
  const startedAt = performance.now();
  const arrivedAt = now();
  const requestId = newRecordId(arrivedAt);
  const headers: Record<string, string> = { "x-request-id": requestId };
  const match = routes.find(request.path);
  const pathParams = match?.pathParams ?? {};
  const exchange: Exchange = { request, connection, requestId, pathParams, headers, ...NOTHING_KNOWN };
  const operation = operationOf(match, request.method);
  const span = beginSpan({ name: operation, kind: "server", parent: readTraceparent(request.header("traceparent")) });
  if (span) headers.traceparent = toTraceparent(span.point);
  let errorCode: string | null = null;
  const response = await (span ? span.run(answer) : answer());
  const durationMs = performance.now() - startedAt;
  const refused = refusedCaller(exchange, response.status);
  if (refused) await waitForPace(refused);
  return {
    response,
    note: () => {
      // The template keeps a panToken or a code that a caller put into the path out of the log.
      const route = match?.endpoints[0]?.contract.path ?? null;
      const { status } = response;
      observeRequest(exchange, { operation, route, durationMs, status, errorCode }, span);
      if (route) noteRequest(exchange, { route, arrivedAt, durationMs, response, errorCode });
    },
  };

  async function answer(): Promise<ApiResponse> {
    try {
      const endpoint = choose(match, request.method, headers);
      return await endpoint.answer(exchange);
    } catch (error) {
      const refusal = toDomainError(error);
      errorCode = refusal.code;
      if (refusal.code === "internal_error") {
        const traceId = span?.point.traceId;
        getLogger().error(
          { requestId, traceId, operation, ...namesOf(exchange), error: faultOf(error) },
          "request failed",
        );
      }
      if (HTTP_STATUS[refusal.code] === 401) headers["www-authenticate"] = challengeFor(request, refusal);
      return respondError(refusal, headers);
    }
  }
}

/** The caller of a refusal that costs nothing and can be repeated without end: a key beyond its rate or room, or an address without a key. */
function refusedCaller({ owner, request, connection }: Exchange, status: number): string | null {
  if (status < 400) return null;
  if (owner)
    return status === HTTP_STATUS.rate_limit_exceeded || status === HTTP_STATUS.temporarily_unavailable
      ? owner.keyId
      : null;
  return clientAddress(request.header("x-forwarded-for"), connection);
}

/** A fault for the log. A database error's `detail` holds row values, so it is left out. */
function faultOf(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error);
  return { name: error.name, message: error.message, stack: error.stack };
}
