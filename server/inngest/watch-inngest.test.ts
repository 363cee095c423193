import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, afterEach, before, beforeEach, test } from "node:test";
import { getRequestListener } from "@hono/node-server";
import { metrics } from "@/server/platform/metrics";
import { withTestDatabase } from "@/server/testing/database";
import { queryTestDatabase } from "@/server/testing/database-rows";
import { StandInInngest, type StandInSettings } from "@/server/testing/engine/stand-in-inngest";
import { closeServer, listen } from "@/server/testing/listen";
import { waitUntil } from "@/server/testing/wait-until";
import { inngest } from "./client";
import { nameBuild } from "./current-build";
import { functions } from "./functions";
import { type ConfiguredInngest, getConfiguredInngest } from "./keys";
import { handleInngest } from "./mount";
import { InngestWatch, type InngestWatchOptions } from "./watch-inngest";

withTestDatabase();

const PACE = { checkMs: 50, faultMs: 20, calledWithinMs: 2_000, roundMs: 100 };
/** For an Inngest that won't call: a slow one would be taken for it. */
const IMPATIENT = { pace: { ...PACE, calledWithinMs: 400 } };
const KEYS = { eventKey: "abcd", signingKey: "ef01".repeat(16) };

const app = createServer(getRequestListener(handleInngest, { overrideGlobalObjects: false }));
const theirs: StandInSettings = { ...KEYS, isCutOff: false, isListed: true };
const watches = new Set<InngestWatch>();
let standIn: StandInInngest;
let configured: ConfiguredInngest;

before(async () => {
  const port = await listen(app);
  standIn = await new StandInInngest(theirs).start();
  process.env.INNGEST_BASE_URL = standIn.baseUrl;
  process.env.INNGEST_EVENT_KEY = KEYS.eventKey;
  process.env.INNGEST_SIGNING_KEY = KEYS.signingKey;
  process.env.INNGEST_SERVE_ORIGIN = `http://127.0.0.1:${port}`;
  const settings = getConfiguredInngest();
  assert.ok(settings);
  configured = settings;
});
after(async () => {
  await closeServer(app);
  await standIn.close();
});
beforeEach(async () => {
  Object.assign(theirs, { ...KEYS, isCutOff: false, isListed: true, onRegistered: undefined });
  standIn.registered = [];
  await queryTestDatabase("DELETE FROM running_builds");
});
afterEach(() => {
  for (const watch of watches) watch.stop();
  watches.clear();
});

function watch(options: Partial<InngestWatchOptions> = {}): InngestWatch {
  const one = new InngestWatch({ configured, isWorker: true, pace: PACE, ...options });
  watches.add(one);
  one.start();
  return one;
}

const untilSaid = (one: InngestWatch, sentence: RegExp) =>
  waitUntil(`${sentence}`, () => sentence.test(one.sentence() ?? ""));
const untilWell = (one: InngestWatch) => waitUntil("all is well", () => one.isReady() && one.sentence() === null);
const known = () => standIn.registered.map(({ id }) => id).sort();
const addresses = () => [...new Set(standIn.registered.map(({ steps }) => new URL(steps.step.runtime.url).origin))];
const faults = async () => {
  const { values } = await metrics().inngestFaults.get();
  return values.filter(({ value }) => value > 0).map(({ labels }) => labels.fault);
};
const ALL = functions.map((one) => one.id(inngest.id)).sort();

test("a worker registers its functions at the configured address, and nobody has to", async () => {
  await untilWell(watch());
  assert.deepEqual(known(), ALL);
  assert.deepEqual(addresses(), [new URL(configured.serveUrl).origin]);
});

