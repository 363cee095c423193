/**
 * Composition root of Next, alone (`next start`) or as the pages plane of `npm start`: opens what route handlers and pages
 * need, in Next's module graph. Alone it also does the background work and sees each request before Next does.
 */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs" || process.env.NEXT_PHASE === "phase-production-build") return;
  const [{ openKeys }, { startTracing }, { findPlane }] = await Promise.all([
    import("./server/startup/prepare"),
    import("./server/startup/tracing"),
    import("./server/platform/planes"),
  ]);
  await openKeys();
  const tracing = await startTracing();
  const { bindSenders, leaveBackgroundWork } = await import("./server/startup/bind-ports");
  bindSenders();
  if (findPlane() === "pages") {
    const { openForPages } = await import("./server/startup/planes/open-for-pages");
    openForPages(tracing);
    return leaveBackgroundWork();
  }
  const [{ openRequestLog }, { watchRequests }] = await Promise.all([
    import("./server/domain/request-log"),
    import("./server/startup/next-requests"),
  ]);
  openRequestLog();
  watchRequests();
  // A host that stops processes between requests can run nothing beside them: configure an Inngest there.
  if (process.env.VERCEL || process.env.AWS_LAMBDA_FUNCTION_NAME) {
    const { doBackgroundWork } = await import("./server/startup/bind-ports");
    return doBackgroundWork();
  }
  const { startBesideNext } = await import("./server/startup/background-work");
  startBesideNext(tracing);
}
