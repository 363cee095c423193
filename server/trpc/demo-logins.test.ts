import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { callTRPCProcedure, TRPCError } from "@trpc/server";
import { seedSandbox } from "@/prisma/seed";
import { getPrisma } from "@/server/db/prisma";
import { findSession } from "@/server/domain/users";
import { now } from "@/server/platform/clock";
import { newRecordId, parseRecordId, type RecordId } from "@/server/platform/ids";
import { withTestDatabase } from "@/server/testing/database";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestUser, openTestSession, portalOf } from "@/server/testing/factories/portal";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { waitUntil } from "@/server/testing/wait-until";
import { errorFacts } from "./errors";
import { appRouter } from "./router";

withTestDatabase();

/** Mutations open to publicly known operators, each called below. All others are refused. */
const OPEN_TO_OPERATORS = ["network.books.prove", "network.members.fund", "network.members.reverseFunding"];
const REFUSAL = /^not_permitted: This demo login is shared/;

function isMutation(procedure: unknown): boolean {
  if (typeof procedure !== "function" || !("_def" in procedure)) return false;
  const { _def: definition } = procedure;
  return (
    typeof definition === "object" && definition !== null && "type" in definition && definition.type === "mutation"
  );
}

const MUTATIONS = Object.entries(appRouter._def.procedures)
  .filter(([, procedure]) => isMutation(procedure))
  .map(([name]) => name);

async function signInAs(email: string): Promise<RecordId> {
  const { id } = await getPrisma().user.findUniqueOrThrow({ where: { email } });
  return openTestSession({ id: parseRecordId(id), email, password: "closed-loop-demo" });
}

async function refusalOf(session: RecordId, path: string, input: object): Promise<string> {
  try {
    await callTRPCProcedure({
      router: appRouter,
      path,
      getRawInput: async () => input,
      ctx: {
        requestId: newRecordId(now()),
        address: null,
        findSignedIn: () => findSession({ now: now() }, session),
        rememberBrowser: async () => undefined,
      },
      type: "mutation",
      signal: undefined,
      batchIndex: 0,
    });
    return "done";
  } catch (error) {
    if (!(error instanceof TRPCError)) throw error;
    const { code, message } = errorFacts(error);
    return `${code}: ${message}`;
  }
}

async function readGround() {
  const db = getPrisma();
  const live = { where: { environment: "live" as const } };
  return {
    tenants: await db.tenant.findMany({ orderBy: { id: "asc" } }),
    merchants: await db.merchant.findMany({ orderBy: { id: "asc" } }),
    cards: await db.card.findMany({ orderBy: { id: "asc" } }),
    invitations: await db.invitation.count(),
    live: await Promise.all([db.apiKey.count(live), db.merchant.count(live), db.member.count(live)]),
  };
}

for (const environment of ["test", "live"] as const) {
  test(`a demo operator changes no ground of others, in ${environment}; a start after any click works`, async () => {
    await seedSandbox();
    const session = await signInAs("operator@network.test");
    const earlier = await readGround();
    const names = MUTATIONS.filter((name) => name.startsWith("network."));
    assert.ok(names.length >= 12, "they are found by their names");
    for (const name of names) {
      if (OPEN_TO_OPERATORS.includes(name)) continue;
      assert.match(await refusalOf(session, name, { environment }), REFUSAL, name);
    }
    assert.deepEqual(await readGround(), earlier);
    assert.equal(await seedSandbox(), "already there");
  });
}

test("a demo login makes no live record by any of a tenant's procedures", async () => {
  const session = await signInAs("admin@tenant.test");
  const earlier = await readGround();
  const names = MUTATIONS.filter((name) => name.startsWith("tenant."));
  assert.ok(names.length > 20, "they are found by their names");
  const place = { tenant: "sandbox-coffee-co", environment: "live" };
  for (const name of names) assert.match(await refusalOf(session, name, place), REFUSAL, name);
  assert.deepEqual(await readGround(), earlier);
});

test("a demo operator proves the books and funds the sandbox's own members, by a little, in test alone", async () => {
  const portal = portalOf(await signInAs("operator@network.test"));
  const place = { environment: "test" } as const;
  const fund = (accountId: string, amount: number, environment: "test" | "live" = "test") =>
    portal.network.members.fund({ environment, key: randomUUID(), accountId, amount, reference: "demo" });
  await fund("TESTacctAlice0001", 1_000);
  await assert.rejects(fund("TESTacctAlice0001", 1_000.01), /at most 1000/);
  const other = await createTestCard(await createTestTenant());
  await assert.rejects(fund(other.accountId, 1), /demo login is shared/);
  await assert.rejects(fund("TESTacctAlice0001", 1, "live"), /No such account/);
  const fundingsOf = async (id: string) => (await portal.network.members.get({ ...place, id })).fundings;
  const takeBack = (fundingId: string) =>
    portal.network.members.reverseFunding({ ...place, key: randomUUID(), fundingId });
  const { memberId } = await getPrisma().account.findUniqueOrThrow({ where: { id: "TESTacctAlice0001" } });
  const [newest] = await fundingsOf(memberId ?? "");
  await takeBack(newest?.id ?? "");
  assert.equal((await fundingsOf(memberId ?? ""))[0]?.isReversed, true);
  const [theirs] = await fundingsOf(other.memberId);
  await assert.rejects(takeBack(theirs?.id ?? ""), /demo login is shared/);
  await portal.network.books.prove(place);
  await waitUntil("the proof", async () => (await portal.network.books.get(place)).underWay === null);
  assert.equal(await seedSandbox(), "already there");
});

test("an own operator's tenant beside demo logins has nothing live, and a start works after it", async () => {
  const portal = portalOf(await openTestSession(await createTestUser({ kind: "network_operator" })));
  const input = { title: "New Tenant", slug: "beside-demo", tier: "standard", mcc: "5814" } as const;
  const { id } = await portal.network.tenants.onboard({ environment: "live", ...input });
  const merchants = await getPrisma().merchant.findMany({ where: { tenantId: id } });
  assert.deepEqual(
    merchants.map(({ environment, isDefault }) => [environment, isDefault]),
    [["test", true]],
  );
  assert.equal(await seedSandbox(), "already there");
});
