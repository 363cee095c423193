import { publicUrl } from "@/server/platform/env";

/**
 * Whether a mutating request was made by one of our pages. Browsers send Origin with every POST, and pages can't forge it or
 * Host. A request without Origin isn't from a page and must not use our cookies.
 */
export function isSameOrigin(headers: Headers): boolean {
  const origin = headers.get("origin");
  if (!origin) return false;
  if (origin === new URL(publicUrl("/")).origin) return true;
  if (!URL.canParse(origin)) return false;
  const { protocol, host } = new URL(origin);
  // A page over plain HTTP may be forged by a man in the middle.
  const isTrusted = protocol === "https:" || (protocol === "http:" && !publicUrl("/").startsWith("https:"));
  return isTrusted && host === headers.get("host");
}
