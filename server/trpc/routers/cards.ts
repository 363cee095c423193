import { CardLimitsInput, RecordInput } from "@/server/contracts/portal";
import { changeCardLimits, freezeCard, getCard, listCards, unfreezeCard } from "@/server/domain/members";
import { readAmount } from "@/server/platform/money";
import { presentCard } from "@/server/presenters/member-cards";
import { memberProcedure, router } from "../procedures";

export const cardsRouter = router({
  list: memberProcedure.query(async ({ ctx }) => (await listCards(ctx.member)).map(presentCard)),

  get: memberProcedure
    .input(RecordInput)
    .query(async ({ ctx, input }) => presentCard(await getCard(ctx.member, input))),

  freeze: memberProcedure.input(RecordInput).mutation(async ({ ctx, input }) => {
    return presentCard(await freezeCard(ctx.member, input));
  }),

  unfreeze: memberProcedure.input(RecordInput).mutation(async ({ ctx, input }) => {
    return presentCard(await unfreezeCard(ctx.member, input));
  }),

  changeLimits: memberProcedure.input(CardLimitsInput).mutation(async ({ ctx, input }) => {
    const { id, perTransaction, dailyAmount, dailyCount = null } = input;
    const amount = (value: number | undefined) => (value === undefined ? null : readAmount(value));
    const limits = { perTransaction: amount(perTransaction), dailyAmount: amount(dailyAmount), dailyCount };
    return presentCard(await changeCardLimits(ctx.member, { id, ...limits }));
  }),
});
