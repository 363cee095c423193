import { Resolver } from "node:dns/promises";
import type { Target } from "./url-policy";

export interface Address {
  readonly address: string;
  readonly family: 4 | 6;
}

/** All addresses of a name, possibly none. Throws if the name servers don't answer. */
export type Resolve = (name: string) => Promise<readonly Address[]>;

const NO_SUCH_NAME = new Set(["ENOTFOUND", "ENODATA"]);
const MAX_ADDRESSES = 8;

/**
 * Asks the name servers directly: with `dns.lookup`, a tenant's slow one could block the few threads that bcrypt needs, and it
 * reads the hosts file.
 */
export async function resolveByDns(name: string): Promise<readonly Address[]> {
  const resolver = new Resolver({ timeout: 1_500, tries: 2 });
  const ask = async (family: 4 | 6): Promise<Address[]> => {
    try {
      const found = await (family === 4 ? resolver.resolve4(name) : resolver.resolve6(name));
      return found.map((address) => ({ address, family }));
    } catch (error) {
      if (error instanceof Error && "code" in error && NO_SUCH_NAME.has(String(error.code))) return [];
      throw error;
    }
  };
  const [four, six] = await Promise.allSettled([ask(4), ask(6)]);
  const found = [four, six].flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
  const failed = [four, six].find((answer) => answer.status === "rejected");
  if (found.length === 0 && failed) throw new Error("the name servers do not answer");
  return found.slice(0, MAX_ADDRESSES);
}

const LOOPBACK: readonly Address[] = [
  { address: "127.0.0.1", family: 4 },
  { address: "::1", family: 6 },
];

export async function addressesOf({ kind, host }: Target, resolve: Resolve): Promise<readonly Address[]> {
  if (kind === "localhost") return LOOPBACK;
  if (kind === "address") return [{ address: host, family: host.includes(":") ? 6 : 4 }];
  return resolve(host);
}
