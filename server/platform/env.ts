import { z } from "zod";
import { readDatabaseUrl } from "./database-url";
import { KEPT_DAYS, parseKeptDays, type RetentionName } from "./kept-days";
import { PLANES, type Plane } from "./planes";
import { FIRST_VERSION, parseServerKeys, type ServerKey } from "./server-keys";
import { processSingleton } from "./singleton";

const databaseUrl = z
  .string()
  .refine((text) => readDatabaseUrl(text) !== null, "must be postgresql://, of a database that can be written to");

const replicaUrl = z
  .string()
  .refine((text) => readDatabaseUrl(text)?.urls.length === 1, "must be postgresql://, of one host");

type Limit = number | "none";

function readLimits(text: string): { readonly others: Limit; readonly ofCurrency: Readonly<Record<string, Limit>> } {
  const read = (limit = ""): Limit => (limit === "none" ? limit : Number(limit));
  const [others, ...own] = text.split(",");
  const ofCurrency = Object.fromEntries(own.map((pair) => [pair.slice(0, 3), read(pair.slice(4))]));
  return { others: read(others), ofCurrency };
}

function readPlanes(text: string, context: z.core.$RefinementCtx<string>): readonly Plane[] {
  if (text === "all") return PLANES;
  const named = text.split(",").map((name) => name.trim());
  if (named.every((name) => PLANES.some((plane) => plane === name))) {
    return PLANES.filter((plane) => named.includes(plane));
  }
  context.addIssue({ code: "custom", message: `must be all, or some of ${PLANES.join(", ")}, separated by commas` });
  return z.NEVER;
}

