import assert from "node:assert/strict";
import fc from "fast-check";
import * as contracts from "@/server/contracts/rest/authorizations";
import { redeemPaymentCode, revokePaymentCode } from "@/server/contracts/rest/payment-codes";
import * as transactions from "@/server/contracts/rest/transactions";
import { getPrisma } from "@/server/db/prisma";
import { expireHolds } from "@/server/domain/authorizations";
import { getBalance } from "@/server/domain/ledger";
import { setCardStatus } from "@/server/domain/members";
import { changeMerchantSettings } from "@/server/domain/merchants";
import { setPrice } from "@/server/domain/settlement";
import { dayOf } from "@/server/platform/clock";
import { readAmount } from "@/server/platform/money";
import { AccountId } from "@/server/platform/noun-ids";
import { assertBooksBalance } from "../books";
import { call } from "../clients/api-client";
import { read as readRecord } from "../factories/authorization-steps";
import { networkCaller, tenantCaller } from "../factories/callers";
import { type Command, commands } from "./authorization-commands";
import { shownOf } from "./authorization-model-figures";
import { assertStates } from "./authorization-states";
import { assertAnswer, assertMerchantAnswer, assertSettlement } from "./random-answers";
import { createWorld, type FakeClock, HOUR_MS, type World, type WorldPayer } from "./random-world";

const FIGURES = ["amount", "captured", "reversed", "capturable", "voidable", "refundable"] as const;

/** Requests for money come a millisecond after everything before, so that no two holds expire at the same moment. */
async function run(world: World, command: Command): Promise<void> {
  const { model, clock } = world;
  if (command.do === "authorize" || command.do === "sell" || command.do === "increment") clock.advance(1);
  if (command.do === "advance") return clock.advance(command.hours * HOUR_MS);
  if (command.do === "expire") {
    model.expire(world.now());
    while ((await expireHolds({ now: clock.now() })) > 0);
    return;
  }
  if (command.do === "price") return setRandomPrice(world, command);
  if (command.do === "returnFees") {
    model.returnFees(command.isOn);
    const { id } = world.merchant;
    return changeMerchantSettings(tenantCaller(world.tenant), { id, settings: { isFeeReturned: command.isOn } });
  }
  if (command.do === "settle") return assertSettlement(world, model.settle(world.now()));
  if (command.do === "refund") return runRefund(world, command.transaction, command.amount);
  if ("card" in command) return runPayment(world, command);
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
  const { kind } = command;
  const expected = model.reverse(target.record, amount, kind, world.now());
  const reversed = kind === null ? body : { ...body, kind };
  return assertAnswer(world, contracts.reverseAuthorization, { params, body: reversed }, expected);
}

/** A millisecond after the previous one, so that the later of two prices for a day wins. */
async function setRandomPrice(
  { model, clock, tenant, merchant }: World,
  { rateBps, fixed }: Extract<Command, { readonly do: "price" }>,
): Promise<void> {
  clock.advance(1);
  model.setPrice({ rateBps, fixed }, clock.now().getTime());
  await setPrice(tenantCaller(tenant), {
    merchantId: merchant.id,
    currency: "USD",
    rateBps,
    fixed: fixed === 0 ? null : readAmount(fixed / 100),
    effectiveOn: new Date(dayOf(clock.now()).getTime() + 24 * HOUR_MS),
  });
}

async function runPayment(world: World, command: Extract<Command, { readonly card: number }>): Promise<void> {
  const { model, tenant, payers } = world;
  const payer = payers[command.card % payers.length];
  assert.ok(payer);
  const { real, code } = payer;
  if (command.do === "authorize") {
    const amount = command.amount / 100;
    const isCardPresent = command.isCardPresent && code === null;
    const expected = model.authorize(payer.model, command.amount, isCardPresent, world.now());
    if (code) {
      const body = { code: code.code, pin: code.pin, amount, merchant: tenant.merchantId };
      return assertAnswer(world, redeemPaymentCode, { body }, expected);
    }
    const body = { panToken: real.panToken, amount, mode: isCardPresent ? "01" : "02" } as const;
    return assertAnswer(world, contracts.createAuthorization, { body }, expected);
  }
  if (command.do === "sell") {
    const expected = model.sell(payer.model, command.amount, world.now());
    const paymentMethod = code
      ? ({ type: "paymentCode", paymentCode: code.code, pin: code.pin } as const)
      : real.panToken;
    const body = { paymentMethod, amount: command.amount / 100 };
    return assertMerchantAnswer(world, transactions.sellTransaction, { body }, expected);
  }
  if (code) return command.do === "freeze" ? revoke(world, payer) : undefined;
  payer.model.isFrozen = command.do === "freeze";
  const status = payer.model.isFrozen ? "frozen" : "active";
  return setCardStatus(networkCaller(), { cardId: real.id, status });
}

async function revoke({ tenant }: World, { code, model }: WorldPayer): Promise<void> {
  assert.ok(code);
  const { status } = await call(tenant, revokePaymentCode, { params: { code: code.code } });
  assert.equal(status, 200);
  model.isFrozen = true;
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

/** The capture response of /v1 doesn't contain the transaction id. */
async function lastTransactionOf({ tenant }: World, id: string): Promise<string> {
  const { recordId } = await readRecord(tenant, id);
  const { rootId } = await getPrisma().authorization.findUniqueOrThrow({ where: { id: recordId } });
  const last = await getPrisma().capture.findFirstOrThrow({ where: { rootId }, orderBy: { familySequence: "desc" } });
  return last.transactionId;
}

async function assertBalances({ tenant, payers, model }: World): Promise<void> {
  for (const { real, model: card } of payers) {
    const { postedMinor, heldMinor } = await getBalance(real.accountId);
    assert.deepEqual([Number(postedMinor), Number(heldMinor)], [card.account.posted, card.account.held]);
  }
  const merchant = await getPrisma().account.findFirst({ where: { merchantId: tenant.merchantId } });
  const posted = merchant ? (await getBalance(AccountId.parse(merchant.id))).postedMinor : 0n;
  assert.equal(Number(posted), model.merchantPosted);
}

async function assertRecords(world: World): Promise<void> {
  for (const { id, record } of world.records) {
    const { status, settled, expires, ...read } = await readRecord(world.tenant, id);
    assert.equal(expires, record.family ? new Date(record.family.expiresAt).toISOString() : null);
    const shown = shownOf(record, world.now());
    assert.equal(status, shown.status);
    assert.equal(settled, shown.settled === null ? null : new Date(shown.settled).toISOString());
    for (const figure of FIGURES) assert.equal(read[figure], shown[figure] / 100, figure);
  }
}

/** Runs random command sequences against product and model, and reports the smallest that differs. */
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
    await assertStates(world.tenant);
    await assertBooksBalance();
  });
  await fc.assert(property, { numRuns: runs, seed });
}
