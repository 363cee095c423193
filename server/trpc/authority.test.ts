import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { parseRecordId } from "@/server/platform/ids";
import { AccountId, CardId, MemberId } from "@/server/platform/noun-ids";
import { getWorld, type Records, ROLES } from "@/server/testing/authority/member-authority";
import { withTestDatabase } from "@/server/testing/database";
import {
  createTestUser,
  openTestSession,
  outcomeOf,
  portalOf,
  type TestPortal,
} from "@/server/testing/factories/portal";
import { setTestTerms } from "@/server/testing/factories/settlements";
import { appRouter } from "./router";

withTestDatabase();

type Call = (portal: TestPortal, records: Records) => Promise<unknown>;

/** Who may call a procedure, and its outcome for someone else's record: a code, or "untouched" if nothing may change. */
interface Row {
  readonly call: Call;
  readonly rung: "signed in" | "member";
  readonly others: string | null;
}

const PASSWORD = { current: "not the password", next: "a new and longer one" };

const TABLE: Readonly<Record<string, Row>> = {
  "shared.sessions.me": { call: (portal) => portal.shared.sessions.me(), rung: "signed in", others: null },
  "shared.sessions.list": { call: (portal) => portal.shared.sessions.list(), rung: "signed in", others: null },
  "shared.sessions.end": {
    call: async (portal, { session }) => {
      const { ended } = await portal.shared.sessions.end({ id: session });
      if (ended === 0) throw new Error("untouched");
    },
    rung: "signed in",
    others: "untouched",
  },
  "shared.sessions.endOthers": {
    call: (portal) => portal.shared.sessions.endOthers(),
    rung: "signed in",
    others: null,
  },
  "shared.sessions.requestEmailProof": {
    call: (portal) => portal.shared.sessions.requestEmailProof(),
    rung: "signed in",
    others: null,
  },
  "shared.sessions.changeName": {
    call: (portal) => portal.shared.sessions.changeName({ name: "Ana Ruiz" }),
    rung: "signed in",
    others: null,
  },
  "shared.sessions.chooseMember": {
    call: (portal, { card }) => portal.shared.sessions.chooseMember({ memberId: card.memberId }),
    rung: "member",
    others: "not_permitted",
  },
  "wallet.accounts.list": { call: (portal) => portal.wallet.accounts.list(), rung: "member", others: null },
  "wallet.accounts.funding": { call: (portal) => portal.wallet.accounts.funding(), rung: "member", others: null },
  "wallet.activity.list": { call: (portal) => portal.wallet.activity.list({}), rung: "member", others: null },
  "wallet.activity.get": {
    call: (portal, { transaction }) => portal.wallet.activity.get({ id: transaction }),
    rung: "member",
    others: "transaction_not_found",
  },
  "wallet.activity.dispute": {
    call: (portal, { transaction }) => portal.wallet.activity.dispute({ id: transaction, reason: "duplicate" }),
    rung: "member",
    others: "transaction_not_found",
  },
  "wallet.activity.answerDispute": {
    call: (portal, { disputed }) => portal.wallet.activity.answerDispute({ id: disputed, answer: "Thank you." }),
    rung: "member",
    others: "dispute_not_found",
  },
  "wallet.cards.list": { call: (portal) => portal.wallet.cards.list(), rung: "member", others: null },
  "wallet.cards.get": {
    call: (portal, { card }) => portal.wallet.cards.get({ id: card.id }),
    rung: "member",
    others: "card_not_found",
  },
  "wallet.cards.freeze": {
    call: async (portal, { card }) => {
      await portal.wallet.cards.freeze({ id: card.id });
      // The next test pays with this card.
      await portal.wallet.cards.unfreeze({ id: card.id });
    },
    rung: "member",
    others: "card_not_found",
  },
  "wallet.cards.unfreeze": {
    call: (portal, { card }) => portal.wallet.cards.unfreeze({ id: card.id }),
    rung: "member",
    others: "card_not_found",
  },
  "wallet.cards.name": {
    call: (portal, { card }) => portal.wallet.cards.name({ id: card.id, name: "Lunch", tint: "teal" }),
    rung: "member",
    others: "card_not_found",
  },
  "wallet.cards.changeLimits": {
    call: (portal, { card }) => portal.wallet.cards.changeLimits({ id: card.id }),
    rung: "member",
    others: "card_not_found",
  },
  "wallet.payouts.terms": { call: (portal) => portal.wallet.payouts.terms(), rung: "member", others: null },
  "wallet.payouts.list": { call: (portal) => portal.wallet.payouts.list(), rung: "member", others: null },
  "wallet.payouts.create": {
    call: async (portal, { card: { accountId: account } }) => {
      await setTestTerms({ environment: "test" });
      const bank = { country: "DE", accountNumber: "DE89370400440532013000" };
      return portal.wallet.payouts.create({ ...bank, key: randomUUID(), account, amount: 2 });
    },
    rung: "member",
    others: "invalid_reference",
  },
  "wallet.rescues.list": { call: (portal) => portal.wallet.rescues.list(), rung: "member", others: null },
  "wallet.rescues.allow": {
    call: (portal, { decline, card }) => portal.wallet.rescues.allow({ id: decline, account: card.accountId }),
    rung: "member",
    others: "transaction_not_found",
  },
  "wallet.requests.find": {
    call: (portal, { charge }) => portal.wallet.requests.find({ id: charge }),
    rung: "member",
    others: "not_found",
  },
  "wallet.charges.list": { call: (portal) => portal.wallet.charges.list(), rung: "member", others: null },
  "wallet.charges.get": {
    call: (portal, { charge }) => portal.wallet.charges.get({ id: charge }),
    rung: "member",
    others: "charge_request_not_found",
  },
  "wallet.charges.approve": {
    call: (portal, { charge, asker: merchant, card: { accountId: account } }) =>
      portal.wallet.charges.approve({ id: charge, amount: 2, currency: "USD", merchant, account }),
    rung: "member",
    others: "charge_request_not_found",
  },
  "wallet.charges.deny": {
    call: (portal, { charge }) => portal.wallet.charges.deny({ id: charge }),
    rung: "member",
    others: "charge_request_not_found",
  },
  "wallet.codes.list": { call: (portal) => portal.wallet.codes.list({}), rung: "member", others: null },
  "wallet.codes.get": {
    call: (portal, { code }) => portal.wallet.codes.get({ id: code }),
    rung: "member",
    others: "payment_code_not_found",
  },
  "wallet.codes.create": {
    call: (portal, { card }) =>
      portal.wallet.codes.create({ key: randomUUID(), account: card.accountId, expiryMinutes: 10 }),
    rung: "member",
    others: "invalid_reference",
  },
  "wallet.codes.revoke": {
    call: (portal, { code }) => portal.wallet.codes.revoke({ id: code }),
    rung: "member",
    others: "payment_code_not_found",
  },
  "wallet.statements.list": { call: (portal) => portal.wallet.statements.list(), rung: "member", others: null },
  "wallet.statements.get": {
    call: (portal, { card: { accountId: account } }) => portal.wallet.statements.get({ account, month: "2026-11" }),
    rung: "member",
    others: "account_not_found",
  },
  "wallet.statements.csv": {
    call: (portal, { card: { accountId: account } }) => portal.wallet.statements.csv({ account, month: "2026-11" }),
    rung: "member",
    others: "account_not_found",
  },
  "wallet.spending.list": { call: (portal) => portal.wallet.spending.list({}), rung: "member", others: null },
  "wallet.agreements.list": {
    call: (portal) => portal.wallet.agreements.list({ state: "pending" }),
    rung: "member",
    others: null,
  },
  "wallet.agreements.get": {
    call: (portal, { agreement }) => portal.wallet.agreements.get({ id: agreement }),
    rung: "member",
    others: "recurring_authorization_not_found",
  },
  "wallet.agreements.approve": {
    call: (portal, { request }) => portal.wallet.agreements.approve({ id: request, noLimit: true }),
    rung: "member",
    others: "recurring_authorization_not_found",
  },
  "wallet.agreements.deny": {
    call: (portal, { request }) => portal.wallet.agreements.deny({ id: request }),
    rung: "member",
    others: "recurring_authorization_not_found",
  },
  "wallet.agreements.revoke": {
    call: (portal, { agreement }) => portal.wallet.agreements.revoke({ id: agreement }),
    rung: "member",
    others: "recurring_authorization_not_found",
  },
  "shared.live.watch": { call: (portal) => watchOnce(portal), rung: "member", others: null },
};

