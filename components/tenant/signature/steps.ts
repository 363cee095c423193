export interface Step {
  readonly title: string;
  /** `look`: may be right, but worth a look. `open`: can't be checked without the secret. */
  readonly verdict: "right" | "wrong" | "look" | "open";
  readonly text: string;
  readonly code?: string;
}

const MAX_DRIFT_S = 300;

export const right = (title: string, text: string, code?: string): Step => step(title, "right", text, code);
export const wrong = (title: string, text: string, code?: string): Step => step(title, "wrong", text, code);
export const look = (title: string, text: string, code?: string): Step => step(title, "look", text, code);
export const open = (title: string, text: string, code?: string): Step => step(title, "open", text, code);

function step(title: string, verdict: Step["verdict"], text: string, code?: string): Step {
  return { title, verdict, text, ...(code === undefined ? {} : { code }) };
}

/** Unix seconds. A difference from now is only noted, because a pasted request is usually old. */
export function checkTimestamp(title: string, timestamp: string, nowMs: number): Step {
  if (/^\d{13}$/.test(timestamp)) return wrong(title, "It is in milliseconds; it must be Unix seconds, 10 digits.");
  if (!/^\d{1,12}$/.test(timestamp)) return wrong(title, "It isn’t a whole number of Unix seconds.", timestamp);
  const drift = Math.floor(nowMs / 1000) - Number(timestamp);
  const distance = Math.abs(drift);
  const said =
    distance < 120
      ? `${distance} s`
      : distance < 7_200
        ? `${Math.round(distance / 60)} min`
        : `${Math.round(distance / 3_600)} h`;
  const where = drift < 0 ? `${said} in the future` : `${said} ago`;
  if (distance <= MAX_DRIFT_S) return right(title, `Unix seconds, ${where}: within ${MAX_DRIFT_S} s.`);
  return look(title, `Unix seconds, ${where}. When the request arrived it had to be within ${MAX_DRIFT_S} s.`);
}

export function checkBody(body: string): Step {
  const bytes = new TextEncoder().encode(body).length;
  const title = "Body";
  if (body === "") return right(title, "Empty: the signed string then ends with a line feed.");
  if (body.startsWith("\uFEFF"))
    return look(title, `${bytes} bytes that begin with a byte order mark. It is signed too.`);
  if (body.includes("\r\n"))
    return look(title, `${bytes} bytes with CR LF at line ends. A form or an editor may have made them.`);
  if (/\s$/.test(body)) return look(title, `${bytes} bytes that end in whitespace. It counts if it was sent.`);
  if (/^\s*[{[]/.test(body) && isSpaced(body)) {
    return look(
      title,
      `${bytes} bytes of indented JSON. Sign the bytes that are sent, not an object that is serialized again.`,
    );
  }
  return right(title, `${bytes} bytes.`);
}

function isSpaced(body: string): boolean {
  const compact = compactJson(body);
  return compact !== null && compact !== body;
}

/** The JSON without whitespace. Null if it isn't JSON. */
function compactJson(body: string): string | null {
  try {
    return JSON.stringify(JSON.parse(body));
  } catch {
    return null;
  }
}

/** Variants of the body that are commonly signed by mistake, with an explanation. */
export function otherBodies(body: string): { readonly body: string; readonly says: string }[] {
  const compact = compactJson(body);
  const value: unknown = compact === null ? null : JSON.parse(compact);
  const spaced =
    compact === null
      ? null
      : JSON.stringify(value, null, 1)
          .replace(/\n\s*/g, " ")
          .replace(/([{[]) | (?=[}\]])/g, "$1");
  const candidates = [
    { body: `${body}\n`, says: "the body was signed with a line feed at its end, which is not in what was sent" },
    {
      body: body.trimEnd(),
      says: "the body was signed without the whitespace at its end. If that was sent, it must be signed; if not, leave it out here",
    },
    { body: body.replaceAll("\r\n", "\n"), says: "the body was signed with LF at line ends and sent with CR LF" },
    { body: compact, says: "the JSON was serialized again without spaces: sign the exact bytes that are sent" },
    { body: spaced, says: "the JSON was serialized again with a space after each comma and colon, as Python does" },
    {
      body: compact === null ? null : JSON.stringify(value, null, 2),
      says: "the JSON was serialized again with indentation",
    },
    { body: "", says: "an empty body was signed" },
  ];
  return candidates.filter((one): one is { body: string; says: string } => one.body !== null && one.body !== body);
}

export function showInvisible(text: string): string {
  return text.replaceAll("\r", "␍").replaceAll("\n", "␊\n").replaceAll("\t", "␉");
}
