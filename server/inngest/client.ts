import { Inngest, type Logger } from "inngest";
import { getLogger } from "@/server/platform/logger";
import { ENGINE_URL, fetchFromEngine } from "./engine-transport";
import { getConfiguredInngest, getEmbeddedKeys } from "./keys";

// The SDK calls its logger like pino: facts, then a message. Its info lines are noise in production.
const logger: Logger = {
  debug: (...facts) => getLogger().debug(...(facts as [object, string])),
  info: (...facts) => getLogger().debug(...(facts as [object, string])),
  warn: (...facts) => getLogger().warn(...(facts as [object, string])),
  error: (...facts) => getLogger().error(...(facts as [object, string])),
};

/** Anyone can send a wrong signature, so log one short line without a stack. */
function logFaultOfSdk(facts: unknown, message: unknown): void {
  if (message === "Signature validation failed") {
    const { err } = facts as { err?: Error };
    getLogger().warn({ reason: err?.message }, "function call refused: it isn’t signed with a known key");
  } else {
    logger.error(facts, message);
  }
}

/**
 * The SDK's client for Inngest Cloud, self-hosted Inngest, and the embedded engine. Options are getters, because `next build`
 * loads this module without settings.
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
    // Absent rather than undefined, so that the SDK uses Inngest Cloud's URLs.
    return (configured ? configured.baseUrl : ENGINE_URL) as string;
  },
  // Ignores INNGEST_DEV: in the SDK's dev mode anyone could call functions with forged step results.
  isDev: false,
  aiMetadata: false,
  fetch: fetchFromEngine,
  logger,
  internalLogger: { ...logger, error: logFaultOfSdk },
});
