import { DomainError } from "@/server/domain/errors";
import { requireExactNumbers } from "./exact-numbers";
import type { ApiRequest } from "./request";

const MAX_BODY_BYTES = 64 * 1024;
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function tooLarge(): DomainError {
  return new DomainError("payload_too_large", `The body can have at most ${MAX_BODY_BYTES} bytes.`);
}

/** The raw body, read no further than 64 KB whatever Content-Length says. Throws `payload_too_large` and `invalid_json`. */
export async function readBody(request: ApiRequest): Promise<string> {
  if (Number(request.header("content-length") ?? 0) > MAX_BODY_BYTES) throw tooLarge();
  const body = await request.readBody(MAX_BODY_BYTES);
  if (body === "too_large") throw tooLarge();
  // The client went away in the middle: its fault, and no one is left to answer.
  if (body === "incomplete") throw new DomainError("invalid_json", "The body is incomplete.");
  try {
    // Bytes that are not UTF-8 would silently become other characters, and a signature would no longer cover them.
    return utf8.decode(body);
  } catch {
    throw new DomainError("invalid_json", "The body isn’t valid UTF-8.");
  }
}

/** JSON allows these four characters between its tokens (RFC 8259 2). A body of any other blanks isn't empty. */
const JSON_BLANKS = /^[ \t\n\r]*$/;

/**
 * The body as JSON; an empty one is `undefined`. Throws `invalid_json`, and `validation_error` for a number that would come
 * back as another.
 */
export function parseJson(text: string): unknown {
  if (JSON_BLANKS.test(text)) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new DomainError("invalid_json", "The body isn’t valid JSON.");
  }
  requireExactNumbers(text);
  return value;
}

/** A body that the operation has no use for, if it is JSON. */
export function parseUnasked(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
