import assert from "node:assert/strict";
import { test } from "node:test";
import type { ErrorCode } from "@/server/contracts/errors";
import { credentialsOf } from "@/server/testing/clients/credentials";
import { type RawRequest, readError, sendRaw } from "@/server/testing/clients/raw-request";
import { withTestDatabase } from "@/server/testing/database";
import { countRows, queryTestDatabase } from "@/server/testing/database-rows";
import { createTestHold } from "@/server/testing/factories/authorizations";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

const MAX_BYTES = 64 * 1024;
let lastKey = 0;

async function post(tenant: TestTenant, body: RawRequest["body"], headers: Record<string, string> = {}, path = "") {
  lastKey += 1;
  const all = { ...credentialsOf(tenant), "idempotency-key": `key-${lastKey}`, ...headers };
  return sendRaw({ method: "POST", path: `/v1/authorizations${path}`, headers: all, ...(body ? { body } : {}) });
}

function streamOf(chunks: readonly string[]) {
  const taken = { chunks: 0 };
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const chunk = chunks[taken.chunks];
        if (chunk === undefined) return controller.close();
        taken.chunks += 1;
        controller.enqueue(new TextEncoder().encode(chunk));
      },
    },
    { highWaterMark: 0 },
  );
  return { stream, taken };
}

async function validBody(tenant: TestTenant, bytes: number): Promise<string> {
  const { panToken } = await createTestCard(tenant);
  const body = JSON.stringify({ panToken, amount: 1 });
  return body + " ".repeat(bytes - body.length);
}

test("64 KB is the most a body may have", async () => {
  const tenant = await createTestTenant();
  assert.equal((await post(tenant, await validBody(tenant, MAX_BYTES))).status, 201);
  readError(await post(tenant, await validBody(tenant, MAX_BYTES + 1)), 413, "payload_too_large");
});

test("a Content-Length over the limit is refused without reading", async () => {
  const tenant = await createTestTenant();
  const { stream, taken } = streamOf(["{}"]);
  readError(await post(tenant, stream, { "content-length": String(MAX_BYTES + 1) }), 413, "payload_too_large");
  assert.equal(taken.chunks, 0);
});

test("a stream is read no further than the limit, whatever Content-Length says", async () => {
  const tenant = await createTestTenant();
  for (const headers of [{}, { "content-length": "2" }] as Record<string, string>[]) {
    const { stream, taken } = streamOf(Array.from({ length: 1000 }, () => " ".repeat(8 * 1024)));
    readError(await post(tenant, stream, headers), 413, "payload_too_large");
    assert.equal(taken.chunks, 9);
  }
});

test("a body in pieces, through the middle of a character, is read whole", async () => {
  const tenant = await createTestTenant();
  const { panToken } = await createTestCard(tenant);
  const bytes = new TextEncoder().encode(JSON.stringify({ panToken, amount: 1, merchantNameRaw: "東京 ☕" }));
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
      controller.close();
    },
  });
  const reply = await post(tenant, stream);
  assert.equal(reply.status, 201);
  const [row] = await queryTestDatabase("SELECT merchant_name_raw FROM authorizations WHERE id = $1", [
    JSON.parse(reply.text).recordId,
  ]);
  assert.equal(row?.merchant_name_raw, "東京 ☕");
});

