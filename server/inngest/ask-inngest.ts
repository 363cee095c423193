import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { inngest } from "./client";
import type { DeclaredFunction } from "./current-build";
import type { ConfiguredInngest } from "./keys";

/**
 * `key`: it rejects one, so waiting won't help. `functions`: it knows others than this build has. `address`: it calls them
 * elsewhere. `calls`: it takes an event, and no call arrives.
 */
export const INNGEST_FAULTS = ["away", "key", "functions", "address", "calls"] as const;

export interface InngestFault {
  readonly kind: (typeof INNGEST_FAULTS)[number];
  readonly sentence: string;
}

const CLOUD_API = "https://api.inngest.com/";
const ANSWERED_WITHIN_MS = 5_000;
const SENT_WITHIN_MS = 10_000;
/** Doesn't keep the process alive. */
const UNHELD = { ref: false };
const PREFIX = /^signkey-\w+-/;

const fault = (kind: InngestFault["kind"], sentence: string): InngestFault => ({ kind, sentence });

function hashedKey(signingKey: string): string {
  const [prefix = ""] = PREFIX.exec(signingKey) ?? [];
  const bytes = Buffer.from(signingKey.slice(prefix.length), "hex");
  return prefix + createHash("sha256").update(bytes).digest("hex");
}

const Config = z.object({
  steps: z.array(z.object({ uri: z.string() })),
  triggers: z.array(z.union([z.object({ event: z.string() }), z.object({ cron: z.string() })])),
});

const Known = z.array(z.object({ id: z.string(), archived_at: z.string().nullish(), config: z.unknown() })).nullable();

interface KnownFunction {
  readonly id: string;
  /** Null if Inngest doesn't say. */
  readonly config: z.infer<typeof Config> | null;
}

/** What Inngest has of this app: a fault if it doesn't answer, null if this Inngest can't be asked for it. */
export async function fetchFunctions({
  baseUrl,
  signingKey,
}: ConfiguredInngest): Promise<InngestFault | readonly KnownFunction[] | null> {
  const url = new URL(`v1/apps/${inngest.id}/functions`, baseUrl ?? CLOUD_API);
  const headers = { authorization: `Bearer ${hashedKey(signingKey)}` };
  try {
    const response = await fetch(url, { headers, signal: AbortSignal.timeout(ANSWERED_WITHIN_MS) });
    if (response.status === 401) return fault("key", "Inngest doesn't accept INNGEST_SIGNING_KEY.");
    if (response.status >= 500) return fault("away", `Inngest answers ${response.status}.`);
    const known = response.ok ? Known.safeParse(await response.json().catch(() => undefined)) : null;
    const functions = known?.success ? (known.data ?? []).filter(isInUse).map(read) : null;
    // Some versions lack this endpoint or name functions otherwise. The round trip reveals the same, less precisely.
    const isNamedAsHere = functions?.some(({ id }) => id.startsWith(`${inngest.id}-`));
    return functions?.length === 0 || isNamedAsHere ? functions : null;
  } catch (error) {
    return fault("away", `Inngest can't be reached: ${reasonOf(error)}.`);
  }
}

/** Inngest writes the year 1 for a function that isn't archived. */
function isInUse({ archived_at: archivedAt }: { readonly archived_at?: string | null | undefined }): boolean {
  return !(Date.parse(archivedAt ?? "") > 0);
}

function read({ id, config }: { readonly id: string; readonly config?: unknown }): KnownFunction {
  return { id, config: Config.safeParse(config).data ?? null };
}

/** Null if Inngest has exactly what was declared, and calls it where it was declared. */
export function compareFunctions(
  declared: readonly DeclaredFunction[],
  known: readonly KnownFunction[],
): InngestFault | null {
  if (known.length === 0) return fault("functions", "Inngest doesn't know this app yet.");
  const byId = new Map(known.map((one) => [one.id, one.config]));
  const missing = declared.filter(({ id }) => !byId.has(id)).map(({ id }) => id);
  if (missing.length > 0) return fault("functions", `Inngest doesn't know ${missing.join(", ")} of this build.`);
  const ids = new Set(declared.map(({ id }) => id));
  if (known.some(({ id }) => !ids.has(id))) {
    return fault("functions", "Inngest has functions that this build doesn't have.");
  }
  const elsewhere = declared.some(({ id, url }) => byId.get(id)?.steps.some(({ uri }) => !isSameUrl(uri, url)));
  // Doesn't say where: whoever registered it there chose the text, and the sentence is public.
  if (elsewhere) {
    return fault("address", "Inngest calls functions at another address than INNGEST_SERVE_ORIGIN or PUBLIC_URL says.");
  }
  const changed = declared.filter(({ id, triggers }) => !hasTriggers(byId.get(id), triggers)).map(({ id }) => id);
  return changed.length > 0
    ? fault("functions", `Inngest begins ${changed.join(", ")} otherwise than this build.`)
    : null;
}

function hasTriggers(config: KnownFunction["config"] | undefined, declared: readonly string[]): boolean {
  if (!config) return true;
  const known = config.triggers.map((trigger) => ("cron" in trigger ? trigger.cron : trigger.event));
  return [...known].sort().join("\n") === [...declared].sort().join("\n");
}

/** Compares what the call depends on, in any order and spelling of the query. */
function isSameUrl(known: string, declared: string): boolean {
  if (!URL.canParse(known)) return false;
  const [one, other] = [new URL(known), new URL(declared)];
  one.searchParams.sort();
  other.searchParams.sort();
  return one.href === other.href;
}

/** Returns null if Inngest accepted the event. */
export async function sendToInngest(event: Parameters<typeof inngest.send>[0]): Promise<InngestFault | null> {
  try {
    // The SDK retries for a while and waits for a response without a limit.
    const isSent = await Promise.race([inngest.send(event).then(() => true), sleep(SENT_WITHIN_MS, false, UNHELD)]);
    return isSent ? null : fault("away", "Inngest takes no events: it doesn't answer.");
  } catch (error) {
    const reason = reasonOf(error);
    // For an unknown key, self-hosted Inngest answers 401 and Inngest Cloud 404.
    if (/^it answered 40[134]$/.test(reason)) return fault("key", "Inngest doesn't accept INNGEST_EVENT_KEY.");
    return fault("away", `Inngest takes no events: ${reason}.`);
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
