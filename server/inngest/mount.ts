import { serve } from "inngest/edge";
import { inngest } from "./client";
import { isFromEngine, readSignature } from "./engine-signature";
import { functions } from "./functions";
import { type ConfiguredInngest, getConfiguredInngest, SERVE_PATH } from "./keys";
import { noteRefusedCall } from "./refused-calls";
import { registerOnRequest } from "./register";

type Handler = (request: Request) => Promise<Response>;

/** The embedded engine may send a run's whole state in one call: 32 MB, plus the event. */
const MAX_ENGINE_BYTES = 40 * 1024 * 1024;
/** Inngest sends at most 4 MB; the SDK fetches larger states. */
const MAX_INNGEST_BYTES = 5 * 1024 * 1024;

/** What a call says in its query. Anything else would become part of the functions' address as they are registered. */
const READ_FROM_QUERY = ["fnId", "stepId", "probe"];

let handler: Handler | null = null;

export async function handleInngest(request: Request): Promise<Response> {
  const configured = getConfiguredInngest();
  return configured ? await answerInngest(request, configured) : await answerEngine(request);
}

/**
 * Nothing of a request says where the functions are registered: neither its host, target, and headers, nor who sends it. A PUT
 * only asks us to look at the registration.
 */
async function answerInngest(request: Request, { serveUrl }: ConfiguredInngest): Promise<Response> {
  if (request.method === "PUT") return await registerOnRequest();
  const body = await readBody(request, MAX_INNGEST_BYTES);
  if (body === null) return tooLarge();
  return await answerBySdk(request, body, serveUrl);
}

async function answerEngine(request: Request): Promise<Response> {
  const claimed = readSignature(request);
  if (!claimed) return unauthorized();
  const body = await readBody(request, MAX_ENGINE_BYTES);
  if (body === null) return tooLarge();
  if (!isFromEngine(claimed, body)) return unauthorized();
  return await answerBySdk(request, body, `http://localhost${SERVE_PATH}`);
}

async function answerBySdk(request: Request, body: Uint8Array<ArrayBuffer>, serveUrl: string): Promise<Response> {
  handler ??= serve({ client: inngest, functions, servePath: SERVE_PATH, enableUnauthedSync: false });
  const { method } = request;
  const url = new URL(serveUrl);
  const { searchParams } = new URL(request.url);
  for (const name of READ_FROM_QUERY) {
    const value = searchParams.get(name);
    if (value !== null) url.searchParams.set(name, value);
  }
  const headers = new Headers(request.headers);
  headers.set("host", url.host);
  try {
    const isBodyless = method === "GET" || method === "HEAD";
    const answer = await handler(new Request(url, { method, headers, ...(isBodyless ? {} : { body }) }));
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

function tooLarge(): Response {
  return Response.json({ message: "The body is too large." }, { status: 413 });
}

function unauthorized(): Response {
  return Response.json({ message: "Unauthorized" }, { status: 401 });
}
