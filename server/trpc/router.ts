import { router } from "./procedures";
import { accessRouter } from "./routers/access";
import { accountsRouter } from "./routers/accounts";
import { activityRouter } from "./routers/activity";
import { agreementsRouter } from "./routers/agreements";
import { cardsRouter } from "./routers/cards";
import { auditRouter } from "./routers/audit";
import { codesRouter } from "./routers/codes";
import { keysRouter } from "./routers/keys";
import { liveRouter } from "./routers/live";
import { reportsRouter } from "./routers/reports";
import { membersRouter } from "./routers/members";
import { merchantsRouter } from "./routers/merchants";
import { notificationsRouter } from "./routers/notifications";
import { secondFactorRouter } from "./routers/second-factor";
import { sessionsRouter } from "./routers/sessions";
import { teamRouter } from "./routers/team";
import { tenantsRouter } from "./routers/tenants";

export const appRouter = router({
  access: accessRouter,
  accounts: accountsRouter,
  activity: activityRouter,
  agreements: agreementsRouter,
  cards: cardsRouter,
  audit: auditRouter,
  codes: codesRouter,
  keys: keysRouter,
  live: liveRouter,
  reports: reportsRouter,
  members: membersRouter,
  merchants: merchantsRouter,
  notifications: notificationsRouter,
  secondFactor: secondFactorRouter,
  sessions: sessionsRouter,
  team: teamRouter,
  tenants: tenantsRouter,
});

export type AppRouter = typeof appRouter;
