import { router } from "./procedures";
import { accountsRouter } from "./routers/accounts";
import { activityRouter } from "./routers/activity";
import { agreementsRouter } from "./routers/agreements";
import { codesRouter } from "./routers/codes";
import { firstRunRouter } from "./routers/first-run";
import { liveRouter } from "./routers/live";
import { requestsRouter } from "./routers/requests";
import { sessionsRouter } from "./routers/sessions";
import { tenantsRouter } from "./routers/tenants";
import { webhooksRouter } from "./routers/webhooks";

export const appRouter = router({
  accounts: accountsRouter,
  activity: activityRouter,
  agreements: agreementsRouter,
  codes: codesRouter,
  firstRun: firstRunRouter,
  live: liveRouter,
  requests: requestsRouter,
  sessions: sessionsRouter,
  tenants: tenantsRouter,
  webhooks: webhooksRouter,
});

export type AppRouter = typeof appRouter;
