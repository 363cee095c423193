import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { V1_OPERATIONS } from "@/server/contracts";
import { withTestDatabase } from "@/server/testing/database";
import { handleRequest } from "./host";
import { v1Document } from "./openapi/document";
import { V1_ENDPOINTS } from "./v1";

withTestDatabase();

const ROUTES = join(process.cwd(), "app/v1");
const nobody = { remoteAddress: null };

interface RouteModule {
  readonly OPTIONS: (request: Request) => Promise<Response>;
}

/** Route files under app/v1 by the path they answer; the catch-all, which answers what is left, by null. */
function routeFiles(): Map<string | null, string> {
  const files = readdirSync(ROUTES, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith("route.ts"));
  return new Map(
    files.map((file) => {
      const folder = file.slice(0, -"/route.ts".length);
      const path = folder.includes("[[...") ? null : `/v1/${folder.replace(/\[(\w+)\]/g, "{$1}")}`;
      return [path, join(ROUTES, file)];
    }),
  );
}

const paths = [...new Set(V1_OPERATIONS.map(({ path }) => path))].sort();

test("every contract has an endpoint and every endpoint a contract", () => {
  assert.deepEqual(new Set(V1_ENDPOINTS.map(({ contract }) => contract)), new Set(V1_OPERATIONS));
});

test("contracts and OpenAPI describe the same paths and methods", () => {
  const document = v1Document() as { paths: Record<string, Record<string, unknown>> };
  const described = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
  );
  assert.deepEqual(described.sort(), V1_OPERATIONS.map(({ method, path }) => `${method} ${path}`).sort());
});

test("contracts and route files are the same paths", () => {
  const files = [...routeFiles().keys()].filter((path) => path !== null);
  assert.deepEqual(files.sort(), paths);
});

test("a route file and the fast host allow the same methods, those of the contracts", async () => {
  const files = routeFiles();
  for (const path of paths) {
    const methods = V1_OPERATIONS.filter((contract) => contract.path === path).map(({ method }) => method);
    const expected = methods.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method])).join(", ");
    const request = () =>
      new Request(`http://closed-loop.test${path.replace(/\{\w+\}/g, "0000000")}`, { method: "OPTIONS" });
    const route = (await import(pathToFileURL(files.get(path) ?? "").href)) as RouteModule;
    for (const response of [await route.OPTIONS(request()), await handleRequest(request(), nobody)]) {
      assert.equal(response.status, 405);
      assert.equal(response.headers.get("allow"), expected, path);
    }
  }
});

test("what no contract describes is not found on either host", async () => {
  const file = routeFiles().get(null);
  assert.ok(file);
  const catchAll = (await import(pathToFileURL(file).href)) as RouteModule;
  const request = () => new Request("http://closed-loop.test/v1/nothing/here", { method: "OPTIONS" });
  for (const response of [await catchAll.OPTIONS(request()), await handleRequest(request(), nobody)]) {
    assert.equal(response.status, 404);
    assert.equal(((await response.json()) as { error: { code: string } }).error.code, "not_found");
  }
});
