import { answer, networkEndpoint } from "@/server/api/kit/endpoint";
import { networkList } from "@/server/api/kit/list-endpoint";
import { calendarDay } from "@/server/contracts/calendar-days";
import * as contracts from "@/server/contracts/rest/reading-back/network";
import { importStatement } from "@/server/domain/bank-statements";
import { getBankStatements, readReserves, statementList } from "@/server/domain/queries";
import { presentReserves } from "@/server/presenters/network/reserves";
import { presentStatementRecord } from "@/server/presenters/rest/bank-statements";

export const importBankStatementEndpoint = networkEndpoint({
  contract: contracts.importBankStatement,
  execute: async (caller, { file: text, query: { bankAccount = null } }) => {
    const imported = await importStatement(caller, { text, bankAccountId: bankAccount }, null);
    const statements = await getBankStatements(
      caller,
      imported.map(({ id }) => id),
    );
    return { statements, isNew: imported.some(({ isNew }) => isNew) };
  },
  present: ({ statements, isNew }) => answer(isNew ? 201 : 200, { data: statements.map(presentStatementRecord) }),
});

export const listBankStatementsEndpoint = networkList(
  contracts.listBankStatements,
  statementList,
  presentStatementRecord,
);

export const getBankStatementEndpoint = networkEndpoint({
  contract: contracts.getBankStatement,
  execute: (caller, { params: { id } }) => getBankStatements(caller, [id]),
  present: ([statement]) => answer(200, presentStatementRecord(statement)),
});

export const getReservesEndpoint = networkEndpoint({
  contract: contracts.getReserves,
  execute: async (caller, { query: { currency, asOf = calendarDay(caller.now, "UTC") } }) => {
    const reserves = await readReserves(caller, { asOf });
    const wanted = reserves.filter((each) => currency === undefined || each.currency === currency);
    return { asOf, ...presentReserves(wanted) };
  },
  present: ({ asOf, currencies }) => answer(200, { asOf, data: currencies }),
  toCsv: ({ csv }) => csv,
});
