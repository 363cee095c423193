import { findBooksProof, getBooks, listLedgerTotals, startProof } from "@/server/domain/books";
import { presentBooks, presentLedgerTotal } from "@/server/presenters/network/running";
import { presentLastProof } from "@/server/presenters/shared/last-proof";
import { operatorProcedure, router } from "@/server/trpc/procedures";

export const booksRouter = router({
  get: operatorProcedure.query(async ({ ctx }) => presentBooks(await getBooks(ctx.operator))),

  last: operatorProcedure.query(async ({ ctx }) => presentLastProof(await findBooksProof(ctx.operator))),

  totals: operatorProcedure.query(async ({ ctx }) => (await listLedgerTotals(ctx.operator)).map(presentLedgerTotal)),

  /** Returns at once: a proof may take minutes, and its result appears in `get`. */
  prove: operatorProcedure
    .meta({ isOpenToDemoOperators: true })
    .mutation(({ ctx }) => ({ isStarted: startProof(ctx.operator) })),
});
