import { isFromThisMachine } from "@/server/platform/connection";
import { getEnv } from "@/server/platform/env";
import { refuseAddress } from "./address-policy";
import { type Address, addressesOf, type Resolve } from "./resolve-host";
import { isRepaired, LOCALHOST_REFUSED, readTarget } from "./url-policy";

const JUDGE_WITHIN_MS = 3_000;

/**
 * Checked when a URL is entered, and all but its spelling again at each send. Names that don't resolve yet are accepted; their deliveries will fail
 * visibly.
 */
export async function refuseUrl(text: string, resolve: Resolve): Promise<string | null> {
  const target = readTarget(text);
  if ("refusal" in target) return target.refusal;
  if (isRepaired(text, target.url)) return `must be written as it is used, which is ${target.url.href.slice(0, 256)}`;
  // A caller behind a proxy means another machine by localhost.
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
