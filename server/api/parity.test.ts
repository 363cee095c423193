import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { register } from "tsx/esm/api";
import { z } from "zod";
import type { OperationContract } from "@/server/contracts/rest/operation";
import { handleRequest } from "@/server/testing/clients/host";
import { withTestDatabase } from "@/server/testing/database";
import { MERCHANT_OPERATIONS } from "./merchant-v1";
import { merchantV1Document, v1Document } from "./openapi/document";
import { V1_OPERATIONS } from "./v1";

withTestDatabase();

const unknown = { remoteAddress: null };

test("every written contract has an endpoint", () => {
  const folder = join(process.cwd(), "server/contracts");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
  const written = files.flatMap((file) =>
    [
      ...readFileSync(join(folder, file), "utf8").matchAll(
        /= defineOperation\(\{\s*(?:\.\.\.[\w.()]+,\s*)*(?:idempotency: "\w+",\s*)?id: "(\w+)"/g,
      ),
    ].map(([, id]) => id),
  );
  const bound = [...V1_OPERATIONS, ...MERCHANT_OPERATIONS].map(({ id }) => id);
  assert.ok(written.length > 30);
  assert.deepEqual(written.sort(), bound.sort());
});

test("every list pages both ways, by the id that each of its records has", () => {
  const lists = [...V1_OPERATIONS, ...MERCHANT_OPERATIONS].flatMap((operation: OperationContract) => {
    const page = operation.responses[200]?.schema;
    const isList = page instanceof z.ZodObject && "data" in page.shape && "hasMore" in page.shape;
    return isList ? [{ operation, record: page.shape.data.element as z.ZodObject }] : [];
  });
  assert.ok(lists.length > 25);
  for (const { operation, record } of lists) {
    const asked = Object.keys({
      ...operation.query?.shape,
      ...(operation.body?.schema as z.ZodObject | undefined)?.shape,
    });
    for (const field of ["limit", "starting_after", "ending_before"]) assert.ok(asked.includes(field), operation.id);
    assert.ok(record.shape.id, operation.id);
  }
});

interface RouteModule {
  readonly OPTIONS: (request: Request) => Promise<Response>;
}

/** Routes are located by path, like Next does, so they need a TypeScript loader. */
after(register());

async function loadRoute(base: string): Promise<RouteModule> {
  return import(pathToFileURL(join(process.cwd(), "app", base, "[[...path]]/route.ts")).href);
}

const SURFACES = [
  { base: "v1", operations: V1_OPERATIONS, document: v1Document() },
  { base: "merchant/v1", operations: MERCHANT_OPERATIONS, document: merchantV1Document() },
];

for (const { base, operations, document } of SURFACES) {
  test(`/${base}: contracts and OpenAPI describe the same paths and methods`, () => {
    const described = Object.entries((document as { paths: Record<string, object> }).paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    );
    assert.deepEqual(described.sort(), operations.map(({ method, path }) => `${method} ${path}`).sort());
  });

  test(`/${base}: Next's route and our own server allow the same methods, those of the contracts`, async () => {
    const route = await loadRoute(base);
    for (const path of new Set(operations.map(({ path }) => path))) {
      const methods = operations.filter((contract) => contract.path === path).map(({ method }) => method);
      const expected = methods.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method])).join(", ");
      const request = () =>
        new Request(`http://closed-loop.test${path.replace(/\{\w+\}/g, "0000000")}`, { method: "OPTIONS" });
      for (const response of [await route.OPTIONS(request()), await handleRequest(request(), unknown)]) {
        assert.equal(response.status, 405);
        assert.equal(response.headers.get("allow"), expected, path);
      }
    }
  });

  test(`/${base}: what no contract describes is not found on either host`, async () => {
    const route = await loadRoute(base);
    for (const path of ["nothing/here", ""]) {
      const request = () => new Request(`http://closed-loop.test/${base}/${path}`, { method: "OPTIONS" });
      for (const response of [await route.OPTIONS(request()), await handleRequest(request(), unknown)]) {
        assert.equal(response.status, 404);
        assert.equal(((await response.json()) as { error: { code: string } }).error.code, "not_found");
      }
    }
  });
}
