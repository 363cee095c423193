const REQUEST_PATH = /^\/wallet\/r\/([0-9A-Za-z]{17})\/?$/;
const RECORD_ID = /^[0-9A-Za-z]{17}$/;

/**
 * The id of the request that a QR code, a link, or what someone typed names. Null: it is something else, or leads elsewhere;
 * `origin` is ours.
 */
export function readRequest(text: string, origin: string): string | null {
  const plain = text.trim();
  if (RECORD_ID.test(plain)) return plain;
  if (!URL.canParse(plain)) return null;
  const url = new URL(plain);
  return url.origin === origin ? (REQUEST_PATH.exec(url.pathname)?.[1] ?? null) : null;
}
