import type { IncomingMessage, ServerResponse } from "node:http";
import { PROBES } from "./probes";

const HEADERS = {
  "content-type": "application/json; charset=utf-8",
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
};

function probeOf(method: string | undefined, target: string) {
  const [path = ""] = target.split(/\/?(?:\?|$)/, 1);
  return method === "GET" || method === "HEAD" ? PROBES.get(path) : undefined;
}

export function answerProbe(request: IncomingMessage, response: ServerResponse): Promise<void> | null {
  const probe = probeOf(request.method, request.url ?? "/");
  if (!probe) return null;
  return probe().then(({ status, body }) => {
    response.writeHead(status, HEADERS);
    response.end(request.method === "HEAD" ? undefined : JSON.stringify(body));
  });
}

export async function answerProbeRoute(request: Request): Promise<Response> {
  const answer = await probeOf(request.method, new URL(request.url).pathname)?.();
  if (!answer) return new Response(null, { status: 404, headers: HEADERS });
  return Response.json(answer.body, { status: answer.status, headers: HEADERS });
}
