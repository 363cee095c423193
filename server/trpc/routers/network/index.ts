import {
  DecideInput,
  LoginInput,
  NetworkOverviewInput,
  ReservesInput,
  SettleInput,
} from "@/server/contracts/portal/network/network";
import { RecordIdInput } from "@/server/contracts/portal/shared/record-id";
import { SearchInput } from "@/server/contracts/portal/shared/search";
import { findBooksProof, getBooks, listLedgerTotals, startProof } from "@/server/domain/books";
import { getEngine, replayRun } from "@/server/domain/engine";
import {
  findNetworkRecords,
  getNetworkOverview,
  listApprovals,
  listUnsettled,
  readReserves,
} from "@/server/domain/queries";
import { listKeptTables } from "@/server/domain/retention";
import { decideChange } from "@/server/domain/second-person";
import { settleOnDemand } from "@/server/domain/settlement";
import { listLiveRequests } from "@/server/domain/tenants";
import { findLogin, resetSecondFactor } from "@/server/domain/users";
import { presentHeldChange } from "@/server/presenters/network/approvals";
import { presentLogin } from "@/server/presenters/network/logins";
import { presentUnsettled } from "@/server/presenters/network/network";
import { presentNetworkOverview } from "@/server/presenters/network/overview";
import { presentReserves } from "@/server/presenters/network/reserves";
import { presentKeptTable } from "@/server/presenters/network/retention";
import { presentBooks, presentEngine, presentLedgerTotal } from "@/server/presenters/network/running";
import { presentLastProof } from "@/server/presenters/shared/last-proof";
import { NETWORK_LISTS } from "@/server/trpc/lists/network";
import { operatorProcedure, router } from "../../procedures";
import { bankLinesRouter, bankRouter } from "./bank";
import { membersRouter } from "./members";
import { merchantsRouter } from "./merchants";
import { payoutsRouter } from "./payouts";
import { tenantsRouter } from "./tenants";

const approvalsRouter = router({
  list: operatorProcedure.query(async ({ ctx }) =>
    (await listApprovals(ctx.operator)).map((approval) => presentHeldChange(approval, ctx.operator.now)),
  ),

  liveRequests: operatorProcedure.query(async ({ ctx }) =>
    (await listLiveRequests(ctx.operator)).map(({ liveAskedAt, ...request }) => ({
      ...request,
      askedAt: liveAskedAt.toISOString(),
    })),
  ),

  decide: operatorProcedure.input(DecideInput).mutation(async ({ ctx, input }) => {
    await decideChange(ctx.operator, input);
    return { isApproved: input.isApproved };
  }),
});

const auditRouter = router({
  list: operatorProcedure.input(NETWORK_LISTS.audit.input).query(NETWORK_LISTS.audit.query),
});

const booksRouter = router({
  get: operatorProcedure.query(async ({ ctx }) => presentBooks(await getBooks(ctx.operator))),

  last: operatorProcedure.query(async ({ ctx }) => presentLastProof(await findBooksProof(ctx.operator))),

  reserves: operatorProcedure
    .input(ReservesInput)
    .query(async ({ ctx, input: { day = null } }) => presentReserves(await readReserves(ctx.operator, { asOf: day }))),

  totals: operatorProcedure.query(async ({ ctx }) => (await listLedgerTotals(ctx.operator)).map(presentLedgerTotal)),

  /** Returns at once: a proof may take minutes, and its result appears in `get`. */
  prove: operatorProcedure
    .meta({ isOpenToDemoOperators: true })
    .mutation(({ ctx }) => ({ isStarted: startProof(ctx.operator) })),
});

const engineRouter = router({
  get: operatorProcedure.query(async ({ ctx }) => presentEngine(await getEngine(ctx.operator))),

  runs: operatorProcedure.input(NETWORK_LISTS.engine.input).query(NETWORK_LISTS.engine.query),

  replay: operatorProcedure.input(RecordIdInput).mutation(async ({ ctx, input }) => {
    await replayRun(ctx.operator, input);
    return { id: input.id };
  }),
});

const loginsRouter = router({
  find: operatorProcedure.input(LoginInput).query(async ({ ctx, input }) => {
    const login = await findLogin(ctx.operator, input);
    return login && presentLogin(login);
  }),

  resetSecondFactor: operatorProcedure.input(LoginInput).mutation(async ({ ctx, input }) => {
    await resetSecondFactor(ctx.operator, input);
    return {};
  }),
});

const overviewRouter = router({
  get: operatorProcedure.input(NetworkOverviewInput).query(async ({ ctx, input }) => {
    return presentNetworkOverview(await getNetworkOverview(ctx.operator, input));
  }),
});

const retentionRouter = router({
  list: operatorProcedure.query(async ({ ctx }) => (await listKeptTables(ctx.operator)).map(presentKeptTable)),
});

const searchRouter = router({
  find: operatorProcedure
    .input(SearchInput)
    .query(async ({ ctx, input }) => ({ records: await findNetworkRecords(ctx.operator, input) })),
});

const settlementRouter = router({
  list: operatorProcedure.input(NETWORK_LISTS.settlement.input).query(NETWORK_LISTS.settlement.query),

  unsettled: operatorProcedure.query(async ({ ctx }) => (await listUnsettled(ctx.operator)).map(presentUnsettled)),

  run: operatorProcedure.input(SettleInput).mutation(({ ctx, input }) => settleOnDemand(ctx.operator, input)),
});

export const networkRouter = router({
  approvals: approvalsRouter,
  audit: auditRouter,
  bank: bankRouter,
  bankLines: bankLinesRouter,
  books: booksRouter,
  engine: engineRouter,
  logins: loginsRouter,
  members: membersRouter,
  merchants: merchantsRouter,
  overview: overviewRouter,
  payouts: payoutsRouter,
  retention: retentionRouter,
  search: searchRouter,
  settlement: settlementRouter,
  tenants: tenantsRouter,
});
