import assert from "node:assert/strict";
import { test } from "node:test";
import { DAY_MS } from "@/server/platform/clock";
import type { TenantId } from "@/server/platform/noun-ids";
import { EXPIRES_AT, familyOf, figures } from "@/server/testing/factories/authorization-rows";
import { shortId } from "@/server/testing/factories/short-id";
import type { AcquirerCaller } from "../caller";
import type { AuthorizationRow } from "./authorization";
import {
  authorizationAmbiguous,
  drawnMembers,
  mayMeanEarlier,
  referenceOf,
  requireReference,
  targetFigures,
  toFamily,
} from "./family";

const BEFORE = new Date(EXPIRES_AT.getTime() - 1);

const MEMBERS = [
  { amountMinor: 50_00n, capturedMinor: 10_00n },
  { amountMinor: 30_00n, voidedMinor: 5_00n },
  { amountMinor: 20_00n },
];

test("a root stands for its family, an increment for itself", () => {
  const whole = { amountMinor: 100_00n, capturedMinor: 10_00n, voidedMinor: 5_00n };
  assert.deepEqual(targetFigures(familyOf("root", MEMBERS), BEFORE), figures(whole));
  const own = { amountMinor: 30_00n, voidedMinor: 5_00n };
  assert.deepEqual(targetFigures(familyOf("inc1", MEMBERS), BEFORE), figures(own));
});

test("the root's time is the time of all: at its end what they hold has expired", () => {
  const whole = { amountMinor: 100_00n, capturedMinor: 10_00n, voidedMinor: 5_00n, expiredMinor: 85_00n };
  assert.deepEqual(targetFigures(familyOf("root", MEMBERS), EXPIRES_AT), figures(whole));
  const family = familyOf("inc1", MEMBERS);
  const target = { ...family.target, expiresAt: null };
  const own = { amountMinor: 30_00n, voidedMinor: 5_00n, expiredMinor: 25_00n };
  assert.deepEqual(targetFigures({ ...family, target }, EXPIRES_AT), figures(own));
});

test("the root draws on all of its family, in their order; an increment on itself", () => {
  const drawn = (target: string) => drawnMembers(familyOf(target, MEMBERS)).map(({ id }) => id);
  assert.deepEqual(drawn("root"), ["root", "inc1", "inc2"]);
  assert.deepEqual(drawn("inc2"), ["inc2"]);
});

const RECORD_ID = "AbCdEfGhIjKlMn123";

const OWN = { tenantId: shortId<TenantId>("tenant"), environment: "test" } as const;
const BOTH = { ...OWN, isTenantSuspended: false, now: BEFORE, requestId: "request" } as const;
const TENANT: AcquirerCaller = { ...BOTH, kind: "tenant", apiKeyId: shortId("key") };
const MERCHANT: AcquirerCaller = {
  ...BOTH,
  kind: "merchant",
  merchantId: shortId("merchant"),
  key: { kind: "merchant_key", id: shortId("key") },
};

const NAMES: readonly (readonly [name: string, canName: boolean])[] = [
  ["1234567", true],
  [RECORD_ID, true],
  ["", false],
  ["123456", false],
  ["12345678", false],
  ["x1234567", false],
  ["1234567x", false],
  ["1234567\n", false],
  ["123456x", false],
  ["١٢٣٤٥٦٧", false],
  [`${RECORD_ID}0`, false],
];

for (const [name, canName] of NAMES) {
  test(`${JSON.stringify(name)} ${canName ? "can" : "can’t"} name an authorization`, () => {
    if (canName) return assert.doesNotThrow(() => requireReference(name));
    const notFound = { code: "authorization_not_found", message: "No such authorization." };
    assert.throws(() => requireReference(name), notFound);
    assert.throws(() => referenceOf(TENANT, name), notFound);
  });
}

test("a tenant asks among all of its merchants', a merchant among its own", () => {
  assert.deepEqual(referenceOf(TENANT, "1234567"), { ...OWN, merchantId: null, name: "1234567" });
  assert.deepEqual(referenceOf(MERCHANT, RECORD_ID), { ...OWN, merchantId: "merchant", name: RECORD_ID });
});

const { target: LATEST } = familyOf("root", MEMBERS);
const MONTH_BEFORE = LATEST.createdAt.getTime() - 30 * DAY_MS;

/** When an earlier hold with the same number ended, and whether the number may mean it for a move and for a refund. */
const EARLIER = [
  ["there is none", null, false, false],
  ["it ended 30 days before", MONTH_BEFORE, false, true],
  ["it ended a little later", MONTH_BEFORE + 1, true, true],
  ["it ended as this one was made", LATEST.createdAt.getTime(), true, true],
  ["it is still held", LATEST.createdAt.getTime() + DAY_MS, true, true],
] as const;

for (const [what, until, moves, refunds] of EARLIER) {
  test(`of two with one number the earlier may be meant: ${what}`, () => {
    const at = until === null ? null : new Date(until);
    assert.equal(mayMeanEarlier(LATEST, at, { refunds: false }), moves);
    assert.equal(mayMeanEarlier(LATEST, at, { refunds: true }), refunds);
  });
}

test("an ambiguous number says what to use instead", () => {
  const { code, message } = authorizationAmbiguous();
  assert.equal(code, "authorization_ambiguous");
  assert.equal(message, "Several of your authorizations have this authorizationId. Use the record id.");
});

function rows(target: string, declined: readonly string[] = []) {
  return familyOf("root", MEMBERS).members.map((row) => {
    const outcome: AuthorizationRow["outcome"] = declined.includes(row.id) ? "declined" : "approved";
    return { ...row, outcome, isTarget: row.id === target };
  });
}

const FAMILIES = [
  ["a root", rows("root"), "root", ["root", "inc1", "inc2"]],
  ["an increment", rows("inc2"), "root", ["root", "inc1", "inc2"]],
  ["a root beside a declined increment", rows("root", ["inc1"]), "root", ["root", "inc2"]],
  ["a declined increment, which is a family of itself", rows("inc1", ["inc1"]), "inc1", ["root", "inc2"]],
  ["a declined authorization", rows("root", ["root"]).slice(0, 1), "root", []],
] as const;

for (const [what, read, root, members] of FAMILIES) {
  test(`the family of ${what}`, () => {
    const family = toFamily(read);
    assert.equal(family.root.id, root);
    assert.equal(
      family.target,
      read.find(({ isTarget }) => isTarget),
    );
    assert.deepEqual(
      family.members.map(({ id }) => id),
      members,
    );
  });
}

test("rows without what was asked for are no family", () => {
  assert.throws(() => toFamily([]), { code: "authorization_not_found" });
  assert.throws(() => toFamily(rows("another")), { code: "authorization_not_found" });
});
