import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { TRPCError } from "@trpc/server";
import { parseRecordId } from "@/server/platform/ids";
import { withTestDatabase } from "@/server/testing/database";
import { getWorld, type Records, ROLES } from "@/server/testing/member-authority";
import { createTestUser, openTestSession, portalOf, type TestPortal } from "@/server/testing/portal";
import { errorFacts } from "./errors";
import { appRouter } from "./router";

withTestDatabase();

type Call = (portal: TestPortal, records: Records) => Promise<unknown>;

/** Who may call, and what a record of somebody else comes to: a code, or "untouched" where nothing may happen. */
interface Row {
  readonly call: Call;
  readonly rung: "signed in" | "member";
  /** Null: it takes no record. */
  readonly others: string | null;
}

const PASSWORD = { current: "not the password", next: "a new and longer one" };

const TABLE: Readonly<Record<string, Row>> = {
  "sessions.me": { call: (portal) => portal.sessions.me(), rung: "signed in", others: null },
  "sessions.list": { call: (portal) => portal.sessions.list(), rung: "signed in", others: null },
  "sessions.end": {
    call: async (portal, { session }) => {
      const { ended } = await portal.sessions.end({ id: session });
      if (ended === 0) throw new Error("untouched");
    },
    rung: "signed in",
    others: "untouched",
  },
  "sessions.endOthers": { call: (portal) => portal.sessions.endOthers(), rung: "signed in", others: null },
  "sessions.chooseMember": {
    call: (portal, { card }) => portal.sessions.chooseMember({ memberId: card.memberId }),
    rung: "member",
    others: "not_permitted",
  },
  "accounts.list": { call: (portal) => portal.accounts.list(), rung: "member", others: null },
  "activity.list": { call: (portal) => portal.activity.list({}), rung: "member", others: null },
  "activity.get": {
    call: (portal, { transaction }) => portal.activity.get({ id: transaction }),
    rung: "member",
    others: "transaction_not_found",
  },
  "activity.report": {
    call: (portal, { transaction }) => portal.activity.report({ id: transaction }),
    rung: "member",
    others: "transaction_not_found",
  },
  "cards.list": { call: (portal) => portal.cards.list(), rung: "member", others: null },
  "cards.get": {
    call: (portal, { card }) => portal.cards.get({ id: card.id }),
    rung: "member",
    others: "card_not_found",
  },
  "cards.freeze": {
    call: async (portal, { card }) => {
      await portal.cards.freeze({ id: card.id });
      // The next test's transaction is paid with it.
      await portal.cards.unfreeze({ id: card.id });
    },
    rung: "member",
    others: "card_not_found",
  },
  "cards.unfreeze": {
    call: (portal, { card }) => portal.cards.unfreeze({ id: card.id }),
    rung: "member",
    others: "card_not_found",
  },
  "cards.changeLimits": {
    call: (portal, { card }) => portal.cards.changeLimits({ id: card.id }),
    rung: "member",
    others: "card_not_found",
  },
  "codes.list": { call: (portal) => portal.codes.list({}), rung: "member", others: null },
  "codes.get": {
    call: (portal, { code }) => portal.codes.get({ id: code }),
    rung: "member",
    others: "payment_code_not_found",
  },
  "codes.create": {
    call: (portal, { card }) => portal.codes.create({ key: randomUUID(), account: card.accountId, expiryMinutes: 10 }),
    rung: "member",
    others: "invalid_reference",
  },
  "codes.revoke": {
    call: (portal, { code }) => portal.codes.revoke({ id: code }),
    rung: "member",
    others: "payment_code_not_found",
  },
  "agreements.list": {
    call: (portal) => portal.agreements.list({ state: "pending" }),
    rung: "member",
    others: null,
  },
  "agreements.get": {
    call: (portal, { agreement }) => portal.agreements.get({ id: agreement }),
    rung: "member",
    others: "recurring_authorization_not_found",
  },
  "agreements.approve": {
    call: (portal, { request }) => portal.agreements.approve({ id: request, noLimit: true }),
    rung: "member",
    others: "recurring_authorization_not_found",
  },
  "agreements.deny": {
    call: (portal, { request }) => portal.agreements.deny({ id: request }),
    rung: "member",
    others: "recurring_authorization_not_found",
  },
  "agreements.revoke": {
    call: (portal, { agreement }) => portal.agreements.revoke({ id: agreement }),
    rung: "member",
    others: "recurring_authorization_not_found",
  },
  "live.watch": { call: (portal) => watchOnce(portal), rung: "member", others: null },
};

/** Tested by themselves: they end the very session or need a right password. */
const ELSEWHERE = ["sessions.endAll", "sessions.signOut", "sessions.changePassword", "live.watchTenant"];

