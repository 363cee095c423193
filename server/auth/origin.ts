import { publicUrl } from "@/server/platform/env";

/**
 * Whether a request that changes something was made by a page of ours. Browsers send Origin with every POST and let no
 * page make it up, nor the Host; a request without one is not from a page and has no business with our cookies.
 */
export function isSameOrigin(headers: Headers): boolean {
  const origin = headers.get("origin");
  if (!origin) return false;
  if (origin === new URL(publicUrl("/")).origin) return true;
  if (!URL.canParse(origin)) return false;
  const { protocol, host } = new URL(origin);
  // A page over plain http may have been written by a man in the middle.
  const isTrusted = protocol === "https:" || (protocol === "http:" && !publicUrl("/").startsWith("https:"));
  return isTrusted && host === headers.get("host");
}
