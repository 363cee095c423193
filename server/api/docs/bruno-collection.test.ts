import assert from "node:assert/strict";
import { test } from "node:test";
import { operationsOf } from "@/server/contracts/rest/openapi";
import { brunoCollection } from "./bruno-collection";
import { readReference } from "./read-reference";

interface Item {
  readonly type: "folder" | "http-request";
  readonly name: string;
  readonly items?: readonly Item[];
  readonly request?: { readonly url: string; readonly method: string; readonly body: { readonly json?: string } };
}

const collection = brunoCollection("http://localhost:3000") as {
  readonly items: readonly Item[];
  readonly environments: readonly {
    readonly variables: readonly { readonly name: string; readonly value: string }[];
  }[];
};

const requestsOf = ({ items = [], request }: Item): NonNullable<Item["request"]>[] => [
  ...(request ? [request] : []),
  ...items.flatMap(requestsOf),
];

test("the collection has every operation once, and every variable that they use", () => {
  const requests = collection.items.flatMap(requestsOf);
  const operations = readReference().flatMap(({ document }) => operationsOf(document));
  assert.equal(requests.length, operations.length);
  const patterns = operations.map(({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, "{}")}`);
  const found = requests.map(({ method, url }) => `${method} ${url.replace("{{baseUrl}}", "").replace(/\?.*/, "")}`);
  assert.equal(new Set(found).size, patterns.length);
  const variables = new Map(collection.environments[0]?.variables.map(({ name, value }) => [name, value]));
  const used = new Set(JSON.stringify(collection.items).match(/(?<=\{\{)\w+(?=\}\})/g));
  assert.deepEqual([...used].sort(), [...variables.keys()].sort());
  assert.equal(variables.get("YOUR_KEY"), "pk_test_closedloop_sandbox");
  for (const { body } of requests) if (body.json !== undefined) JSON.parse(body.json);
  assert.doesNotMatch(JSON.stringify(collection.items), /closedloop_\w+/);
});
