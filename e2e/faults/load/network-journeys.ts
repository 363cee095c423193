import * as contracts from "@/server/contracts/rest/reading-back/network";
import { camtOf } from "@/server/testing/bank-statements";
import type { Journey } from "./journey";

/** A bank's file comes in, once however often it is sent, and what is owed is read. */
export const bringStatement: Journey = async ({ client, world: { network: as } }) => {
  const mayRefuse = ["rate_limit_exceeded"];
  const number = `${client.name} ${client.random.integer(0, 1_000_000_000)}`;
  const file = camtOf({ number, lines: [{ amount: 3, reference: number }] });
  const imported = await client.ask(contracts.importBankStatement, { as, file, mayRefuse });
  const [statement] = imported?.data ?? [];
  if (!statement) return;
  if (statement.newLines !== 1) client.object(`statement ${number} has ${statement.newLines} new lines`);
  const params = { id: statement.statementId };
  const read = await client.ask(contracts.getBankStatement, { as, params, mayRefuse });
  if (read && read.number !== number) client.object(`statement ${number} is called ${read.number}`);
  await client.ask(contracts.listBankStatements, { as, query: { limit: "1" }, mayRefuse });
  await client.ask(contracts.getReserves, { as, query: { currency: "EUR" }, mayRefuse });
};
