/**
 * Composition root of Next, alone (`next start`) or as the pages plane of `npm start`: sets up what route handlers and pages
 * need in Next's module graph.
 */
import { closeListener } from "@/server/db/listen";
import { closePool } from "@/server/db/pool";
import { refuseForgottenPooler } from "@/server/db/pooler";
import { closeRequestLog, openRequestLog } from "@/server/domain/request-log";
import { getConfiguredInngest } from "@/server/inngest/keys";
import { registerOnRequest } from "@/server/inngest/register";
import { getEnv, requirePublicUrl } from "@/server/platform/env";
import { openRedis } from "@/server/platform/limiters";
import { getLogger } from "@/server/platform/logger";
import { findPlane, onPagesEnd, SETTINGS } from "@/server/platform/planes";
import { bindEngine, startBackgroundWork } from "./background-work";
import { bindSenders, doBackgroundWork, leaveBackgroundWork } from "./bind-ports";
import { watchDatabase } from "./database/watch-database";
import { watchRequests } from "./next-requests";
import { openKeys, prepareDatabase } from "./prepare";
import { printStartError } from "./run-program";
import { startTracing } from "./tracing";

/** Exits with the reason on failure; otherwise Next would answer every URL with 500. */
export async function openNext(): Promise<void> {
  try {
    await (findPlane() === "pages" ? openForPages() : openAlone());
  } catch (error) {
    printStartError(error);
    process.exit(1);
  }
}

async function openForPages(): Promise<void> {
  await openKeys();
  const tracing = await startTracing();
  bindSenders();
  bindEngine();
  openRedis();
  const watch = watchDatabase(JSON.parse(process.env[SETTINGS] ?? ""));
  onPagesEnd(async () => {
    watch.stop();
    await closeListener();
    await tracing?.stop();
    await closePool();
  });
  leaveBackgroundWork();
}

async function openAlone(): Promise<void> {
  const env = getEnv();
  requirePublicUrl(process.env, env);
  await refuseForgottenPooler();
  await openKeys();
  await prepareDatabase({ shouldSeed: process.env.SEED_SANDBOX === "1", databaseUrl: env.DATABASE_URL });
  const tracing = await startTracing();
  bindSenders();
  openRedis();
  openRequestLog();
  watchDatabase({ databaseUrl: env.DATABASE_URL });
  watchRequests();
  // Serverless hosts stop processes between requests, so background work needs a configured Inngest there.
  if (process.env.VERCEL || process.env.AWS_LAMBDA_FUNCTION_NAME) {
    if (getConfiguredInngest()) void registerOnRequest();
    return doBackgroundWork();
  }
  const work = startBackgroundWork({
    // Next sets PORT to the port it listens on.
    at: { host: "127.0.0.1", port: env.PORT },
    onRefused: (error) =>
      getLogger().error(
        { reason: error.message },
        "embedded engine stopped: background work waits until the next start",
      ),
  });
  doBackgroundWork();
  // Next exits by itself; put running work back before that, as far as time allows.
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => void Promise.allSettled([work.stop(), closeRequestLog(), tracing?.stop()]));
  }
}
