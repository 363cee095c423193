import assert from "node:assert/strict";
import { test } from "node:test";
import { selectTests } from "./select-tests.mjs";

const CAPTURE = "server/domain/authorizations/capture.ts";

const tests = [
  { file: "server/capture.test.ts", reaches: new Set(["server/capture.test.ts", CAPTURE, "server/testing/cards.ts"]) },
  { file: "server/mail.test.ts", reaches: new Set(["server/mail.test.ts", "server/mail/send.ts"]) },
  { file: "server/parity.test.ts", reaches: new Set(["server/parity.test.ts"]), readsPaths: true },
];
const specs = [
  { file: "e2e/wallet.spec.ts", reaches: new Set(["e2e/wallet.spec.ts", "e2e/fixtures/portal.ts"]) },
  { file: "e2e/api.spec.ts", reaches: new Set(["e2e/api.spec.ts", "e2e/fixtures/app-process.ts"]) },
];
const ALL = [...tests, ...specs].map(({ file }) => file);
const SPECS = specs.map(({ file }) => file);
const app = ["app", "components", "server", "next.config.ts"];
const started = [
  { by: "e2e/fixtures/portal.ts", reaches: new Set(["e2e/fixtures/people-process.ts", "server/testing/people.ts"]) },
];
const foundation = new Set(["server/boot/database.ts"]);
const PATHS = "server/parity.test.ts";

const TABLE: readonly (readonly [what: string, changed: readonly string[], expected: readonly string[]])[] = [
  ["nothing", [], []],
  [
    "a use case: its importers, tests that read by path, and all that looks at the app",
    [CAPTURE],
    ["server/capture.test.ts", PATHS, ...SPECS],
  ],
  ["a use case that no test imports", ["server/domain/health/check.ts"], [PATHS, ...SPECS]],
  ["a test", ["server/mail.test.ts"], ["server/mail.test.ts", PATHS]],
  ["a test that is gone", ["server/gone.test.ts"], [PATHS]],
  ["a factory", ["server/testing/cards.ts"], ["server/capture.test.ts", PATHS]],
  ["a page", ["app/wallet/page.tsx"], [PATHS, ...SPECS]],
  ["a component", ["components/wallet/balance.tsx"], [PATHS, ...SPECS]],
  ["a spec", ["e2e/api.spec.ts"], [PATHS, "e2e/api.spec.ts"]],
  ["a fixture of specs", ["e2e/fixtures/portal.ts"], [PATHS, "e2e/wallet.spec.ts"]],
  ["a program that a fixture starts", ["e2e/fixtures/people-process.ts"], [PATHS, "e2e/wallet.spec.ts"]],
  ["what only such a program imports", ["server/testing/people.ts"], [PATHS, "e2e/wallet.spec.ts"]],
  ["a guide for readers of the code", ["README.md", "server/decisions/000-template.md"], [PATHS]],
  ["a rule of the static checks", ["biome.json"], [PATHS]],
  ["two at once", ["server/mail/send.ts", "e2e/fixtures/portal.ts"], ["server/mail.test.ts", PATHS, ...SPECS]],
  ["packages", ["package-lock.json"], ALL],
  ["the schema", ["prisma/schema.prisma"], ALL],
  ["a migration", ["prisma/migrations/20260101000000_more/migration.sql"], ALL],
  ["the launch scripts", ["server/scripts/run-test-files.mjs"], ALL],
  ["what makes the database of all tests", ["server/boot/database.ts"], ALL],
  ["a test of it", ["server/boot/database.test.ts"], [PATHS]],
  ["how the browser is run", ["playwright.config.ts"], ALL],
  ["something unheard of", ["Dockerfile"], ALL],
];

for (const [what, changed, expected] of TABLE) {
  test(`a change of ${what}`, () => {
    assert.deepEqual(selectTests({ changed, tests, specs, app, foundation, started }).files, expected);
  });
}
