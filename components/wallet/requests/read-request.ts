const REQUEST_PATH = /^\/wallet\/r\/([0-9A-Za-z]{17})\/?$/;
const RECORD_ID = /^[0-9A-Za-z]{17}$/;

/**
 * The request's id from a QR code, a link, or typed text. Null if it is something else, or a link to another site than
 * `origin`.
 */
export function readRequest(text: string, origin: string): string | null {
  const plain = text.trim();
  if (RECORD_ID.test(plain)) return plain;
  if (!URL.canParse(plain)) return null;
  const url = new URL(plain);
  return url.origin === origin ? (REQUEST_PATH.exec(url.pathname)?.[1] ?? null) : null;
}
