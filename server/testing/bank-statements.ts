import { getPrisma } from "@/server/db/prisma";
import { listBankAccounts, setBankAccount } from "@/server/domain/bank";
import { importStatement } from "@/server/domain/bank-statements";
import type { Environment, OperatorCaller } from "@/server/domain/caller";
import { createNetworkKey } from "@/server/domain/network-keys";
import { actAsOperator } from "@/server/domain/users";
import { DAY_MS } from "@/server/platform/clock";
import { createTestUser, type TestPortal, userCaller } from "./factories/portal";

export async function createTestOperator(environment: Environment = "test"): Promise<OperatorCaller> {
  return actAsOperator(await userCaller(await createTestUser({ kind: "network_operator" })), { environment });
}

interface NetworkKeyTerms {
  readonly environment?: Environment;
  readonly allowedAddresses?: readonly string[];
  readonly expiresAt?: Date | null;
}

export async function createTestNetworkKey(terms: NetworkKeyTerms = {}) {
  const { environment = "test", allowedAddresses = [], expiresAt = null } = terms;
  const operator = await createTestOperator(environment);
  return createNetworkKey(operator, { label: "Connector", allowedAddresses, expiresAt }, null);
}

const TEST_IBAN = "DE89370400440532013000";

/** Where the sample statements are of. */
export function setTestBankAccount(operator: OperatorCaller, currency = "EUR") {
  const bank = { holder: "Closed Loop Trust", country: "DE", accountNumber: TEST_IBAN, bankCode: null };
  return setBankAccount(operator, { ...bank, bankName: "Commerzbank", currency }, null);
}

let brought = 0;
const linesOfKeys = new Map<string, string>();
const bringers = new Map<Environment, Promise<OperatorCaller>>();

/** An unassigned line of a statement of its own. */
async function bringTestLine(environment: Environment, line: { amount: number; text: string; currency: string }) {
  const bringer = bringers.get(environment) ?? createTestOperator(environment);
  bringers.set(environment, bringer);
  const operator = await bringer;
  const { currency } = line;
  if (!(await listBankAccounts(operator)).some((account) => account.currency === currency)) {
    const { id } = await setTestBankAccount(operator, currency);
    // Set long ago, so that it is no news.
    const before = new Date(operator.now.getTime() - 2 * DAY_MS);
    await getPrisma().bankAccount.update({ where: { id }, data: { createdAt: before, worksFrom: before } });
  }
  brought += 1;
  const text = camtOf({
    number: `Brought ${brought}`,
    currency,
    lines: [{ ...line, reference: `Brought ${brought}` }],
  });
  const [statement] = await importStatement(operator, { text, bankAccountId: null }, null);
  const { id } = await getPrisma().bankLine.findFirstOrThrow({ where: { statementId: statement?.id ?? "" } });
  return id;
}

interface TestAssignment {
  readonly environment: Environment;
  readonly accountId: string;
  readonly amount: number;
  readonly key: string;
}

/** As an operator does; a repeat of the key is of the same line. */
export async function assignTestLine(portal: TestPortal, { environment, accountId, amount, key }: TestAssignment) {
  const { currency } = await getPrisma().account.findUniqueOrThrow({ where: { id: accountId } });
  const id = linesOfKeys.get(key) ?? (await bringTestLine(environment, { amount, currency, text: "Bank 7" }));
  linesOfKeys.set(key, id);
  return portal.network.bank.assign({ environment, key, id, accountId });
}

interface CamtLine {
  readonly amount: number;
  readonly text?: string;
  readonly reference?: string;
  readonly name?: string;
}

interface Camt {
  readonly number?: string;
  readonly opening?: number;
  readonly day?: string;
  readonly currency?: string;
  readonly lines: readonly CamtLine[];
}

/** A camt.053.001.08 of the account above, which adds up. */
export function camtOf({ number = "1", opening = 0, day = "2026-11-27", currency = "EUR", lines }: Camt): string {
  const amount = (value: number) => `<Amt Ccy="${currency}">${Math.abs(value).toFixed(2)}</Amt>
    <CdtDbtInd>${value < 0 ? "DBIT" : "CRDT"}</CdtDbtInd>`;
  const balance = (code: string, value: number) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>${amount(value)}<Dt><Dt>${day}</Dt></Dt></Bal>`;
  const entry = ({ amount: value, text = "", reference, name = "Ada Park" }: CamtLine) => `<Ntry>${amount(value)}
    <Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${day}</Dt></BookgDt>
    ${reference ? `<AcctSvcrRef>${reference}</AcctSvcrRef>` : ""}<BkTxCd></BkTxCd>
    <NtryDtls><TxDtls><RltdPties><Dbtr><Pty><Nm>${name}</Nm></Pty></Dbtr></RltdPties>
    <RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`;
  const closing = lines.reduce((sum, line) => sum + Math.round(line.amount * 100), Math.round(opening * 100)) / 100;
  return `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>
    <Id>${number}</Id><Acct><Id><IBAN>${TEST_IBAN}</IBAN></Id><Ccy>${currency}</Ccy></Acct>
    ${balance("OPBD", opening)}${balance("CLBD", closing)}${lines.map(entry).join("")}</Stmt></BkToCstmrStmt></Document>`;
}
