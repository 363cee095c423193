/**
 * Composition root of plain `next start`. Under `npm start` the same process has a composition root already, which Next
 * is a part of: there this finds the work taken, and loads none of it a second time.
 */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs" || process.env.NEXT_PHASE === "phase-production-build") return;
  const { claimBackgroundWork } = await import("./server/startup/background-owner");
  if (!claimBackgroundWork("next")) return;
  const { openServerKeys } = await import("./server/domain/server-keys");
  const { now } = await import("./server/platform/clock");
  await openServerKeys({ now: now() });
  const { requireReleased } = await import("./server/domain/restores");
  await requireReleased();
  const { sealPanTokens } = await import("./server/domain/members");
  await sealPanTokens();
  const { startTracing } = await import("./server/startup/tracing");
  const tracing = await startTracing();
  const [{ bindBackgroundWork, bindSenders }, { openRequestLog }, { watchRequests }] = await Promise.all([
    import("./server/startup/bind-ports"),
    import("./server/domain/request-log"),
    import("./server/startup/next-requests"),
  ]);
  bindSenders();
  openRequestLog();
  watchRequests();
  // A host that stops processes between requests can run nothing beside them: configure an Inngest there.
  if (process.env.VERCEL || process.env.AWS_LAMBDA_FUNCTION_NAME) return bindBackgroundWork();
  const { startBesideNext } = await import("./server/startup/background-work");
  startBesideNext(tracing);
}