/** All settings of the service. Other code must not read `process.env` for them. */
const settings = z
  .object({
    /** `production` disables conveniences meant for laptops. Next sets it for `next build` and `npm start`. */
    NODE_ENV: z.enum(["development", "production", "test"]).default("production"),
    PORT: z.coerce.number().int().min(1).max(65535).default(3000),
    HOST: z.string().min(1).default("127.0.0.1"),
    /** Public URL of the service, used in every link it sends. */
    PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
    SECURITY_CONTACT: z.url({ protocol: /^(?:mailto|https)$/ }).optional(),
    DATABASE_URL: databaseUrl,
    /** Bypasses a pooler, for work that needs a session: LISTEN, migrations, locks. */
    DATABASE_DIRECT_URL: databaseUrl.optional(),
    DATABASE_READ_URL: replicaUrl.optional(),
    /** 0 if a pooler in transaction mode is used: no session state is kept. */
    DATABASE_PREPARE: z.enum(["0", "1"]).default("1"),
    /** Planes run by this start: `all`, or a comma-separated list. */
    ROLE: z.string().default("all").transform(readPlanes),
    /** Processes that serve payments. Default: one for up to two cores, otherwise cores minus one, at most four. */
    WORKERS: z.coerce.number().int().min(1).max(64).optional(),
    DATABASE_POOL_SIZE: z.coerce.number().int().min(2).max(200).default(16),
    /** Concurrent API requests per process, shared fairly. A key may have twice as many running and queued. */
    MAX_REQUESTS: z.coerce.number().int().min(8).max(10_000).default(96),
    /** Concurrent page reads per process, and its replica connections; more wait. */
    PAGE_READS: z.coerce.number().int().min(1).max(100).default(2),
    /** Time for a load balancer to notice that `/readyz` turned 503, before new connections are refused. */
    DRAIN_DELAY_SECONDS: z.coerce.number().int().min(0).max(120).optional(),
    /** Shares rate limits between processes; without it each counts alone. */
    REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
    /** 64 hex digits. All HMAC and encryption keys are derived from it. */
    HMAC_KEY: z
      .string()
      .regex(/^[0-9a-f]{64}$/i, "must be 64 hexadecimal digits")
      .optional(),
    /** Replaces `HMAC_KEY`: several keys with versions, the first of which is used for new values. */
    HMAC_KEYS: z
      .string()
      .transform((text, context) => {
        const keys = parseServerKeys(text);
        if (typeof keys !== "string") return keys;
        context.addIssue(keys);
        return z.NEVER;
      })
      .optional(),
    /** The service's short name, in header names and the User-Agent of webhooks (contract 6.2). */
    SERVICE_SHORT_NAME: z
      .string()
      .regex(/^[a-z][a-z0-9]{0,15}$/i, "must be 1 to 16 letters and digits")
      .default("svc"),
    /** 1 allows webhooks to http://localhost even if PUBLIC_URL is another host. */
    WEBHOOK_ALLOW_LOCALHOST: z.enum(["0", "1"]).default("0"),
    /** 1 holds back all webhooks and emails, for a copy of a live database. */
    SEND_PAUSED: z.enum(["0", "1"]).default("0"),
    /** Concurrent webhook attempts over all tenants, shared fairly. */
    WEBHOOK_SENDERS: z.coerce.number().int().min(4).max(2_000).default(256),
    WEBHOOK_SENDERS_PER_SUBSCRIPTION: z.coerce.number().int().min(1).max(500).default(16),
    /** For tests: divides retry delays of test-environment deliveries. Live delays never change. */
    WEBHOOK_RETRY_DIVISOR: z.coerce.number().int().min(1).max(3600).default(1),
    /** Upper limit for bcrypt costs; tests set it to 4. */
    BCRYPT_MAX_COST: z.coerce.number().int().min(4).max(15).default(15),
    /**
     * What one operator may move to and from live accounts per day, in currency units; above it a second operator approves. `10000`, with
     * exceptions by currency: `10000,JPY:1500000`; `none` disables the second approval.
     */
    SECOND_OPERATOR_ABOVE: z
      .string()
      .regex(/^(none|\d{1,9})(,[A-Z]{3}:(none|\d{1,9}))*$/, "must be like 10000,JPY:1500000")
      .default("10000")
      .transform(readLimits),
    /** Number of proxies in front of the service that append to `X-Forwarded-For`. 0 ignores the header. */
    TRUSTED_PROXY_HOPS: z.coerce.number().int().min(0).max(5).default(0),
    /** Folder in which several builds share their static files. */
    STATIC_FOLDER: z.string().optional(),
    /** 1 seeds the public sandbox into an external database; the embedded one always has it. */
    SEED_SANDBOX: z.enum(["0", "1"]).default("0"),
    SEED_LOAD_TENANT: z.enum(["0", "1"]).default("0"),
    /** Inngest Cloud or a self-hosted Inngest. Without these three, the embedded engine runs the functions. */
    INNGEST_BASE_URL: z.url({ protocol: /^https?$/ }).optional(),
    INNGEST_EVENT_KEY: z.string().min(1).optional(),
    INNGEST_SIGNING_KEY: z.string().min(1).optional(),
    /** Where that Inngest reaches `/api/inngest`. Default: PUBLIC_URL. */
    INNGEST_SERVE_ORIGIN: z
      .url({ protocol: /^https?$/ })
      .refine((text) => URL.canParse(text) && new URL(text).href === `${new URL(text).origin}/`, "must be an origin")
      .optional(),
    /** SMTP server: `smtp://user:password@host:587`. Without one, emails are kept for the outbox page. */
    SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
    MAIL_FROM: z.string().min(3).max(320).optional(),
    /** Contact for push services: `mailto:ops@example.com`. Default: an https PUBLIC_URL. */
    VAPID_SUBJECT: z
      .string()
      .regex(/^(mailto:[^\s@<>]+@[^\s@<>]+|https:\/\/\S+)$/, "must be mailto: or https:")
      .max(320)
      .optional(),
    /** Bearer token for `/metrics`. Without it, only this machine may read them. */
    METRICS_TOKEN: z.string().min(16).max(200).optional(),
    /** Overrides retention, in days: `requests=60,emails=7`. */
    RETENTION_DAYS: z
      .string()
      .transform((text, context) => {
        const days = parseKeptDays(text);
        if (typeof days !== "string") return days;
        context.addIssue(days);
        return z.NEVER;
      })
      .optional(),
    LOG_LEVEL: z.enum(["silent", "error", "warn", "info", "debug"]).default("info"),
  })
  .refine(({ SMTP_URL, MAIL_FROM }) => !SMTP_URL || MAIL_FROM, { path: ["MAIL_FROM"], message: "SMTP_URL needs it" })
  .refine(({ HMAC_KEY, HMAC_KEYS }) => HMAC_KEY || HMAC_KEYS, { path: ["HMAC_KEY"] })
  .refine(({ HMAC_KEY, HMAC_KEYS }) => !HMAC_KEY || !HMAC_KEYS, {
    path: ["HMAC_KEYS"],
    message: `HMAC_KEY is set too: give its key in HMAC_KEYS, as version ${FIRST_VERSION}, and unset it`,
  })
  .refine(({ DATABASE_PREPARE, DATABASE_DIRECT_URL }) => DATABASE_PREPARE === "1" || DATABASE_DIRECT_URL, {
    path: ["DATABASE_DIRECT_URL"],
    message: "DATABASE_PREPARE=0 needs it",
  });

