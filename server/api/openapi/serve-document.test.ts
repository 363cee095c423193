import assert from "node:assert/strict";
import { test } from "node:test";
import { withTestDatabase } from "@/server/testing/database";
import { documentHandler } from "./serve-document";

withTestDatabase();

let made = 0;
const handle = documentHandler((origin) => {
  made += 1;
  return { servers: [origin] };
});
const ask = (headers: Record<string, string> = {}) =>
  handle(new Request("http://localhost/openapi/v1.json", { headers }));
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

test("a document is made once, and not sent again to one that has it", async () => {
  const plain = ask();
  const text = (await bytesOf(plain)).toString();
  assert.equal(plain.headers.get("content-encoding"), null);
  assert.equal(JSON.parse(text).servers.length, 1);
  const etag = plain.headers.get("etag") ?? "";
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
    const again = ask({ "if-none-match": known });
    assert.deepEqual([again.status, (await bytesOf(again)).length], [304, 0]);
  }
  assert.equal(ask({ "if-none-match": '"other"' }).status, 200);
  assert.equal(made, 1);
});
