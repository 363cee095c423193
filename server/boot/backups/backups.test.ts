import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { chmod } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, before, test } from "node:test";
import pino from "pino";
import * as contracts from "@/server/contracts/rest/authorizations";
import { forgetAnnouncements } from "@/server/db/announce";
import { DATABASE_NAME, type EmbeddedDatabase, POSTGRES_MAJOR, startEmbeddedDatabase } from "@/server/db/embedded";
import { backUp, checkBackup, restoreCluster, type Target } from "@/server/db/embedded/backup";
import { migrate, readAppliedMigrations } from "@/server/db/migrate";
import { listMigrations } from "@/server/db/migrations";
import { closePool } from "@/server/db/pool";
import { endDoubtfulCodes } from "@/server/domain/payment-codes";
import { listLostByRestore } from "@/server/domain/queries";
import { closeRequestLog, openRequestLog } from "@/server/domain/request-log";
import { releaseRestores, requireReleased } from "@/server/domain/restores";
import { untilIdle } from "@/server/domain/wake";
import { bindDeliveryQueue, sweepDeliveries } from "@/server/domain/webhooks";
import { now } from "@/server/platform/clock";
import { parseEnv } from "@/server/platform/env";
import { forgetSingleton, processSingleton } from "@/server/platform/singleton";
import { assertBooksBalance } from "@/server/testing/books";
import { call } from "@/server/testing/clients/api-client";
import { allowLocalhost, startReceiver } from "@/server/testing/clients/receiver";
import { queryTestDatabase } from "@/server/testing/database-rows";
import { createTestCard, type TestCard } from "@/server/testing/factories/cards";
import { createTestCode, outcomeOf, redeem, type TestCode } from "@/server/testing/factories/payment-codes";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";
import { deliveriesOf, runOnce } from "@/server/testing/factories/webhook-deliveries";
import { subscribe } from "@/server/testing/factories/webhook-subscriptions";
import { waitUntil } from "@/server/testing/wait-until";
import { listLost } from "./lost-requests";
import { markAsRestored } from "./mark-as-restored";

const CALLERS = 3;
const MORE = 12;

const folder = mkdtempSync(join(process.env.THROWAWAY_FOLDER ?? tmpdir(), "closed-loop-backups-"));
const log = join(folder, "app.log");
const archive = join(folder, "it's 100% archived");
const here = { postgresMajor: POSTGRES_MAJOR, migrations: listMigrations(process.cwd()) };
const receiver = await startReceiver();
const lines = pino.destination({ dest: log, sync: true });

interface Done {
  readonly recordId: string;
  readonly number: string;
  readonly requestId: string;
  readonly at: Date;
}

const done: Done[] = [];
let running: EmbeddedDatabase | null = null;
let tenant: TestTenant;
let card: TestCard;
let subscriptionId: string;
let spent: TestCode;
let unspent: TestCode;
let backup: string;
let apart: Date;

allowLocalhost();

before(async () => {
  // A root-owned database runs as another OS user, who must be able to enter.
  await chmod(folder, 0o711);
  processSingleton("logger", () => pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime }, lines));
  await start("source", archive);
  openRequestLog();
  tenant = await createTestTenant();
  subscriptionId = (await subscribe(tenant, { url: receiver.url })).row.id;
  card = await createTestCard(tenant, { fundsMinor: 10_000_00n });
  spent = await createTestCode(tenant);
  unspent = await createTestCode(tenant);
  backup = join(folder, "backup");
  await backUpUnderLoad();
});

afterEach(stop);
after(async () => {
  await stop();
  rmSync(folder, { recursive: true, force: true });
});

async function start(name: string, keptIn: string | null = null): Promise<void> {
  const dataFolder = join(folder, name);
  running = await startEmbeddedDatabase({ dataFolder, databaseName: DATABASE_NAME, archive: keptIn });
  use(running.url);
  await migrate(running.url);
}

function use(url: string): void {
  for (const name of ["pg-pool", "prisma"]) forgetSingleton(name);
  process.env.DATABASE_URL = url;
  Object.assign(
    processSingleton("env", () => parseEnv(process.env)),
    { DATABASE_URL: url },
  );
}

