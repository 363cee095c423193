import { digests, isEqualConstantTime, randomHex, shorten } from "@/server/platform/crypto";
import { cookies, readCookie } from "./cookie";

const NAME_BYTES = 16;
const PROOF_DIGITS = 32;
/** Logins remembered per browser, for households. The most recent stay. */
const MAX_LOGINS = 5;
const YEAR_S = 365 * 24 * 3_600;

const VALUE = /^[0-9a-f]{32}(?:\.(?:\d{1,4}~)?[0-9a-f]{32}){1,5}$/;

/** One proof per server key, the current one first. */
function proofsOf(name: string, email: string): readonly string[] {
  return digests("known-browser", name, ":", email.toLowerCase()).map((proof) => shorten(proof, PROOF_DIGITS));
}

function read(cookie: string | null): { readonly name: string; readonly proofs: readonly string[] } | null {
  const value = readCookie(cookie ?? "", cookies().knownBrowser.name) ?? "";
  const [name, ...proofs] = VALUE.test(value) ? value.split(".") : [];
  return name ? { name, proofs } : null;
}

/** The id under which a browser that signed in to this login before is counted separately; null for any other. */
export function findKnownBrowser(cookie: string | null, email: string): string | null {
  const browser = read(cookie);
  if (!browser) return null;
  const expected = proofsOf(browser.name, email);
  const isKnown = browser.proofs.some((proof) => expected.some((one) => isEqualConstantTime(proof, one)));
  return isKnown ? `browser:${browser.name}:${expected[0]}` : null;
}

/** The `Set-Cookie` value for a browser that has just signed in. It only proves that and grants nothing. */
export function rememberBrowser(cookie: string | null, email: string): string {
  const browser = read(cookie);
  const name = browser?.name ?? randomHex(NAME_BYTES);
  const [proof, ...older] = proofsOf(name, email);
  const isOther = (known: string) => known !== proof && !older.includes(known);
  const others = (browser?.proofs ?? []).filter(isOther).slice(0, MAX_LOGINS - 1);
  const { name: cookieName, options } = cookies().knownBrowser;
  const secure = options.secure ? "; Secure" : "";
  const value = [name, proof, ...others].join(".");
  return `${cookieName}=${value}; Path=${options.path}; Max-Age=${YEAR_S}; HttpOnly; SameSite=Lax${secure}`;
}
