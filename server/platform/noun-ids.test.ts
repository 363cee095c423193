import assert from "node:assert/strict";
import { test } from "node:test";
import { isRecordId, newRecordId, type RecordId } from "./ids";
import { MerchantId, TenantId } from "./noun-ids";

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
};

test("an id stands for its own noun alone; each line that must not compile is checked by tsc", () => {
  const [tenant, merchant] = [TenantId.parse(TEXT), MerchantId.parse(TEXT)];
  for (const id of [tenant, merchant]) take.record(id);

  take.tenant(tenant);
  // @ts-expect-error a merchant is no tenant
  take.tenant(merchant);
  // @ts-expect-error nor is any record
  take.tenant(newRecordId(AT));
  // @ts-expect-error nor is text that nobody has parsed
  take.tenant(TEXT);
});
