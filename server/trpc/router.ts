import { router } from "./procedures";
import { accountsRouter } from "./routers/accounts";
import { activityRouter } from "./routers/activity";
import { agreementsRouter } from "./routers/agreements";
import { cardsRouter } from "./routers/cards";
import { codesRouter } from "./routers/codes";
import { liveRouter } from "./routers/live";
import { reportsRouter } from "./routers/reports";
import { sessionsRouter } from "./routers/sessions";
import { tenantsRouter } from "./routers/tenants";

export const appRouter = router({
  accounts: accountsRouter,
  activity: activityRouter,
  agreements: agreementsRouter,
  cards: cardsRouter,
  codes: codesRouter,
  live: liveRouter,
  reports: reportsRouter,
  sessions: sessionsRouter,
  tenants: tenantsRouter,
});

export type AppRouter = typeof appRouter;
