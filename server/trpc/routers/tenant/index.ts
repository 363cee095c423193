import { router } from "../../procedures";
import { auditRouter } from "./audit";
import { authorizationsRouter } from "./authorizations";
import { brandRouter } from "./brand";
import { bulkJobsRouter } from "./bulk-jobs";
import { chargeRequestsRouter } from "./charge-requests";
import { exportsRouter } from "./exports";
import { firstRunRouter } from "./first-run";
import { keysRouter } from "./keys";
import { memberImportsRouter } from "./member-imports";
import { membersRouter } from "./members";
import { merchantsRouter } from "./merchants";
import { overviewRouter } from "./overview";
import { paymentCodesRouter } from "./payment-codes";
import { reportsRouter } from "./reports";
import { requestsRouter } from "./requests";
import { sandboxClockRouter } from "./sandbox-clock";
import { searchRouter } from "./search";
import { settlementRouter } from "./settlement";
import { teamRouter } from "./team";
import { tenantsRouter } from "./tenants";
import { webhooksRouter } from "./webhooks";
import { workbenchRouter } from "./workbench";

export const tenantRouter = router({
  audit: auditRouter,
  authorizations: authorizationsRouter,
  brand: brandRouter,
  bulkJobs: bulkJobsRouter,
  chargeRequests: chargeRequestsRouter,
  exports: exportsRouter,
  firstRun: firstRunRouter,
  keys: keysRouter,
  memberImports: memberImportsRouter,
  members: membersRouter,
  merchants: merchantsRouter,
  overview: overviewRouter,
  paymentCodes: paymentCodesRouter,
  reports: reportsRouter,
  requests: requestsRouter,
  sandboxClock: sandboxClockRouter,
  search: searchRouter,
  settlement: settlementRouter,
  team: teamRouter,
  tenants: tenantsRouter,
  webhooks: webhooksRouter,
  workbench: workbenchRouter,
});
