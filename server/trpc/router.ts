import { router } from "./procedures";
import { accessRouter } from "./routers/access";
import { accountsRouter } from "./routers/accounts";
import { activityRouter } from "./routers/activity";
import { agreementsRouter } from "./routers/agreements";
import { cardsRouter } from "./routers/cards";
import { auditRouter } from "./routers/audit";
import { authorizationsRouter } from "./routers/authorizations";
import { codesRouter } from "./routers/codes";
import { keysRouter } from "./routers/keys";
import { liveRouter } from "./routers/live";
import { reportsRouter } from "./routers/reports";
import { membersRouter } from "./routers/members";
import { merchantsRouter } from "./routers/merchants";
import { notificationsRouter } from "./routers/notifications";
import { secondFactorRouter } from "./routers/second-factor";
import { firstRunRouter } from "./routers/first-run";
import { liveRouter } from "./routers/live";
import { requestsRouter } from "./routers/requests";
import { sessionsRouter } from "./routers/sessions";
import { teamRouter } from "./routers/team";
import { overviewRouter } from "./routers/overview";
import { paymentCodesRouter } from "./routers/payment-codes";
import { settlementRouter } from "./routers/settlement";
import { tenantsRouter } from "./routers/tenants";
import { webhooksRouter } from "./routers/webhooks";

export const appRouter = router({
  access: accessRouter,
  accounts: accountsRouter,
  activity: activityRouter,
  agreements: agreementsRouter,
  cards: cardsRouter,
  audit: auditRouter,
  authorizations: authorizationsRouter,
  codes: codesRouter,
  keys: keysRouter,
  live: liveRouter,
  reports: reportsRouter,
  members: membersRouter,
  merchants: merchantsRouter,
  notifications: notificationsRouter,
  secondFactor: secondFactorRouter,
  firstRun: firstRunRouter,
  live: liveRouter,
  requests: requestsRouter,
  sessions: sessionsRouter,
  team: teamRouter,
  overview: overviewRouter,
  paymentCodes: paymentCodesRouter,
  settlement: settlementRouter,
  tenants: tenantsRouter,
  webhooks: webhooksRouter,
});

export type AppRouter = typeof appRouter;