/** Tested separately: these end the session or need the right password. */
const ELSEWHERE = [
  "shared.sessions.endAll",
  "shared.sessions.signOut",
  "shared.sessions.changePassword",
  "shared.sessions.proveEmail",
  "shared.live.watchTenant",
];

async function watchOnce(portal: TestPortal): Promise<void> {
  for await (const event of await portal.shared.live.watch()) {
    assert.equal(event, "ready");
    return;
  }
}

/** Routers whose procedures are tested by this table; others have one next to their router. */
const HERE = ["wallet", "shared.live", "shared.sessions"];
const BESIDE = ["wallet.pushes"];
const isIn = (prefixes: readonly string[], name: string) => prefixes.some((prefix) => name.startsWith(`${prefix}.`));
const isHere = (name: string) => isIn(HERE, name) && !isIn(BESIDE, name);
const ALL = Object.keys(appRouter._def.procedures);

test("the table has every procedure", () => {
  assert.deepEqual([...Object.keys(TABLE), ...ELSEWHERE].sort(), ALL.filter(isHere).sort());
});

test("every other router has a table beside it", () => {
  for (const name of ALL.filter((each) => !isHere(each))) {
    const router = name.split(".").slice(0, -1).join("/");
    const file = `./routers/${router.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.test.ts`;
    assert.ok(existsSync(fileURLToPath(new URL(file, import.meta.url))), name);
  }
});

