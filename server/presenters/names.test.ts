import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

const ROOM = "server/presenters";

function listExported(): string[] {
  return readdirSync(ROOM, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
    .flatMap((file) => {
      const source = readFileSync(join(ROOM, file), "utf8");
      const names = [...source.matchAll(/^export (?:async )?(?:function|const) (\w+)/gm)].map(([, name = ""]) => name);
      return [...new Set(names)].filter((name) => !/^[A-Z]/.test(name));
    });
}

test("a presenter is called `present` and what it presents, and no two are called the same", () => {
  const names = listExported();
  assert.ok(names.length > 50, "the room was read");
  assert.deepEqual(
    names.filter((name) => !/^present[A-Z]/.test(name)),
    [],
  );
  assert.deepEqual(
    names.filter((name, i) => names.indexOf(name) !== i),
    [],
  );
});
