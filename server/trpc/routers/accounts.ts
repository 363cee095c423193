import { listAccounts } from "@/server/domain/members";
import { presentAccount } from "@/server/presenters/member-wallet";
import { memberProcedure, router } from "../procedures";

export const accountsRouter = router({
  list: memberProcedure.query(async ({ ctx }) => (await listAccounts(ctx.member)).map(presentAccount)),
});
