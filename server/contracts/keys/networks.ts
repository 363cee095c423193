import ipaddr from "ipaddr.js";

type Address = ipaddr.IPv4 | ipaddr.IPv6;

function parse(text: string): [Address, number] | null {
  try {
    if (text.includes("/")) return ipaddr.parseCIDR(text);
    const address = ipaddr.process(text);
    return [address, address.kind() === "ipv4" ? 32 : 128];
  } catch {
    return null;
  }
}

/** Only the usual notations: four decimal numbers or IPv6, with an optional `/` and prefix length. */
export function isNetwork(text: string): boolean {
  const isWhole = text.includes(":") || text.split("/")[0]?.split(".").length === 4;
  return isWhole && parse(text) !== null;
}

/**
 * Whether an address is in one of the networks. Both are compared as IPv6, IPv4 ones as `::ffff:a.b.c.d` (RFC 4291 2.5.5.2), so
 * it doesn't matter which way either is written, and `::/0` has every address.
 */
export function isWithin(address: string | null, networks: readonly string[]): boolean {
  const [known] = (address === null ? null : parse(address)) ?? [];
  return known !== undefined && networks.some((text) => isIn(known, text));
}

function isIn(address: Address, text: string): boolean {
  const [network, length] = parse(text) ?? [];
  if (!network || length === undefined) return false;
  const isVersion4 = network instanceof ipaddr.IPv4;
  return asVersion6(address).match(asVersion6(network), isVersion4 ? length + 96 : length);
}

const asVersion6 = (address: Address) => (address instanceof ipaddr.IPv4 ? address.toIPv4MappedAddress() : address);
