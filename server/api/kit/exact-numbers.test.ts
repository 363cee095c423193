import assert from "node:assert/strict";
import { test } from "node:test";
import { createAuthorization } from "@/server/contracts/rest/authorizations";
import { DomainError } from "@/server/domain/errors";
import { call, expectError } from "@/server/testing/clients/api-client";
import { withTestDatabase } from "@/server/testing/database";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { requireExactNumbers } from "./read-request";

withTestDatabase();

const KEPT = [
  ...["1", "-0", "0.1", "12.50", "1e2", "1.5E+3", "100000000000000000000000", "0.00000000000000000000001"],
  ...["9007199254740991", "9007199254740992", "123456789012345.0", "1.7976931348623157e308", "5e-324", "0e999"],
];

const CHANGED = [
  ...["9007199254740993", "-9007199254740993", "0.1000000000000000055", "10.000000000000000001", "1e400", "1e-400"],
  ...["12345678901234567890", "1.00000000000000000001e3"],
];

for (const number of KEPT) {
  test(`${number} comes back as it was sent`, () => requireExactNumbers(`{"metadata":{"a":[${number}]}}`));
}

for (const number of CHANGED) {
  test(`${number} would come back as another number, and is refused with the field that holds it`, () => {
    for (const body of [`{"a":"x","metadata":{"b":[1,{"c":${number}}]}}`, `{"metadata":${number}}`]) {
      assert.throws(
        () => requireExactNumbers(body),
        (error) => error instanceof DomainError && error.code === "validation_error" && error.field === "metadata",
      );
    }
  });
}

test("a number of more than 64 characters is refused with the field that holds it", () => {
  requireExactNumbers(`{"amount":1.${"0".repeat(62)}}`);
  assert.throws(() => requireExactNumbers(`{"metadata":{},"amount":1.${"0".repeat(63)}}`), {
    message: "amount: a number can have at most 64 characters",
  });
});

test("digits of a text, a key, and what follows a quote in one are no numbers", () => {
  requireExactNumbers('{"9007199254740993":"9007199254740993","a":"\\"9007199254740993","b":"1e400"}');
});

test("an order number beyond a double is refused under one key; another order never gets its approval", async () => {
  const tenant = await createTestTenant();
  const { panToken } = await createTestCard(tenant);
  const bodyOf = (order: string) => `{"panToken":"${panToken}","amount":1,"metadata":{"order":${order}}}`;
  const options = { idempotencyKey: "one key" };
  await call(tenant, createAuthorization, { ...options, body: JSON.parse(bodyOf("9007199254740992")) });
  const refused = { ...options, rawBody: bodyOf("9007199254740993") };
  const { error } = await expectError(tenant, createAuthorization, refused, { status: 400, code: "validation_error" });
  assert.match(error.message, /^metadata: 9007199254740993 would come back as 9007199254740992\. Send /);
});
