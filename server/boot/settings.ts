import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { readConfiguredInngest } from "@/server/inngest/keys";
import { parseEnv, requirePublicUrl, SettingError } from "@/server/platform/env";
import { PLANES, type Plane, SETTINGS } from "@/server/platform/planes";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));

export type StartSettings = Readonly<{
  isDevelopment: boolean;
  host: string;
  port: number;
  /** Null: the embedded database. */
  databaseUrl: string | null;
  /** Holds the embedded database and the generated secrets. */
  dataFolder: string;
  /** `CLOSED_LOOP_THROWAWAY=1`: the data folder is deleted at the end, and until then a crash may lose it. For tests. */
  isThrowaway: boolean;
  shouldSeed: boolean;
  /** The planes that this start runs. */
  planes: readonly Plane[];
  /** Processes that answer payments. */
  workers: number;
  /** From when `/readyz` answers 503 until new connections are refused. */
  drainDelaySeconds: number;
}>;

/** Where others may send requests here: about what a load balancer takes to see that it should not any more. */
const SERVED_DRAIN_DELAY_SECONDS = 3;

/** Only the embedded default makes these up; they stand in while the rest is checked. */
const GENERATED_LATER = { DATABASE_URL: "postgresql://127.0.0.1/embedded" };
const GENERATED_KEY = { HMAC_KEY: "0".repeat(64) };

/**
 * What must be known before anything is started. Throws a `SettingError` for the first look at the environment, so
 * that a typing error is named before the database starts.
 */
export function readStartSettings(environment: NodeJS.ProcessEnv = process.env): StartSettings {
  const databaseUrl = environment.DATABASE_URL || null;
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""));
  const env = parseEnv(
    databaseUrl ? given : { ...GENERATED_LATER, ...(given.HMAC_KEYS ? {} : GENERATED_KEY), ...given },
  );
  readConfiguredInngest(env);
  requirePublicUrl(environment, env);
  if (env.ROLE.length < PLANES.length && !databaseUrl) {
    throw new SettingError("ROLE needs DATABASE_URL: the embedded database is one start's own.");
  }
  if (databaseUrl && environment.WAL_ARCHIVE) {
    throw new SettingError("WAL_ARCHIVE is for the embedded database: with DATABASE_URL, archive where that one runs.");
  }
  const isDevelopment = env.NODE_ENV === "development";
  return {
    isDevelopment,
    host: env.HOST,
    port: env.PORT,
    databaseUrl,
    dataFolder: getDataFolder(environment),
    isThrowaway: environment.CLOSED_LOOP_THROWAWAY === "1",
    shouldSeed: databaseUrl === null || environment.SEED_SANDBOX === "1",
    drainDelaySeconds: env.DRAIN_DELAY_SECONDS ?? (databaseUrl && !isDevelopment ? SERVED_DRAIN_DELAY_SECONDS : 0),
    planes: env.ROLE,
    workers: isDevelopment ? 1 : (env.WORKERS ?? defaultWorkers(availableParallelism())),
  };
}

/** In a process that another one started: as that one read them. */
export function readPassedSettings(): StartSettings {
  return JSON.parse(process.env[SETTINGS] ?? "");
}

const MOST_WORKERS = 4;

/** PostgreSQL has work as well, on the same machine by default. */
export function defaultWorkers(cores: number): number {
  return cores <= 2 ? 1 : Math.min(cores - 1, MOST_WORKERS);
}

/** `CLOSED_LOOP_DATA_DIR` moves the data folder; the end-to-end tests run beside the developer's own data that way. */
export function getDataFolder(environment: NodeJS.ProcessEnv = process.env): string {
  return resolve(ROOT, environment.CLOSED_LOOP_DATA_DIR || ".data");
}

/** How a person on this machine reaches the app. */
export function localAddress({ host, port }: Pick<StartSettings, "host" | "port">): string {
  const isHere = ["127.0.0.1", "0.0.0.0", "::", "::1", "localhost"].includes(host);
  const name = host.includes(":") ? `[${host}]` : host;
  return `http://${isHere ? "localhost" : name}:${port}`;
}
