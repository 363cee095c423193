import { ActivityInput, RecordInput, ReportTransactionInput } from "@/server/contracts/portal";
import { getMemberTransaction, listMemberActivity } from "@/server/domain/authorizations";
import { findReport, reportTransaction } from "@/server/domain/reports";
import { presentActivity, presentMemberTransaction } from "@/server/presenters/member-wallet";
import { presentPage, readCursor } from "../cursor";
import { memberProcedure, router } from "../procedures";

export const activityRouter = router({
  list: memberProcedure.input(ActivityInput).query(async ({ ctx, input }) => {
    const page = await listMemberActivity(ctx.member, { ...input, cursor: readCursor(input.cursor) });
    const shown = presentPage(page, (item) => presentActivity(item, ctx.member.now));
    return { ...shown, searchedBackTo: page.searchedBackTo?.toISOString() ?? null };
  }),

  get: memberProcedure.input(RecordInput).query(async ({ ctx, input }) => {
    const [history, report] = await Promise.all([
      getMemberTransaction(ctx.member, input),
      findReport(ctx.member, { authorizationId: input.id }),
    ]);
    return presentMemberTransaction(history, report, ctx.member.now);
  }),

  /** "I don't recognise this": once; saying it again changes nothing. */
  report: memberProcedure.input(ReportTransactionInput).mutation(async ({ ctx, input }) => {
    const { createdAt } = await reportTransaction(ctx.member, { id: input.id, note: input.note || null });
    return { reportedAt: createdAt.toISOString() };
  }),
});
