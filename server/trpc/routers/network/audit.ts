import { AuditListInput } from "@/server/contracts/portal/network/network";
import { listAuditRecords } from "@/server/domain/queries";
import { presentAuditRecord } from "@/server/presenters/shared/audit-records";
import { presentSortedPage, readOrder } from "@/server/trpc/cursor";
import { operatorProcedure, router } from "@/server/trpc/procedures";

export const auditRouter = router({
  /** Covers both environments, since what is done to a tenant or the network affects both. */
  list: operatorProcedure.input(AuditListInput).query(async ({ ctx, input }) => {
    const { environment: _, ...filter } = input;
    const page = await listAuditRecords(ctx.operator, { ...filter, ...readOrder(input) });
    return presentSortedPage(page, presentAuditRecord);
  }),
});
