import assert from "node:assert/strict";
import { test } from "node:test";
import { createAuthorization, incrementAuthorization } from "@/server/contracts/rest/authorizations";
import { expectError, send } from "@/server/testing/clients/api-client";
import { withTestDatabase } from "@/server/testing/database";
import { countRows, queryTestDatabase } from "@/server/testing/database-rows";
import { createTestHold } from "@/server/testing/factories/authorizations";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

const INVALID = { status: 400, code: "validation_error" } as const;
const TEXT_FIELDS = ["panToken", "currency", "channel", "merchantNameRaw", "mcc", "mode", "avsResult", "cvvResult"];

for (const field of TEXT_FIELDS) {
  test(`${field}: a NUL is a 400, never a fault`, async () => {
    const tenant = await createTestTenant();
    const { panToken } = await createTestCard(tenant);
    for (const text of ["\u0000", "a\u0000", `${panToken.slice(0, 16)}\u0000`]) {
      const reply = await send(tenant, createAuthorization, {
        rawBody: JSON.stringify({ panToken, amount: 1, [field]: text }),
      });
      assert.equal(reply.status, 400, reply.text);
      assert.equal(JSON.parse(reply.text).error.field, field);
    }
    assert.equal(await countRows("authorizations"), 0);
  });
}

function nest(depth: number, inner: string): string {
  return '{"a":'.repeat(depth) + inner + "}".repeat(depth);
}

test("metadata with a NUL, in a value or a name at any depth, is a 400", async () => {
  const tenant = await createTestTenant();
  const { recordId, card } = await createTestHold(tenant);
  for (const metadata of ['{"a":"\\u0000"}', '{"\\u0000":1}', '{"a":[{"b":"x\\u0000"}]}', nest(10, '"\\u0000"')]) {
    const created = { rawBody: `{"panToken":"${card.panToken}","amount":1,"metadata":${metadata}}` };
    assert.equal((await expectError(tenant, createAuthorization, created, INVALID)).error.field, "metadata");
    const incremented = { params: { id: recordId }, rawBody: `{"amount":1,"metadata":${metadata}}` };
    assert.equal((await expectError(tenant, incrementAuthorization, incremented, INVALID)).error.field, "metadata");
  }
});

test("metadata may be 16 levels deep; deeper, up to what a body can hold, is a 400", async () => {
  const tenant = await createTestTenant();
  const { panToken } = await createTestCard(tenant);
  const rawBody = (metadata: string) => `{"panToken":"${panToken}","amount":1,"metadata":${metadata}}`;
  assert.equal((await send(tenant, createAuthorization, { rawBody: rawBody(nest(16, "1")) })).status, 201);
  for (const metadata of [nest(17, "1"), nest(9_000, "1"), `{"a":${"[".repeat(32_000)}${"]".repeat(32_000)}}`]) {
    await expectError(tenant, createAuthorization, { rawBody: rawBody(metadata) }, INVALID);
  }
});

const KEPT: readonly (readonly [what: string, metadata: string])[] = [
  ["any script and emoji", '{"名前":"東京 ☕ 👩‍👩‍👧 שלום"}'],
  ["what looks like SQL", `{"a":"'; DROP TABLE authorizations; --","$1":"\${x}"}`],
  ["a backslash before u0000", '{"a":"\\\\u0000"}'],
  ["control characters, escaped", '{"a":"\\b\\n\\r\\t\\u001f"}'],
  ["order of names, empty names and values", '{"z":1,"a":2,"":{},"e":[],"n":null}'],
  ["numbers of every size", '{"a":0.1,"b":-1e-7,"c":9007199254740991,"d":1e+21}'],
];

for (const [what, metadata] of KEPT) {
  test(`metadata keeps ${what}`, async () => {
    const tenant = await createTestTenant();
    const { panToken } = await createTestCard(tenant);
    const rawBody = `{"panToken":"${panToken}","amount":1,"metadata":${metadata}}`;
    const reply = await send(tenant, createAuthorization, { rawBody });
    assert.equal(reply.status, 201, reply.text);
    const [row] = await queryTestDatabase("SELECT metadata::text FROM authorizations WHERE id = $1", [
      JSON.parse(reply.text).recordId,
    ]);
    assert.equal(row?.metadata, JSON.stringify(JSON.parse(metadata)));
  });
}

const AMOUNTS: readonly (readonly [written: string, amount: number | null])[] = [
  ["1e2", 100],
  ["1E+2", 100],
  ["1e-2", 0.01],
  ["1.10", 1.1],
  ["4.35", 4.35],
  ["9999999999.99", 9_999_999_999.99],
  ["9999999999.991", null],
  ["10000000000", null],
  ["100000000000000000000", null],
  ["1e308", null],
  ["1e400", null],
  ["-1e400", null],
  ["1e-7", null],
  ["0.30000000000000004", null],
  ["-0", null],
];

for (const [written, amount] of AMOUNTS) {
  test(`an amount written ${written} is ${amount ?? "refused"}`, async () => {
    const tenant = await createTestTenant();
    const { panToken } = await createTestCard(tenant, { fundsMinor: 10n ** 13n });
    const rawBody = `{"panToken":"${panToken}","amount":${written}}`;
    if (amount === null) {
      assert.equal((await expectError(tenant, createAuthorization, { rawBody }, INVALID)).error.field, "amount");
      return;
    }
    const reply = await send(tenant, createAuthorization, { rawBody });
    assert.deepEqual([reply.status, JSON.parse(reply.text).amount], [201, amount]);
  });
}
