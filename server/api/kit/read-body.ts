import { DomainError } from "@/server/domain/errors";

const MAX_BODY_BYTES = 64 * 1024;

function tooLarge(): DomainError {
  return new DomainError("payload_too_large", `The body can have at most ${MAX_BODY_BYTES} bytes.`);
}

async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body as unknown as AsyncIterable<Uint8Array>;
  } catch {
    // The client went away in the middle: its fault, and no one is left to answer.
    throw new DomainError("invalid_json", "The body is incomplete.");
  }
}

/** The raw body, read no further than 64 KB whatever Content-Length says. Throws `payload_too_large`, `invalid_json`. */
export async function readBody(request: Request): Promise<string> {
  if (Number(request.headers.get("content-length") ?? 0) > MAX_BODY_BYTES) throw tooLarge();
  if (!request.body) return "";
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunksOf(request.body)) {
    size += chunk.byteLength;
    if (size > MAX_BODY_BYTES) throw tooLarge();
    chunks.push(chunk);
  }
  try {
    // Bytes that are not UTF-8 would silently become other characters, and a signature would no longer cover them.
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Buffer.concat(chunks));
  } catch {
    throw new DomainError("invalid_json", "The body isn't valid UTF-8.");
  }
}

/** The body as JSON; an empty one is `undefined`. Throws `invalid_json`. */
export function parseJson(text: string): unknown {
  if (text.trim() === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new DomainError("invalid_json", "The body isn't valid JSON.");
  }
}

/** A body that the operation has no use for, if it is JSON. */
export function parseUnasked(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
