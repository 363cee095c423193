import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

/** Pages, style sheets, and `public`. Emails are excluded, because mail clients don't support rem. */
const DRAWN = ["app", "components", "public"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.(tsx?|css|html)$/.test(file) && !/\.test\.ts$|\/snippets\//.test(file))
    .map((file) => join(folder, file)),
);

/** Hairlines and corner radii may stay in pixels. */
const FINE = /^[0-3]px$/;

/** Pixel sizes in a file that should scale with the browser's text size. */
function inPixels(text: string): string[] {
  const sizes = text.match(/(?:font-size|line-height|--text-[\w-]+|\bfont)\s*:[^;}\n]*\dpx/g) ?? [];
  const inline = text.match(/(?:fontSize|lineHeight)\s*[:=]\s*\{?\s*(?:\d|["'`]\d+px)[^,;}\n]*/g) ?? [];
  const classes = (text.match(/\[[^[\]\s"'`]*\dpx[^[\]\s"'`]*\]/g) ?? []).filter((value) =>
    (value.match(/\d+(?:\.\d+)?px/g) ?? []).some((size) => !FINE.test(size)),
  );
  return [...sizes, ...inline, ...classes];
}

test("no text, and nothing that holds text, has a size in pixels", () => {
  assert.ok(DRAWN.length > 300);
  const found = DRAWN.flatMap((file) => inPixels(readFileSync(file, "utf8")).map((size) => `${file}: ${size}`));
  assert.deepEqual(found, []);
});

test("sizes in pixels are found however they are written, and thin lines are not", () => {
  const written = [
    "p { font-size: 13px; }",
    "body { font: 16px / 1.5 sans-serif; }",
    "--text-14: 14px;",
    "p { line-height: 20px }",
    "style={{ fontSize: 14 }}",
    'style={{ fontSize: "14px" }}',
    "<text fontSize={11}>",
    'className="text-[13px]"',
    'className="max-w-[480px]"',
    'className="grid-cols-[minmax(0,1fr)_300px]"',
    'className="@min-[480px]:block"',
  ];
  assert.deepEqual(
    written.map((text) => inPixels(text).length),
    written.map(() => 1),
  );
  const fine = [
    '"shadow-[0_0_0_1px_var(--line)]"',
    '"h-[3px]"',
    "border: 1px solid",
    "font-size: 1rem",
    "text-[0.875em]",
  ];
  assert.deepEqual(fine.flatMap(inPixels), []);
});
