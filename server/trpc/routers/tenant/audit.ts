import { AuditListInput } from "@/server/contracts/portal/tenant/setup";
import { listAuditRecords } from "@/server/domain/queries";
import { presentAuditRecord } from "@/server/presenters/shared/audit-records";
import { presentSortedPage, readOrder } from "@/server/trpc/cursor";
import { realTimeTenantProcedure, router } from "@/server/trpc/procedures";

export const auditRouter = router({
  list: realTimeTenantProcedure.input(AuditListInput).query(async ({ ctx, input }) => {
    const { noun: action, actor } = input;
    const page = await listAuditRecords(ctx.staff, { action, actor, ...readOrder(input) });
    return presentSortedPage(page, presentAuditRecord);
  }),
});
