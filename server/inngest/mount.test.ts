import assert from "node:assert/strict";
import { createServer } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { after, before, beforeEach, test } from "node:test";
import { getRequestListener } from "@hono/node-server";
import { noteBuild } from "@/server/domain/builds";
import { now } from "@/server/platform/clock";
import { findSingleton } from "@/server/platform/singleton";
import { withTestDatabase } from "@/server/testing/database";
import { queryTestDatabase } from "@/server/testing/database-rows";
import { StandInInngest } from "@/server/testing/engine/stand-in-inngest";
import { closeServer, listen } from "@/server/testing/listen";
import { currentBuild } from "./current-build";
import { functions } from "./functions";
import { signBody } from "./local/signature";
import { handleInngest } from "./mount";

withTestDatabase();

const KEYS = { eventKey: "abcd", signingKey: "ef01".repeat(16) };
const OURS = "https://pay.example.test";
const EVIL = "evil.test:4999";

const app = createServer(getRequestListener(handleInngest, { overrideGlobalObjects: false }));
let registrations = 0;
const countRegistration = () => {
  registrations += 1;
};
const standIn = new StandInInngest({ ...KEYS, isCutOff: true, isListed: true, onRegistered: countRegistration });
let port = 0;

before(async () => {
  port = await listen(app);
  await standIn.start();
  Object.assign(process.env, {
    INNGEST_BASE_URL: standIn.baseUrl,
    INNGEST_EVENT_KEY: KEYS.eventKey,
    INNGEST_SIGNING_KEY: KEYS.signingKey,
    PUBLIC_URL: OURS,
  });
});
after(() => closeServer(app));
beforeEach(async () => {
  standIn.registered = [];
  registrations = 0;
  await queryTestDatabase("DELETE FROM running_builds");
});

/** A request whose line and headers are as given: `fetch` would refuse them. */
async function send(line: string, headers: readonly string[], body = ""): Promise<{ status: number; text: string }> {
  const socket = connect(port, "127.0.0.1");
  const length = body ? [`Content-Length: ${Buffer.byteLength(body)}`] : [];
  socket.write([`${line} HTTP/1.1`, ...headers, ...length, "Connection: close", "", body].join("\r\n"));
  const answer = await text(socket);
  return { status: Number(answer.split(" ", 2)[1]), text: answer };
}

const wellRegistered = () =>
  standIn.registered.every(({ id, steps }) => steps.step.runtime.url === `${OURS}/api/inngest?fnId=${id}&stepId=step`);

/** As if the last registration were long ago. */
function forgetLast(): void {
  const last = findSingleton<{ until: number }>("last-registration");
  if (last) last.until = Number.NEGATIVE_INFINITY;
}

test("no word of a stranger's PUT reaches the registration", async () => {
  const inBand = JSON.stringify({ url: `http://${EVIL}/api/inngest` });
  const signed = signBody({ url: `http://${EVIL}/api/inngest?probe=trust` }, KEYS.signingKey, now());
  const mine = "Host: localhost";
  for (const [line, headers, body] of [
    ["PUT /api/inngest", [`Host: ${EVIL}`], ""],
    ["PUT /api/inngest", [mine, `X-Forwarded-Host: ${EVIL}`, "X-Forwarded-Proto: http"], ""],
    ["PUT /api/inngest", [mine, `Forwarded: host=${EVIL};proto=http`], ""],
    [`PUT http://${EVIL}/api/inngest`, [`Host: ${EVIL}`], ""],
    ["PUT /api/inngest?probe=trust", [mine], ""],
    ["PUT /api/inngest?fnId=closed-loop-send-emails&stepId=x&deployId=y", [mine], ""],
    ["PUT /api/inngest", [mine, "x-inngest-sync-kind: in_band", "x-inngest-server-kind: dev"], inBand],
    [
      "PUT /api/inngest",
      [mine, "x-inngest-sync-kind: in_band", `x-inngest-signature: ${signed.signature}`],
      signed.text,
    ],
    ["PUT /api/inngest", [mine, "Content-Type: application/json"], "{"],
  ] as const) {
    standIn.registered = [];
    forgetLast();
    const { status, text: said } = await send(line, headers, body);
    assert.equal(status, 200, line);
    assert.doesNotMatch(said, /evil|fnId|closed-loop-/);
    assert.ok(wellRegistered(), line);
    assert.equal(standIn.registered.length, functions.length);
  }
});

test("a thousand PUTs at once are one registration", async () => {
  forgetLast();
  const put = () => handleInngest(new Request("http://x/", { method: "PUT" }));
  await Promise.all(Array.from({ length: 1_000 }, put));
  standIn.registered = [];
  await put();
  assert.deepEqual([registrations, standIn.registered], [1, []]);
});

test("a build beside a newer one leaves the registration alone, whoever asks", async () => {
  await noteBuild(`999999.${currentBuild().name}`);
  forgetLast();
  assert.equal((await send("PUT /api/inngest", [`Host: ${EVIL}`])).status, 409);
  assert.deepEqual(standIn.registered, []);
});

test("no other method registers, and unsigned ones learn nothing", async () => {
  for (const method of ["GET", "HEAD", "POST", "DELETE", "PATCH", "OPTIONS", "PROPFIND"]) {
    const body = method === "GET" || method === "HEAD" ? "" : "{}";
    const { status, text: said } = await send(`${method} /api/inngest?probe=trust`, [`Host: ${EVIL}`], body);
    assert.equal(status, 401, method);
    assert.doesNotMatch(said, /closed-loop-|x-inngest-(?!sdk-handled)/i);
  }
  assert.deepEqual(standIn.registered, []);
});

test("a registration refused by Inngest tells a stranger no more than that", async () => {
  await standIn.close();
  forgetLast();
  const { status, text: said } = await send("PUT /api/inngest", ["Host: localhost"]);
  assert.equal(status, 503);
  assert.match(said, /\r\n\{"message":"Inngest did not take the registration\."\}/);
});
