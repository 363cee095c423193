import { readFileSync } from "node:fs";
import { join } from "node:path";
import { NOTHING_DESCRIBED } from "@/server/contracts/rest/authorization-schemas";
import { getPrisma } from "@/server/db/prisma";
import { createAuthorization } from "@/server/domain/authorizations";
import { fundingReferenceOf, listBankAccounts, openFloat, setBankAccount } from "@/server/domain/bank";
import { bankStatements, importStatement } from "@/server/domain/bank-statements";
import type { MemberCaller, NetworkCaller, OperatorCaller, StaffCaller } from "@/server/domain/caller";
import { openDispute } from "@/server/domain/disputes";
import { fundFromFloat, hashesOfPanToken, issueCard, openAccount } from "@/server/domain/members";
import { createPaymentFile, listDuePayouts, payMember } from "@/server/domain/payouts";
import { actAsStaffAgain } from "@/server/domain/users";
import { DAY_MS } from "@/server/platform/clock";
import { parseRecordId } from "@/server/platform/ids";
import { formatAmount, readAmount } from "@/server/platform/money";
import { SANDBOX_BANK, SANDBOX_EUROS } from "./sandbox";

const { accountId, memberId, tenantId, panToken, currency } = SANDBOX_EUROS;

/**
 * Seeds the records of finance: the network's bank account, a day's statement, a float and a funding from it, a payout in a payment
 * file, and a dispute. Each step leaves what is there.
 */
export async function seedBank(caller: NetworkCaller): Promise<void> {
  const operator = await actAs(caller, "operator@network.test");
  const admin = await actAs(caller, "admin@tenant.test");
  const staff = await actAsStaffAgain({ ...caller, userId: admin.userId }, { tenantId, environment: "test" });
  const db = getPrisma();
  if (!(await db.account.findUnique({ where: { id: accountId } }))) {
    await openAccount(caller, { id: accountId, memberId, currency });
  }
  const { id: floatId } = await openFloat(staff, { currency }, null);
  if (!(await listBankAccounts(operator)).some((account) => account.currency === currency)) {
    await setBankAccount(operator, SANDBOX_BANK, null);
  }
  await seedStatement(operator, floatId);
  const subsidy = { accountId, memberId, currency, amountMinor: 10_00n, reference: "Subsidy 11/2026" };
  await fundFromFloat(staff, [subsidy], null);
  const { environment, now, requestId } = caller;
  const member: MemberCaller = { kind: "member", memberId, tenantId, environment, now, requestId };
  await seedPayout(operator, member);
  await seedDispute({ caller, staff, member });
}

async function actAs({ environment, now, requestId }: NetworkCaller, email: string): Promise<OperatorCaller> {
  const { id } = await getPrisma().user.findUniqueOrThrow({ where: { email }, select: { id: true } });
  return { kind: "operator", userId: parseRecordId(id), email, isShared: true, environment, now, requestId };
}

/** The sample file of the day before its own, so that this can still be uploaded and follows without a gap. */
async function seedStatement(operator: OperatorCaller, floatId: string): Promise<void> {
  const db = getPrisma();
  const referenceOf = async (id: string) =>
    fundingReferenceOf((await db.account.findUniqueOrThrow({ where: { id } })).fundingNumber);
  const text = readFileSync(join(process.cwd(), "public/samples/statement.camt.053.001.08.xml"), "utf8")
    .replaceAll("2026-11-27", "2026-11-26")
    .replaceAll("20261127", "20261126")
    .replaceAll("231", "230")
    .replace("1000.00", "831.50")
    .replace("1168.50", "1000.00")
    .replace("Ada Park &amp; Sons", "Sandbox Coffee Co")
    .replace("RF59 1000 0001", await referenceOf(floatId))
    .replace("RF3210000002", await referenceOf(accountId));
  for (const { id: statementId } of await importStatement(operator, { text, bankAccountId: null }, null)) {
    for (let isMore = true; isMore; ) {
      // A background function may have begun it.
      const { run, finishedAt } = await db.bankStatement.findUniqueOrThrow({ where: { id: statementId } });
      isMore = finishedAt === null;
      if (isMore) await bankStatements.step({ id: statementId, run });
    }
  }
}

async function seedPayout(operator: OperatorCaller, member: MemberCaller): Promise<void> {
  const db = getPrisma();
  if ((await db.payout.count({ where: { accountId } })) === 0) {
    const bank = { country: "DE", accountNumber: "DE02120300000000202051", bankCode: null };
    await payMember(member, { accountId, amount: readAmount(40), shownFee: null, ...bank }, null);
  }
  if ((await db.payout.count({ where: { accountId, fileId: null } })) === 0) return;
  for (const { day, format, payoutCount, sumMinor, ...due } of await listDuePayouts(operator)) {
    if (due.currency !== currency || format === null) continue;
    const sum = readAmount(formatAmount(sumMinor, currency));
    const executesOn = new Date(Math.floor(operator.now.getTime() / DAY_MS) * DAY_MS);
    await createPaymentFile(operator, { currency, day, format, executesOn, payoutCount, sum }, null);
  }
}

interface Callers {
  readonly caller: NetworkCaller;
  readonly staff: StaffCaller;
  readonly member: MemberCaller;
}

async function seedDispute({ caller, staff, member }: Callers): Promise<void> {
  const db = getPrisma();
  if (await db.dispute.findFirst({ where: { memberId } })) return;
  if (!(await db.card.findFirst({ where: { panTokenHash: { in: hashesOfPanToken(panToken) } } }))) {
    await issueCard(caller, { accountId, panToken });
  }
  const asked = { panToken, amount: readAmount(12.5), currency, merchant: SANDBOX_EUROS.merchantId, isSale: true };
  const { row } = await createAuthorization(
    staff,
    { ...NOTHING_DESCRIBED, ...asked, merchantReference: "order-1001" },
    null,
  );
  await openDispute(member, { id: row.id, reason: "wrong_amount", note: "The menu said 9.50." });
}
