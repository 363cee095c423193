import { router } from "./procedures";
import { accountsRouter } from "./routers/accounts";
import { activityRouter } from "./routers/activity";
import { agreementsRouter } from "./routers/agreements";
import { codesRouter } from "./routers/codes";
import { liveRouter } from "./routers/live";
import { networkAuditRouter } from "./routers/network-audit";
import { networkBooksRouter } from "./routers/network-books";
import { networkEngineRouter } from "./routers/network-engine";
import { networkMembersRouter } from "./routers/network-members";
import { networkMerchantsRouter } from "./routers/network-merchants";
import { networkSettlementRouter } from "./routers/network-settlement";
import { networkTenantsRouter } from "./routers/network-tenants";
import { sessionsRouter } from "./routers/sessions";
import { tenantsRouter } from "./routers/tenants";

export const appRouter = router({
  accounts: accountsRouter,
  activity: activityRouter,
  agreements: agreementsRouter,
  codes: codesRouter,
  live: liveRouter,
  networkAudit: networkAuditRouter,
  networkBooks: networkBooksRouter,
  networkEngine: networkEngineRouter,
  networkMembers: networkMembersRouter,
  networkMerchants: networkMerchantsRouter,
  networkSettlement: networkSettlementRouter,
  networkTenants: networkTenantsRouter,
  sessions: sessionsRouter,
  tenants: tenantsRouter,
});

export type AppRouter = typeof appRouter;
