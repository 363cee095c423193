import { SetBankAccountInput } from "@/server/contracts/portal/network/bank";
import { type BankAccount, listBankAccounts, setBankAccount } from "@/server/domain/bank";
import { presentBankAccount } from "@/server/presenters/network/bank";
import { actOnce } from "@/server/trpc/act-once";
import { operatorProcedure, router } from "@/server/trpc/procedures";

export const bankRouter = router({
  accounts: operatorProcedure.query(async ({ ctx }) => (await listBankAccounts(ctx.operator)).map(presentBankAccount)),

  setAccount: operatorProcedure.input(SetBankAccountInput).mutation(({ ctx, input }) => {
    const { key, bankCode = null, environment: _, ...account } = input;
    return actOnce(ctx.operator, {
      name: "network.bank.setAccount",
      input: { key, ...account, bankCode },
      work: (claim) => setBankAccount(ctx.operator, { ...account, bankCode }, claim),
      present: ({ id, worksFrom }: BankAccount) => ({ id, worksFrom: worksFrom.toISOString() }),
    });
  }),
});