for (const [name, { call, rung, others }] of Object.entries(TABLE)) {
  for (const role of ROLES) {
    const expected =
      role === "signed out"
        ? "authentication_failed"
        : role === "member" || rung === "signed in"
          ? "ok"
          : "not_permitted";
    // Every role has a session of its own; this one is the member's.
    const wanted = name === "shared.sessions.end" && expected === "ok" && role !== "member" ? "untouched" : expected;
    test(`${name} as ${role}: ${wanted}`, async () => {
      const { own, sessions } = await getWorld();
      const records = expected === "ok" ? await own.records() : await own.keptRecords();
      assert.equal(await outcomeOf(call(portalOf(sessions[role]), records)), wanted);
    });
  }
  if (others === null) continue;
  test(`${name} on what is another’s, in another environment, or not there: ${others}`, async () => {
    const { own, otherMember, liveMember } = await getWorld();
    for (const person of [otherMember, liveMember]) {
      assert.equal(await outcomeOf(call(portalOf(own.session), await person.keptRecords())), others);
    }
    const missing = parseRecordId("0".repeat(17));
    const nothing = {
      transaction: missing,
      decline: missing,
      disputed: missing,
      code: missing,
      request: missing,
      agreement: missing,
      charge: missing,
      asker: missing,
      session: missing,
    };
    const none = { id: CardId.parse(missing), memberId: MemberId.parse(missing), accountId: AccountId.parse(missing) };
    const card = { ...own.card, ...none };
    assert.equal(await outcomeOf(call(portalOf(own.session), { ...nothing, card })), others);
  });
}

test("lists hold what is one's own and nothing else", async () => {
  const { own, otherMember } = await getWorld();
  const { transaction, code, request } = await own.records();
  await otherMember.records();
  const portal = portalOf(own.session);
  const ids = async (list: Promise<{ items: readonly { id: string }[] }>) => (await list).items.map(({ id }) => id);
  assert.equal((await ids(portal.wallet.activity.list({ limit: 50 })))[0], transaction);
  assert.equal((await ids(portal.wallet.codes.list({ limit: 50 })))[0], code);
  assert.equal((await ids(portal.wallet.agreements.list({ state: "pending", limit: 50 })))[0], request);
  const theirs = await portalOf(otherMember.session).wallet.activity.list({ limit: 50 });
  assert.ok(!theirs.items.some(({ id }) => id === transaction));
  assert.deepEqual(
    (await portal.wallet.accounts.list()).map(({ id }) => id),
    [own.card.accountId],
  );
});

test("ending a session ends what it may do", async () => {
  const { own } = await getWorld();
  const user = await createTestUser({ kind: "member", memberId: own.card.memberId });
  const ways = {
    signOut: (portal: TestPortal) => portal.shared.sessions.signOut(),
    endAll: (portal: TestPortal) => portal.shared.sessions.endAll(),
  };
  for (const [name, end] of Object.entries(ways)) {
    const session = await openTestSession(user);
    assert.equal(await outcomeOf(portalOf(session).wallet.accounts.list()), "ok");
    await end(portalOf(session));
    assert.equal(await outcomeOf(portalOf(session).wallet.accounts.list()), "authentication_failed", name);
  }
  assert.equal(await outcomeOf(portalOf(null).shared.sessions.changePassword(PASSWORD)), "authentication_failed");
  const code = { code: "00000000" };
  assert.equal(await outcomeOf(portalOf(null).shared.sessions.proveEmail(code)), "authentication_failed");
  const portal = portalOf(await openTestSession(user));
  assert.equal(await outcomeOf(portal.shared.sessions.proveEmail(code)), "validation_error");
});

test("guessing the password of an open session is throttled", async () => {
  const { own } = await getWorld();
  const user = await createTestUser({ kind: "member", memberId: own.card.memberId });
  const portal = portalOf(await openTestSession(user));
  const outcomes: string[] = [];
  for (let i = 0; i < 11; i += 1) outcomes.push(await outcomeOf(portal.shared.sessions.changePassword(PASSWORD)));
  assert.deepEqual([...new Set(outcomes)], ["validation_error", "rate_limit_exceeded"]);
  assert.equal(outcomes.at(-1), "rate_limit_exceeded");
});
