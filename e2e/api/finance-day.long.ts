import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { cookies } from "@/server/auth/cookie";
import { sealSession } from "@/server/auth/session-cookie";
import { closeDispute, getDispute } from "@/server/contracts/rest/disputes";
import { setPayoutAccount } from "@/server/contracts/rest/onboarding/merchants";
import { getPrisma } from "@/server/db/prisma";
import { fundingReferenceOf } from "@/server/domain/bank";
import { openDispute } from "@/server/domain/disputes";
import { openPaymentFile } from "@/server/domain/payouts";
import { readReserves } from "@/server/domain/queries";
import { settleNow } from "@/server/domain/settlement";
import { DAY_MS, dayOf, now } from "@/server/platform/clock";
import { AuthorizationId } from "@/server/platform/noun-ids";
import { camtOf, createTestOperator } from "@/server/testing/bank-statements";
import { assertBalance } from "@/server/testing/books";
import { call, expectError } from "@/server/testing/clients/api-client";
import { withTestDatabase } from "@/server/testing/database";
import { memberCaller, tenantCaller } from "@/server/testing/factories/callers";
import { createTestCard, type TestCard } from "@/server/testing/factories/cards";
import { approveTestTenant } from "@/server/testing/factories/live-approval";
import { createTestMerchant } from "@/server/testing/factories/merchants";
import { createTestUser, openTestSession, portalOf, type TestUser } from "@/server/testing/factories/portal";
import { refund } from "@/server/testing/factories/settlements";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { createTestSale } from "@/server/testing/factories/transactions";
import { waitUntil } from "@/server/testing/wait-until";
import { AppProcess } from "../fixtures/app-process";
import { withDataFolder } from "../fixtures/data-folder";
import { newKey } from "../fixtures/sandbox";

withTestDatabase();

const MEMBERS = 200;
const MERCHANTS = 10;
const environment = "live";
const IBAN = "DE02120300000000202051";
/** A killed worker's claim has to end first, and the sweep to come. */
const DONE_WITHIN_MS = 300_000;
/** Where people would reach the app; the test calls it by its port. */
const PUBLIC_URL = "http://127.0.0.1";
const SCHEMAS = process.env.ISO20022_SCHEMAS;
const run = promisify(execFile);

/** The running app, which is killed in the midst of what it is asked. */
class Killed {
  #kills = 0;

  private constructor(
    readonly folder: string,
    private app: AppProcess,
  ) {}

  static async start(folder: string): Promise<Killed> {
    return new Killed(folder, await AppProcess.start(folder, settings()));
  }

  get kills(): number {
    return this.#kills;
  }

  /** A call of the portal. Null: no answer. Throws if it is refused. */
  async #ask(user: TestUser, procedure: string, input: object): Promise<unknown> {
    const cookie = `${cookies().sessionToken.name}=${await sealSession({ token: { sid: await openTestSession(user) } })}`;
    const answer = await fetch(`${this.app.address}/api/trpc/${procedure}`, {
      method: "POST",
      headers: { cookie, origin: PUBLIC_URL, "content-type": "application/json" },
      body: JSON.stringify({ environment, ...input }),
    }).catch(() => null);
    const text = await answer?.text().catch(() => null);

