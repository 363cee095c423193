import { ActivityInput, RecordInput } from "@/server/contracts/portal";
import { getMemberTransaction, listMemberActivity } from "@/server/domain/authorizations";
import { presentActivity, presentMemberTransaction } from "@/server/presenters/member-wallet";
import { presentPage, readCursor } from "../cursor";
import { memberProcedure, router } from "../procedures";

export const activityRouter = router({
  list: memberProcedure.input(ActivityInput).query(async ({ ctx, input }) => {
    const { limit, cursor, paymentCodeId = null, agreementId = null } = input;
    const query = { limit, cursor: readCursor(cursor), paymentCodeId, agreementId };
    return presentPage(await listMemberActivity(ctx.member, query), (item) => presentActivity(item, ctx.member.now));
  }),

  get: memberProcedure.input(RecordInput).query(async ({ ctx, input }) => {
    return presentMemberTransaction(await getMemberTransaction(ctx.member, input), ctx.member.now);
  }),
});