async function stop(): Promise<void> {
  if (!running) return;
  forgetAnnouncements();
  await closePool();
  await running.stop();
  running = null;
}

async function pay(): Promise<void> {
  const { body, headers } = await call(tenant, contracts.createAuthorization, {
    body: { panToken: card.panToken, amount: 1 },
  });
  assert.equal(body.status, "approved");
  const { recordId, authorizationId } = body;
  done.push({ recordId, number: authorizationId, requestId: headers.get("x-request-id") ?? "", at: new Date() });
}

async function backUpUnderLoad(): Promise<void> {
  let isOver = false;
  const caller = async () => {
    while (!isOver) await pay();
  };
  const callers = Array.from({ length: CALLERS }, caller);
  const url = process.env.DATABASE_URL ?? "";
  const migrations = await readAppliedMigrations(url);
  const stopping = new AbortController().signal;
  await waitUntil("some payments", () => done.length > CALLERS);
  const before = done.length;
  await backUp({ url, data: dataOf("source"), version: "test", migrations, stopping }, backup).finally(() => {
    isOver = true;
  });
  await Promise.all(callers);
  assert.ok(done.length > before, "there was load while it was taken");
  assert.deepEqual(await outcomeOf(tenant, spent), "approved");
  for (let count = 1; count < MORE; count += 1) await pay();
  apart = new Date(Date.now() + 1);
  await waitUntil("another moment", () => new Date() > apart);
  await pay();
  await closeRequestLog();
  await queryTestDatabase("SELECT pg_switch_wal()");
  await stop();
}

/** The cluster is elsewhere if root's folder is private. */
function dataOf(name: string): string {
  const { cluster } = JSON.parse(readFileSync(join(folder, name, "postgres.json"), "utf8")) as { cluster: string };
  return join(cluster, "data");
}

async function restore(name: string, target: Target): Promise<Date> {
  const content = await checkBackup(backup, here);
  const { dataAt } = await restoreCluster({
    backup,
    content,
    dataFolder: join(folder, name),
    databaseName: DATABASE_NAME,
    target,
    prepare: async ({ url, dataAt }) => {
      use(url);
      await markAsRestored({ dataAt });
      await closePool();
    },
  });
  return dataAt;
}

async function knownHere(): Promise<Set<string>> {
  const rows = await queryTestDatabase<{ id: string }>("SELECT id FROM authorizations WHERE id = ANY($1)", [
    done.map(({ recordId }) => recordId),
  ]);
  return new Set(rows.map(({ id }) => id));
}

async function listedAsLost(dataAt: Date): Promise<string[]> {
  const said: string[] = [];
  await listLost({ files: [log], dataAt, say: (text) => said.push(text) });
  return said.flatMap((line) => /request (\w{17})/.exec(line)?.[1] ?? []);
}

test("a backup under load restores balanced, names what was lost, and sends nothing until released", async () => {
  const dataAt = await restore("restored", { archive: null, until: null });
  await start("restored");
  await assertBooksBalance();
  const known = await knownHere();
  const lost = done.filter(({ recordId }) => !known.has(recordId));
  assert.ok(known.size > 0 && lost.length >= MORE);
  assert.deepEqual(
    done.filter(({ recordId, at }) => at < dataAt && !known.has(recordId)),
    [],
    "what was answered before is there",
  );

  // Exactly what was acknowledged by then but is missing here, including the redeemed code.
  const listed = await listedAsLost(dataAt);
  const payments = new Set(done.map(({ requestId }) => requestId));
  assert.deepEqual(listed.filter((id) => payments.has(id)).sort(), lost.map(({ requestId }) => requestId).sort());
  assert.equal(listed.filter((id) => !payments.has(id)).length, 1);
  const doubts = new Map((await listLostByRestore({ now: now(), limit: 100 })).map((doubt) => [doubt.kind, doubt]));
  const codes = doubts.get("payment codes that can be spent")?.records.map(({ id }) => id);
  assert.deepEqual(codes, [spent.recordId, unspent.recordId].sort());
  assert.equal(doubts.get("open holds")?.count, known.size);

  await sendsNothing();
  await assert.rejects(requireReleased(), /restored.*npm run restore:list.*restore:release.*SEND_PAUSED=1/);

  assert.equal(await endDoubtfulCodes({ now: now() }), 2);
  assert.equal((await redeem(tenant, spent)).body.status, "declined");
  // No authorization number is ever reused.
  const given = new Set(done.map(({ number }) => number));
  const before = done.length;
  for (let count = 0; count < MORE; count += 1) await pay();
  assert.deepEqual(
    done.splice(before).filter(({ number }) => given.has(number)),
    [],
  );

  assert.equal(await releaseRestores({ now: now() }), 1);
  await requireReleased();
  await sendsAll();
  await assertBooksBalance();
  await stop();
});

