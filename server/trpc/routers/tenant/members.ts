import { PayOutInput } from "@/server/contracts/portal/shared/bank-account";
import {
  CardStatusInput,
  FundingInput,
  InviteMemberInput,
  MemberIdInput,
  NewAccountInput,
  NewCardInput,
  NewMemberInput,
  RevealCardInput,
} from "@/server/contracts/portal/tenant/setup";
import { invalidField } from "@/server/domain/errors";
import { pageOf } from "@/server/domain/list";
import {
  getMember,
  issueCard,
  memberCallerOf,
  type NewCard,
  type OwnedAccount,
  openAccount,
  readCardRules,
  revealCard,
  setCardStatus,
} from "@/server/domain/members";
import { type MemberPayout, payMember } from "@/server/domain/payouts";
import { findWalletAccess, memberAgreementList } from "@/server/domain/queries";
import { type FundingOutcome, fundSandboxAccount } from "@/server/domain/sandbox";
import { onRealTime } from "@/server/domain/sandbox-clock";
import { type AddedMember, addMember, type Invited, inviteMember } from "@/server/domain/team";
import { isCurrency, readAmount, readOptionalAmount } from "@/server/platform/money";
import { presentAccount } from "@/server/presenters/shared/accounts";
import { presentMemberAgreement } from "@/server/presenters/shared/agreements";
import { presentIssuedCard, presentMember, presentWalletAccess } from "@/server/presenters/tenant/members";
import { actOnce, showOnce } from "@/server/trpc/act-once";
import { TENANT_LISTS } from "@/server/trpc/lists/tenant";
import { router, tenantProcedure } from "@/server/trpc/procedures";

const MAX_AGREEMENTS = 50;

const notSupported = () => invalidField("currency", "isn’t supported on this network");

export const membersRouter = router({
  list: tenantProcedure.input(TENANT_LISTS.members.input).query(TENANT_LISTS.members.query),

  get: tenantProcedure.input(MemberIdInput).query(async ({ ctx, input }) => {
    const { staff } = ctx;
    const { member, accounts, cards } = await getMember(staff, { id: input.id });
    const asMember = memberCallerOf(staff, member);
    const [active, pending, wallet] = await Promise.all([
      pageOf(memberAgreementList(asMember, { state: "active" }), { limit: MAX_AGREEMENTS }),
      pageOf(memberAgreementList(asMember, { state: "pending" }), { limit: MAX_AGREEMENTS }),
      findWalletAccess(onRealTime(staff), { memberId: member.id }),
    ]);
    return {
      ...presentMember(member),
      wallet: presentWalletAccess(wallet),
      accounts: accounts.map(presentAccount),
      cardsOf: cards.map(presentIssuedCard),
      agreements: [...pending.items, ...active.items].map((item) => presentMemberAgreement(item, staff.now)),
    };
  }),

  create: tenantProcedure.input(NewMemberInput).mutation(({ ctx, input }) => {
    const { key, name, currency, amount, email = null } = input;
    if (currency !== undefined && !isCurrency(currency)) throw notSupported();
    const opening = amount === undefined ? null : readAmount(amount);
    const account = currency === undefined ? null : { currency, amount: opening };
    return actOnce(ctx.staff, {
      name: "tenant.members.create",
      input: { key, name, currency, amount, email },
      work: (claim) => addMember(ctx.staff, { name, account, invited: email }, claim),
      present: ({ id }: AddedMember) => ({ id }),
    });
  }),

  /** Only this response and the email contain the link. */
  inviteToWallet: tenantProcedure.input(InviteMemberInput).mutation(({ ctx, input }) => {
    const { key, id, email } = input;
    return showOnce(ctx.staff, {
      name: "tenant.members.inviteToWallet",
      input: { key, id, email },
      work: (claim) => inviteMember(onRealTime(ctx.staff), { id, email }, claim),
      present: (invited: Invited) => invited,
    });
  }),

  openAccount: tenantProcedure.input(NewAccountInput).mutation(({ ctx, input }) => {
    const { key, memberId, currency } = input;
    if (!isCurrency(currency)) throw notSupported();
    return actOnce(ctx.staff, {
      name: "tenant.members.openAccount",
      input: { key, memberId, currency },
      work: (claim) => openAccount(ctx.staff, { memberId, currency }, claim),
      present: ({ id }: OwnedAccount) => ({ id }),
    });
  }),

  /** Only this response and that of `revealCard` contain a panToken. */
  issueCard: tenantProcedure.input(NewCardInput).mutation(async ({ ctx, input }) => {
    const { key, account, perTransactionLimit, dailyAmountLimit, dailyCountLimit = null, allowedMccs } = input;
    const read = (amount: number | undefined) => (amount === undefined ? null : readAmount(amount));
    const limits = { perTransactionLimit: read(perTransactionLimit), dailyAmountLimit: read(dailyAmountLimit) };
    const rules = await readCardRules(ctx.staff, account, { ...limits, dailyCountLimit, allowedMccs });
    return showOnce(ctx.staff, {
      name: "tenant.members.issueCard",
      input: { key, account, perTransactionLimit, dailyAmountLimit, dailyCountLimit, allowedMccs },
      work: (claim) => issueCard(ctx.staff, { accountId: account, ...rules }, claim),
      present: ({ id, panToken }: NewCard) => ({ id, panToken }),
    });
  }),

  /** Every call is audited. */
  revealCard: tenantProcedure
    .input(RevealCardInput)
    .mutation(({ ctx, input }) => revealCard(ctx.staff, { cardId: input.id })),

  setCardStatus: tenantProcedure.input(CardStatusInput).mutation(async ({ ctx, input }) => {
    await setCardStatus(ctx.staff, { cardId: input.id, status: input.status });
    return { id: input.id, status: input.status };
  }),

  payOut: tenantProcedure.input(PayOutInput).mutation(({ ctx, input }) => {
    const { key, account, amount, fee = null, country, accountNumber, bankCode = null } = input;
    const number = { country, accountNumber, bankCode };
    return actOnce(ctx.staff, {
      name: "tenant.members.payOut",
      input: { key, account, amount: amount ?? null, ...number },
      work: (claim) =>
        payMember(
          ctx.staff,
          { accountId: account, amount: readOptionalAmount(amount), shownFee: fee, ...number },
          claim,
        ),
      present: ({ id }: MemberPayout) => ({ id }),
    });
  }),

  fund: tenantProcedure.input(FundingInput).mutation(async ({ ctx, input }) => {
    const { id, amount } = input;
    return actOnce(ctx.staff, {
      name: "tenant.members.fund",
      input,
      work: (claim) => fundSandboxAccount(ctx.staff, { id, amount: readAmount(amount) }, claim),
      present: ({ accountId }: FundingOutcome) => ({ id: accountId }),
    });
  }),
});
