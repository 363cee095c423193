/**
 * Composition root of `next start` and of serverless hosts; under `npm start` server/main.ts has done the same before.
 * Without a configured Inngest it starts nothing: deliveries then wait for the sweep of a process that runs the engine.
 */
export async function register(): Promise<void> {
  // In this form Next leaves the block out of what it compiles for its edge runtime.
  if (process.env.NEXT_RUNTIME === "nodejs") {
    const { bindDeliveries, bindSender } = await import("@/server/startup/bind-webhooks");
    const { getConfiguredInngest } = await import("@/server/inngest/keys");
    bindSender();
    if (getConfiguredInngest()) bindDeliveries();
  }
}
