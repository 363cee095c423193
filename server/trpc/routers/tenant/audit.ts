import { AuditListInput } from "@/server/contracts/portal/tenant/setup";
import { listAuditRecords } from "@/server/domain/stories";
import { presentAuditRecord } from "@/server/presenters/shared/audit-records";
import { presentPage, readCursor } from "@/server/trpc/cursor";
import { realTimeTenantProcedure, router } from "@/server/trpc/procedures";

export const auditRouter = router({
  list: realTimeTenantProcedure.input(AuditListInput).query(async ({ ctx, input }) => {
    const { noun, actor, limit, cursor } = input;
    const page = await listAuditRecords(ctx.staff, {
      action: noun ?? undefined,
      actor: actor ?? undefined,
      limit,
      cursor: readCursor(cursor),
    });
    return presentPage(page, presentAuditRecord);
  }),
});
