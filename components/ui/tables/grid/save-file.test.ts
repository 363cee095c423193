import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, test } from "node:test";
import { hrefsOf, readAll } from "./save-file";

const server = createServer(({ url }, response) => {
  for (const piece of ["na", `me\r\n${url}`, "\r", "\nsecond", "\r\n"]) response.write(piece);
  response.end();
});
await new Promise<void>((resolve) => {
  server.listen(0, "127.0.0.1", resolve);
});
after(() => server.close());
const at = (path: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;

test("a selection is asked for in parts, all else in one", () => {
  const ids = Array.from({ length: 401 }, (_, i) => `id${i}`);
  assert.deepEqual(hrefsOf("/list?state=open", []), ["/list?state=open"]);
  assert.deepEqual(hrefsOf("/list", ["a", "b"]), ["/list?ids=a,b"]);
  const parts = hrefsOf("/list?state=open", ids).map((href) => href.replace("/list?state=open&ids=", "").split(","));
  assert.deepEqual(
    parts.map((part) => part.length),
    [200, 200, 1],
  );
  assert.deepEqual(parts.flat(), ids);
});

test("parts of a file are one file, which names its columns once", async () => {
  let text = "";
  for await (const part of readAll([at("/a"), at("/b"), at("/c")], fetch)) text += Buffer.from(part).toString();
  assert.equal(text, "name\r\n/a\r\nsecond\r\n/b\r\nsecond\r\n/c\r\nsecond\r\n");
});
