import { router } from "./procedures";
import { accessRouter } from "./routers/access";
import { accountsRouter } from "./routers/accounts";
import { activityRouter } from "./routers/activity";
import { agreementsRouter } from "./routers/agreements";
import { auditRouter } from "./routers/audit";
import { authorizationsRouter } from "./routers/authorizations";
import { cardsRouter } from "./routers/cards";
import { codesRouter } from "./routers/codes";
import { firstRunRouter } from "./routers/first-run";
import { keysRouter } from "./routers/keys";
import { liveRouter } from "./routers/live";
import { membersRouter } from "./routers/members";
import { merchantsRouter } from "./routers/merchants";
import { networkAuditRouter } from "./routers/network-audit";
import { networkBooksRouter } from "./routers/network-books";
import { networkEngineRouter } from "./routers/network-engine";
import { networkMembersRouter } from "./routers/network-members";
import { networkMerchantsRouter } from "./routers/network-merchants";
import { networkSettlementRouter } from "./routers/network-settlement";
import { networkTenantsRouter } from "./routers/network-tenants";
import { notificationsRouter } from "./routers/notifications";
import { overviewRouter } from "./routers/overview";
import { paymentCodesRouter } from "./routers/payment-codes";
import { reportsRouter } from "./routers/reports";
import { requestsRouter } from "./routers/requests";
import { secondFactorRouter } from "./routers/second-factor";
import { sessionsRouter } from "./routers/sessions";
import { settlementRouter } from "./routers/settlement";
import { teamRouter } from "./routers/team";
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
  requests: requestsRouter,
  networkAudit: networkAuditRouter,
  networkBooks: networkBooksRouter,
  networkEngine: networkEngineRouter,
  networkMembers: networkMembersRouter,
  networkMerchants: networkMerchantsRouter,
  networkSettlement: networkSettlementRouter,
  networkTenants: networkTenantsRouter,
  sessions: sessionsRouter,
  team: teamRouter,
  overview: overviewRouter,
  paymentCodes: paymentCodesRouter,
  settlement: settlementRouter,
  tenants: tenantsRouter,
  webhooks: webhooksRouter,
});

export type AppRouter = typeof appRouter;
