import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { TRPCError } from "@trpc/server";
import { createMerchant } from "@/server/domain/merchants";
import { requestAgreement } from "@/server/domain/recurring";
import { now } from "@/server/platform/clock";
import { newRecordId, parseRecordId, type RecordId } from "@/server/platform/ids";
import { authorize } from "@/server/testing/authorization-steps";
import { networkCaller } from "@/server/testing/callers";
import { createTestCard, type TestCard } from "@/server/testing/cards";
import { withTestDatabase } from "@/server/testing/database";
import { createTestUser, openTestSession, portalOf, type TestPortal } from "@/server/testing/portal";
import { createTestTenant, type TestTenant } from "@/server/testing/tenants";
import { errorFacts } from "./errors";
import { appRouter } from "./router";

withTestDatabase();

/** Records of one member, made fresh for each call: a procedure may use them up. */
interface Records {
  readonly card: TestCard;
  readonly transaction: string;
  readonly code: string;
  readonly request: string;
  readonly agreement: string;
  readonly session: RecordId;
}

interface Person {
  readonly card: TestCard;
  readonly session: RecordId;
  records(): Promise<Records>;
}

interface World {
  readonly own: Person;
  readonly otherMember: Person;
  readonly liveMember: Person;
  readonly sessions: Readonly<Record<Role, RecordId | null>>;
}

let world: Promise<World> | undefined;

/** Made once, by the first test that asks. */
function getWorld(): Promise<World> {
  world ??= createWorld();
  return world;
}

/** By a merchant that has not asked before: one has at most ten unanswered requests to a member. */
async function ask({ id: tenantId, environment }: TestTenant, memberId: RecordId): Promise<string> {
  const merchant = await createMerchant(networkCaller(environment), { tenantId, name: "Roastery", mcc: "5814" });
  const caller = {
    kind: "merchant",
    merchantId: merchant.id,
    merchantKeyId: newRecordId(now()),
    tenantId,
    isTenantSuspended: false,
    environment,
    now: now(),
    requestId: newRecordId(now()),
  } as const;
  const { agreement } = await requestAgreement(
    caller,
    {
      memberId,
      paymentCode: null,
      pin: null,
      merchantReference: "ref",
      description: "Beans",
      amount: null,
      maxAmount: null,
      currency: null,
      interval: null,
      endsOn: null,
    },
    null,
  );
  assert.ok(agreement);
  return agreement.id;
}

async function createPerson(of: TestTenant): Promise<Person> {
  const card = await createTestCard(of);
  const user = await createTestUser({ kind: "member", memberId: card.memberId });
  const session = await openTestSession(user);
  const portal = portalOf(session);
  const records = async () => {
    const { recordId: transaction } = await authorize(of, card, 1);
    const { recordId: code } = await portal.codes.create({
      key: randomUUID(),
      account: card.accountId,
      expiryMinutes: 10,
    });
    const agreement = await ask(of, card.memberId);
    await portal.agreements.approve({ id: agreement });
    const request = await ask(of, card.memberId);
    return { card, transaction, code, request, agreement, session: await openTestSession(user) };
  };
  return { card, session, records };
}

async function createWorld(): Promise<World> {
  const tenant = await createTestTenant();
  const own = await createPerson(tenant);
  const as = async (role: Parameters<typeof createTestUser>[0]) => openTestSession(await createTestUser(role));
  return {
    own,
    otherMember: await createPerson(await createTestTenant()),
    liveMember: await createPerson(await createTestTenant({ environment: "live" })),
    sessions: {
      nobody: null,
      member: own.session,
      owner: await as({ kind: "tenant_owner", tenantId: tenant.id }),
      viewer: await as({ kind: "tenant_viewer", tenantId: tenant.id }),
      operator: await as({ kind: "network_operator" }),
    },
  };
}

type Role = "nobody" | "member" | "owner" | "viewer" | "operator";
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
    call: (portal, { request }) => portal.agreements.approve({ id: request }),
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
  for (const role of ["nobody", "member", "owner", "viewer", "operator"] as const) {
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
