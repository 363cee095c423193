import { listAccounts } from "@/server/domain/members";
import { presentAccount } from "@/server/presenters/shared/accounts";
import { memberProcedure, router } from "@/server/trpc/procedures";

export const accountsRouter = router({
  list: memberProcedure.query(async ({ ctx }) => (await listAccounts(ctx.member)).map(presentAccount)),
});
