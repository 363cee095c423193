import { RecordInput } from "@/server/contracts/portal/shared/pages";
import { CardLimitsInput, CardLookInput } from "@/server/contracts/portal/wallet/cards";
import type { MemberCaller } from "@/server/domain/caller";
import {
  changeCardLimits,
  freezeCard,
  getCard,
  listCards,
  type MemberCard,
  nameCard,
  unfreezeCard,
} from "@/server/domain/members";
import { isSharedMember } from "@/server/domain/users";
import { type DecimalAmount, readAmount } from "@/server/platform/money";
import { presentCard } from "@/server/presenters/wallet/cards";
import { memberProcedure, router } from "@/server/trpc/procedures";

async function present(caller: MemberCaller, card: MemberCard) {
  return presentCard(card, await isSharedMember(caller));
}

export const cardsRouter = router({
  list: memberProcedure.query(async ({ ctx }) => {
    const [cards, isShared] = await Promise.all([listCards(ctx.member), isSharedMember(ctx.member)]);
    return cards.map((card) => presentCard(card, isShared));
  }),

  get: memberProcedure
    .input(RecordInput)
    .query(async ({ ctx, input }) => present(ctx.member, await getCard(ctx.member, input))),

  freeze: memberProcedure.input(RecordInput).mutation(async ({ ctx, input }) => {
    return present(ctx.member, await freezeCard(ctx.member, input));
  }),

  unfreeze: memberProcedure.input(RecordInput).mutation(async ({ ctx, input }) => {
    return present(ctx.member, await unfreezeCard(ctx.member, input));
  }),

  name: memberProcedure.input(CardLookInput).mutation(async ({ ctx, input }) => {
    return present(ctx.member, await nameCard(ctx.member, input));
  }),

  changeLimits: memberProcedure.input(CardLimitsInput).mutation(async ({ ctx, input: { id, seen, ...limits } }) => {
    return present(
      ctx.member,
      await changeCardLimits(ctx.member, { id, ...amountsOf(limits), seen: seen && amountsOf(seen) }),
    );
  }),
});

/** The limits with their amounts as text, as the domain counts. Absent and null ones stay so. */
function amountsOf<
  Limits extends { perTransaction?: number | null | undefined; dailyAmount?: number | null | undefined },
>(limits: Limits) {
  const amount = <Value>(value: Value) =>
    (typeof value === "number" ? readAmount(value) : value) as Exclude<Value, number> | DecimalAmount;
  return { ...limits, perTransaction: amount(limits.perTransaction), dailyAmount: amount(limits.dailyAmount) };
}
