import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { withTestDatabase } from "@/server/testing/database";
import { createTestUser, openTestSession, portalOf, type TestPortal } from "@/server/testing/factories/portal";
import { Procedure } from "@/server/testing/fuzz/trpc-requests";
import { errorFacts } from "./errors";
import { appRouter } from "./router";

withTestDatabase();

const MUTATIONS = Object.entries(appRouter._def.procedures).flatMap(([name, procedure]) => {
  const { type, inputs } = Procedure.parse(Reflect.get(procedure, "_def"));
  return type === "mutation" ? [{ name, inputs }] : [];
});

/** An input for each object of a schema, with a field in it that nobody knows, and that field's path. */
function strange(schema: unknown): { readonly path: string; readonly value: unknown }[] {
  if (schema instanceof z.ZodArray) {
    return strange(schema.element).map(({ path, value }) => ({ path: `0.${path}`, value: [value] }));
  }
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return strange(schema.unwrap());
  }
  if (!(schema instanceof z.ZodObject)) return [];
  const inner = Object.entries(schema.shape).flatMap(([name, field]) =>
    strange(field).map(({ path, value }) => ({ path: `${name}.${path}`, value: { [name]: value } })),
  );
  return [{ path: "hue", value: { hue: 1 } }, ...inner];
}

const operatorsPortal = (() => {
  let portal: Promise<TestPortal> | undefined;
  return () => {
    portal ??= createTestUser({ kind: "network_operator" })
      .then(openTestSession)
      .then((session) => portalOf(session));
    return portal;
  };
})();

async function issuesOf(name: string, input: unknown) {
  const caller: unknown = await operatorsPortal();
  const call = name.split(".").reduce((at: unknown, part) => Reflect.get(Object(at), part), caller);
  assert.ok(typeof call === "function");
  try {
    await call(input);
  } catch (error) {
    return errorFacts(error as Parameters<typeof errorFacts>[0]).issues;
  }
  return [];
}

test("every change of the portal refuses a field that it doesn’t know, at every depth", async () => {
  const depths = new Set<number>();
  for (const { name, inputs } of MUTATIONS) {
    const last = inputs.at(-1) ?? z.object({});
    assert.ok(last instanceof z.ZodObject, `${name} takes no object, so its fields aren’t known`);
    for (const { path, value } of strange(last)) {
      depths.add(path.split(".").length);
      const [issue] = await issuesOf(name, value);
      assert.equal(issue?.field, path, name);
      assert.match(issue.message, /^Unknown field /, name);
    }
  }
  assert.ok(depths.has(2) && depths.has(3), "nested ones were tried, too");
});

test("a misspelled field is told by the nearest one", async () => {
  const place = { tenant: "demo", environment: "test" };
  const issues = await issuesOf("tenant.keys.create", { ...place, label: "Till", allowedAdresses: ["192.0.2.0/24"] });
  assert.deepEqual(issues, [
    { field: "allowedAdresses", message: "Unknown field `allowedAdresses`. Did you mean `allowedAddresses`?" },
  ]);
});
