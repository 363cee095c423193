import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { NODE_FLAGS } from "./node-flags.mjs";

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), "utf8");

test("however the app is started, Node has the same flags", () => {
  const { scripts } = JSON.parse(read("package.json"));
  assert.equal(scripts.serve, ["exec", "node", ...NODE_FLAGS, "server/scripts/serve.mjs"].join(" "));
  const [command = ""] = read("Dockerfile").match(/^CMD .*/m) ?? [];
  assert.deepEqual(JSON.parse(command.slice("CMD ".length)), ["node", ...NODE_FLAGS, "server/scripts/serve.mjs"]);
});
