import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, before, beforeEach, test } from "node:test";
import { getRequestListener } from "@hono/node-server";
import { withTestDatabase } from "@/server/testing/database";
import { type StandInSettings, startStandIn } from "@/server/testing/engine/stand-in-inngest";
import { waitUntil } from "@/server/testing/wait-until";
import { inngest } from "./client";
import { functions } from "./functions";
import { type ConfiguredInngest, getConfiguredInngest } from "./keys";
import { handleInngest } from "./mount";
import { InngestWatch } from "./watch-inngest";

withTestDatabase();

const EVENT_KEY = "abcd";
const SIGNING_KEY = "ef01".repeat(16);
const PACE = { calledWithinMs: 400, untilProvedMs: 20, onceProvedMs: 20 };
const ALL = functions.map((one) => one.id(inngest.id));

const app = createServer(getRequestListener(handleInngest, { overrideGlobalObjects: false }));
const theirs: StandInSettings = { eventKey: EVENT_KEY, signingKey: SIGNING_KEY, known: ALL, appUrl: null, asked: 0 };
let appUrl = "";
let standIn: Awaited<ReturnType<typeof startStandIn>>;
let configured: ConfiguredInngest;

before(async () => {
  await new Promise<void>((resolve) => app.listen(0, "127.0.0.1", resolve));
  const address = app.address();
  assert.ok(address !== null && typeof address === "object");
  appUrl = `http://127.0.0.1:${address.port}/api/inngest`;
  standIn = await startStandIn(theirs);
  process.env.INNGEST_BASE_URL = standIn.baseUrl;
  process.env.INNGEST_EVENT_KEY = EVENT_KEY;
  process.env.INNGEST_SIGNING_KEY = SIGNING_KEY;
  const settings = getConfiguredInngest();
  assert.ok(settings);
  configured = settings;
});
after(async () => {
  app.closeAllConnections();
  app.close();
  await standIn.close();
});
beforeEach(() => {
  Object.assign(theirs, { eventKey: EVENT_KEY, signingKey: SIGNING_KEY, known: ALL, appUrl, asked: 0 });
});

async function watchUntil(sentence: RegExp | null, settings = configured): Promise<boolean> {
  const watch = new InngestWatch(settings, PACE);
  watch.start();
  try {
    await waitUntil(`${sentence}`, async () => {
      const said = watch.sentence();
      return sentence ? said !== null && sentence.test(said) : said === null && watch.isReady();
    });
    return watch.isReady();
  } finally {
    watch.stop();
  }
}

test("an Inngest that takes both keys, knows the functions, and calls one is well", async () => {
  assert.equal(await watchUntil(null), true);
});

test("a wrong key is named, and no requests may come", async () => {
  theirs.eventKey = "other";
  assert.equal(await watchUntil(/doesn't accept INNGEST_EVENT_KEY/), false);
  theirs.eventKey = EVENT_KEY;
  theirs.signingKey = "aa".repeat(32);
  assert.equal(await watchUntil(/doesn't accept INNGEST_SIGNING_KEY/), false);
});

test("what waits for someone else is named, and requests may come all the same", async () => {
  theirs.known = [];
  assert.equal(await watchUntil(/doesn't know this app.*PUT/), true);
  theirs.known = ALL.slice(1);
  assert.equal(await watchUntil(new RegExp(`doesn't know ${ALL[0]} of this version`)), true);
  Object.assign(theirs, { known: ALL, appUrl: null });
  assert.equal(await watchUntil(/called no function/), true);
  const away = await startStandIn(theirs);
  await away.close();
  const nowhere = { ...configured, baseUrl: away.baseUrl };
  assert.equal(await watchUntil(/can't be reached: ECONNREFUSED\.$/, nowhere), true);
});

test("calls that are signed with another key are told apart from none", async () => {
  const watch = new InngestWatch(configured, PACE);
  theirs.appUrl = null;
  watch.start();
  const stranger = setInterval(() => {
    void fetch(`${appUrl}?fnId=closed-loop-answer-check&stepId=step`, { method: "POST", body: "{}" }).catch(() => null);
  }, 50);
  try {
    await waitUntil("it is said", async () => /not signed with INNGEST_SIGNING_KEY/.test(watch.sentence() ?? ""));
    assert.equal(watch.isReady(), true);
  } finally {
    clearInterval(stranger);
    watch.stop();
  }
});

test("what worked once stays ready when a key changes, and says so", async () => {
  const watch = new InngestWatch(configured, PACE);
  watch.start();
  try {
    // A second request means that the first round has ended; before a call arrives, no news counts as good.
    await waitUntil("a call that came", async () => theirs.asked > 1 && watch.sentence() === null);
    theirs.eventKey = "changed";
    await waitUntil("it is said", async () => /INNGEST_EVENT_KEY/.test(watch.sentence() ?? ""));
    assert.equal(watch.isReady(), true);
  } finally {
    watch.stop();
  }
});
