import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { planeIsUp, planeIsWanted, writePlanes } from "@/server/boot/planes/metrics-of-all";
import { createAuthorization } from "@/server/contracts/rest/authorizations";
import { proveBooks } from "@/server/domain/books";
import { bindEngineAdmin } from "@/server/domain/engine";
import { readVitals } from "@/server/domain/vitals";
import { engineAdmin } from "@/server/inngest/local/admin";
import { now } from "@/server/platform/clock";
import { newRecordId } from "@/server/platform/ids";
import { metrics } from "@/server/platform/metrics";
import { call } from "@/server/testing/clients/api-client";
import { allowLocalhost, startReceiver } from "@/server/testing/clients/receiver";
import { withTestDatabase } from "@/server/testing/database";
import { queryTestDatabase } from "@/server/testing/database-rows";
import { bindTestSender } from "@/server/testing/engine/webhook-sender";
import { createTestHold } from "@/server/testing/factories/authorizations";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { attempt, createTestDelivery } from "@/server/testing/factories/webhook-deliveries";
import { writeMetrics } from "./metrics";
import { writeVitals } from "./vital-gauges";

/** Prometheus's own rule tester. CI installs it; without it, `monitoring.test.ts` still compares names. */
const hasPromtool = spawnSync("promtool", ["--version"]).status === 0;
const skip = hasPromtool ? false : "promtool is not installed";

withTestDatabase();
allowLocalhost();
bindTestSender();
bindEngineAdmin(engineAdmin);

const folder = mkdtempSync(join(tmpdir(), "closed-loop-alerts-"));
after(() => rmSync(folder, { recursive: true }));

/** Length of the simulated scrape: a rule looks back 30 hours. */
const MINUTES = 32 * 60;
const SOON = "45m";
const LATER = "31h30m";

const RULES = readFileSync("docs/monitoring/alerts.yml", "utf8");
const NAMED = new Set([...RULES.matchAll(/\b(closed_loop_[a-z0-9_]+|up)\b/g)].map(([name]) => name));

type Scrape = ReadonlyMap<string, number>;

async function scrape(): Promise<Scrape> {
  const counted = (await writeMetrics()).split("# HELP closed_loop_vitals_up")[0];
  return read(`${counted}\n${await writeVitals(await readVitals({ now: now() }))}\n${await writePlanes()}`);
}

function read(page: string): Scrape {
  const samples = page.split("\n").flatMap((line) => {
    const [, name = "", labels, value = ""] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    const all = [labels, 'job="closed-loop"', 'instance="app-1:3000"'].filter(Boolean).join(",");
    return name.startsWith("closed_loop_") || name.startsWith("nodejs_")
      ? [[`${name}{${all}}`, Number(value)] as const]
      : [];
  });
  return new Map([...samples, ['up{job="closed-loop",instance="app-1:3000"}', 1]]);
}

/** How matching series develop, in promtool notation; null removes them. */
type Change = readonly [RegExp, (value: number) => string | null];

