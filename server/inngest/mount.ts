import { serve } from "inngest/edge";
import { inngest } from "./client";
import { isFromEngine, readSignature } from "./engine-signature";
import { functions } from "./functions";
import { getConfiguredInngest } from "./keys";
import { noteRefusedCall } from "./refused-calls";

type Handler = (request: Request) => Promise<Response>;

/** The embedded engine may send a run's whole state in one call: 32 MB, plus the event. */
const MAX_ENGINE_BYTES = 40 * 1024 * 1024;
/** Inngest sends at most 4 MB; the SDK fetches larger states. */
const MAX_INNGEST_BYTES = 5 * 1024 * 1024;

let handler: Handler | null = null;

export async function handleInngest(request: Request): Promise<Response> {
  handler ??= serve({
    client: inngest,
    functions,
    // The embedded engine signs its sync. A self-hosted Inngest learns of a deploy by an unsigned PUT.
    enableUnauthedSync: getConfiguredInngest() !== null,
  });
  const { method } = request;
  const isBodyless = method === "GET" || method === "HEAD";
  const isEmbedded = getConfiguredInngest() === null;
  const claimed = isEmbedded && !isBodyless ? readSignature(request) : null;
  if (isEmbedded && !isBodyless && !claimed) return unauthorized();
  const body = await readBody(request, isEmbedded ? MAX_ENGINE_BYTES : MAX_INNGEST_BYTES);
  if (body === null) return Response.json({ message: "The body is too large." }, { status: 413 });
  if (claimed && !isFromEngine(claimed, body)) return unauthorized();
  const headers = new Headers(request.headers);
  headers.set("host", usableHost(request));
  try {
    const answer = await handler(new Request(request.url, { method, headers, ...(isBodyless ? {} : { body }) }));
    if (method === "POST" && answer.status === 401) noteRefusedCall();
    return answer;
  } catch (error) {
    // The SDK parses the body before checking the signature, and throws if it can't.
    if (error instanceof SyntaxError) return Response.json({ message: "The body isn't valid JSON." }, { status: 400 });
    throw error;
  }
}

/** The SDK parses a body before it checks the signature, so unsigned bodies need a limit. */
async function readBody(request: Request, maxBytes: number): Promise<Uint8Array<ArrayBuffer> | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (request.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > maxBytes) return null;
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

function unauthorized(): Response {
  return Response.json({ message: "Unauthorized" }, { status: 401 });
}

/** The SDK builds a URL from the Host header, and answers an invalid one with a stack trace. */
function usableHost(request: Request): string {
  const host = request.headers.get("host") ?? new URL(request.url).host;
  return URL.canParse(`http://${host}`) ? host : "localhost";
}
