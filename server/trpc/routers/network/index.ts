import { router } from "../../procedures";
import { approvalsRouter } from "./approvals";
import { auditRouter } from "./audit";
import { booksRouter } from "./books";
import { engineRouter } from "./engine";
import { loginsRouter } from "./logins";
import { membersRouter } from "./members";
import { merchantsRouter } from "./merchants";
import { overviewRouter } from "./overview";
import { retentionRouter } from "./retention";
import { searchRouter } from "./search";
import { settlementRouter } from "./settlement";
import { tenantsRouter } from "./tenants";

export const networkRouter = router({
  approvals: approvalsRouter,
  audit: auditRouter,
  books: booksRouter,
  engine: engineRouter,
  logins: loginsRouter,
  members: membersRouter,
  merchants: merchantsRouter,
  overview: overviewRouter,
  retention: retentionRouter,
  search: searchRouter,
  settlement: settlementRouter,
  tenants: tenantsRouter,
});
