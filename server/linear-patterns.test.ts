import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { checkSync } from "recheck";
import ts from "typescript";
import { z } from "zod";

const ROOTS = ["app", "components", "server"];
const IS_TOOL = /\.(?:test|long|spec)\.tsx?$|^server\/(?:testing|scripts)\/|\/generated\//;

/** Every regular expression literal of the product, and where it first stands. */
function literals(): Map<string, string> {
  const found = new Map<string, string>();
  for (const root of ROOTS) {
    for (const name of readdirSync(root, { recursive: true, encoding: "utf8" })) {
      const path = join(root, name);
      if (!/\.tsx?$/.test(path) || IS_TOOL.test(path)) continue;
      const file = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest);
      const visit = (node: ts.Node): void => {
        if (ts.isRegularExpressionLiteral(node) && !found.has(node.text)) found.set(node.text, path);
        ts.forEachChild(node, visit);
      };
      visit(file);
    }
  }
  return found;
}

/** Only what repeats without an end can take time that grows faster than the text. */
const REPEATS = /[*+]|\{\d+,\}/;

/** It judges by steps, so that a busy machine doesn't change what it finds. */
const UNTIMED = { timeout: null, attackTimeout: null, incubationTimeout: null, seedingTimeout: null };

function fault(source: string, flags: string): string | null {
  if (!REPEATS.test(source)) return null;
  const checked = checkSync(source, flags, UNTIMED);
  return checked.status === "safe"
    ? null
    : `${checked.status} ${"complexity" in checked ? checked.complexity.summary : ""}`;
}

test("every pattern takes time that grows no faster than the text it reads", () => {
  const patterns = literals();
  assert.ok(patterns.size > 200, "patterns were found");
  const slow = [...patterns].flatMap(([text, path]) => {
    const end = text.lastIndexOf("/");
    const found = fault(text.slice(1, end), text.slice(end + 1));
    return found === null ? [] : [`${path} ${text}: ${found}`];
  });
  assert.deepEqual(slow, []);
});

test("the validator's own patterns take linear time", () => {
  const formats = { email: z.email(), uuid: z.uuid(), date: z.iso.date(), datetime: z.iso.datetime({ offset: true }) };
  for (const [format, schema] of Object.entries(formats)) {
    const { pattern } = schema._zod.def;
    assert.ok(pattern, format);
    assert.equal(fault(pattern.source, pattern.flags), null, format);
  }
});
