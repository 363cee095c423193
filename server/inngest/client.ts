import { Inngest, type Logger } from "inngest";
import { getLogger } from "@/server/platform/logger";
import { ENGINE_URL, fetchFromEngine } from "./engine-transport";
import { getConfiguredInngest, getEmbeddedKeys } from "./keys";

// The SDK logs in pino's manner: facts, then a message. What it says in passing is of no interest in production.
const logger: Logger = {
  debug: (...facts) => getLogger().debug(...(facts as [object, string])),
  info: (...facts) => getLogger().debug(...(facts as [object, string])),
  warn: (...facts) => getLogger().warn(...(facts as [object, string])),
  error: (...facts) => getLogger().error(...(facts as [object, string])),
};

/** Any stranger can send a wrong signature: one short line for each, without a stack. */
function logFaultOfSdk(facts: unknown, message: unknown): void {
  if (message === "Signature validation failed") {
    const { err } = facts as { err?: Error };
    getLogger().warn({ reason: err?.message }, "a call of a function was not signed by a known key");
  } else {
    logger.error(facts, message);
  }
}

/**
 * The SDK's client, the same for Inngest Cloud, a self-hosted Inngest and the embedded engine. Its settings are getters:
 * `next build` loads this module on machines that have none.
 */
export const inngest = new Inngest({
  id: "closed-loop",
  get eventKey() {
    return (getConfiguredInngest() ?? getEmbeddedKeys()).eventKey;
  },
  get signingKey() {
    return (getConfiguredInngest() ?? getEmbeddedKeys()).signingKey;
  },
  get baseUrl() {
    const configured = getConfiguredInngest();
    // An absent option, not an undefined one: then the SDK takes the addresses of Inngest Cloud.
    return (configured ? configured.baseUrl : ENGINE_URL) as string;
  },
  // Whatever INNGEST_DEV says: in the SDK's dev mode anyone may call functions with made-up results of steps.
  isDev: false,
  aiMetadata: false,
  fetch: fetchFromEngine,
  logger,
  internalLogger: { ...logger, error: logFaultOfSdk },
});
