import ipaddr from "ipaddr.js";

/** Public by number, yet answered by the machine's own cloud: Azure's host agent. */
const METADATA_ADDRESSES = new Set(["168.63.129.16"]);

/** Of IPv6 only what registries give out; everything else is special, translated or not in use. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");

/** The last 64 bits of an ISATAP address, which carries an IPv4 one: 0000:5efe or 0200:5efe. */
function isIsatap(address: ipaddr.IPv6): boolean {
  const [, , , , high = 0, low = 0] = address.parts;
  return low === 0x5efe && (high & 0xfdff) === 0;
}

/**
 * Why this address may not be connected to, or null. Only public unicast is allowed: no private, loopback, link-local,
 * carrier-grade NAT, multicast or reserved range, and no IPv6 form that stands for an IPv4 address (mapped, compatible,
 * translated, 6to4, Teredo, ISATAP), whatever that address is.
 */
export function refuseAddress(text: string): string | null {
  // A zone names a link of this machine.
  if (!ipaddr.isValid(text) || text.includes("%")) return "is not an address";
  const address = ipaddr.parse(text);
  const range = address.range();
  if (range !== "unicast") return `is in a range that is not public (${range})`;
  if (METADATA_ADDRESSES.has(address.toString())) return "is a metadata service";
  if (address instanceof ipaddr.IPv6) {
    if (!address.match(GLOBAL_UNICAST)) return "is not global unicast";
    if (isIsatap(address)) return "stands for an IPv4 address (isatap)";
  }
  return null;
}