    if (!answer || text === null || text === undefined || answer.status >= 500) return null;
    if (!answer.ok) throw new Error(`${procedure}: ${answer.status} ${text}`);
    return JSON.parse(text).result.data;
  }

  /** Asks, kills the app after so many milliseconds, and asks again until there is an answer; then once more, as a repeat. */
  async askThrough(user: TestUser, procedure: string, input: object, killedAfterMs: readonly number[]) {
    for (const delayMs of killedAfterMs) {
      const asked = this.#ask(user, procedure, input).catch(() => null);
      await sleep(delayMs);
      await this.kill();
      await asked;
    }
    const first = await waitUntil(procedure, () => this.#ask(user, procedure, input), DONE_WITHIN_MS);
    assert.deepEqual(await this.#ask(user, procedure, input), first, `a repeat of ${procedure} has the same answer`);
    return first;
  }

  async kill(): Promise<void> {
    await this.app.end("SIGKILL");
    this.#kills += 1;
    this.app = await AppProcess.start(this.folder, settings());
  }

  async end(): Promise<void> {
    await this.app.end("SIGTERM");
  }
}

const settings = () => ({
  DATABASE_URL: process.env.DATABASE_URL ?? "",
  HMAC_KEY: process.env.HMAC_KEY ?? "",
  PUBLIC_URL,
});

const accountsOf = (cards: readonly TestCard[]) =>
  getPrisma().account.findMany({ where: { id: { in: cards.map(({ accountId }) => accountId) } } });

async function referenceOf(id: string): Promise<string> {
  return fundingReferenceOf((await getPrisma().account.findUniqueOrThrow({ where: { id } })).fundingNumber);
}

function validate(kind: "camt.053.001.08" | "pain.001.001.09", xml: string): void {
  if (!SCHEMAS) return;
  const folder = mkdtempSync(join(tmpdir(), "closed-loop-iso20022-"));
  try {
    const file = join(folder, "file.xml");
    writeFileSync(file, xml);
    const checked = spawnSync("xmllint", ["--noout", "--schema", join(SCHEMAS, `${kind}.xsd`), file]);
    assert.equal(checked.status, 0, String(checked.stderr ?? checked.error));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("a finance team's day in live, killed in the midst of imports and exports: nothing is lost, nothing comes twice", async (t) => {
  await withDataFolder(async (folder) => {
    const app = await Killed.start(folder);
    try {
      await liveThrough(app, (text) => t.diagnostic(text));
    } finally {
      await app.end();
    }
  });
});

async function liveThrough(app: Killed, report: (text: string) => void): Promise<void> {
  const [first, second] = [
    await createTestUser({ kind: "network_operator" }),
    await createTestUser({ kind: "network_operator" }),
  ];
  const tenant = await createTestTenant({ environment });
  const owner = await createTestUser({ kind: "tenant_owner", tenantId: tenant.id });
  await approveTestTenant(tenant);
  const operator = portalOf(await openTestSession(first)).network;
  const other = portalOf(await openTestSession(second)).network;
  const place = { environment } as const;

  // The network's account, old enough to be used.
  await operator.bank.setAccount({
    ...place,
    key: newKey(),
    currency: "EUR",
    holder: "Closed Loop Trust",
    country: "DE",
    accountNumber: "DE89370400440532013000",
    bankCode: "COBADEFFXXX",
    bankName: "Commerzbank",
  });
  const before = new Date(now().getTime() - 3 * DAY_MS);
  await getPrisma().bankAccount.updateMany({ data: { createdAt: before, worksFrom: before } });

  const cards: TestCard[] = [];
  for (let index = 0; index < MEMBERS; index += 1)
    cards.push(await createTestCard(tenant, { fundsMinor: 0n, currency: "EUR" }));
  const [byStatement, byFile] = [cards.slice(0, MEMBERS / 2), cards.slice(MEMBERS / 2)];
  const console = portalOf(await openTestSession(owner)).tenant;
  const { id: float } = await console.floats.open({ ...place, tenant: tenant.slug, key: newKey(), currency: "EUR" });

  // Half of the members and the float by a statement, three lines that name nobody.
  const day = dayOf(now()).toISOString().slice(0, 10);
  const yesterday = new Date(now().getTime() - DAY_MS).toISOString().slice(0, 10);
  const references = await Promise.all(byStatement.map(({ accountId }) => referenceOf(accountId)));
  const morning = camtOf({
    number: "2026-1",
    day: yesterday,
    opening: 0,
    lines: [
      ...references.map((reference, index) => ({ amount: 50, text: reference, reference: `IN-${index}` })),
      { amount: 6_000, text: await referenceOf(float), reference: "IN-FLOAT" },
      { amount: 20, text: "Lunch for June", reference: "IN-A", name: "June Park" },
      { amount: 7, text: "Wrong network", reference: "IN-B" },
      { amount: -2.5, text: "Account fee", reference: "IN-C" },
    ],
  });
  await app.askThrough(first, "network.bank.importStatement", { key: newKey(), text: morning }, [15, 60]);
  const unread = () => getPrisma().bankStatement.count({ where: { finishedAt: null } });
  await sleep(150);
  await app.kill();
  await waitUntil("the statement is handled", async () => (await unread()) === 0, DONE_WITHIN_MS);
  for (const card of byStatement) await assertBalance(card.accountId, { postedMinor: 50_00n, heldMinor: 0n });
  await assertBalance(float, { postedMinor: 6_000_00n, heldMinor: 0n });
  const lineOf = async (text: string) => (await getPrisma().bankLine.findFirstOrThrow({ where: { text } })).id;
  const [june] = byFile;
  assert.ok(june);
  const assigned = { key: newKey(), id: await lineOf("Lunch for June"), accountId: june.accountId };
  await app.askThrough(first, "network.bank.assign", assigned, [10]);
  await operator.bank.mark({ ...place, id: await lineOf("Wrong network"), state: "returned", note: "Not ours" });
  await operator.bank.mark({ ...place, id: await lineOf("Account fee"), state: "other", note: "The bank's fee" });
  await assertBalance(june.accountId, { postedMinor: 20_00n, heldMinor: 0n });

  // The other half by the tenant's file.
  const rows = byFile.map(({ memberId }, index) => `${memberId},40,SUB-${index},EUR`);
  const text = ["member,amount,reference,currency", ...rows].join("\r\n");
  await app.askThrough(owner, "tenant.fundingFiles.start", { tenant: tenant.slug, key: newKey(), text }, [15, 60]);
  await sleep(100);
  await app.kill();
  const funded = () => getPrisma().event.count({ where: { tenantId: tenant.id, type: "funding.created" } });
  const FUNDINGS = byStatement.length + byFile.length + 2;
  await waitUntil("the file is done", async () => (await funded()) >= FUNDINGS, DONE_WITHIN_MS);
  assert.equal(await funded(), FUNDINGS, "one event a funding: lines, the float, the assigned line, and rows");
  for (const card of byFile.slice(1)) await assertBalance(card.accountId, { postedMinor: 40_00n, heldMinor: 0n });
  await assertBalance(june.accountId, { postedMinor: 60_00n, heldMinor: 0n });
  await assertBalance(float, { postedMinor: 2_000_00n, heldMinor: 0n });

  // The day's sales, one refund in full after a dispute, one in part.
  const merchants = [];
  for (let index = 0; index < MERCHANTS; index += 1) {
    const merchant = await createTestMerchant(tenant);
    const body = { holder: `Canteen ${index} Ltd`, country: "DE", accountNumber: IBAN };
    await call(tenant, setPayoutAccount, { params: { id: merchant.id }, body });
    merchants.push(merchant);
  }
  await getPrisma().merchantPayoutAccount.updateMany({ data: { createdAt: before, worksFrom: before } });
  const sales = [];
  for (const [index, card] of cards.entries()) {
    const merchant = merchants[index % MERCHANTS];
    assert.ok(merchant);
    sales.push({ merchant, ...(await createTestSale(merchant, { card, currency: "EUR", amount: 12.5 })) });
  }
  const [disputed, shared] = sales;
  assert.ok(disputed && shared);
  await refund(shared.merchant, shared.transactionId, 2.5);
  const { id: paymentId } = await getPrisma().authorization.findFirstOrThrow({
    where: { authorizationNumber: disputed.authorizationId, tenantId: tenant.id },
  });
  const dispute = await openDispute(memberCaller(tenant, disputed.card), {
    id: AuthorizationId.parse(paymentId),
    reason: "not_recognized",
    note: "I wasn't there.",
  });
  const ending = { params: { id: dispute.id }, body: { outcome: "refunded" as const, message: "Sorry." } };
  await expectError(tenant, closeDispute, ending, { status: 409, code: "dispute_not_refunded" });
  await refund(disputed.merchant, disputed.transactionId);
  await call(tenant, closeDispute, ending);
  assert.equal((await call(tenant, getDispute, { params: { id: dispute.id } })).body.outcome, "refunded");

  // Payouts: settled, in one file, approved by a second operator, sent.
  await sleep(1_100);
  const batches = await settleNow({ ...tenantCaller(tenant), now: now() }, { merchantId: null, request: null });
  assert.equal(batches.length, MERCHANTS);
  const [due] = (await operator.payouts.due(place)).filter(({ currency }) => currency === "EUR");
  assert.ok(due?.format);
  const total = (MEMBERS * 12_50 - 2_50 - 12_50) / 100;
  assert.deepEqual([due.payoutCount, due.sum], [MERCHANTS, total]);
  const asked = {
    key: newKey(),
    currency: "EUR",
    day: due.day,
    format: due.format,
    executesOn: day,
    payoutCount: due.payoutCount,
    sum: due.sum,
  };
  const made = (await app.askThrough(first, "network.payouts.makeFile", asked, [10, 40])) as {
    id: string;
    awaits: string | null;
  };
  assert.equal(await getPrisma().paymentFile.count(), 1);
  if (made.awaits) await other.approvals.decide({ ...place, id: made.awaits, isApproved: true });
  const caller = await createTestOperator(environment);
  const file = await openPaymentFile(caller, { id: made.id });
  validate("pain.001.001.09", file.text);
  const [, sum] = /<CtrlSum>([\d.]+)</.exec(file.text) ?? [];
  assert.equal(Number(sum), total);
  await app.askThrough(first, "network.payouts.sendFile", { id: made.id }, [5, 25]);
  const payouts = await getPrisma().payout.findMany({ where: { environment }, orderBy: { id: "asc" } });
  assert.deepEqual([payouts.length, new Set(payouts.map(({ state }) => state))], [MERCHANTS, new Set(["sent"])]);

  // The bank's answers: half are paid, one of those comes back.
  const ends = [...file.text.matchAll(/<InstdAmt Ccy="EUR">([\d.]+)<|<EndToEndId>([^<]+)</g)];
  const transfers = ends.flatMap((found, index) =>
    found[2] ? [{ id: found[2], amount: Number(ends[index + 1]?.[1]) }] : [],
  );
  assert.equal(transfers.length, MERCHANTS);
  const paid = transfers.slice(0, MERCHANTS / 2);
  const [back] = paid;
  assert.ok(back);
  const evening = camtOf({
    number: "2026-2",
    day,
    opening: byStatement.length * 50 + 6_000 + 20 + 7 - 2.5,
    lines: [
      ...paid.map(({ id, amount }) => ({ amount: -amount, text: id, reference: `OUT-${id}` })),
      { amount: back.amount, text: `RETURN ${back.id}`, reference: "BACK" },
      { amount: -7, text: "Wrong network, back", reference: "OUT-B" },
    ],
  });
  await app.askThrough(first, "network.bank.importStatement", { key: newKey(), text: evening }, [15, 40]);
  await waitUntil("the answers are read", async () => (await unread()) === 0, DONE_WITHIN_MS);
  await operator.bank.mark({ ...place, id: await lineOf("Wrong network, back"), state: "other", note: "Sent back" });
  const states: Record<string, number> = {};
  for (const { state } of await getPrisma().payout.findMany({ where: { environment } }))
    states[state] = (states[state] ?? 0) + 1;
  assert.deepEqual(states, { sent: MERCHANTS / 2, paid: MERCHANTS / 2 - 1, returned: 1 });

  // The reserves as the next day begins.
  const tomorrow = { ...caller, now: new Date(now().getTime() + DAY_MS) };
  const [reserves] = (await readReserves(tomorrow, { asOf: null })).filter(({ currency }) => currency === "EUR");
  assert.ok(reserves);
  assert.equal(reserves.unexplained, 0n);
  assert.equal(
    reserves.members,
    BigInt((await accountsOf(cards)).reduce((all, { postedMinor }) => all + Number(postedMinor), 0)),
  );
  assert.equal(reserves.floats, 2_000_00n);
  assert.equal(reserves.merchants, BigInt(Math.round(back.amount * 100)));
  report(
    `${app.kills} kills; ${Object.entries(reserves)
      .filter(([, minor]) => typeof minor === "bigint" && minor !== 0n)
      .map(([name, minor]) => `${name} ${minor}`)
      .join(", ")}`,
  );
  const { stdout } = await run("npm", ["run", "--silent", "books:prove"], {
    env: { ...process.env, NODE_ENV: "production" },
  });
  assert.match(stdout, /The books balance\./);
}
