import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { bindFunctionsCheck } from "@/server/domain/health";
import { UnavailableError } from "@/server/platform/unavailable";
import type { StartSettings } from "../settings";
import type { Shutdown } from "../shutdown";

const LOOKS_EVERY_MS = 1_000;

/**
 * A new version may start before its migrations are applied. Until then probes and callers get a 503 that says so, and nothing
 * of the version runs.
 */
export async function answerUntilMigrated(
  { port, host }: Pick<StartSettings, "port" | "host">,
  isMigrated: () => Promise<boolean>,
  shutdown: Shutdown,
): Promise<void> {
  process.stderr.write("The database is behind this version: everything answers 503 until npm run migrate has run.\n");
  const [{ createHttpServer, drain, listen }, { toDomainError }, { respondError }] = await Promise.all([
    import("../http-server"),
    import("@/server/api/kit/errors"),
    import("@/server/api/kit/request"),
  ]);
  // The version isn't running yet, not even between the last migration and its start.
  bindFunctionsCheck(() => ({ isReady: false, detail: null }));
  const cause = new UnavailableError("the database is not migrated", { reason: "not_migrated" });
  const { status, headers, body } = respondError(toDomainError(cause));
  const refuse = async (_: unknown, response: ServerResponse) => void response.writeHead(status, headers).end(body);
  const server = createHttpServer({ api: refuse, inngest: refuse, pages: refuse, upgrade: null });
  await listen(server, port, host);
  while (!(await isMigrated().catch(() => false))) {
    await sleep(LOOKS_EVERY_MS);
    shutdown.check();
  }
  await drain(server);
}