async function sendsNothing(): Promise<void> {
  const handedOver: string[] = [];
  bindDeliveryQueue({
    add: async (due) => void handedOver.push(...due.map(({ deliveryId }) => deliveryId)),
    follow: async () => assert.fail("none has failed"),
  });
  await untilIdle("deliveries");
  await sweepDeliveries({ now: now() });
  await untilIdle("deliveries");
  assert.deepEqual(handedOver, []);
  const [deliveryId = ""] = await deliveriesOf(subscriptionId);
  await queryTestDatabase("UPDATE webhook_deliveries SET has_sender = true WHERE id = $1", [deliveryId]);
  assert.deepEqual(await runOnce(deliveryId), { next: "end", because: "held_back" });
  await queryTestDatabase("UPDATE webhook_deliveries SET has_sender = false WHERE id = $1", [deliveryId]);
  assert.deepEqual(receiver.received, []);
  bindDeliveryQueue(null);
  await untilIdle("deliveries");
}

async function sendsAll(): Promise<void> {
  const handedOver: string[] = [];
  bindDeliveryQueue({
    add: async (due) => void handedOver.push(...due.map(({ deliveryId }) => deliveryId)),
    follow: async () => assert.fail("none has failed"),
  });
  // Binding the queue also looks for deliveries at once, next to the sweep: whichever claims the delivery hands it over.
  await untilIdle("deliveries");
  await sweepDeliveries({ now: now() });
  const [deliveryId = ""] = handedOver;
  assert.deepEqual(await runOnce(deliveryId), { next: "end", because: "delivered" });
  assert.equal(receiver.received.length, 1);
  bindDeliveryQueue(null);
  await untilIdle("deliveries");
}

test("an archived log leads to any time after the backup, and no further than it goes", async () => {
  assert.deepEqual(await restore("at-a-time", { archive, until: apart }), apart);
  await start("at-a-time");
  const known = await knownHere();
  assert.deepEqual(
    done.filter(({ recordId, at }) => known.has(recordId) !== at <= apart).map(({ at }) => at),
    [],
  );
  await assertBooksBalance();
  await stop();

  await restore("all", { archive, until: null });
  await start("all");
  assert.equal((await knownHere()).size, done.length);
  await stop();

  const tomorrow = new Date(Date.now() + 86_400_000);
  await assert.rejects(restore("too-late", { archive, until: tomorrow }), /log in .* ends before/);
  assert.equal(existsSync(dataOf("too-late")), false);
});

test("a restore overwrites nothing, and takes only what it can read to the end", async () => {
  await assert.rejects(restore("source", { archive: null, until: null }), /a restore overwrites none/);
  await assert.rejects(
    checkBackup(backup, { ...here, postgresMajor: "19" }),
    /made by PostgreSQL 18 and this one is 19/,
  );
  const older = { ...here, migrations: here.migrations.slice(0, -1) };
  await assert.rejects(checkBackup(backup, older), /made by a newer version/);
  await assert.rejects(checkBackup(join(folder, "source"), here), /holds no whole backup/);
  const [segment = ""] = readdirSync(join(backup, "data/pg_wal")).filter((name) => name.length === 24);
  const file = join(backup, "data/pg_wal", segment);
  const content = readFileSync(file);
  content[content.length - 1] = 1;
  writeFileSync(file, content);
  await assert.rejects(checkBackup(backup, here), /is not what was backed up/);
  const manifest = join(backup, "manifest.json");
  writeFileSync(manifest, readFileSync(manifest, "utf8").replace("backup_label", "../../passwd"));
  await assert.rejects(checkBackup(backup, here), /is damaged/);
});
