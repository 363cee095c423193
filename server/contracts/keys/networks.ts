import ipaddr from "ipaddr.js";

/** An address, or a network of them in CIDR notation. */
function parse(text: string): [ipaddr.IPv4 | ipaddr.IPv6, number] | null {
  try {
    if (text.includes("/")) return ipaddr.parseCIDR(text);
    const address = ipaddr.process(text);
    return [address, address.kind() === "ipv4" ? 32 : 128];
  } catch {
    return null;
  }
}

/** As people write them: four numbers, or IPv6, with `/` and the bits that count. */
export function isNetwork(text: string): boolean {
  const isWhole = text.includes(":") || text.split("/")[0]?.split(".").length === 4;
  return isWhole && parse(text) !== null;
}

/** Whether an address is one of these, or in one of these networks. An address that isn't known is in none. */
export function isWithin(address: string | null, networks: readonly string[]): boolean {
  const [known] = (address === null ? null : parse(address)) ?? [];
  if (!known) return false;
  return networks.some((text) => {
    const network = parse(text);
    return network !== null && known.kind() === network[0].kind() && known.match(network);
  });
}
