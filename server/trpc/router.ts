import { router } from "./procedures";
import { accountsRouter } from "./routers/accounts";
import { activityRouter } from "./routers/activity";
import { agreementsRouter } from "./routers/agreements";
import { authorizationsRouter } from "./routers/authorizations";
import { codesRouter } from "./routers/codes";
import { liveRouter } from "./routers/live";
import { overviewRouter } from "./routers/overview";
import { paymentCodesRouter } from "./routers/payment-codes";
import { sessionsRouter } from "./routers/sessions";
import { settlementRouter } from "./routers/settlement";
import { tenantsRouter } from "./routers/tenants";

export const appRouter = router({
  accounts: accountsRouter,
  activity: activityRouter,
  agreements: agreementsRouter,
  authorizations: authorizationsRouter,
  codes: codesRouter,
  live: liveRouter,
  overview: overviewRouter,
  paymentCodes: paymentCodesRouter,
  sessions: sessionsRouter,
  settlement: settlementRouter,
  tenants: tenantsRouter,
});

export type AppRouter = typeof appRouter;
