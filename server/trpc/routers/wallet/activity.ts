import { RecordInput } from "@/server/contracts/portal/shared/pages";
import { ActivityInput, ReportTransactionInput } from "@/server/contracts/portal/wallet/activity";
import { getMemberTransaction, listMemberActivity } from "@/server/domain/queries";
import { findReport, reportTransaction } from "@/server/domain/reports";
import { AuthorizationId } from "@/server/platform/noun-ids";
import { presentActivity, presentMemberTransaction } from "@/server/presenters/wallet/activity";
import { presentPage, readCursor } from "@/server/trpc/cursor";
import { memberProcedure, router } from "@/server/trpc/procedures";

export const activityRouter = router({
  list: memberProcedure.input(ActivityInput).query(async ({ ctx, input }) => {
    const page = await listMemberActivity(ctx.member, { ...input, cursor: readCursor(input.cursor) });
    const shown = presentPage(page, (item) => presentActivity(item, ctx.member.now));
    return { ...shown, searchedBackTo: page.searchedBackTo?.toISOString() ?? null };
  }),

  get: memberProcedure.input(RecordInput).query(async ({ ctx, input }) => {
    const [history, report] = await Promise.all([
      getMemberTransaction(ctx.member, input),
      AuthorizationId.is(input.id) ? findReport(ctx.member, { authorizationId: input.id }) : null,
    ]);
    return presentMemberTransaction(history, report, ctx.member.now);
  }),

  /** "I don’t recognize this". Reporting again changes nothing. */
  report: memberProcedure.input(ReportTransactionInput).mutation(async ({ ctx, input }) => {
    const { createdAt } = await reportTransaction(ctx.member, { id: input.id, note: input.note || null });
    return { reportedAt: createdAt.toISOString() };
  }),
});
