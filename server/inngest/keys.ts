import { deriveKey } from "@/server/platform/crypto";
import { getEnv, SettingError } from "@/server/platform/env";

/** How the SDK and whoever calls it know each other. */
export interface InngestKeys {
  readonly eventKey: string;
  readonly signingKey: string;
}

/** Null: no Inngest is configured, so the embedded engine runs the functions. Throws SettingError for half a setting. */
export function getConfiguredInngest(): (InngestKeys & { readonly baseUrl: string | undefined }) | null {
  const { INNGEST_BASE_URL: baseUrl, INNGEST_EVENT_KEY: eventKey, INNGEST_SIGNING_KEY: signingKey } = getEnv();
  if (!baseUrl && !eventKey && !signingKey) return null;
  if (!eventKey) throw new SettingError("INNGEST_EVENT_KEY is missing: INNGEST_* settings come together.");
  if (!signingKey) throw new SettingError("INNGEST_SIGNING_KEY is missing: INNGEST_* settings come together.");
  return { baseUrl, eventKey, signingKey };
}

/** Derived, so that they need no place of their own and all processes on one HMAC_KEY agree. */
export function getEmbeddedKeys(): InngestKeys {
  return {
    eventKey: deriveKey("inngest-event-key").toString("hex"),
    signingKey: `signkey-local-${deriveKey("inngest-signing-key").toString("hex")}`,
  };
}