async function watchOnce(portal: TestPortal): Promise<void> {
  for await (const event of await portal.live.watch()) {
    assert.equal(event, "ready");
    return;
  }
}

/** "ok", or the code of the refusal. */
async function outcomeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return "ok";
  } catch (error) {
    if (error instanceof TRPCError) return errorFacts(error).code;
    return error instanceof Error ? error.message : String(error);
  }
}

/** Routers of tenants and operators have tables of their own, beside them. */
const OF_MEMBERS = ["accounts", "activity", "agreements", "cards", "codes", "live", "sessions"];

test("the table has every procedure", () => {
  const all = Object.keys(appRouter._def.procedures).filter((name) => OF_MEMBERS.includes(name.split(".")[0] ?? ""));
  assert.deepEqual([...Object.keys(TABLE), ...ELSEWHERE].sort(), all.sort());
});

test("every router has a table", () => {
  const routers = new Set(Object.keys(appRouter._def.procedures).map((name) => name.split(".")[0] ?? ""));
  const folder = fileURLToPath(new URL("./routers/", import.meta.url));
  for (const router of routers) {
    const file = `${folder}${router.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.test.ts`;
    assert.ok(OF_MEMBERS.includes(router) || existsSync(file), router);
  }
});

for (const [name, { call, rung, others }] of Object.entries(TABLE)) {
  for (const role of ROLES) {
    const expected =
      role === "nobody" ? "authentication_failed" : role === "member" || rung === "signed in" ? "ok" : "not_permitted";
    // A session is everybody's own; here it is the member's.
    const wanted = name === "sessions.end" && expected === "ok" && role !== "member" ? "untouched" : expected;
    test(`${name} as ${role}: ${wanted}`, async () => {
      const { own, sessions } = await getWorld();
      assert.equal(await outcomeOf(call(portalOf(sessions[role]), await own.records())), wanted);
    });
  }
  if (others === null) continue;
  test(`${name} on what is another's, in another environment, or not there: ${others}`, async () => {
    const { own, otherMember, liveMember } = await getWorld();
    for (const person of [otherMember, liveMember]) {
      assert.equal(await outcomeOf(call(portalOf(own.session), await person.records())), others);
    }
    const missing = parseRecordId("0".repeat(17));
    const nothing = { transaction: missing, code: missing, request: missing, agreement: missing, session: missing };
    const card = { ...own.card, id: missing, memberId: missing, accountId: missing };
    assert.equal(await outcomeOf(call(portalOf(own.session), { ...nothing, card })), others);
  });
}

test("lists hold what is one's own and nothing else", async () => {
  const { own, otherMember } = await getWorld();
  const { transaction, code, request } = await own.records();
  await otherMember.records();
  const portal = portalOf(own.session);
  const ids = async (list: Promise<{ items: readonly { id: string }[] }>) => (await list).items.map(({ id }) => id);
  assert.equal((await ids(portal.activity.list({ limit: 50 })))[0], transaction);
  assert.equal((await ids(portal.codes.list({ limit: 50 })))[0], code);
  assert.equal((await ids(portal.agreements.list({ state: "pending", limit: 50 })))[0], request);
  const theirs = await portalOf(otherMember.session).activity.list({ limit: 50 });
  assert.ok(!theirs.items.some(({ id }) => id === transaction));
  assert.deepEqual(
    (await portal.accounts.list()).map(({ id }) => id),
    [own.card.accountId],
  );
});

test("ending a session ends what it may do", async () => {
  const { own } = await getWorld();
  const user = await createTestUser({ kind: "member", memberId: own.card.memberId });
  const ways = {
    signOut: (portal: TestPortal) => portal.sessions.signOut(),
    endAll: (portal: TestPortal) => portal.sessions.endAll(),
  };
  for (const [name, end] of Object.entries(ways)) {
    const session = await openTestSession(user);
    assert.equal(await outcomeOf(portalOf(session).accounts.list()), "ok");
    await end(portalOf(session));
    assert.equal(await outcomeOf(portalOf(session).accounts.list()), "authentication_failed", name);
  }
  assert.equal(await outcomeOf(portalOf(null).sessions.changePassword(PASSWORD)), "authentication_failed");
});

test("guessing the password of an open session is throttled", async () => {
  const { own } = await getWorld();
  const user = await createTestUser({ kind: "member", memberId: own.card.memberId });
  const portal = portalOf(await openTestSession(user));
  const outcomes: string[] = [];
  for (let i = 0; i < 11; i += 1) outcomes.push(await outcomeOf(portal.sessions.changePassword(PASSWORD)));
  assert.deepEqual([...new Set(outcomes)], ["validation_error", "rate_limit_exceeded"]);
  assert.equal(outcomes.at(-1), "rate_limit_exceeded");
});
