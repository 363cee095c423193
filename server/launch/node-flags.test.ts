import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { NODE_FLAGS, POOL_FLAG } from "./node-flags.mjs";

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), "utf8");

test("however the app is started, V8 has one helper thread", () => {
  assert.ok(NODE_FLAGS.includes(POOL_FLAG));
  const { scripts } = JSON.parse(read("package.json"));
  assert.equal(scripts.serve, ["exec", "node", POOL_FLAG, "server/launch/serve.mjs"].join(" "));
  const [command = ""] = read("Dockerfile").match(/^CMD .*/m) ?? [];
  assert.deepEqual(JSON.parse(command.slice("CMD ".length)), ["node", POOL_FLAG, "server/launch/serve.mjs"]);
});
