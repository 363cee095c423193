import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { UnavailableError } from "@/server/platform/unavailable";
import { servePages } from "./pages";

process.env.DATABASE_URL ||= "postgresql://127.0.0.1/unused";

async function ask(
  page: () => void,
  status: number,
  type = "text/html; charset=utf-8",
  path = "/receipts/r",
): Promise<Response> {
  const serve = servePages(
    async (_, response) => {
      try {
        page();
      } catch {
        // Next logs the error.
      }
      response.setHeader("Content-Type", type);
      response.statusCode = status;
      response.end("a page");
    },
    { isDevelopment: false },
  );
  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    return await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`);
  } finally {
    server.close();
  }
}

const away = () => {
  throw new UnavailableError("the database is away");
};

for (const status of [200, 500]) {
  test(`a page unread because the database is away is a 503, whether Next says ${status} or not`, async () => {
    const reply = await ask(away, status);
    assert.deepEqual([reply.status, reply.headers.get("retry-after")], [503, "1"]);
    assert.match(reply.headers.get("content-security-policy") ?? "", /nonce-/);
  });
}

test("a page's own failure is a 500; one that leads elsewhere, and what is no page, stay as they are", async () => {
  const broken = await ask(() => {
    throw new Error("a fault");
  }, 500);
  assert.deepEqual([broken.status, broken.headers.get("retry-after")], [500, null]);
  assert.equal((await ask(away, 404)).status, 404);
  for (const status of [200, 500]) assert.equal((await ask(away, status, "application/json")).status, status);
});

test("a tenant's upload runs nothing and loads nothing", async () => {
  const reply = await ask(() => undefined, 200, "image/png", "/brand/1pAAMyRdHq1U3CCHX/0123");
  assert.equal(reply.headers.get("content-security-policy"), "default-src 'none'; sandbox");
});

test("a failing page is not answered as a missing one", async () => {
  const fault = new UnavailableError("the database is away");
  const serve = servePages(() => Promise.reject(fault), { isDevelopment: false });
  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => response.end(error === fault ? "the fault" : "another"));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const reply = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/receipts/r`);
    assert.deepEqual([reply.status, await reply.text()], [200, "the fault"]);
  } finally {
    server.close();
  }
});
