import { LoginInput } from "@/server/contracts/portal/network/network";
import { findLogin, resetSecondFactor } from "@/server/domain/users";
import { presentLogin } from "@/server/presenters/network/logins";
import { operatorProcedure, router } from "@/server/trpc/procedures";

export const loginsRouter = router({
  find: operatorProcedure.input(LoginInput).query(async ({ ctx, input }) => {
    const login = await findLogin(ctx.operator, input);
    return login && presentLogin(login);
  }),

  resetSecondFactor: operatorProcedure.input(LoginInput).mutation(async ({ ctx, input }) => {
    await resetSecondFactor(ctx.operator, input);
    return {};
  }),
});
