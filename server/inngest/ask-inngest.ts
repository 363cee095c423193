import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { inngest } from "./client";
import { functions } from "./functions";
import type { ConfiguredInngest } from "./keys";

export interface InngestFault {
  readonly sentence: string;
  /** Inngest rejected a key, so waiting won't help. */
  readonly isWrongKey: boolean;
}

const CLOUD_API = "https://api.inngest.com/";
const ANSWERED_WITHIN_MS = 5_000;
const SENT_WITHIN_MS = 10_000;
/** Doesn't keep the process alive. */
const UNHELD = { ref: false };
const PREFIX = /^signkey-\w+-/;

const fault = (sentence: string, isWrongKey = false): InngestFault => ({ sentence, isWrongKey });

function hashedKey(signingKey: string): string {
  const [prefix = ""] = PREFIX.exec(signingKey) ?? [];
  const bytes = Buffer.from(signingKey.slice(prefix.length), "hex");
  return prefix + createHash("sha256").update(bytes).digest("hex");
}

const Known = z.array(z.object({ slug: z.string() })).nullable();

/** Whether Inngest accepts our signing key and knows this version's functions. Null if all is well. */
export async function askForFunctions({ baseUrl, signingKey }: ConfiguredInngest): Promise<InngestFault | null> {
  const url = new URL(`v1/apps/${inngest.id}/functions`, baseUrl ?? CLOUD_API);
  const headers = { authorization: `Bearer ${hashedKey(signingKey)}` };
  try {
    const response = await fetch(url, { headers, signal: AbortSignal.timeout(ANSWERED_WITHIN_MS) });
    if (response.status === 401) return fault("Inngest doesn't accept INNGEST_SIGNING_KEY.", true);
    // Some versions lack this endpoint. The round trip reveals the same, less precisely.
    const known = response.ok ? Known.safeParse(await response.json().catch(() => undefined)) : null;
    return known?.success ? missingFunctions(known.data ?? []) : null;
  } catch (error) {
    return fault(`Inngest can't be reached: ${reasonOf(error)}.`);
  }
}

function missingFunctions(known: readonly { readonly slug: string }[]): InngestFault | null {
  const register = "Register the app: send a PUT to its /api/inngest.";
  if (known.length === 0) return fault(`Inngest doesn't know this app. ${register}`);
  const slugs = new Set(known.map(({ slug }) => slug));
  const missing = functions.map((one) => one.id(inngest.id)).filter((id) => !slugs.has(id));
  return missing.length > 0 ? fault(`Inngest doesn't know ${missing.join(", ")} of this version. ${register}`) : null;
}

/** Returns null if Inngest accepted the event. */
export async function sendToInngest(event: Parameters<typeof inngest.send>[0]): Promise<InngestFault | null> {
  try {
    // The SDK retries for a while and waits for a response without a limit.
    const isSent = await Promise.race([inngest.send(event).then(() => true), sleep(SENT_WITHIN_MS, false, UNHELD)]);
    return isSent ? null : fault("Inngest takes no events: it doesn't answer.");
  } catch (error) {
    const reason = reasonOf(error);
    // For an unknown key, self-hosted Inngest answers 401 and Inngest Cloud 404.
    if (/^it answered 40[134]$/.test(reason)) return fault("Inngest doesn't accept INNGEST_EVENT_KEY.", true);
    return fault(`Inngest takes no events: ${reason}.`);
  }
}

/** Never returns the message: it may contain the URL with the event key, and the sentence is public. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "no reason";
  const [, status] = /API Error: (\d{3})\b/.exec(error.message) ?? [];
  if (status !== undefined) return `it answered ${status}`;
  const { code } = Cause.safeParse(error.cause).data ?? {};
  if (code !== undefined) return code;
  return error.name === "TimeoutError" ? "it doesn't answer in time" : "the request could not be sent";
}

const Cause = z.object({ code: z.string() });
