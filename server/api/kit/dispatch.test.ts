import assert from "node:assert/strict";
import { test } from "node:test";
import { V1_OPERATIONS } from "@/server/api/v1";
import { credentialsOf } from "@/server/testing/clients/credentials";
import { readError, sendRaw } from "@/server/testing/clients/raw-request";
import { withTestDatabase } from "@/server/testing/database";
import { createTestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

const PATHS = [...new Set(V1_OPERATIONS.map(({ path }) => path))];

function allowedAt(path: string): string[] {
  const methods = V1_OPERATIONS.filter((operation) => operation.path === path).map(({ method }) => method as string);
  return methods.includes("GET") ? [...methods, "HEAD"] : methods;
}

test("an unknown path is a 404 in the body of every error, with and without credentials", async () => {
  const tenant = await createTestTenant();
  const paths = ["/v1", "/v1/", "/v1/nothing", "/v1/me/", "//v1/me", "/v1//me", "/v1/me/x", "/V1/me", "/v1/ME"];
  const more = ["/v2/me", "/merchant/v1/nothing", "/v1/authorizations//capture", "/v1/authorizations/1234567/refund"];
  for (const path of [
    ...paths,
    ...more,
    "/v1/authorizations/",
    "/v1/authorizations/1/2/capture",
    "/v1/me%2f",
    "/v1%2fme",
  ]) {
    for (const headers of [{}, credentialsOf(tenant)]) {
      const error = readError(await sendRaw({ path, headers }), 404, "not_found");
      assert.deepEqual([error.field, error.details], [null, {}], path);
    }
  }
});

for (const path of PATHS) {
  test(`${path}: any other method is a 405 that names those allowed`, async () => {
    const allowed = allowedAt(path);
    const address = path.replace("{id}", "1234567");
    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PURGE", "PROPFIND"]) {
      if (allowed.includes(method)) continue;
      const reply = await sendRaw({ method, path: address });
      const { details } = readError(reply, 405, "method_not_allowed");
      assert.deepEqual(reply.headers.get("allow")?.split(", ").sort(), [...allowed].sort(), method);
      assert.equal(details.allowed, reply.headers.get("allow"));
    }
  });
}

test("HEAD answers as GET does, without the body", async () => {
  const tenant = await createTestTenant();
  const cases = [
    ["/v1/health", {}, 200],
    ["/v1/me", credentialsOf(tenant), 200],
    ["/v1/me", {}, 401],
    ["/v1/nothing", {}, 404],
    ["/v1/payment-codes", {}, 405],
  ] as const;
  for (const [path, headers, status] of cases) {
    const reply = await sendRaw({ method: "HEAD", path, headers });
    assert.deepEqual([reply.status, reply.text], [status, ""], path);
    assert.equal(reply.headers.get("content-type"), "application/json; charset=utf-8");
  }
});

test("no site may read an answer: no preflight is answered and no CORS header is sent", async () => {
  const tenant = await createTestTenant();
  const origin = { origin: "https://shop.example" };
  const preflight = {
    ...origin,
    "access-control-request-method": "GET",
    "access-control-request-headers": "x-api-key",
  };
  const replies = [
    await sendRaw({ method: "OPTIONS", path: "/v1/me", headers: preflight }),
    await sendRaw({ path: "/v1/me", headers: { ...origin, ...credentialsOf(tenant) } }),
    await sendRaw({ path: "/v1/health", headers: origin }),
    await sendRaw({ path: "/v1/nothing", headers: origin }),
  ];
  assert.deepEqual(
    replies.map(({ status }) => status),
    [405, 200, 200, 404],
  );
  for (const { headers } of replies) {
    const names = [...headers.keys()].filter((name) => name.startsWith("access-control-"));
    assert.deepEqual(names, []);
  }
});

test("every answer forbids keeping and sniffing it, and has a request id of ours that is used once", async () => {
  const tenant = await createTestTenant();
  const forced = { "x-request-id": "CallersOwnRequest" };
  const requests = [
    { path: "/v1/health" },
    { path: "/v1/me", headers: credentialsOf(tenant) },
    { path: "/v1/me" },
    { path: "/v1/nothing" },
    { path: "/v1/me", method: "DELETE" },
    { path: "/v1/authorizations", method: "POST", headers: credentialsOf(tenant), body: "{" },
    { path: "/v1/authorizations", method: "POST", headers: credentialsOf(tenant), body: " ".repeat(70_000) },
  ];
  const seen = new Set<string>();
  for (const request of requests) {
    const { headers } = await sendRaw({ ...request, headers: { ...request.headers, ...forced } });
    assert.equal(headers.get("cache-control"), "no-store");
    assert.equal(headers.get("x-content-type-options"), "nosniff");
    assert.notEqual(headers.get("x-request-id"), forced["x-request-id"]);
    seen.add(headers.get("x-request-id") ?? "");
  }
  assert.equal(seen.size, requests.length);
});
