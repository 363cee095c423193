import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, openSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { cookies } from "@/server/auth/cookie";
import { sealSession } from "@/server/auth/session-cookie";
import { DATABASE_NAME, findFreePort, startEmbeddedDatabase } from "@/server/db/embedded";
import { migrate } from "@/server/db/migrate";
import { getPool } from "@/server/db/pool";
import { getPrisma } from "@/server/db/prisma";
import { now } from "@/server/platform/clock";
import { randomHex } from "@/server/platform/crypto";
import { newRecordId } from "@/server/platform/ids";
import { NODE_FLAGS } from "@/server/scripts/node-flags.mjs";
import { createTestAgreement } from "@/server/testing/factories/agreements";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestMerchant } from "@/server/testing/factories/merchants";
import { createTestUser } from "@/server/testing/factories/portal";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";

type Env = Readonly<Record<string, string>>;

/** All contestants keep their connections open between turns, with their prepared statements. */
const MAX_CONNECTIONS = 250;
const LOG_FILES = 64;
const LOG_FILE_MEGABYTES = 16;
/** Unset whatever the shell has set, so that the bench runs on production's defaults. */
const UNSET = [
  ...["REDIS_URL", "BCRYPT_MAX_COST", "HOST", "PUBLIC_URL", "DATABASE_POOL_SIZE", "SEED_SANDBOX"],
  ...["INNGEST_BASE_URL", "INNGEST_EVENT_KEY", "INNGEST_SIGNING_KEY"],
];

/** The PostgreSQL that `npm start` runs, with full durability: the cost of a commit is part of the figures. */
export async function startDatabase(folder: string): Promise<{ readonly env: Env; stop(): Promise<void> }> {
  chmodSync(folder, 0o711);
  const { url, stop } = await startEmbeddedDatabase({
    dataFolder: join(folder, "data"),
    databaseName: DATABASE_NAME,
    maxConnections: MAX_CONNECTIONS,
    settings: [`min_wal_size=${LOG_FILES * LOG_FILE_MEGABYTES}MB`],
  });
  await migrate(url);
  const unset = Object.fromEntries(UNSET.map((name) => [name, ""]));
  const env = { ...unset, NODE_ENV: "production", LOG_LEVEL: "info", DATABASE_URL: url, HMAC_KEY: randomHex(32) };
  // Don't log the requests that seed.
  Object.assign(process.env, env, { LOG_LEVEL: "error" });
  return { env, stop };
}

/**
 * A database that has been up for a while recycles its WAL files. A new one has none, and commits wait up to 50 ms for each to
 * be created.
 */
async function provideLogFiles(): Promise<void> {
  for (let i = 0; i < LOG_FILES; i += 1) {
    await getPool().query("SELECT pg_logical_emit_message(false, 'bench', ''), pg_switch_wal()");
  }
  await getPool().query("CHECKPOINT");
}

export type WorldTenant = TestTenant;
export type World = Awaited<ReturnType<typeof makeWorld>>;

/** Seeding turns off synchronous commit for the role; connections opened afterwards commit durably. */
export async function seed(): Promise<World> {
  await getPool().query("ALTER ROLE CURRENT_USER SET synchronous_commit = off");
  const world = await makeWorld();
  await getPool().query("ALTER ROLE CURRENT_USER RESET synchronous_commit");
  await getPool().query("ANALYZE");
  await provideLogFiles();
  return world;
}

async function makeWorld() {
  const tenant = await createTestTenant();
  const cards = await fundedCards(tenant, 1_000);
  const merchants = await times(20, () => createTestMerchant(tenant));
  const agreements = await times(100, async (index) => {
    const [merchant, card] = [merchants[index % merchants.length], cards[index]];
    if (!merchant || !card) throw new Error("an agreement needs both its sides");
    return { id: (await createTestAgreement(merchant, { card })).id, key: merchant.key };
  });
  const withCards = async (of: TestTenant) => ({ tenant: of, cards: await fundedCards(of, 100) });
  const settling = await createTestTenant();
  return {
    tenant,
    cards,
    merchants,
    agreements,
    cookies: await signedIn(tenant),
    /** The only tenant with subscriptions, so that no other scenario writes deliveries. */
    subscribed: await withCards(await createTestTenant()),
    calm: await withCards(await createTestTenant()),
    limited: await withCards(await createTestTenant({ rateLimitTier: "sandbox" })),
    settling: { ...(await withCards(settling)), merchantKey: (await createTestMerchant(settling)).key },
  };
}

const fundedCards = (tenant: TestTenant, count: number) =>
  times(count, () => createTestCard(tenant, { fundsMinor: 1_000_000_000_00n }));

/** Eight at a time; results keep their order. */
async function times<Made>(count: number, make: (index: number) => Promise<Made>): Promise<readonly Made[]> {
  const made: Made[] = [];
  let next = 0;
  const work = async () => {
    for (let index = next++; index < count; index = next++) made[index] = await make(index);
  };
  await Promise.all(Array.from({ length: 8 }, work));
  return made;
}

/** Cookies of 200 sessions of one person, because each may request 20 pages per second. */
async function signedIn(tenant: TestTenant): Promise<readonly string[]> {
  const { id: userId } = await createTestUser({ kind: "tenant_viewer", tenantId: tenant.id });
  const at = now();
  const expiresAt = new Date(at.getTime() + 24 * 3_600_000);
  const sessions = Array.from({ length: 200 }, () => newRecordId(at));
  await getPrisma().portalSession.createMany({
    data: sessions.map((id) => ({ id, userId, createdAt: at, lastSeenAt: at, expiresAt })),
  });
  const tokens = await Promise.all(sessions.map((sid) => sealSession({ token: { sid } })));
  return tokens.map((token) => `${cookies().sessionToken.name}=${token}`);
}

