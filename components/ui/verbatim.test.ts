import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

const DRAWN = ["app", "components"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".tsx"))
    .map((file) => join(folder, file)),
);

/** Codes, keys, and ids are set in this typeface. */
const VERBATIM = /<(?!(?:input|textarea)\b)[\w.]+\s(?:[^<>]|=>)*?className=(?:"[^"]*|\{[^}]*)\bfont-mono\b[^<>]*>/g;

test("a browser’s translation leaves codes, keys, and ids as they are", () => {
  const marked = DRAWN.flatMap((file) =>
    (readFileSync(file, "utf8").match(VERBATIM) ?? []).map((element) => ({ file, element })),
  );
  assert.ok(marked.length > 60);
  assert.deepEqual(
    marked.filter(({ element }) => !element.includes('translate="no"')),
    [],
  );
});
