import assert from "node:assert/strict";
import { test } from "node:test";
import {
  captureAuthorization,
  createAuthorization,
  reverseAuthorization,
} from "@/server/contracts/rest/authorizations";
import { createFunding, listFundings, reverseFunding } from "@/server/contracts/rest/onboarding/fundings";
import type { OperationContract } from "@/server/contracts/rest/operation";
import { checkAllBooks, sealBooks } from "@/server/domain/books";
import { now } from "@/server/platform/clock";
import { type CallOptions, call, send } from "@/server/testing/clients/api-client";
import { withTestDatabase } from "@/server/testing/database";
import { queryTestDatabase } from "@/server/testing/database-rows";
import { byDepth } from "@/server/testing/depth";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

const ROUNDS = byDepth({ nightly: 120, change: 25 });
const AT_ONCE = 6;

function newRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

test("fundings, payments, and reversals at random, several at once, leave the books whole and proven", async () => {
  const tenant = await createTestTenant();
  const cards = [
    await createTestCard(tenant, { fundsMinor: 0n }),
    await createTestCard(tenant, { fundsMinor: 30_00n, creditLimitMinor: 10_00n }),
  ] as const;
  const random = newRandom(206);
  const [fundings, holds]: [string[], string[]] = [[], []];
  const tally = new Map<string, number>();
  const ask = async <C extends OperationContract>(contract: C, options: CallOptions<C>) => {
    const { status, text } = await send(tenant, contract, options);
    assert.ok([200, 201, 409].includes(status), `${contract.id}: ${status} ${text}`);
    const outcome = `${contract.id} ${status}`;
    tally.set(outcome, (tally.get(outcome) ?? 0) + 1);
    return JSON.parse(text);
  };
  const oneOf = <T>(all: readonly T[]) => all[random(all.length)];
  const act = async () => {
    const [card, amount, what] = [cards[random(2)] ?? cards[0], (100 + random(2_000)) / 100, random(10)];
    const [funding, hold] = [oneOf(fundings), oneOf(holds)];
    if (what < 3 || !funding) {
      const body = { account: card.accountId, amount, bankReference: "Bank 7" };
      fundings.push((await ask(createFunding, { body })).id);
    } else if (what < 6) await ask(reverseFunding, { params: { id: funding } });
    else if (what < 8 || !hold) {
      const { status, recordId } = await ask(createAuthorization, { body: { panToken: card.panToken, amount } });
      if (status === "approved") holds.push(recordId);
    } else if (what < 9) await ask(captureAuthorization, { params: { id: hold } });
    else await ask(reverseAuthorization, { params: { id: hold } });
  };
  for (let round = 0; round < ROUNDS; round += 1) await Promise.all(Array.from({ length: AT_ONCE }, act));
  for (const outcome of ["reverseFunding 201", "reverseFunding 409", "captureAuthorization 200"]) {
    assert.ok(tally.get(outcome), `${outcome} happened`);
  }

  let [listedMinor, reversed, after] = [0, 0, ""];
  for (;;) {
    const query = { limit: "100", ...(after ? { starting_after: after } : {}) };
    const { data, hasMore } = (await call(tenant, listFundings, { query })).body;
    for (const { amount, reversedBy } of data) {
      listedMinor += Math.round(amount * 100);
      reversed += reversedBy === null ? 0 : 1;
    }
    after = data.at(-1)?.id ?? "";
    if (!hasMore) break;
  }
  assert.equal(reversed, tally.get("reverseFunding 201"));
  const [given] = await queryTestDatabase<{ sum: bigint }>(
    `SELECT coalesce(sum(e.amount_minor), 0)::bigint AS sum FROM entries e JOIN postings p ON p.id = e.posting_id
      JOIN fundings f ON f.posting_id = p.id JOIN audit_records r ON r.id = f.audit_record_id AND r.tenant_id = $1
      JOIN accounts a ON a.id = e.account_id AND a.kind = 'member'`,
    [tenant.id],
  );
  assert.equal(String(listedMinor), String(given?.sum));
  assert.deepEqual((await sealBooks({ now: now() })).unproven, []);
  const { checks } = await checkAllBooks();
  assert.deepEqual(
    checks.filter(({ breaches }) => breaches.length > 0),
    [],
  );
});
