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
  databaseUrl: string | null;
  dataFolder: string;
  /** `CLOSED_LOOP_THROWAWAY=1`, for tests: the data folder is deleted at the end, and a crash may lose it. */
  isThrowaway: boolean;
  shouldSeed: boolean;
  planes: readonly Plane[];
  workers: number;
  /** Seconds between the first 503 of `/readyz` and refusing new connections. */
  drainDelaySeconds: number;
}>;

/** About the time a load balancer takes to notice. */
const SERVED_DRAIN_DELAY_SECONDS = 3;

/** Placeholders while the settings are checked; the embedded default generates the real ones later. */
const GENERATED_LATER = { DATABASE_URL: "postgresql://127.0.0.1/embedded" };
const GENERATED_KEY = { HMAC_KEY: "0".repeat(64) };

/**
 * Reads the settings before anything is started. Throws a `SettingError` for the first invalid one, so that a typo is reported
 * before the database starts.
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

export function readPassedSettings(): StartSettings {
  return JSON.parse(process.env[SETTINGS] ?? "");
}

const MOST_WORKERS = 4;

/** Leaves a core to PostgreSQL, which runs on the same machine by default. */
export function defaultWorkers(cores: number): number {
  return cores <= 2 ? 1 : Math.min(cores - 1, MOST_WORKERS);
}

/** `CLOSED_LOOP_DATA_DIR` overrides it, so that end-to-end tests don't touch the developer's data. */
export function getDataFolder(environment: NodeJS.ProcessEnv = process.env): string {
  return resolve(ROOT, environment.CLOSED_LOOP_DATA_DIR || ".data");
}

export function localAddress({ host, port }: Pick<StartSettings, "host" | "port">): string {
  const isHere = ["127.0.0.1", "0.0.0.0", "::", "::1", "localhost"].includes(host);
  const name = host.includes(":") ? `[${host}]` : host;
  return `http://${isHere ? "localhost" : name}:${port}`;
}
