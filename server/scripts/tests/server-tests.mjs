import { join, relative } from "node:path";
import { filesIn } from "../build/stamp.mjs";
import { ROOT } from "../run.mjs";
import { temporaryFolder } from "../temporary-folder.mjs";
import { withThrowawayDatabase } from "../throwaway.mjs";
import { COMPILED, compileTests, writeGroups } from "./compile-tests.mjs";
import { runPrograms } from "./run-programs.mjs";

/** Ends a hanging file. The slowest takes two minutes, and five on a busy machine. */
const TIMEOUT_MS = 600_000;

/** Starting a process and loading packages takes longer than most files, but memory grows with each file loaded. */
const FILES_IN_A_PROCESS = 20;

/** A third would slow all of them down while the app is built, and many have time limits. */
const AT_ONCE = 2;

/** Settings of the developer's shell that tests must not depend on. */
const UNSET = [
  ...["DATABASE_URL", "DATABASE_POOL_SIZE", "REDIS_URL", "PORT", "HOST", "PUBLIC_URL"],
  ...["SERVICE_SHORT_NAME", "WEBHOOK_ALLOW_LOCALHOST", "WEBHOOK_RETRY_DIVISOR"],
  ...["INNGEST_BASE_URL", "INNGEST_EVENT_KEY", "INNGEST_SIGNING_KEY", "INNGEST_SERVE_ORIGIN", "SMTP_URL", "MAIL_FROM"],
];

export const testEnvironment = {
  ...Object.fromEntries(UNSET.map((name) => [name, ""])),
  NODE_ENV: "test",
  BCRYPT_MAX_COST: "4",
  LOG_LEVEL: "silent",
  HMAC_KEYS: "",
  THROWAWAY_FOLDER: temporaryFolder(),
  HMAC_KEY: "c10ced".repeat(11).slice(0, 64),
};

export function findTests(folders, ending, filters) {
  return folders
    .flatMap((folder) => filesIn(join(ROOT, folder)))
    .filter((file) => file.endsWith(ending) && (filters.length === 0 || filters.some((part) => file.includes(part))));
}

export async function runServerTests(
  files,
  { concurrency = AT_ONCE, timeoutMs = TIMEOUT_MS, perProcess = FILES_IN_A_PROCESS } = {},
) {
  await compileTests(files);
  const groups = shareOut(files, Math.max(Math.min(concurrency, files.length), Math.ceil(files.length / perProcess)));
  const programs = writeGroups(groups, timeoutMs);
  return await withThrowawayDatabase(async ({ adminUrl, template }) =>
    runPrograms(programs, {
      names: files.map((file) => relative(ROOT, file)),
      concurrency,
      // For a file that blocks its thread; others are ended by the harness.
      timeoutMs: timeoutMs * 3,
      env: {
        ...testEnvironment,
        // Many tests send hundreds of requests with one key; tests of this limit set their own.
        MAX_REQUESTS: "1000",
        TEST_DATABASE_ADMIN_URL: adminUrl,
        TEST_DATABASE_TEMPLATE: template,
        TEST_PROGRAMS: COMPILED,
      },
    }),
  );
}

/** Round-robin, so that a file always has the same companions, and neighbors, which are often slow together, are separated. */
function shareOut(files, count) {
  return Array.from({ length: count }, (_, group) => files.filter((_, index) => index % count === group));
}
