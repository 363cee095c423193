import { type Env, getEnv, publicUrl, SettingError } from "@/server/platform/env";
import { deriveKey, hexOf } from "@/server/platform/key-ring";

export interface InngestKeys {
  readonly eventKey: string;
  readonly signingKey: string;
}

export interface ConfiguredInngest extends InngestKeys {
  readonly baseUrl: string | undefined;
  /** Where Inngest calls the functions: from settings alone, since a request can name any host. */
  readonly serveUrl: string;
}

export const SERVE_PATH = "/api/inngest";

/**
 * Null if no Inngest is configured and the embedded engine runs the functions. Throws SettingError for an incomplete
 * configuration.
 */
export function readConfiguredInngest(env: Env): ConfiguredInngest | null {
  const { INNGEST_BASE_URL: baseUrl, INNGEST_EVENT_KEY: eventKey, INNGEST_SIGNING_KEY: signingKey } = env;
  const { INNGEST_SERVE_ORIGIN: serveOrigin } = env;
  if (!baseUrl && !eventKey && !signingKey && !serveOrigin) return null;
  if (!eventKey) throw new SettingError("INNGEST_EVENT_KEY is missing: INNGEST_* settings come together.");
  if (!signingKey) throw new SettingError("INNGEST_SIGNING_KEY is missing: INNGEST_* settings come together.");
  // Non-hexadecimal text would silently decode to another key on the server.
  if (!/^(signkey-\w+-)?([0-9a-f]{2})+$/i.test(signingKey)) {
    throw new SettingError("INNGEST_SIGNING_KEY must be hexadecimal, an even number of digits.");
  }
  const serveUrl = serveOrigin ? new URL(SERVE_PATH, serveOrigin).href : publicUrl(SERVE_PATH, env);
  return { baseUrl, eventKey, signingKey, serveUrl };
}

export function getConfiguredInngest(): ConfiguredInngest | null {
  return readConfiguredInngest(getEnv());
}

/** Derived from HMAC_KEY, so that they need no storage and all processes agree. */
export function getEmbeddedKeys(): InngestKeys {
  return {
    eventKey: hexOf(deriveKey("inngest-event-key")),
    signingKey: `signkey-local-${hexOf(deriveKey("inngest-signing-key"))}`,
  };
}
