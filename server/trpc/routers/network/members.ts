import { limitPasswordProof } from "@/server/auth/sign-in-limits";
import {
  CardStatusInput,
  EraseMemberInput,
  FundAccountInput,
  NetworkMemberInput,
  ReverseFundingInput,
} from "@/server/contracts/portal/network/network";
import { RecordInput } from "@/server/contracts/portal/shared/pages";
import { changeAnyCard, type Funded, fundMemberAccount, reverseMemberFunding } from "@/server/domain/members";
import { erasePerson, previewErasure } from "@/server/domain/personal-data";
import { getNetworkMember } from "@/server/domain/queries";
import { readAmount } from "@/server/platform/money";
import { presentMemberPage } from "@/server/presenters/network/network";
import { presentLeaving } from "@/server/presenters/shared/personal-data";
import { actOnce } from "@/server/trpc/act-once";
import { NETWORK_LISTS } from "@/server/trpc/lists/network";
import { operatorProcedure, router } from "@/server/trpc/procedures";

export const membersRouter = router({
  list: operatorProcedure.input(NETWORK_LISTS.members.input).query(NETWORK_LISTS.members.query),

  get: operatorProcedure.input(RecordInput).query(async ({ ctx, input }) => {
    return presentMemberPage(await getNetworkMember(ctx.operator, input));
  }),

  setCardStatus: operatorProcedure.input(CardStatusInput).mutation(async ({ ctx, input }) => {
    await changeAnyCard(ctx.operator, input);
    return { status: input.status };
  }),

  previewErasure: operatorProcedure.input(NetworkMemberInput).query(async ({ ctx, input }) => {
    return presentLeaving(await previewErasure({ operator: ctx.operator, memberId: input.id }));
  }),

  /** Erases the whole person: member, login, and other wallets. The operator proves their identity. */
  erase: operatorProcedure.input(EraseMemberInput).mutation(async ({ ctx, input }) => {
    const { id: memberId, password, code = null, agreed } = input;
    const who = { operator: ctx.operator, memberId };
    await limitPasswordProof(ctx.operator.userId, "password", () => erasePerson(who, { password, code, agreed }));
    return {};
  }),

  fund: operatorProcedure
    .meta({ isOpenToDemoOperators: true })
    .input(FundAccountInput)
    .mutation(({ ctx, input }) => {
      const { key, accountId, amount, reference } = input;
      return actOnce(ctx.operator, {
        name: "network.members.fund",
        input: { key, accountId, amount, reference },
        work: (claim) => fundMemberAccount(ctx.operator, { accountId, reference, amount: readAmount(amount) }, claim),
        present: (funded: Funded) => funded,
      });
    }),

  /** A second call takes nothing more back, whether under the same key or another. */
  reverseFunding: operatorProcedure
    .meta({ isOpenToDemoOperators: true })
    .input(ReverseFundingInput)
    .mutation(({ ctx, input }) => {
      const { key, fundingId, confirmedAmount } = input;
      const reference = input.reference ?? null;
      const confirmed = confirmedAmount === undefined ? null : readAmount(confirmedAmount);
      return actOnce(ctx.operator, {
        name: "network.members.reverseFunding",
        input: { key, fundingId, reference },
        work: (claim) =>
          reverseMemberFunding(ctx.operator, { fundingId, reference, confirmedAmount: confirmed }, claim),
        present: (reversed: Funded) => reversed,
      });
    }),
});
