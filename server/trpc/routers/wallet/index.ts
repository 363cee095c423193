import { RecordInput } from "@/server/contracts/portal/shared/pages";
import { ActivityInput, AnswerDisputeInput, DisputeInput } from "@/server/contracts/portal/wallet/activity";
import { AgreementListInput, ApproveInput } from "@/server/contracts/portal/wallet/agreements";
import { ApproveChargeInput } from "@/server/contracts/portal/wallet/charges";
import { RescueInput } from "@/server/contracts/portal/wallet/rescues";
import { SpendingInput } from "@/server/contracts/portal/wallet/spending";
import { StatementInput } from "@/server/contracts/portal/wallet/statements";
import { approveCharge, denyCharge, rescuePayment } from "@/server/domain/authorizations";
import { findBankAccount } from "@/server/domain/bank";
import { answerDispute, findDispute, openDispute } from "@/server/domain/disputes";
import { pageOf } from "@/server/domain/list";
import { listAccounts } from "@/server/domain/members";
import {
  findAsked,
  getMemberAgreement,
  getMemberChargeRequest,
  getMemberStatement,
  getMemberTransaction,
  getSpending,
  listMemberActivity,
  listMemberChargeRequests,
  listMemberStatements,
  listRescues,
  memberAgreementList,
} from "@/server/domain/queries";
import { approveAgreement, denyAgreement, revokeAgreement } from "@/server/domain/recurring";
import { readAmount } from "@/server/platform/money";
import { AuthorizationId } from "@/server/platform/noun-ids";
import { presentAccount } from "@/server/presenters/shared/accounts";
import { presentMemberAgreement } from "@/server/presenters/shared/agreements";
import { presentActivity, presentMemberTransaction } from "@/server/presenters/wallet/activity";
import { presentWayIn } from "@/server/presenters/wallet/add-money";
import { presentCharge } from "@/server/presenters/wallet/charges";
import { presentAsked } from "@/server/presenters/wallet/requests";
import { presentRescue } from "@/server/presenters/wallet/rescues";
import { presentSpending } from "@/server/presenters/wallet/spending";
import { presentMemberStatement, presentStatementCsv, presentStatements } from "@/server/presenters/wallet/statements";
import { positionOf, presentPage } from "@/server/trpc/pages";
import { memberProcedure, router } from "../../procedures";
import { cardsRouter } from "./cards";
import { codesRouter } from "./codes";
import { payoutsRouter } from "./payouts";
import { pushesRouter } from "./pushes";

const accountsRouter = router({
  list: memberProcedure.query(async ({ ctx }) => (await listAccounts(ctx.member)).map(presentAccount)),

  /** Where to send money for each account; no bank: the network takes none in this currency. */
  funding: memberProcedure.query(async ({ ctx }) => {
    const accounts = await listAccounts(ctx.member);
    const banks = await Promise.all(accounts.map(({ currency }) => findBankAccount(ctx.member, currency)));
    return accounts.map((account, at) => presentWayIn(account, banks[at] ?? null));
  }),
});

const activityRouter = router({
  list: memberProcedure.input(ActivityInput).query(async ({ ctx, input }) => {
    const { cursor = null, ...asked } = input;
    const page = await listMemberActivity(ctx.member, { ...asked, startingAfter: cursor });
    const items = page.items.map((item) => presentActivity(item, ctx.member.now));
    return { items, next: page.next, searchedBackTo: page.searchedBackTo?.toISOString() ?? null };
  }),

  get: memberProcedure.input(RecordInput).query(async ({ ctx, input }) => {
    const [history, dispute] = await Promise.all([
      getMemberTransaction(ctx.member, input),
      AuthorizationId.is(input.id) ? findDispute(ctx.member, { authorizationId: input.id }) : null,
    ]);
    return presentMemberTransaction(history, dispute, ctx.member.now);
  }),

  /** Disputing again changes nothing. */
  dispute: memberProcedure.input(DisputeInput).mutation(async ({ ctx, input: { id, reason, note } }) => {
    const { createdAt } = await openDispute(ctx.member, { id, reason, note: note || null });
    return { openedAt: createdAt.toISOString() };
  }),

  answerDispute: memberProcedure.input(AnswerDisputeInput).mutation(async ({ ctx, input }) => {
    const { answeredAt } = await answerDispute(ctx.member, input);
    return { answeredAt: answeredAt?.toISOString() ?? null };
  }),
});