const NOT_JSON: readonly (readonly [what: string, body: string | Uint8Array<ArrayBuffer>])[] = [
  ["half an object", '{"amount":1'],
  ["two values", "{} {}"],
  ["a comment", "{/* */}"],
  ["a trailing comma", '{"amount":1,}'],
  ["single quotes", "{'amount':1}"],
  ["a bare word", "amount"],
  ["NaN", '{"amount":NaN}'],
  ["Infinity", '{"amount":Infinity}'],
  ["hexadecimal", '{"amount":0x10}'],
  ["a leading zero", '{"amount":01}'],
  ["a form", "amount=1&panToken=x"],
  ["a raw control character", '{"merchantNameRaw":"a\nb"}'],
  ["a NUL", "\u0000"],
  ["a byte order mark", Uint8Array.of(0xef, 0xbb, 0xbf, 0x7b, 0x7d)],
  ["Latin-1", Uint8Array.of(0x7b, 0x22, 0xe9, 0x22, 0x3a, 0x31, 0x7d)],
  ["UTF-16", Uint8Array.of(0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00)],
  ["an overlong encoding", Uint8Array.of(0x22, 0xc0, 0xaf, 0x22)],
  ["an encoded surrogate", Uint8Array.of(0x22, 0xed, 0xa0, 0x80, 0x22)],
  ["half a character", Uint8Array.of(0x22, 0xe2, 0x98)],
];

for (const [what, body] of NOT_JSON) {
  test(`${what} is a 400 invalid_json`, async () => {
    readError(await post(await createTestTenant(), body), 400, "invalid_json");
  });
}

const NOT_OBJECTS = ["null", "[]", '[{"amount":1}]', '"text"', "1", "true", '""'];

test("JSON other than an object is a 400, also where a body is optional", async () => {
  const tenant = await createTestTenant();
  const { recordId } = await createTestHold(tenant);
  for (const path of ["", ...["capture", "increment", "reverse"].map((verb) => `/${recordId}/${verb}`)]) {
    for (const body of NOT_OBJECTS) {
      const { field } = readError(await post(tenant, body, {}, path), 400, "validation_error");
      assert.equal(field, null, `${path} ${body}`);
    }
  }
  assert.equal(await countRows("captures"), 0);
});

test("an empty body is a 400 where one is required", async () => {
  const tenant = await createTestTenant();
  for (const body of [undefined, "", "  \n"]) readError(await post(tenant, body), 400, "validation_error");
});

test("the Content-Type does not matter", async () => {
  const tenant = await createTestTenant();
  for (const type of ["application/json", "text/plain", "application/x-www-form-urlencoded", "no type at all"]) {
    const reply = await post(tenant, await validBody(tenant, 200), { "content-type": type });
    assert.equal(reply.status, 201, type);
  }
});

test("unknown fields are ignored, dangerous names included", async () => {
  const tenant = await createTestTenant();
  const { panToken } = await createTestCard(tenant);
  const unknown =
    '"__proto__":{"amount":9},"constructor":{"prototype":{}},"toString":1,"tenantId":"x","status":"approved"';
  const reply = await post(tenant, `{"panToken":"${panToken}","amount":1,${unknown}}`);
  assert.deepEqual([reply.status, JSON.parse(reply.text).amount], [201, 1]);
});

test("a field given twice has its last value", async () => {
  const tenant = await createTestTenant();
  const { panToken } = await createTestCard(tenant);
  const reply = await post(tenant, `{"amount":7,"panToken":"${panToken}","amount":1}`);
  assert.deepEqual([reply.status, JSON.parse(reply.text).amount], [201, 1]);
  const refused: ErrorCode = "validation_error";
  readError(await post(tenant, `{"amount":1,"panToken":"${panToken}","amount":0}`), 400, refused);
});

test("however deep a body goes, it is read or refused", async () => {
  const tenant = await createTestTenant();
  const { panToken } = await createTestCard(tenant);
  const nested = `${"[".repeat(30_000)}${"]".repeat(30_000)}`;
  readError(await post(tenant, nested), 400, "validation_error");
  readError(await post(tenant, `{"panToken":${nested},"amount":1}`), 400, "validation_error");
  const inMetadata = `{"panToken":"${panToken}","amount":1,"metadata":{"a":${nested}}}`;
  readError(await post(tenant, inMetadata), 400, "validation_error");
  assert.equal((await post(tenant, `{"panToken":"${panToken}","amount":1,"other":${nested}}`)).status, 201);
  readError(await post(tenant, nested.slice(1)), 400, "invalid_json");
});
