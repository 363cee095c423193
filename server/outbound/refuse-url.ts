import { isFromThisMachine } from "@/server/platform/connection";
import { getEnv } from "@/server/platform/env";
import { refuseAddress } from "./address-policy";
import { type Address, addressesOf, type Resolve } from "./resolve-host";
import { LOCALHOST_REFUSED, readTarget } from "./url-policy";

/** Who names an address waits for this answer. */
const JUDGE_WITHIN_MS = 3_000;

/**
 * Judged when an address is named, and again at each send. A name that does not resolve yet is let through: its deliveries
 * will say so.
 */
export async function refuseUrl(text: string, resolve: Resolve): Promise<string | null> {
  const target = readTarget(text);
  if ("refusal" in target) return target.refusal;
  // Whoever reached us through a proxy means another machine by the name.
  if (target.kind === "localhost" && getEnv().WEBHOOK_ALLOW_LOCALHOST === "0" && !isFromThisMachine()) {
    return LOCALHOST_REFUSED;
  }
  if (target.kind !== "name") return null;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<readonly Address[]>((done) => {
    timer = setTimeout(() => done([]), JUDGE_WITHIN_MS);
  });
  const addresses = await Promise.race([addressesOf(target, resolve).catch(() => []), late]);
  clearTimeout(timer);
  for (const { address } of addresses) {
    const reason = refuseAddress(address);
    if (reason !== null) return `must be public: ${target.host} is ${address}, which ${reason}`;
  }
  return null;
}
