import ipaddr from "ipaddr.js";

/** Public addresses that are answered by the cloud host itself: Azure's host agent. */
const METADATA_ADDRESSES = new Set(["168.63.129.16"]);

/** The only IPv6 range assigned by registries; everything else is special, translated, or unused. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");

/** The last 64 bits of an ISATAP address, which embeds an IPv4 one: 0000:5efe or 0200:5efe. */
function isIsatap(address: ipaddr.IPv6): boolean {
  const [, , , , high = 0, low = 0] = address.parts;
  return low === 0x5efe && (high & 0xfdff) === 0;
}

/**
 * Why an address may not be connected to, or null. Only public unicast is allowed: no private, loopback, link-local,
 * carrier-grade NAT, multicast, or reserved range, and no IPv6 form of an IPv4 address (mapped, compatible, translated, 6to4,
 * Teredo, ISATAP), whatever it embeds.
 */
export function refuseAddress(text: string): string | null {
  // A zone id names an interface of this machine.
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