const agreementsRouter = router({
  list: memberProcedure.input(AgreementListInput).query(async ({ ctx, input: { state, ...page } }) => {
    const list = memberAgreementList(ctx.member, { state });
    return presentPage(await pageOf(list, positionOf(page)), (item) => presentMemberAgreement(item, ctx.member.now));
  }),

  get: memberProcedure.input(RecordInput).query(async ({ ctx, input }) => {
    return presentMemberAgreement(await getMemberAgreement(ctx.member, input), ctx.member.now);
  }),

  approve: memberProcedure.input(ApproveInput).mutation(async ({ ctx, input }) => {
    const { id, account = null, maxAmount, interval = null, noLimit } = input;
    const cap = maxAmount === undefined ? null : readAmount(maxAmount);
    const choice = { id, account, maxAmount: cap, interval, noLimit };
    return { id: (await approveAgreement(ctx.member, choice, null)).id };
  }),

  deny: memberProcedure.input(RecordInput).mutation(async ({ ctx, input }) => {
    return { id: (await denyAgreement(ctx.member, input, null)).id };
  }),

  revoke: memberProcedure.input(RecordInput).mutation(async ({ ctx, input }) => {
    return { id: (await revokeAgreement(ctx.member, { id: input.id, reason: null }, null)).id };
  }),
});

const chargesRouter = router({
  list: memberProcedure.query(async ({ ctx }) => {
    return (await listMemberChargeRequests(ctx.member)).map((charge) => presentCharge(charge, ctx.member.now));
  }),

  get: memberProcedure.input(RecordInput).query(async ({ ctx, input }) => {
    return presentCharge(await getMemberChargeRequest(ctx.member, input), ctx.member.now);
  }),

  approve: memberProcedure.input(ApproveChargeInput).mutation(async ({ ctx, input }) => {
    const { id, ...seen } = input;
    const { outcome } = await approveCharge(ctx.member, { id, seen }, null);
    return { id, transaction: outcome.row.id };
  }),

  deny: memberProcedure.input(RecordInput).mutation(async ({ ctx, input }) => {
    await denyCharge(ctx.member, input, null);
    return { id: input.id };
  }),
});

const requestsRouter = router({
  find: memberProcedure.input(RecordInput).query(async ({ ctx, input }) => {
    return presentAsked(input.id, await findAsked(ctx.user, input), ctx.member);
  }),
});

const rescuesRouter = router({
  list: memberProcedure.query(async ({ ctx }) => (await listRescues(ctx.member)).map(presentRescue)),

  allow: memberProcedure.input(RescueInput).mutation(async ({ ctx, input }) => {
    const { rescue } = await rescuePayment(ctx.member, input, null);
    return { id: input.id, until: rescue.expiresAt.toISOString() };
  }),
});

const spendingRouter = router({
  list: memberProcedure.input(SpendingInput).query(async ({ ctx, input: { zone, last = null, months: count } }) => {
    return (await getSpending(ctx.member, { zone, last, count })).map(presentSpending);
  }),
});

const statementsRouter = router({
  list: memberProcedure.query(async ({ ctx }) => (await listMemberStatements(ctx.member)).map(presentStatements)),

  get: memberProcedure.input(StatementInput).query(async ({ ctx, input: { account, month } }) => {
    return presentMemberStatement(await getMemberStatement(ctx.member, { account, month, startingAfter: null }));
  }),

  /** A page of the file; `after` is where the next one begins. */
  csv: memberProcedure.input(StatementInput).query(async ({ ctx, input: { account, month, after = null } }) => {
    const page = await getMemberStatement(ctx.member, { account, month, startingAfter: after });
    const last = page.hasMore ? page.items.at(-1)?.id : null;
    return { text: presentStatementCsv(page, after === null), after: last ?? null };
  }),
});

export const walletRouter = router({
  accounts: accountsRouter,
  activity: activityRouter,
  agreements: agreementsRouter,
  cards: cardsRouter,
  charges: chargesRouter,
  codes: codesRouter,
  payouts: payoutsRouter,
  pushes: pushesRouter,
  requests: requestsRouter,
  rescues: rescuesRouter,
  spending: spendingRouter,
  statements: statementsRouter,
});
