import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { serveCompressed } from "./static-files";

let folder: string;
const server = createServer(async (incoming, response) => {
  if (!(await serveCompressed(incoming, response, folder))) response.writeHead(404).end("Next");
});

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "closed-loop-static-"));
  await mkdir(join(folder, "static/chunks"), { recursive: true });
  await writeFile(join(folder, "static/chunks/a-1.js.br"), "brotli");
  await writeFile(join(folder, "static/chunks/a-1.js.gz"), "gzip");
  await writeFile(join(folder, "secret.js.br"), "not for anybody");
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});

after(async () => {
  server.close();
  await rm(folder, { recursive: true, force: true });
});

/** Raw request, because `fetch` would normalize the path. */
function ask(path: string, accepted?: string, method = "GET") {
  const { port } = server.address() as AddressInfo;
  const headers = accepted === undefined ? {} : { "accept-encoding": accepted };
  return new Promise<{ status: number | undefined; encoding: string | undefined; body: string }>((resolve, reject) => {
    const sent = request({ port, path, method, headers, agent: false }, async (answer) => {
      let body = "";
      for await (const part of answer) body += part;
      resolve({ status: answer.statusCode, encoding: answer.headers["content-encoding"], body });
    });
    sent.once("error", reject).end();
  });
}

const PATH = "/_next/static/chunks/a-1.js";
const NEXT = { status: 404, encoding: undefined, body: "Next" };

for (const [accepted, encoding, body] of [
  ["gzip, deflate, br, zstd", "br", "brotli"],
  ["gzip", "gzip", "gzip"],
  ["br;q=0, gzip;q=0.5", "gzip", "gzip"],
] as const) {
  test(`Accept-Encoding ${accepted} gets ${encoding}`, async () => {
    assert.deepEqual(await ask(PATH, accepted), { status: 200, encoding, body });
  });
}

test("a query changes nothing, and HEAD has no body", async () => {
  assert.deepEqual(await ask(`${PATH}?dpl=1`, "br"), { status: 200, encoding: "br", body: "brotli" });
  assert.deepEqual(await ask(PATH, "br", "HEAD"), { status: 200, encoding: "br", body: "" });
});

for (const [what, path, accepted, method] of [
  ["no encoding is accepted", PATH, undefined, "GET"],
  ["none that is there is accepted", PATH, "zstd, br;q=0", "GET"],
  ["nothing was compressed", "/_next/static/chunks/b.js", "br", "GET"],
  ["it is no script and no style", "/_next/static/media/font.woff2", "br", "GET"],
  ["the path leads out of the folder", "/_next/static/../secret.js", "br", "GET"],
  ["the path leads out of the folder, encoded", "/_next/static/%2e%2e/secret.js", "br", "GET"],
  ["something is sent", PATH, "br", "POST"],
] as const) {
  test(`Next answers where ${what}`, async () => {
    assert.deepEqual(await ask(path, accepted, method), NEXT);
  });
}
