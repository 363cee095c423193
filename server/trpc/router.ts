import { router } from "./procedures";
import { accountsRouter } from "./routers/accounts";
import { activityRouter } from "./routers/activity";
import { agreementsRouter } from "./routers/agreements";
import { auditRouter } from "./routers/audit";
import { codesRouter } from "./routers/codes";
import { keysRouter } from "./routers/keys";
import { liveRouter } from "./routers/live";
import { membersRouter } from "./routers/members";
import { merchantsRouter } from "./routers/merchants";
import { sessionsRouter } from "./routers/sessions";
import { tenantsRouter } from "./routers/tenants";

export const appRouter = router({
  accounts: accountsRouter,
  activity: activityRouter,
  agreements: agreementsRouter,
  audit: auditRouter,
  codes: codesRouter,
  keys: keysRouter,
  live: liveRouter,
  members: membersRouter,
  merchants: merchantsRouter,
  sessions: sessionsRouter,
  tenants: tenantsRouter,
});

export type AppRouter = typeof appRouter;
