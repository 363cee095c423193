import { publicUrl } from "@/server/platform/env";

/**
 * For whom a passkey is made: the host of PUBLIC_URL, never that of a Host header. A browser signs for no page elsewhere.
 */
export function relyingParty(): { readonly name: string; readonly id: string; readonly origin: string } {
  const { hostname, origin } = new URL(publicUrl("/"));
  return { name: "Closed Loop", id: hostname, origin };
}
