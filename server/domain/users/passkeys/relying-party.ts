import { publicUrl } from "@/server/platform/env";

/** The host of PUBLIC_URL, never of a Host header. Browsers sign for no other page. */
export function relyingParty(): { readonly name: string; readonly id: string; readonly origin: string } {
  const { hostname, origin } = new URL(publicUrl("/"));
  return { name: "Closed Loop", id: hostname, origin };
}
