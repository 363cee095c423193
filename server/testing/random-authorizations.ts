import assert from "node:assert/strict";
import fc from "fast-check";
import * as contracts from "@/server/contracts/authorizations";
import { ErrorBody } from "@/server/contracts/errors";
import type { OperationContract } from "@/server/contracts/operation";
import { getPrisma } from "@/server/db/prisma";
import { expireHolds } from "@/server/domain/authorizations";
import { getBalance } from "@/server/domain/ledger";
import { issueCard, setCardStatus } from "@/server/domain/members";
import { type CallOptions, send } from "./api-client";
import { type Command, commands } from "./authorization-commands";
import { AuthorizationModel, type Expected } from "./authorization-model";
import { type ModelAccount, type ModelCard, type ModelRecord, shownOf } from "./authorization-model-figures";
import { read } from "./authorization-steps";
import { assertBooksBalance } from "./books";
import { networkCaller } from "./callers";
import { createTestCard, type TestCard } from "./cards";
import type { withFakeClock } from "./clock";
import { createTestTenant, type TestTenant } from "./tenants";

type FakeClock = ReturnType<typeof withFakeClock>;

const HOUR_MS = 3_600_000;
const NO_LIMIT = Number.POSITIVE_INFINITY;

/** The product and the model side by side: two accounts, three cards, one merchant. */
class World {
  readonly model = new AuthorizationModel();
  readonly records: { readonly id: string; readonly record: ModelRecord }[] = [];

  constructor(
    readonly tenant: TestTenant,
    readonly clock: FakeClock,
    readonly cards: readonly { readonly real: TestCard; readonly model: ModelCard }[],
  ) {}

  now(): number {
    return this.clock.now().getTime();
  }
}

function modelCard(account: ModelAccount, limits: Partial<ModelCard> = {}): ModelCard {
  const unlimited = { transactionLimit: NO_LIMIT, dailyAmount: NO_LIMIT, dailyCount: NO_LIMIT };
  return { account, isFrozen: false, day: -1, usedAmount: 0, usedCount: 0, ...unlimited, ...limits };
}

async function createWorld(clock: FakeClock): Promise<World> {
  // Every run begins at 10:00 UTC, so that a failing sequence meets midnight at the same step when it is replayed.
  const sinceMidnight = clock.now().getTime() % (24 * HOUR_MS);
  clock.advance(34 * HOUR_MS - sinceMidnight);
  const tenant = await createTestTenant();
  const first = await createTestCard(tenant, { fundsMinor: 100_00n });
  const { accountId } = first;
  const limits = { dailyAmountLimitMinor: 60_00n, dailyCountLimit: 2 };
  const limited = { ...first, ...(await issueCard(networkCaller(), { accountId, ...limits })) };
  const rules = { fundsMinor: 50_00n, creditLimitMinor: 20_00n, perTransactionLimitMinor: 40_00n };
  const other = await createTestCard(tenant, rules);
  const account = { posted: 100_00, held: 0, credit: 0 };
  return new World(tenant, clock, [
    { real: first, model: modelCard(account) },
    { real: limited, model: modelCard(account, { dailyAmount: 60_00, dailyCount: 2 }) },
    { real: other, model: modelCard({ posted: 50_00, held: 0, credit: 20_00 }, { transactionLimit: 40_00 }) },
  ]);
}

/** Sends the request and holds status, error code and figures of its answer against what the model expects. */
async function assertAnswer<C extends OperationContract>(
  world: World,
  contract: C,
  options: CallOptions<C>,
  expected: Expected,
): Promise<void> {
  const reply = await send(world.tenant, contract, options);
  const json: unknown = JSON.parse(reply.text);
  if ("refusal" in expected) {
    assert.deepEqual([reply.status, ErrorBody.parse(json).error.code], [409, expected.refusal]);
    return;
  }
  const schema = contract.responses[reply.status]?.schema;
  assert.ok(schema, `${contract.id} answered ${reply.status}: ${reply.text}`);
  const body = schema.parse(json) as Record<string, unknown>;
  if ("moved" in expected) {
    const [all, part, amount] = contract.id === "captureAuthorization" ? CAPTURED : REVERSED;
    assert.deepEqual(
      [reply.status, body.status, body[amount]],
      [200, expected.isAll ? all : part, expected.moved / 100],
    );
    return;
  }
  const { amount } = expected.record;
  if ("declined" in expected) {
    assert.deepEqual(
      [reply.status, body.status, body.reasonCode, body.amount],
      [200, "declined", expected.declined, amount / 100],
    );
  } else {
    assert.deepEqual([reply.status, body.status, body.amount], [201, "approved", amount / 100]);
    assert.equal(body.expires, new Date(expected.record.family?.expiresAt ?? 0).toISOString());
  }
  world.records.push({ id: String(body.recordId), record: expected.record });
}

const CAPTURED = ["charged", "partial", "amountCaptured"] as const;
const REVERSED = ["reversed", "partial-reversed", "amountReversed"] as const;

async function run(world: World, command: Command): Promise<void> {
  const { model, clock, cards } = world;
  if (command.do === "advance") return clock.advance(command.hours * HOUR_MS);
  if (command.do === "expire") {
    model.expire(world.now());
    while ((await expireHolds({ now: clock.now() })) > 0);
    return;
  }
  if ("card" in command) {
    const card = cards[command.card % cards.length];
    assert.ok(card);
    if (command.do === "authorize") {
      const { amount, isCardPresent } = command;
      const expected = model.authorize(card.model, amount, isCardPresent, world.now());
      const body = { panToken: card.real.panToken, amount: amount / 100, mode: isCardPresent ? "01" : "02" } as const;
      return assertAnswer(world, contracts.createAuthorization, { body }, expected);
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
    return assertAnswer(world, contracts.captureAuthorization, { params, body }, expected);
  }
  const expected = model.reverse(target.record, amount, world.now());
  return assertAnswer(world, contracts.reverseAuthorization, { params, body }, expected);
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
    const { status, amount, captured, reversed, expires } = await read(world.tenant, id);
    assert.equal(expires, record.family ? new Date(record.family.expiresAt).toISOString() : null);
    const shown = shownOf(record, world.now());
    assert.deepEqual(
      { status, amount, captured, reversed },
      {
        status: shown.status,
        amount: shown.amount / 100,
        captured: shown.captured / 100,
        reversed: shown.reversed / 100,
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