const COUNTED = /^\w+_(total|bucket|count|sum)\{/;
const stays = (value: number) => `${value}+0x${MINUTES}`;
const grows = (by: number) => (value: number) => `${value}+${by}x${MINUTES}`;
const is = (value: number) => () => stays(value);
const isGone = () => null;

function series(from: Scrape, changes: readonly Change[], usual: (name: string, value: number) => string) {
  const met = new Set<RegExp>();
  const lines = [...from].flatMap(([name, value]) => {
    const [pattern, change] = changes.find(([wanted]) => wanted.test(name)) ?? [];
    if (pattern) met.add(pattern);
    const values = change ? change(value) : usual(name, value);
    return values === null ? [] : [{ series: name, values }];
  });
  assert.deepEqual(
    changes.filter(([pattern]) => !met.has(pattern)),
    [],
    "the scrape has what is to be changed",
  );
  return lines;
}

/** Promtool's complaint, unless exactly these alerts fire at `at`. */
function judge(
  states: readonly { name: string; lines: readonly { series: string }[]; fires: readonly string[] }[],
  at: string,
): string {
  writeFileSync(join(folder, "alerts.yml"), RULES);
  const tests = states.map(({ name, lines, fires }) => ({
    name,
    interval: "1m",
    // Series that no rule uses would take most of the run time.
    input_series: lines.filter((line) => NAMED.has(line.series.split("{")[0] ?? "")),
    promql_expr_test: [
      {
        expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
        eval_time: at,
        exp_samples: fires.map((alertname) => ({ labels: `{alertname="${alertname}"}`, value: 1 })),
      },
    ],
  }));
  return promtool({ rule_files: ["alerts.yml"], evaluation_interval: at === LATER ? "5m" : "1m", tests });
}

function promtool(tests: object): string {
  writeFileSync(join(folder, "tests.yml"), JSON.stringify(tests));
  const { stdout, stderr } = spawnSync("promtool", ["test", "rules", "tests.yml"], { cwd: folder, encoding: "utf8" });
  const said = `${stdout}${stderr}`;
  return /FAILED|error/i.test(said) || !said.includes("SUCCESS") ? said : "";
}

const inUse = (name: string, value: number) => {
  if (!COUNTED.test(name)) return stays(value);
  if (/^closed_loop_(plane_ends|requests_refused)_total|status="5/.test(name)) return stays(value);
  if (/_duration_seconds_bucket\{le="(0\.001|0\.0025)"/.test(name)) return stays(value);
  return grows(60)(value);
};

/** Proved every minute: promtool's clock starts at 1970. */
const proved: Change = [/^closed_loop_books_proved_timestamp/, () => `0+60x${MINUTES}`];

let young: Scrape;
let used: Scrape;

before(async () => {
  for (const plane of ["payments", "work", "pages"] as const) {
    planeIsWanted(plane);
    planeIsUp(plane);
  }
  metrics().redisAway.set(0);
  metrics().inngestFaults.set({ fault: "address" }, 0);
  young = await scrape();
  for (const environment of ["test", "live"] as const) {
    const tenant = await createTestTenant({ environment });
    const { panToken } = await createTestCard(tenant, { fundsMinor: 10_00n });
    for (const amount of [4, 11])
      await call(tenant, createAuthorization, { body: { panToken, amount }, idempotencyKey: `of-${amount}` });
  }
  await attempt((await createTestDelivery((await startReceiver()).url, await createTestTenant())).deliveryId);
  metrics().requests.inc({ operation: "createAuthorization", status: "503", error: "temporarily_unavailable" }, 0);
  metrics().emails.inc({ state: "sent" });
  metrics().pushes.inc({ state: "sent" });
  metrics().calls.inc({ procedure: "wallet.home", error: "" });
  await proveBooks({ kind: "network", environment: "live", now: now(), requestId: newRecordId(now()) });
  used = await scrape();
});

test("no alert fires for a database that is new, nor for one in use", { skip }, () => {
  const isNew = { name: "new", lines: series(young, [], (_, value) => stays(value)), fires: [] };
  const isUsed = { name: "in use", lines: series(used, [proved], inUse), fires: [] };
  assert.equal(judge([isNew], "2h"), "");
  assert.equal(judge([isUsed], LATER), "");
  assert.match(judge([{ ...isUsed, fires: ["ClosedLoopDown"] }], SOON), /FAILED/, "it would say so");
});

/** A scrape of a database in which overdue work isn't being done. */
async function overdue(): Promise<Scrape> {
  const tenant = await createTestTenant();
  const { recordId } = await createTestHold(tenant);
  await queryTestDatabase("UPDATE authorizations SET expires_at = now() - interval '1 hour' WHERE id = $1", [recordId]);
  const { deliveryId } = await createTestDelivery((await startReceiver()).url, tenant);
  await queryTestDatabase("UPDATE webhook_deliveries SET next_attempt_at = now() - interval '1 hour' WHERE id = $1", [
    deliveryId,
  ]);
  await queryTestDatabase(
    `INSERT INTO emails (id, recipient, subject, sealed_text, created_at, next_attempt_at)
      VALUES ($1, 'someone@example.com', 'x', 'x', now(), now() - interval '1 hour')`,
    [newRecordId(now())],
  );
  await queryTestDatabase(
    "INSERT INTO engine_schedules (function_id, cron, next_at) VALUES ('f', '* * * * *', now() - interval '1 hour')",
    [],
  );
  return await scrape();
}

/** For each alert, how the series differ from a service in normal use. */
const FIRES: Readonly<Record<string, readonly Change[]>> = {
  ClosedLoopDatabaseAway: [[/^closed_loop_vitals_up/, is(0)]],
  ClosedLoopProcessDown: [[/^up\{/, is(0)]],
  ClosedLoopPlaneDown: [[/^closed_loop_plane_processes\{plane="pages"/, is(0)]],
  ClosedLoopPlaneEnds: [[/^closed_loop_plane_ends_total\{plane="work"/, grows(1)]],
  ClosedLoopNoWorker: [[/^closed_loop_plane_processes(_wanted)?\{plane="work"/, isGone]],
  ClosedLoopRedisAway: [[/^closed_loop_redis_away/, is(1)]],
  ClosedLoopInngest: [[/^closed_loop_inngest_faults\{fault="address"/, is(2)]],
  ClosedLoopErrors: [[/^closed_loop_requests_total\{.*status="503"/, grows(20)]],
  ClosedLoopRefusesRequests: [[/^closed_loop_requests_refused_total/, grows(120)]],
  ClosedLoopAuthorizationsSlow: [
    [/^closed_loop_request_duration_seconds_bucket\{le="(0\.\d+|1|2\.5)",operation="createAuthorization"/, stays],
  ],
  ClosedLoopApprovalsDrop: [
    [
      /^closed_loop_decisions_total\{.*environment="live",code="00"/,
      (value) => `${value}+60x${29 * 60} ${value + 60 * 29 * 60}+6x${3 * 60}`,
    ],
  ],
  ClosedLoopPoolFull: [[/^closed_loop_pool_waiting\{pool="primary"/, is(3)]],
  ClosedLoopRunsFail: [[/^closed_loop_engine_runs_failed_day/, is(1)]],
  ClosedLoopEventsNotRouted: [[/^closed_loop_engine_events_unrouted/, is(500)]],
  ClosedLoopBooksBreached: [[/^closed_loop_books_breached_checks/, is(1)]],
  ClosedLoopBooksNotSealed: [[/^closed_loop_books_unsealed_seconds/, is(1_000)]],
  ClosedLoopDatabaseGrows: [[/^closed_loop_database_bytes/, () => `1000000000+2000000x${MINUTES}`]],
};

const stateOf = (alert: string) => ({
  name: alert,
  lines: series(used, [...(FIRES[alert] ?? []), proved], inUse),
  fires: [alert],
});
const LONG = ["ClosedLoopApprovalsDrop", "ClosedLoopDatabaseGrows"];

test("each alert fires where it must, and alone", { skip }, () => {
  const short = Object.keys(FIRES).filter((alert) => !LONG.includes(alert));
  assert.equal(judge(short.map(stateOf), SOON), "");
  assert.equal(judge(LONG.map(stateOf), LATER), "");
});

test("books not proved last night or ever, and a service gone, are noticed", { skip }, () => {
  const of = (change: Change) => series(used, [change], inUse);
  const fires = ["ClosedLoopBooksNotProved"];
  const pattern = /^closed_loop_books_proved_timestamp/;
  const never = { name: "never", lines: of([pattern, isGone]), fires };
  const once = { name: "once", lines: of([pattern, is(0)]), fires };
  assert.equal(judge([never, once], LATER), "");
  assert.equal(judge([{ name: "gone", lines: [], fires: ["ClosedLoopDown"] }], "10m"), "");
});

test("stopped work is noticed by its age, a schedule's too", { skip }, async () => {
  const late = await overdue();
  const fires = ["ClosedLoopEmailsLate", "ClosedLoopEngineLate", "ClosedLoopHoldsNotExpired", "ClosedLoopWebhooksLate"];
  assert.equal(judge([{ name: "late", lines: series(late, [proved], inUse), fires }], SOON), "");
});

test("every alert is tried", () => {
  const named = [...RULES.matchAll(/^ +- alert: (\w+)$/gm)].map(([, name = ""]) => name);
  const elsewhere = ["BooksNotProved", "Down", "EmailsLate", "EngineLate", "HoldsNotExpired", "WebhooksLate"];
  assert.deepEqual(named.sort(), [...Object.keys(FIRES), ...elsewhere.map((name) => `ClosedLoop${name}`)].sort());
});

test("every query of the dashboard has an answer", { skip }, () => {
  const { panels } = JSON.parse(readFileSync("docs/monitoring/dashboard.json", "utf8")) as {
    panels: { targets?: { expr: string }[] }[];
  };
  const queries = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  assert.ok(queries.length > 20);
  const tests = [
    {
      interval: "1m",
      input_series: series(used, [proved], inUse),
      promql_expr_test: queries.map((query) => ({
        expr: `count(${query.replaceAll("$__rate_interval", "5m").replaceAll("$operation", ".*")}) > bool 0`,
        eval_time: "30m",
        exp_samples: [{ labels: "{}", value: 1 }],
      })),
    },
  ];
  assert.equal(promtool({ evaluation_interval: "1m", tests }), "");
});

test("promtool finds nothing to say of the rules", { skip }, () => {
  execFileSync("promtool", ["check", "rules", "docs/monitoring/alerts.yml"]);
});
