import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

const OWN_CLOCK = [
  /\bDate\.now\b/,
  /\bnew Date\(\s*\)/,
  /(?<![\w.])Date\(\s*\)/,
  /\bperformance\.timeOrigin\b/,
  /\bTemporal\.Now\b/,
  /\.toLocale(Date|Time)String\(/,
  /\.get(FullYear|Month|Date|Day|Hours|Minutes|TimezoneOffset)\(/,
];
/** A delay beyond a timer's maximum fires at once. */
const LONG_TIMER = /\bset(Timeout|Interval)\([^;]*\b(Date\.parse|getTime|expiresAt|until)\b/;

/**
 * Code that runs on servers: webhook receivers' samples, the layout that passes on the server's time, and a text with a date.
 */
const ON_SERVERS = ["components/public/docs/guides/snippets/", "app/layout.tsx", "app/.well-known/"];

test("pages take the time from the server, and count down without long timers", () => {
  const wrong: string[] = [];
  let count = 0;
  for (const root of ["app", "components"]) {
    for (const name of readdirSync(root, { recursive: true, encoding: "utf8" })) {
      const path = join(root, name);
      if (!/(?<!\.test)\.tsx?$/.test(path) || ON_SERVERS.some((one) => path.startsWith(one))) continue;
      count += 1;
      const text = readFileSync(path, "utf8");
      for (const pattern of [...OWN_CLOCK, LONG_TIMER]) if (pattern.test(text)) wrong.push(`${path}: ${pattern}`);
    }
  }
  assert.ok(count > 500, "files were read");
  assert.deepEqual(wrong, []);
});

test("the patterns find what they are for", () => {
  const samples = [
    "const now = Date.now();",
    "const now = new Date();",
    "const now = Date();",
    "at.toLocaleDateString(locale)",
    "at.getFullYear()",
    "setTimeout(forget, Date.parse(expiresAt) - now)",
  ];
  for (const sample of samples) {
    assert.ok(
      [...OWN_CLOCK, LONG_TIMER].some((pattern) => pattern.test(sample)),
      sample,
    );
  }
  for (const sample of [
    "new Date(at)",
    "at.getTime()",
    "at.getUTCFullYear()",
    "performance.now()",
    "setTimeout(ask, 300)",
  ]) {
    assert.ok(![...OWN_CLOCK, LONG_TIMER].some((pattern) => pattern.test(sample)), sample);
  }
});
