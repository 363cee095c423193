import { startOfDay } from "@/server/contracts/calendar-days";
import {
  AnswerByLineInput,
  AssignLineInput,
  CsvColumnsInput,
  FindFundableInput,
  ImportStatementInput,
  MarkLineInput,
  NewNetworkKeyInput,
  SetBankAccountInput,
} from "@/server/contracts/portal/network/bank";
import { RecordIdInput } from "@/server/contracts/portal/shared/record-id";
import { type BankAccount, listBankAccounts, setBankAccount, setCsvMapping } from "@/server/domain/bank";
import {
  type AnsweredByLine,
  answerByLine,
  assignLine,
  type ImportedStatement,
  importStatement,
  markLine,
  reopenLine,
} from "@/server/domain/bank-statements";
import type { Funded } from "@/server/domain/members";
import { createNetworkKey, listNetworkKeys, type NewNetworkKey, revokeNetworkKey } from "@/server/domain/network-keys";
import { findFundableAccounts, listBankStatements } from "@/server/domain/queries";
import {
  presentBankAccount,
  presentBankStatement,
  presentFundable,
  presentNetworkKey,
} from "@/server/presenters/network/bank";
import { actOnce, showOnce } from "@/server/trpc/act-once";
import { NETWORK_LISTS } from "@/server/trpc/lists/network";
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

  setColumns: operatorProcedure.input(CsvColumnsInput).mutation(async ({ ctx, input: { id, mapping } }) => {
    await setCsvMapping(ctx.operator, { id, mapping });
    return { id };
  }),

  statements: operatorProcedure.query(async ({ ctx }) =>
    (await listBankStatements(ctx.operator)).map(presentBankStatement),
  ),

  importStatement: operatorProcedure.input(ImportStatementInput).mutation(({ ctx, input }) => {
    const { key, text, bankAccountId = null } = input;
    return actOnce(ctx.operator, {
      name: "network.bank.importStatement",
      input: { key, text, bankAccountId },
      work: (claim) => importStatement(ctx.operator, { text, bankAccountId }, claim),
      present: (statements: readonly ImportedStatement[]) => ({ statements }),
    });
  }),

  keys: operatorProcedure.query(async ({ ctx }) => (await listNetworkKeys(ctx.operator)).map(presentNetworkKey)),

  /** The only response with the secret. */
  createKey: operatorProcedure.input(NewNetworkKeyInput).mutation(({ ctx, input }) => {
    const { key, label, allowedAddresses = [], expiresOn = null } = input;
    const expiresAt = expiresOn === null ? null : startOfDay(expiresOn, "UTC");
    return showOnce(ctx.operator, {
      name: "network.bank.createKey",
      input: { key, label, allowedAddresses, expiresOn },
      work: (claim) => createNetworkKey(ctx.operator, { label, allowedAddresses, expiresAt }, claim),
      present: (made: NewNetworkKey) => made,
    });
  }),

  revokeKey: operatorProcedure.input(RecordIdInput).mutation(async ({ ctx, input: { id } }) => {
    await revokeNetworkKey(ctx.operator, { id });
    return { id };
  }),

  findAccounts: operatorProcedure
    .input(FindFundableInput)
    .query(async ({ ctx, input: { search, currency } }) =>
      (await findFundableAccounts(ctx.operator, { search, currency })).map(presentFundable),
    ),

  assign: operatorProcedure.input(AssignLineInput).mutation(({ ctx, input: { key, id, accountId } }) =>
    actOnce(ctx.operator, {
      name: "network.bank.assign",
      input: { key, id, accountId },
      work: (claim) => assignLine(ctx.operator, { id, accountId }, claim),
      present: (funded: Funded) => funded,
    }),
  ),

  answer: operatorProcedure.input(AnswerByLineInput).mutation(({ ctx, input: { key, id, payoutId } }) =>
    actOnce(ctx.operator, {
      name: "network.bank.answer",
      input: { key, id, payoutId },
      work: (claim) => answerByLine(ctx.operator, { id, payoutId }, claim),
      present: (answered: AnsweredByLine) => answered,
    }),
  ),

  mark: operatorProcedure.input(MarkLineInput).mutation(async ({ ctx, input: { id, state, note } }) => {
    await markLine(ctx.operator, { id, state, note });
    return { state };
  }),

  reopen: operatorProcedure.input(RecordIdInput).mutation(async ({ ctx, input: { id } }) => {
    await reopenLine(ctx.operator, { id });
    return { id };
  }),
});

export const bankLinesRouter = router({
  list: operatorProcedure.input(NETWORK_LISTS["bank-lines"].input).query(NETWORK_LISTS["bank-lines"].query),
});
