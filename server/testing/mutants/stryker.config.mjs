/**
 * What `npm run test:mutants` mutates, and the tests that must notice. Stryker reads it in the repository's root (decision
 * 090).
 */
import { join } from "node:path";
import process from "node:process";
import { temporaryFolder } from "../../scripts/temporary-folder.mjs";

export const CACHE = "node_modules/.cache/closed-loop/stryker";
export const REPORT = `${CACHE}/mutants.json`;

const AUTHORIZATIONS = "server/domain/authorizations";

/** Decision code by kind, with all tests that exercise it closely without running the app. */
const KINDS = {
  decide: {
    code: [
      `${AUTHORIZATIONS}/authorize/decide.ts`,
      `${AUTHORIZATIONS}/rescue/allowance.ts`,
      "server/domain/declines/rules.ts",
      "server/domain/declines/shared-rules.ts",
      "server/domain/payment-codes/decide-code.ts",
      "server/domain/payment-codes/decide-increment.ts",
      "server/domain/recurring/decide-asked-charge.ts",
      "server/domain/recurring/decide-charge.ts",
      "server/domain/risk/score-risk.ts",
    ],
    tests: [
      "server/domain/declines/rules.test.ts",
      "server/domain/declines/shared-rules.test.ts",
      `${AUTHORIZATIONS}/authorize/decide.test.ts`,
      `${AUTHORIZATIONS}/authorize/rule-names.test.ts`,
      `${AUTHORIZATIONS}/rescue/allowance.test.ts`,
      "server/domain/payment-codes/decide-code.test.ts",
      "server/domain/payment-codes/decide-increment.test.ts",
      "server/domain/recurring/decide-asked-charge.test.ts",
      "server/domain/recurring/decide-charge.test.ts",
      "server/domain/risk/score-risk.test.ts",
    ],
  },
  figures: {
    code: [`${AUTHORIZATIONS}/figures.ts`],
    tests: [`${AUTHORIZATIONS}/figures.test.ts`],
  },
  family: {
    code: [
      `${AUTHORIZATIONS}/family.ts`,
      `${AUTHORIZATIONS}/current-status.ts`,
      `${AUTHORIZATIONS}/move/draw-from.ts`,
      `${AUTHORIZATIONS}/move/plan-capture.ts`,
      `${AUTHORIZATIONS}/move/plan-reverse.ts`,
    ],
    tests: [
      `${AUTHORIZATIONS}/family.test.ts`,
      `${AUTHORIZATIONS}/move/draw-from.test.ts`,
      `${AUTHORIZATIONS}/move/plan-capture.test.ts`,
      `${AUTHORIZATIONS}/move/plan-reverse.test.ts`,
    ],
  },
  transitions: {
    code: [
      `${AUTHORIZATIONS}/statuses.ts`,
      "server/domain/payment-codes/payment-code.ts",
      "server/domain/recurring/agreement.ts",
    ],
    tests: [
      `${AUTHORIZATIONS}/statuses.test.ts`,
      "server/domain/payment-codes/payment-code.test.ts",
      "server/domain/recurring/agreement.test.ts",
    ],
  },
  retries: {
    code: ["server/domain/webhooks/deliveries/retry-schedule.ts"],
    tests: ["server/domain/webhooks/deliveries/next-attempt.test.ts"],
  },
  signatures: {
    code: [
      "server/api/kit/signature.ts",
      "server/inngest/engine-signature.ts",
      "server/domain/webhooks/deliveries/sign-webhook.ts",
    ],
    tests: [
      "server/api/kit/check-signature.test.ts",
      "server/inngest/engine-signature.test.ts",
      "server/domain/webhooks/deliveries/sign-webhook.test.ts",
    ],
  },
  urls: {
    code: ["server/outbound/address-policy.ts", "server/outbound/url-policy.ts"],
    tests: [
      "server/outbound/address-policy.test.ts",
      "server/outbound/localhost-targets.test.ts",
      "server/outbound/url-policy.test.ts",
    ],
  },
};

const all = (what) => Object.values(KINDS).flatMap((kind) => kind[what]);

export const TESTS = all("tests");
export const COMPILED = "compiled-tests";

export default {
  mutate: all("code"),
  /** Percent of all mutants; below it the command fails. */
  thresholds: { high: 95, low: 90, break: 90 },
  testRunner: "tap",
  plugins: [join(process.cwd(), CACHE, "node_modules/@stryker-mutator/tap-runner/dist/src/index.js")],
  symlinkNodeModules: false,
  buildCommand: "node server/testing/mutants/compile.mjs",
  tap: {
    testFiles: TESTS.map((file) => join(COMPILED, file.replace(/ts$/, "js"))),
    nodeArgs: ["--test-reporter=tap"],
    // It would kill the process before it has written its results.
    forceBail: false,
  },
  // Runs only the test files that reach a mutant.
  coverageAnalysis: "perTest",
  concurrency: 2,
  // Timeouts count as noticed, so a busy machine must not cause them.
  timeoutMS: 60_000,
  // Otherwise it would find and rewrite ours.
  tsconfigFile: "none.json",
  tempDirName: join(temporaryFolder(), `closed-loop-mutants-${process.pid}`),
  ignorePatterns: [".data", ".next", "app", "bench", "components", "docs", "e2e", "playwright-report", "test-results"],
  // Suppresses a warning for each of our compiled tests.
  logLevel: "error",
  reporters: ["progress-append-only", "clear-text", "json"],
  clearTextReporter: { logTests: false, reportTests: false },
  jsonReporter: { fileName: REPORT },
};
