import { z } from "zod";
import { now } from "@/server/platform/clock";
import { type Registry, readRegistry } from "./registry";
import { type App, send } from "./send";
import { signBody } from "./signature";

const declaration = z.object({ functions: z.array(z.unknown()) });

/**
 * Asks the app for its functions, which it returns in the response (in-band sync). Returns a reason while the app isn't up or
 * doesn't know our key. Throws RegistrationError for unsupported options.
 */
export async function sync(
  { appUrl, socketPath }: App,
  options: { readonly signingKey: string; readonly signal: AbortSignal },
): Promise<Registry | { readonly reason: string }> {
  const { text, signature } = signBody({ url: appUrl }, options.signingKey, now());
  const headers = {
    "x-inngest-signature": signature,
    "x-inngest-sync-kind": "in_band",
    "x-inngest-server-kind": "cloud",
  };
  const raw = await send(new URL(appUrl), { socketPath, method: "PUT", text, headers }, options.signal);
  if ("failure" in raw) return { reason: raw.failure.kind === "away" ? raw.failure.reason : "no answer" };
  if (raw.status !== 200 || raw.header("x-inngest-sync-kind") !== "in_band") {
    return { reason: `the app answered the sync with ${raw.status}` };
  }
  return readRegistry(declaration.parse(JSON.parse(raw.text)).functions);
}