export interface Host {
  readonly port: number;
  readonly pid: number;
  readonly child: ChildProcess;
  readonly startMs: number;
}

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const PLAIN_STACK = join(ROOT, "bench/baselines/plain-stack");
const READY_WITHIN_MS = 180_000;
/** Not for the app: keeps an idle process from collecting garbage while another one is measured. */
const IDLES_IN_PEACE = "--no-memory-reducer";
const typeScript = (file: string) => [IDLES_IN_PEACE, "--import", "tsx", join(ROOT, file)];

export interface Place {
  readonly env: Env;
  readonly folder: string;
}

export function startApp({ env, folder }: Place, name: string, more: Env = {}): Promise<Host> {
  const local = {
    PUBLIC_URL: "http://localhost",
    WEBHOOK_ALLOW_LOCALHOST: "1",
    CLOSED_LOOP_DATA_DIR: join(folder, name),
  };
  const args = [...NODE_FLAGS, join(ROOT, ".next/current/closed-loop/main.mjs")];
  return startHost(() => args, { ...env, ...local, ...more }, join(folder, `${name}.log`));
}

export function startPlainStack({ env, folder }: Place, secret: string): Promise<Host> {
  const next = join(ROOT, "node_modules/next/dist/bin/next");
  const args = (port: number) => [IDLES_IN_PEACE, next, "start", PLAIN_STACK, "-p", `${port}`, "-H", "127.0.0.1"];
  const own = { ...env, PUBLIC_URL: "http://localhost", PLAIN_STACK_SECRET: secret };
  return startHost(args, own, join(folder, "plain-stack.log"));
}

export function startByHand({ env, folder }: Place, { tenant }: World): Promise<Host> {
  const args = typeScript("bench/baselines/by-hand/main.ts");
  return startHost(() => args, { ...env, BENCH_TENANT: JSON.stringify(tenant) }, join(folder, "by-hand.log"));
}

/** A load generator of its own, so that a crowd doesn't slow the one that measures. Its requests and answers are messages. */
export function startCrowd({ env, folder }: Place): ChildProcess {
  return startChild(typeScript("bench/crowd.ts"), env, join(folder, "crowd.log"));
}

async function startHost(args: (port: number) => readonly string[], env: Env, logFile: string): Promise<Host> {
  const port = await findFreePort();
  const child = startChild(args(port), { ...env, PORT: String(port) }, logFile);
  const startedAt = performance.now();
  while (performance.now() - startedAt < READY_WITHIN_MS) {
    if (child.exitCode !== null) throw new Error(`ended with code ${child.exitCode} at its start: see ${logFile}`);
    const isUp = await fetch(`http://127.0.0.1:${port}/v1/health`).then(
      async (response) => (await response.arrayBuffer()).byteLength >= 0,
      () => false,
    );
    if (isUp) return { port, pid: child.pid ?? 0, child, startMs: performance.now() - startedAt };
    await sleep(5);
  }
  throw new Error(`nothing answers at port ${port}: see ${logFile}`);
}

/** On the same Node, with an IPC channel that closes when this process ends. */
function startChild(args: readonly string[], env: Env, logFile: string): ChildProcess {
  const log = openSync(logFile, "a");
  return spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ["ignore", log, log, "ipc"],
  });
}

export async function endChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  if (await Promise.race([ended.then(() => false), sleep(15_000, true, { ref: false })])) child.kill("SIGKILL");
  await ended;
}

/** The database's version, and the process that all its others descend from. */
export async function inspectDatabase(): Promise<{ readonly version: string; readonly postmaster: number }> {
  const { rows } = await getPool().query(
    "SELECT current_setting('server_version') AS version, pg_backend_pid() AS pid",
  );
  return { version: rows[0].version, postmaster: readStat(rows[0].pid)?.parent ?? 0 };
}

/** `/proc` counts in ticks of 10 ms. Null if it can't be read: the process is gone, or this isn't Linux. */
function readStat(pid: number | string): { readonly parent: number; readonly ms: number } | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    // Skip the process name in parentheses, which may contain spaces and parentheses.
    const after = text.slice(text.lastIndexOf(")") + 2);
    const fields = after.split(" ").map(Number);
    const ticks = fields.slice(11, 15).reduce((sum, one) => sum + one, 0);
    return { parent: fields[1] ?? 0, ms: ticks * 10 };
  } catch {
    return null;
  }
}

/** CPU milliseconds used so far by processes and their descendants, including exited ones. Null except on Linux. */
export function processorTime(pids: readonly number[]): number | null {
  if (!readStat(process.pid)) return null;
  const stats = readdirSync("/proc").flatMap((name) => {
    const stat = /^\d+$/.test(name) ? readStat(name) : null;
    return stat ? [{ pid: Number(name), ...stat }] : [];
  });
  const family = new Set(pids);
  for (let before = 0; before < family.size; ) {
    before = family.size;
    for (const { pid, parent } of stats) if (family.has(parent)) family.add(pid);
  }
  return stats.reduce((sum, { pid, ms }) => sum + (family.has(pid) ? ms : 0), 0);
}
