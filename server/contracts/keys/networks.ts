import ipaddr from "ipaddr.js";

function parse(text: string): [ipaddr.IPv4 | ipaddr.IPv6, number] | null {
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

export function isWithin(address: string | null, networks: readonly string[]): boolean {
  const [known] = (address === null ? null : parse(address)) ?? [];
  if (!known) return false;
  return networks.some((text) => {
    const network = parse(text);
    return network !== null && known.kind() === network[0].kind() && known.match(network);
  });
}
