import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { type TestContext, test } from "node:test";
import fc from "fast-check";
import { getPrisma } from "@/server/db/prisma";
import { assertBalance, assertBooksBalance } from "@/server/testing/books";
import { credentialsOf } from "@/server/testing/clients/credentials";
import { handleRequest } from "@/server/testing/clients/host";
import { compiledProgram } from "@/server/testing/compiled-program";
import { withTestDatabase } from "@/server/testing/database";
import { createTestCard, type TestCard } from "@/server/testing/factories/cards";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

const PROGRAM = compiledProgram("server/testing/clients/api-process.ts");

const FUNDS_MINOR = 80_00n;
/** More than the concurrent batches hold, so that some requests are still queued when the process dies. */
const AT_ONCE = 250;
const KILLED_AFTER = fc.sample(fc.integer({ min: 1, max: 90 }), { numRuns: 3, seed: 20_261_122 });

interface Request {
  readonly path: string;
  readonly key: string;
  readonly body: string;
}

async function startProcess(
  t: TestContext,
  killedAfter: number,
): Promise<{ readonly child: ChildProcess; readonly origin: string }> {
  const { NODE_TEST_CONTEXT: _, ...inherited } = process.env;
  const env = { ...inherited, KILLED_AFTER: String(killedAfter) };
  const child = spawn(process.execPath, [PROGRAM], { env, stdio: ["ignore", "pipe", "inherit"] });
  t.after(() => child.kill("SIGKILL"));
  const [port] = await once(createInterface(child.stdout), "line");
  return { child, origin: `http://127.0.0.1:${port}` };
}

function toRequest(tenant: TestTenant, origin: string, { path, key, body }: Request): globalThis.Request {
  const headers = { ...credentialsOf(tenant), "content-type": "application/json", "idempotency-key": key };
  return new Request(`${origin}${path}`, { method: "POST", headers, body });
}

async function sendUntilKilled(
  t: TestContext,
  tenant: TestTenant,
  { requests, killedAfter }: { readonly requests: readonly Request[]; readonly killedAfter: number },
): Promise<Map<string, string>> {
  const { child, origin } = await startProcess(t, killedAfter);
  const answers = new Map<string, string>();
  const send = async (request: Request) => {
    const response = await fetch(toRequest(tenant, origin, request)).catch(() => null);
    const text = await response?.text().catch(() => null);
    if (response?.ok && text) answers.set(request.key, text);
  };
  await Promise.all([once(child, "exit"), ...requests.map(send)]);
  return answers;
}

async function repeat(tenant: TestTenant, request: Request): Promise<string> {
  const response = await handleRequest(toRequest(tenant, "http://closed-loop.test", request), {
    remoteAddress: "127.0.0.1",
  });
  assert.ok(response.ok);
  return response.text();
}

function toRequests(cards: readonly TestCard[], round: number): Request[] {
  return Array.from({ length: AT_ONCE }, (_, i) => ({
    path: "/v1/authorizations",
    key: `killed-${round}-${i}`,
    body: JSON.stringify({ panToken: cards[i % cards.length]?.panToken, amount: 1 + (i % 3) }),
  }));
}

/** Sends requests to a process that is killed, then again to this one. Returns the answers, which must never differ. */
async function doInSpiteOfDeath(
  t: TestContext,
  tenant: TestTenant,
  { requests, killedAfter }: { readonly requests: readonly Request[]; readonly killedAfter: number },
): Promise<readonly string[]> {
  const answers = await sendUntilKilled(t, tenant, { requests, killedAfter });
  assert.ok(answers.size < requests.length);
  const unanswered = requests.filter(({ key }) => !answers.has(key));
  await Promise.all(unanswered.map(async (one) => answers.set(one.key, await repeat(tenant, one))));
  const repeated = await Promise.all(requests.map((one) => repeat(tenant, one)));
  assert.deepEqual(
    repeated,
    requests.map(({ key }) => answers.get(key)),
  );
  return repeated;
}

test("a crash in the middle of batches leaves each answer true, and no request half done or done twice", async (t) => {
  const tenant = await createTestTenant();
  const cards: TestCard[] = [];
  for (let i = 0; i < 8; i += 1) cards.push(await createTestCard(tenant, { fundsMinor: FUNDS_MINOR }));
  const ids: string[] = [];
  for (const [round, killedAfter] of KILLED_AFTER.entries()) {
    const repeated = await doInSpiteOfDeath(t, tenant, { requests: toRequests(cards, round), killedAfter });
    ids.push(...repeated.map((text) => JSON.parse(text).recordId));
  }
  const rows = await getPrisma().authorization.findMany({ where: { tenantId: tenant.id }, include: { events: true } });
  assert.deepEqual(rows.map(({ id }) => id).sort(), ids.sort());
  assert.equal(rows.length, KILLED_AFTER.length * AT_ONCE);
  assert.ok(rows.every(({ events }) => events.length === 1));
  for (const { accountId } of cards) {
    const held = rows.filter((row) => row.accountId === accountId && row.outcome === "approved");
    const heldMinor = held.reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
    await assertBalance(accountId, { postedMinor: FUNDS_MINOR, heldMinor });
  }
  await assertBooksBalance();
});

test("a crash in the middle of captures leaves none half done or done twice", async (t) => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant, { fundsMinor: 10n * FUNDS_MINOR });
  const asked = Array.from({ length: AT_ONCE }, (_, i) => ({
    path: "/v1/authorizations",
    key: `held-${i}`,
    body: JSON.stringify({ panToken: card.panToken, amount: 2 }),
  }));
  const holds = await Promise.all(asked.map((request) => repeat(tenant, request)));
  const requests = holds.map((text, i) => ({
    path: `/v1/authorizations/${JSON.parse(text).recordId}/capture`,
    key: `captured-${i}`,
    body: JSON.stringify(i % 2 === 0 ? {} : { amount: 1.5 }),
  }));
  await doInSpiteOfDeath(t, tenant, { requests, killedAfter: KILLED_AFTER[0] ?? 1 });
  const captures = await getPrisma().capture.findMany({ where: { tenantId: tenant.id } });
  assert.equal(new Set(captures.map(({ rootId }) => rootId)).size, AT_ONCE);
  assert.equal(captures.length, AT_ONCE);
  assert.equal(
    await getPrisma().event.count({ where: { tenantId: tenant.id, type: "authorization.captured" } }),
    AT_ONCE,
  );
  const [takenMinor, leftMinor] = [(AT_ONCE / 2) * 3_50, (AT_ONCE / 2) * 50];
  const postedMinor = 10n * FUNDS_MINOR - BigInt(takenMinor);
  await assertBalance(card.accountId, { postedMinor, heldMinor: BigInt(leftMinor) });
  await assertBooksBalance();
});