export type Env = Readonly<z.infer<typeof settings>>;

/** The current key, which signs and seals new values, followed by older ones. */
export function serverKeys({ HMAC_KEY, HMAC_KEYS }: Env): readonly ServerKey[] {
  return HMAC_KEYS ?? [{ version: FIRST_VERSION, hex: HMAC_KEY ?? "" }];
}

export function keptDays(name: RetentionName): number {
  return getEnv().RETENTION_DAYS?.[name] ?? KEPT_DAYS[name].days;
}

/** Absolute URL of one of our pages, for external use. Never derived from a Host header. */
export function publicUrl(path: `/${string}`, { PUBLIC_URL, PORT }: Env = getEnv()): string {
  return new URL(path, PUBLIC_URL ?? `http://localhost:${PORT}`).href;
}

const LOCAL_NAMES = new Set(["localhost", "127.0.0.1", "[::1]"]);

export function isLocalName(hostname: string): boolean {
  return LOCAL_NAMES.has(hostname);
}

/** Whether the configured URL says that the service is reachable only from its own machine. */
export function isPublicUrlLocal(): boolean {
  return isLocalName(new URL(publicUrl("/")).hostname);
}

/** While paused, webhooks and emails wait until the service runs without SEND_PAUSED. */
export function isSendingPaused(): boolean {
  return getEnv().SEND_PAUSED === "1";
}

/** A missing or malformed setting. The message names it but never contains its value. */
export class SettingError extends Error {
  override readonly name = "SettingError";
}

export function parseEnv(source: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ""));
  const parsed = settings.safeParse(given);
  if (parsed.success) return parsed.data;
  const reasons = parsed.error.issues.map((issue) => {
    const name = issue.path.join(".");
    return given[name] === undefined ? `${name} is missing` : `${name} is not usable: ${issue.message}`;
  });
  throw new SettingError(`${reasons.join("; ")}.`);
}

const isLoopbackName = (host: string) => host === "localhost" || host === "::1" || host.startsWith("127.");

/** Links and cookies need the service's public address, which only its operator knows. */
export function requirePublicUrl(given: NodeJS.ProcessEnv, { HOST, PUBLIC_URL }: Env): void {
  if (PUBLIC_URL) return;
  const reason = !isLoopbackName(HOST) ? "HOST" : ["DATABASE_URL", "SMTP_URL"].find((name) => given[name]);
  if (!reason) return;
  throw new SettingError(`PUBLIC_URL is missing: with ${reason}, links have to say where people reach the service.`);
}

/** Parsed at first use, not on import: `next build` loads modules on machines without settings. */
export function getEnv(): Env {
  return processSingleton("env", () => parseEnv(process.env));
}