test("a wrong key is named, and no requests may come", async () => {
  theirs.eventKey = "other";
  const one = watch();
  await untilSaid(one, /doesn't accept INNGEST_EVENT_KEY/);
  assert.equal(one.isReady(), false);
  Object.assign(theirs, { eventKey: KEYS.eventKey, signingKey: "aa".repeat(32) });
  const other = watch();
  await untilSaid(other, /doesn't accept INNGEST_SIGNING_KEY/);
  assert.equal(other.isReady(), false);
});

test("an Inngest away or calling nobody is named and counted, and requests may come", async () => {
  theirs.isCutOff = true;
  const one = watch(IMPATIENT);
  await untilSaid(one, /called no function/);
  assert.equal(one.isReady(), true);
  await waitUntil("it is counted", async () => (await faults()).join() === "calls");
  theirs.isCutOff = false;
  await untilWell(one);
  assert.deepEqual(await faults(), []);
  one.stop();
  const gone = await new StandInInngest(theirs).start();
  await gone.close();
  const nowhere = watch({ configured: { ...configured, baseUrl: gone.baseUrl } });
  await untilSaid(nowhere, /can't be reached: ECONNREFUSED\.$/);
  assert.equal(nowhere.isReady(), true);
  await waitUntil("it is counted", async () => (await faults()).join() === "away");
});

test("functions registered by someone else, fewer, more, elsewhere, or otherwise, are put right", async () => {
  await untilWell(watch());
  const right = standIn.registered;
  const [first, ...others] = right;
  assert.ok(first);
  const { step } = first.steps;
  const at = (url: string) => ({ ...first, steps: { step: { ...step, runtime: { url } } } });
  for (const wrong of [
    others,
    [...right, { ...first, id: "closed-loop-of-another-build" }],
    [at(step.runtime.url.replace(/127\.0\.0\.1:\d+/, "evil.test:4999")), ...others],
    [at(`${step.runtime.url}&probe=trust`), ...others],
    [{ ...first, triggers: [{ cron: "0 0 1 1 *" }] }, ...others],
    [],
  ]) {
    standIn.registered = wrong;
    await waitUntil("they are put right", () => JSON.stringify(standIn.registered) === JSON.stringify(right));
  }
});

test("a process without background work says what Inngest doesn't know, and registers nothing", async () => {
  const worker = watch();
  await untilWell(worker);
  worker.stop();
  standIn.registered = standIn.registered.slice(1);
  const one = watch({ isWorker: false });
  await untilSaid(one, /^Inngest doesn't know closed-loop-answer-check of this build\.$/);
  assert.equal(one.isReady(), true);
  assert.deepEqual(known(), ALL.slice(1));
});

test("an Inngest without a list of functions gets them once, and is proved by the round trip", async () => {
  theirs.isListed = false;
  const log: number[] = [];
  theirs.onRegistered = (registered) => void log.push(registered.length);
  const { called } = standIn;
  await untilWell(watch());
  await waitUntil("a round trip", () => standIn.called > called);
  assert.deepEqual(log, [functions.length]);
});

test("calls signed with another key are told apart from none", async () => {
  theirs.isCutOff = true;
  const one = watch(IMPATIENT);
  const stranger = setInterval(() => {
    const url = `${configured.serveUrl}?fnId=closed-loop-answer-check&stepId=step`;
    void fetch(url, { method: "POST", body: "{}" }).catch(() => null);
  }, 50);
  try {
    await untilSaid(one, /not signed with INNGEST_SIGNING_KEY/);
    assert.equal(one.isReady(), true);
  } finally {
    clearInterval(stranger);
  }
});

test("a registration once working stays ready when a key changes, and says so", async () => {
  const { called } = standIn;
  const one = watch();
  // Another round begins only after one that succeeded, or two that didn't.
  await waitUntil("a round trip", () => standIn.called > called + 3);
  theirs.signingKey = "aa".repeat(32);
  await untilSaid(one, /INNGEST_SIGNING_KEY/);
  assert.equal(one.isReady(), true);
});

test("through a rolling deploy of four nodes Inngest only goes from the old build to the new one", async (t) => {
  const before = functions.slice(1);
  const oldBuild = { name: nameBuild("0.9.0", "2026-11-29T00:00:00.000Z", before), functions: before };
  const newBuild = { name: nameBuild("0.10.0", "2026-11-28T00:00:00.000Z", functions), functions };
  const log: string[] = [];
  theirs.onRegistered = (registered) => {
    log.push(registered.length === functions.length ? "new" : "old");
    t.diagnostic(`${new Date().toISOString()} ${log.at(-1)}: ${registered.length} functions`);
  };
  const nodes: InngestWatch[] = [];
  for (let node = 0; node < 4; node += 1) nodes.push(watch({ build: oldBuild }));
  await Promise.all(nodes.map(untilWell));
  assert.deepEqual(log, ["old"]);
  for (const node of nodes) {
    // Starts beside what it replaces, as behind a balancer.
    const replacement = watch({ build: newBuild });
    await untilWell(replacement);
    const since = standIn.asked;
    await waitUntil("every node has asked again", () => standIn.asked > since + 10);
    node.stop();
  }
  assert.deepEqual(log, ["old", "new"]);
  assert.deepEqual(known(), ALL);
});

test("a deploy taken back registers the older build once the newer one is gone", async () => {
  const before = functions.slice(1);
  const oldBuild = { name: nameBuild("0.9.0", "2026-11-28T00:00:00.000Z", before), functions: before };
  const newBuild = { name: nameBuild("0.9.0", "2026-11-29T00:00:00.000Z", functions), functions };
  const newer = watch({ build: newBuild });
  await untilWell(newer);
  const older = watch({ build: oldBuild });
  await untilWell(older);
  assert.deepEqual(known(), ALL);
  newer.stop();
  await queryTestDatabase("UPDATE running_builds SET seen_at = seen_at - interval '1 minute' WHERE build = $1", [
    newBuild.name,
  ]);
  await waitUntil("its own functions", () => standIn.registered.length === before.length);
});
