import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { COMMON_FLAGS, NODE_FLAGS } from "./node-flags.mjs";

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), "utf8");

test("however the app is started, V8 has one helper thread and a tight heap", () => {
  assert.deepEqual(NODE_FLAGS.slice(0, COMMON_FLAGS.length), COMMON_FLAGS);
  const { scripts } = JSON.parse(read("package.json"));
  assert.equal(scripts.serve, ["exec", "node", ...COMMON_FLAGS, "server/launch/serve.mjs"].join(" "));
  const [command = ""] = read("Dockerfile").match(/^CMD .*/m) ?? [];
  assert.deepEqual(JSON.parse(command.slice("CMD ".length)), ["node", ...COMMON_FLAGS, "server/launch/serve.mjs"]);
});
