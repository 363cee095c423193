import { hmacBase64, hmacHex } from "./hmac";
import { type PastedRequest, readHeaders } from "./read-request";
import { checkBody, checkTimestamp, look, open, otherBodies, right, type Step, showInvisible, wrong } from "./steps";

interface Look {
  /** The key's `sk_…` secret; empty if not given. */
  readonly secret: string;
  readonly nowMs: number;
}

/** Explains step by step why a request to /v1 fails with `signature_…` or `timestamp_out_of_range`. */
export async function diagnoseRequest(request: PastedRequest, { secret, nowMs }: Look): Promise<Step[]> {
  const headers = readHeaders(request.headers);
  const timestamp = headers.get("x-timestamp");
  const signature = headers.get("x-signature");
  const method = request.method.trim();
  const path = pathOf(request.path);
  const steps = [checkHeaders(timestamp, signature)];
  if (timestamp !== undefined) steps.push(checkTimestamp("X-Timestamp", timestamp, nowMs));
  steps.push(checkLine(method, request.path, path), checkBody(request.body));
  if (signature !== undefined) steps.push(checkForm(signature));
  if (timestamp === undefined || path === null) return steps;
  const merchant = headers.get("x-merchant");
  const start = [path, ...(merchant === undefined ? [] : [merchant])].join("\n");
  const signed = `${method.toUpperCase()}\n${start}\n${timestamp}\n${request.body}`;
  const parts = `Method, path, ${merchant === undefined ? "" : "X-Merchant, "}timestamp and body, joined by line feeds.`;
  steps.push(right("What is signed", parts, showInvisible(signed)));
  if (signature !== undefined) {
    steps.push(await checkSecret({ request, path, merchant, timestamp, signature, signed, secret }));
  }
  return steps;
}

/** The path without host and query. Null if there is none. */
function pathOf(text: string): string | null {
  const path = text
    .trim()
    .replace(/^[a-z]+:\/\/[^/?#]*/i, "")
    .replace(/[?#].*$/s, "");
  return path.startsWith("/") ? path : null;
}

function checkHeaders(timestamp: string | undefined, signature: string | undefined): Step {
  const missing = [timestamp === undefined ? "X-Timestamp" : "", signature === undefined ? "X-Signature" : ""].filter(
    Boolean,
  );
  if (missing.length === 0) return right("Headers", "X-Timestamp and X-Signature are there.");
  return wrong("Headers", `${missing.join(" and ")} ${missing.length > 1 ? "are" : "is"} missing.`);
}

function checkLine(method: string, written: string, path: string | null): Step {
  if (path === null)
    return wrong("Method and path", "There is no path. It starts with a slash, like /v1/authorizations.");
  if (method !== method.toUpperCase())
    return look("Method and path", "The method is signed in uppercase.", method.toUpperCase());
  if (written.includes("?")) return look("Method and path", "The path is signed without its query.", path);
  if (path.length > 1 && path.endsWith("/"))
    return look("Method and path", "It ends with a slash, which must be signed if it’s sent.", path);
  return right("Method and path", "Uppercase method, no host, no query.", `${method} ${path}`);
}

function checkForm(signature: string): Step {
  const title = "X-Signature";
  if (/^sha256=[0-9a-fA-F]{64}$/.test(signature)) return right(title, "sha256= and 64 hex digits.");
  if (/^[0-9a-f]{64}$/i.test(signature)) return wrong(title, "It must start with sha256=.");
  if (/^(sha256=)?[A-Za-z0-9+/]{43}=$/.test(signature)) return wrong(title, "It is base64; it must be hex.");
  return wrong(title, "It must be sha256= and 64 hex digits.");
}

interface Candidate {
  readonly text: string;
  readonly says: string;
  readonly key?: string;
}

interface Compared {
  readonly request: PastedRequest;
  readonly path: string;
  readonly merchant: string | undefined;
  readonly timestamp: string;
  readonly signature: string;
  readonly signed: string;
  readonly secret: string;
}

async function checkSecret(compared: Compared): Promise<Step> {
  const { signature, signed, secret } = compared;
  const title = "Comparison";
  if (secret === "") return open(title, "Type in the secret to compare. It stays in this browser.");
  const expected = await hmacHex(secret, signed);
  const prefix = `sha256=${expected.slice(0, 8)}…`;
  const given = signature.replace(/^sha256=/i, "");
  if (signature.replace(given, given.toLowerCase()) === `sha256=${expected}`)
    return right(title, "The signature is right.", prefix);
  if (given.toLowerCase() === expected)
    return wrong(title, "The digest is right, but its format isn’t: see X-Signature.", prefix);
  if (given === (await hmacBase64(secret, signed)))
    return wrong(title, "The digest is right, but in base64: send it in hex.", prefix);
  for (const { text, says, key = secret } of candidatesFor(compared)) {
    if ((await hmacHex(key, text)) === given.toLowerCase()) return wrong(title, `Found it: ${says}.`, prefix);
  }
  return wrong(
    title,
    "A different body or secret was signed: no common mistake produces this signature. Compare the body byte by byte with what was signed.",
    prefix,
  );
}

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** Strings that callers commonly sign by mistake. */
function candidatesFor({ request, path, merchant, timestamp, secret, signed }: Compared): Candidate[] {
  const method = request.method.trim().toUpperCase();
  const merchants = merchant === undefined ? [] : [merchant];
  const over = (parts: { method?: string; path?: string; merchants?: string[]; timestamp?: string; body?: string }) =>
    [
      parts.method ?? method,
      parts.path ?? path,
      ...(parts.merchants ?? merchants),
      parts.timestamp ?? timestamp,
      parts.body ?? request.body,
    ].join("\n");
  const whole = request.path.trim();
  return [
    ...otherBodies(request.body).map(({ body, says }) => ({ text: over({ body }), says })),
    { text: over({ path: whole.replace(/^[a-z]+:\/\/[^/]*/i, "") }), says: "the path was signed with its query" },
    { text: over({ merchants: [] }), says: "X-Merchant was not signed" },
    { text: over({ path: whole }), says: "the whole URL was signed instead of the path" },
    { text: over({ path: path.replace(/\/$/, "") }), says: "the path was signed without the slash at its end" },
    { text: over({ path: `${path}/` }), says: "the path was signed with a slash at its end" },
    { text: over({ method: method.toLowerCase() }), says: "the method was signed in lower case" },
    ...METHODS.filter((other) => other !== method).map((other) => ({
      text: over({ method: other }),
      says: `the method was signed as ${other}, and is ${method} here`,
    })),
    { text: over({ timestamp: `${timestamp}000` }), says: "the timestamp was signed in milliseconds" },
    { text: signed.replace(/\n$/, ""), says: "the line feed before the empty body is missing" },
    { text: signed.replace(/\n/g, "\r\n"), says: "CR LF was signed instead of line feeds" },
    { text: signed.replace(/\n/g, ""), says: "the parts were joined without line feeds" },
    { text: signed.replace(/\n/g, "\\n"), says: "a backslash and an n were signed instead of line feeds" },
    { text: signed, key: `${secret}\n`, says: "the key had a line feed at its end, as a secret read from a file may" },
    { text: signed, key: secret.trim(), says: "the secret you typed has spaces around it" },
    { text: signed, key: `Bearer ${secret}`, says: "the key was the whole Authorization header" },
  ];
}
