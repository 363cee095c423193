import assert from "node:assert/strict";
import { test } from "node:test";
import { isRecordId, newRecordId, type RecordId } from "./ids";
import { AccountId, AuthorizationId, CardId, MemberId, MerchantId, SubscriptionId, TenantId } from "./noun-ids";

const TEXT = "TESTtenantCoffee1";
const AT = new Date("2026-03-02T10:00:00.000Z");

test("a parser takes what a record's id can be, and nothing else", () => {
  assert.equal(TenantId.parse(TEXT), TEXT);
  assert.ok(TenantId.is(TEXT));
  assert.ok(isRecordId(TenantId.make(AT)));
  for (const text of ["", "4821907", `${TEXT}1`, "TESTtenant-offee1"]) {
    assert.equal(TenantId.is(text), false, text);
    assert.throws(() => TenantId.parse(text), TypeError);
  }
});

const take = {
  record: (_: RecordId) => undefined,
  tenant: (_: TenantId) => undefined,
  merchant: (_: MerchantId) => undefined,
  member: (_: MemberId) => undefined,
  account: (_: AccountId) => undefined,
  card: (_: CardId) => undefined,
  authorization: (_: AuthorizationId) => undefined,
  subscription: (_: SubscriptionId) => undefined,
};

const tenant = TenantId.parse(TEXT);
const merchant = MerchantId.parse(TEXT);
const member = MemberId.parse(TEXT);
const account = AccountId.parse(TEXT);
const card = CardId.parse(TEXT);
const authorization = AuthorizationId.parse(TEXT);
const subscription = SubscriptionId.parse(TEXT);

test("every noun's id is a record's id", () => {
  for (const id of [tenant, merchant, member, account, card, authorization, subscription]) take.record(id);
});

/** Each line below a `@ts-expect-error` must not compile: tsc fails where one does. */
test("an id stands for its own noun alone", () => {
  take.tenant(tenant);
  // @ts-expect-error a merchant is no tenant
  take.tenant(merchant);
  // @ts-expect-error nor is any record
  take.tenant(newRecordId(AT));
  // @ts-expect-error nor is text that nobody has parsed
  take.tenant(TEXT);

  take.merchant(merchant);
  // @ts-expect-error a tenant is no merchant
  take.merchant(tenant);

  take.member(member);
  // @ts-expect-error an account is no member
  take.member(account);
  // @ts-expect-error nor is a merchant
  take.member(merchant);

  take.account(account);
  // @ts-expect-error a member is no account
  take.account(member);
  // @ts-expect-error nor is a card
  take.account(card);

  take.card(card);
  // @ts-expect-error an account is no card
  take.card(account);

  take.authorization(authorization);
  // @ts-expect-error a card is no authorization
  take.authorization(card);

  take.subscription(subscription);
  // @ts-expect-error an authorization is no subscription
  take.subscription(authorization);
});
