import { chmodSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { type ClosedLoop, closedLoop } from "../index.ts";

/** A tenant’s key with its secret, or a merchant’s key. */
export interface Profile {
  readonly baseUrl: string;
  readonly apiKey?: string;
  readonly secret: string;
  /** For whom a tenant’s key acts on the merchant surface. */
  readonly merchant?: string;
  /** The secret that `listen` signs with. */
  readonly webhookSecret: string;
}

/** Records that `trigger` and `pay` use, made once for each key. */
export interface Stage {
  readonly merchant: string;
  readonly member: string;
  readonly account: string;
  readonly card: string;
  readonly panToken: string;
}

interface Stored {
  readonly profiles: Readonly<Record<string, Profile>>;
  readonly stages: Readonly<Record<string, Stage>>;
}

/** Says what to do, and ends the program with 1. */
export class Refusal extends Error {}

const OTHERS = 0o077;

export function profilesFile(): string {
  return join(process.env.XDG_CONFIG_HOME || join(homedir(), ".config"), "closed-loop", "profiles.json");
}

/** Throws a `Refusal` if others may read the file. */
export function readStored(): Stored {
  const path = profilesFile();
  let mode: number;
  try {
    ({ mode } = statSync(path));
  } catch {
    return { profiles: {}, stages: {} };
  }
  if (process.platform !== "win32" && mode & OTHERS)
    throw new Refusal(`Others can read ${path}, which has your keys: chmod 600 '${path}'.`);
  return JSON.parse(readFileSync(path, "utf8")) as Stored;
}

/** Replaces the file as a whole, so that it is never half written. */
export function writeStored(change: (stored: Stored) => Stored): void {
  const path = profilesFile();
  const text = JSON.stringify(change(readStored()), null, 2);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const next = `${path}.${process.pid}`;
  writeFileSync(next, `${text}\n`, { mode: 0o600 });
  chmodSync(next, 0o600);
  renameSync(next, path);
}

export function newWebhookSecret(): string {
  return `whsec_${Buffer.from(crypto.getRandomValues(new Uint8Array(24))).toString("base64")}`;
}

/** Of the environment if it has a key and no profile is named; else the stored one. */
export function readProfile(name: string | undefined): Profile {
  const env = process.env;
  const secret = env.CLOSED_LOOP_SECRET || env.CLOSED_LOOP_MERCHANT_KEY;
  if (name === undefined && secret) {
    return {
      baseUrl: env.CLOSED_LOOP_URL || "http://localhost:3000",
      secret,
      ...(env.CLOSED_LOOP_SECRET && env.CLOSED_LOOP_KEY ? { apiKey: env.CLOSED_LOOP_KEY } : {}),
      ...(env.CLOSED_LOOP_MERCHANT ? { merchant: env.CLOSED_LOOP_MERCHANT } : {}),
      webhookSecret: env.CLOSED_LOOP_WEBHOOK_SECRET || newWebhookSecret(),
    };
  }
  const { profiles } = readStored();
  const found = profiles[name ?? "default"];
  if (found) return found;
  const named = name === undefined ? "" : ` --profile ${name}`;
  throw new Refusal(`There are no keys yet: run closed-loop login${named}.`);
}

export function clientOf(profile: Profile, options: { readonly signs?: boolean } = {}): ClosedLoop {
  const { baseUrl, apiKey, secret, merchant } = profile;
  if (apiKey === undefined) return closedLoop({ baseUrl, merchantKey: secret, ...options });
  return closedLoop({ baseUrl, apiKey, secret, ...(merchant === undefined ? {} : { merchant }), ...options });
}

/** Throws a `Refusal` for a merchant’s key. */
export function requireTenant(profile: Profile): void {
  if (profile.apiKey === undefined) throw new Refusal("This takes a tenant’s key: a merchant’s key can’t do it.");
}
