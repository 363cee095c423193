import assert from "node:assert/strict";
import fc from "fast-check";
import * as contracts from "@/server/contracts/authorizations";
import * as transactions from "@/server/contracts/transactions";
import { getPrisma } from "@/server/db/prisma";
import { expireHolds } from "@/server/domain/authorizations";
import { getBalance } from "@/server/domain/ledger";
import { setCardStatus } from "@/server/domain/members";
import { type Command, commands } from "./authorization-commands";
import { shownOf } from "./authorization-model-figures";
import { read } from "./authorization-steps";
import { assertBooksBalance } from "./books";
import { networkCaller } from "./callers";
import { assertAnswer, assertMerchantAnswer, assertSettlement } from "./random-answers";
import { createWorld, type FakeClock, HOUR_MS, type World } from "./random-world";

async function run(world: World, command: Command): Promise<void> {
  const { model, clock, cards } = world;
  if (command.do === "advance") return clock.advance(command.hours * HOUR_MS);
  if (command.do === "expire") {
    model.expire(world.now());
    while ((await expireHolds({ now: clock.now() })) > 0);
    return;
  }
  if (command.do === "settle") return assertSettlement(world, model.settle(world.now()));
  if (command.do === "refund") return runRefund(world, command.transaction, command.amount);
  if ("card" in command) {
    const card = cards[command.card % cards.length];
    assert.ok(card);
    if (command.do === "authorize") {
      const { amount, isCardPresent } = command;
      const expected = model.authorize(card.model, amount, isCardPresent, world.now());
      const body = { panToken: card.real.panToken, amount: amount / 100, mode: isCardPresent ? "01" : "02" } as const;
      return assertAnswer(world, contracts.createAuthorization, { body }, expected);
    }
    if (command.do === "sell") {
      const expected = model.sell(card.model, command.amount, world.now());
      const body = { paymentMethod: card.real.panToken, amount: command.amount / 100 };
      return assertMerchantAnswer(world, transactions.sellTransaction, { body }, expected);
    }
    card.model.isFrozen = command.do === "freeze";
    const status = card.model.isFrozen ? "frozen" : "active";
    return setCardStatus(networkCaller(), { cardId: card.real.id, status });
  }
  const target = world.records[command.target % world.records.length];
  if (!target) return;
  const params = { id: target.id };
  if (command.do === "increment") {
    const expected = model.increment(target.record, command.amount, world.now());
    return assertAnswer(
      world,
      contracts.incrementAuthorization,
      { params, body: { amount: command.amount / 100 } },
      expected,
    );
  }
  const { amount } = command;
  const body = amount === null ? {} : { amount: amount / 100 };
  if (command.do === "capture") {
    const expected = model.capture(target.record, amount, world.now());
    await assertAnswer(world, contracts.captureAuthorization, { params, body }, expected);
    if ("moved" in expected) world.transactionIds.push(await lastTransactionOf(world, target.id));
    return;
  }
  if (command.do === "void") {
    const expected = model.voidHold(target.record, amount, world.now());
    const voided = { ...body, authorizationId: target.id };
    return assertMerchantAnswer(world, transactions.voidTransaction, { body: voided }, expected);
  }
  const expected = model.reverse(target.record, amount, world.now());
  return assertAnswer(world, contracts.reverseAuthorization, { params, body }, expected);
}

async function runRefund(world: World, index: number, amount: number | null): Promise<void> {
  const { model, transactionIds } = world;
  assert.equal(transactionIds.length, model.transactions.length);
  const transaction = model.transactions[index % transactionIds.length];
  const transactionId = transactionIds[index % transactionIds.length];
  if (!transaction || !transactionId) return;
  const expected = model.refund(transaction, amount, world.now());
  const body = { transactionId, ...(amount === null ? {} : { amount: amount / 100 }) };
  await assertMerchantAnswer(world, transactions.refundTransaction, { body }, expected);
}

/** The answer of a capture on /v1 does not name it. */
async function lastTransactionOf({ tenant }: World, id: string): Promise<string> {
  const { recordId } = await read(tenant, id);
  const { rootId } = await getPrisma().authorization.findUniqueOrThrow({ where: { id: recordId } });
  const last = await getPrisma().capture.findFirstOrThrow({ where: { rootId }, orderBy: { familySequence: "desc" } });
  return last.transactionId;
}

async function assertBalances({ tenant, cards, model }: World): Promise<void> {
  for (const { real, model: card } of cards) {
    const { postedMinor, heldMinor } = await getBalance(real.accountId);
    assert.deepEqual([Number(postedMinor), Number(heldMinor)], [card.account.posted, card.account.held]);
  }
  const merchant = await getPrisma().account.findFirst({ where: { merchantId: tenant.merchantId } });
  const posted = merchant ? (await getBalance(merchant.id)).postedMinor : 0n;
  assert.equal(Number(posted), model.merchantPosted);
}

async function assertRecords(world: World): Promise<void> {
  for (const { id, record } of world.records) {
    const { status, amount, captured, reversed, settled, expires } = await read(world.tenant, id);
    assert.equal(expires, record.family ? new Date(record.family.expiresAt).toISOString() : null);
    const shown = shownOf(record, world.now());
    assert.deepEqual(
      { status, amount, captured, reversed, settled },
      {
        status: shown.status,
        amount: shown.amount / 100,
        captured: shown.captured / 100,
        reversed: shown.reversed / 100,
        settled: shown.settled === null ? null : new Date(shown.settled).toISOString(),
      },
    );
  }
}

/** Runs random sequences of commands against product and model, and stops with the smallest one that tells them apart. */
export async function checkRandomSequences(
  clock: FakeClock,
  { runs, maxLength, seed }: { readonly runs: number; readonly maxLength: number; readonly seed: number },
): Promise<void> {
  const property = fc.asyncProperty(commands(maxLength), async (sequence) => {
    const world = await createWorld(clock);
    for (const command of sequence) {
      await run(world, command);
      await assertBalances(world);
    }
    await assertRecords(world);
    await assertBooksBalance();
  });
  await fc.assert(property, { numRuns: runs, seed });
}
