import { z } from "zod";
import { readDatabaseUrl } from "./database-url";
import { KEPT_DAYS, type KeptName, parseKeptDays } from "./kept-days";
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

/** Every setting of the service. Nothing else reads `process.env` for a setting of ours. */
const settings = z
  .object({
    /** `production` refuses what only a laptop may do; Next sets it for `next build` and `npm start`. */
    NODE_ENV: z.enum(["development", "production", "test"]).default("production"),
    PORT: z.coerce.number().int().min(1).max(65535).default(3000),
    /** Address to listen on. The embedded default listens on loopback only. */
    HOST: z.string().min(1).default("127.0.0.1"),
    /** Where people reach the service: the start of every link that leaves it. */
    PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
    /** The contact for vulnerabilities in /.well-known/security.txt: `mailto:` or https. */
    SECURITY_CONTACT: z.url({ protocol: /^(?:mailto|https)$/ }).optional(),
    /** May name several hosts, of which the one that can be written to is meant. */
    DATABASE_URL: databaseUrl,
    /** Past a pooler, for what needs a connection that stays: LISTEN, migrations, a lock. */
    DATABASE_DIRECT_URL: databaseUrl.optional(),
    /** A streaming replica of it, for what pages read. */
    DATABASE_READ_URL: replicaUrl.optional(),
    /** 0 where a pooler gives each transaction another connection: nothing is kept on one. */
    DATABASE_PREPARE: z.enum(["0", "1"]).default("1"),
    /** The planes that this start runs: `all`, or some of them, separated by commas. */
    ROLE: z.string().default("all").transform(readPlanes),
    /** Processes that answer payments. Left out: one on up to two cores, else one for each but the first, four at most. */
    WORKERS: z.coerce.number().int().min(1).max(64).optional(),
    /** Connections one process may hold. */
    DATABASE_POOL_SIZE: z.coerce.number().int().min(2).max(200).default(16),
    /** API requests that one process works on at a time, shared fairly; a key may have twice as many there and waiting. */
    MAX_REQUESTS: z.coerce.number().int().min(8).max(10_000).default(96),
    /** Reads for pages that one process has under way at a time, and its connections to a replica; more wait. */
    PAGE_READS: z.coerce.number().int().min(1).max(100).default(2),
    /** What a load balancer needs to notice that `/readyz` turned 503, before the process takes no more connections. */
    DRAIN_DELAY_SECONDS: z.coerce.number().int().min(0).max(120).optional(),
    /** Shares rate limits between processes. Without it each process counts alone. */
    REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
    /** 64 hex digits. Every HMAC and what is kept encrypted has a key derived from it. */
    HMAC_KEY: z
      .string()
      .regex(/^[0-9a-f]{64}$/i, "must be 64 hexadecimal digits")
      .optional(),
    /** Several of them with their versions, of which the first is used for what is new; in place of `HMAC_KEY`. */
    HMAC_KEYS: z
      .string()
      .transform((text, context) => {
        const keys = parseServerKeys(text);
        if (typeof keys !== "string") return keys;
        context.addIssue(keys);
        return z.NEVER;
      })
      .optional(),
    /** The service's own short name, in the header names and the User-Agent of webhooks (contract 6.2). */
    SERVICE_SHORT_NAME: z
      .string()
      .regex(/^[a-z][a-z0-9]{0,15}$/i, "must be 1 to 16 letters and digits")
      .default("svc"),
    /** 1 lets webhooks go to http://localhost also where PUBLIC_URL is another host. */
    WEBHOOK_ALLOW_LOCALHOST: z.enum(["0", "1"]).default("0"),
    /** 1 holds back every webhook and email, as is due for a copy of a database that someone else works with. */
    SEND_PAUSED: z.enum(["0", "1"]).default("0"),
    /** Attempts that may be under way at a time, of all tenants together. Each tenant gets a fair share of them. */
    WEBHOOK_SENDERS: z.coerce.number().int().min(4).max(2_000).default(256),
    /** Attempts of one subscription that may be under way at a time. */
    WEBHOOK_SENDERS_PER_SUBSCRIPTION: z.coerce.number().int().min(1).max(500).default(16),
    /** For tests only: divides the waits between attempts, of the test environment's deliveries. Live ones never hurry. */
    WEBHOOK_RETRY_DIVISOR: z.coerce.number().int().min(1).max(3600).default(1),
    /** Lowers every bcrypt cost; tests set it to 4. */
    BCRYPT_MAX_COST: z.coerce.number().int().min(4).max(15).default(15),
    /**
     * What one operator may add to live accounts in a day, in units of each currency; beyond it a second one approves.
     * `10000`, with other amounts for some: `10000,JPY:1500000`; `none` asks no one.
     */
    SECOND_OPERATOR_ABOVE: z
      .string()
      .regex(/^(none|\d{1,9})(,[A-Z]{3}:(none|\d{1,9}))*$/, "must be like 10000,JPY:1500000")
      .default("10000")
      .transform(readLimits),
    /** How many proxies in front of us write `X-Forwarded-For`. 0: the header is not believed. */
    TRUSTED_PROXY_HOPS: z.coerce.number().int().min(0).max(5).default(0),
    /** Seeds the public sandbox into a database that was given; the embedded one always has it. */
    STATIC_FOLDER: z.string().optional(),
    SEED_SANDBOX: z.enum(["0", "1"]).default("0"),
    /** Seeds a test tenant without rate limits, for load tests. */
    SEED_LOAD_TENANT: z.enum(["0", "1"]).default("0"),
    /** Inngest Cloud or a self-hosted Inngest. With none of the three, the embedded engine runs the functions. */
    INNGEST_BASE_URL: z.url({ protocol: /^https?$/ }).optional(),
    INNGEST_EVENT_KEY: z.string().min(1).optional(),
    INNGEST_SIGNING_KEY: z.string().min(1).optional(),
    /** The server that sends emails: `smtp://user:password@host:587`. Without one, emails are kept for the outbox page. */
    SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
    /** The sender of emails: `Closed Loop <hello@example.com>`. */
    MAIL_FROM: z.string().min(3).max(320).optional(),
    /** Whom push services may ask about our notifications: `mailto:ops@example.com`. Without it: an https PUBLIC_URL. */
    VAPID_SUBJECT: z
      .string()
      .regex(/^(mailto:[^\s@<>]+@[^\s@<>]+|https:\/\/\S+)$/, "must be mailto: or https:")
      .max(320)
      .optional(),
    /** Who sends it as a bearer may read `/metrics`. Without one, only who asks from this machine may. */
    METRICS_TOKEN: z.string().min(16).max(200).optional(),
    /** How many days what is not kept for good is kept, where that is not the default: `requests=60,emails=7`. */
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

/** The key that what is new is signed and sealed with, and behind it those that what is older was. */
export function serverKeys({ HMAC_KEY, HMAC_KEYS }: Env): readonly ServerKey[] {
  return HMAC_KEYS ?? [{ version: FIRST_VERSION, hex: HMAC_KEY ?? "" }];
}

/** How long what has this name is kept. */
export function keptDays(name: KeptName): number {
  return getEnv().RETENTION_DAYS?.[name] ?? KEPT_DAYS[name].days;
}

/** The address of a page of ours, for someone elsewhere. Never taken from a Host header. */
export function publicUrl(path: `/${string}`): string {
  const { PUBLIC_URL, PORT } = getEnv();
  return new URL(path, PUBLIC_URL ?? `http://localhost:${PORT}`).href;
}

const LOCAL_NAMES = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Whether a URL's hostname names the machine that reads it. */
export function isLocalName(hostname: string): boolean {
  return LOCAL_NAMES.has(hostname);
}

/** Whether nobody reaches the service but from its own machine, by what whoever runs it says. */
export function isPublicUrlLocal(): boolean {
  return isLocalName(new URL(publicUrl("/")).hostname);
}

/** No webhook and no email leaves: they wait until the service runs without SEND_PAUSED. */
export function isSendingPaused(): boolean {
  return getEnv().SEND_PAUSED === "1";
}

/** A setting is missing or malformed. The message names it and never shows its value. */
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

/** Links and cookies need the address at which people reach the service, and only the person who runs it knows that. */
export function requirePublicUrl(given: NodeJS.ProcessEnv, { HOST, PUBLIC_URL }: Env): void {
  if (PUBLIC_URL) return;
  const reason = !isLoopbackName(HOST) ? "HOST" : ["DATABASE_URL", "SMTP_URL"].find((name) => given[name]);
  if (!reason) return;
  throw new SettingError(`PUBLIC_URL is missing: with ${reason}, links have to say where people reach the service.`);
}

/** Parsed at first use, not at import: `next build` loads modules on machines that have no settings. */
export function getEnv(): Env {
  return processSingleton("env", () => parseEnv(process.env));
}
