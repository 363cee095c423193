import { AuditListInput } from "@/server/contracts/portal/network/network";
import { listAuditRecords } from "@/server/domain/stories";
import { presentAuditRecord } from "@/server/presenters/shared/audit-records";
import { presentPage, readCursor } from "@/server/trpc/cursor";
import { operatorProcedure, router } from "@/server/trpc/procedures";

export const auditRouter = router({
  /** Of both environments: what is done to a tenant or to the network is done to both. */
  list: operatorProcedure.input(AuditListInput).query(async ({ ctx, input }) => {
    const { cursor, environment: _, ...filter } = input;
    return presentPage(
      await listAuditRecords(ctx.operator, { ...filter, cursor: readCursor(cursor) }),
      presentAuditRecord,
    );
  }),
});
