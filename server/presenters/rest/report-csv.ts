import type { ReportFormat, ReportKind, ReportLine } from "@/server/domain/report-files";
import { presentCsvAmount, presentCsvCell } from "../shared/csv";
import { type Csv, presentListCsv } from "../shared/list-csv";
import { presentAmount, presentDate, presentDay } from "../shared/values";
import { presentAccountEntry } from "./accounts";
import { presentFirstAuthorization } from "./authorizations";
import { presentEntry } from "./balances";
import { presentFunding } from "./members";
import { presentBatchLine } from "./settlement";

type Of<Kind extends ReportLine["kind"]> = Extract<ReportLine, { readonly kind: Kind }>;

const PAYMENTS = presentListCsv(({ payment }: Of<"payment">, now) => presentFirstAuthorization(payment, now), {
  created_utc: ({ created }) => created,
  authorization_id: ({ authorizationId }) => presentCsvCell(authorizationId),
  record_id: ({ recordId }) => presentCsvCell(recordId),
  status: ({ status }) => presentCsvCell(status),
  reason_code: ({ reasonCode }) => presentCsvCell(reasonCode),
  reason: ({ reasonTitle }) => presentCsvCell(reasonTitle),
  currency: ({ currency }) => presentCsvCell(currency),
  amount: ({ amount, currency }) => presentCsvAmount(amount, currency),
  captured: ({ captured, currency }) => presentCsvAmount(captured, currency),
  reversed: ({ reversed, currency }) => presentCsvAmount(reversed, currency),
  capturable: ({ capturable, currency }) => presentCsvAmount(capturable, currency),
  refundable: ({ refundable, currency }) => presentCsvAmount(refundable, currency),
  merchant_id: ({ merchant }) => presentCsvCell(merchant),
  merchant_reference: ({ merchantReference }) => presentCsvCell(merchantReference),
  paid_with_id: ({ card }) => presentCsvCell(card),
  member_id: ({ member }) => presentCsvCell(member),
  account_id: ({ account }) => presentCsvCell(account),
  approval_code: ({ approvalCode }) => presentCsvCell(approvalCode),
  settled_utc: ({ settled }) => presentCsvCell(settled),
});

const SETTLEMENT = presentListCsv(
  ({ batch, line }: Of<"settled">) => ({ ...presentBatchLine(line), batch, currency: batch.currency }),
  {
    created_utc: ({ createdAt }) => presentCsvCell(createdAt),
    kind: ({ kind }) => presentCsvCell(kind),
    transaction_id: ({ transactionId }) => presentCsvCell(transactionId),
    refund_id: ({ refundId }) => presentCsvCell(refundId),
    authorization_id: ({ authorizationId }) => presentCsvCell(authorizationId),
    record_id: ({ recordId }) => presentCsvCell(recordId),
    merchant_id: ({ batch }) => presentCsvCell(batch.merchantId),
    merchant_reference: ({ merchantReference }) => presentCsvCell(merchantReference),
    currency: ({ currency }) => presentCsvCell(currency),
    gross: ({ gross, currency }) => presentCsvAmount(gross, currency),
    fee: ({ fee, currency }) => presentCsvAmount(fee, currency),
    net: ({ net, currency }) => presentCsvAmount(net, currency),
    batch_id: ({ batch }) => presentCsvCell(batch.id),
    batch_day: ({ batch }) => presentCsvCell(presentDay(batch.settledDay)),
    batch_closed_utc: ({ batch }) => presentCsvCell(presentDate(batch.createdAt)),
    payout_id: ({ batch }) => presentCsvCell(batch.payoutPostingId),
    member_id: ({ member }) => presentCsvCell(member),
    account_id: ({ account }) => presentCsvCell(account),
  },
);

const NO_ENTRY = {
  id: null,
  amount: null,
  transactionId: null,
  refundId: null,
  payoutId: null,
  batchId: null,
  authorizationId: null,
  recordId: null,
  merchantReference: null,
};

function presentBalanceLine(line: Of<"moved" | "opening" | "closing">) {
  const { merchantId, currency } = line.of;
  if (line.kind === "moved") return { merchantId, currency, ...presentEntry(line.entry, currency) };
  const balance = presentAmount(line.balanceMinor, currency);
  return { ...NO_ENTRY, merchantId, currency, kind: line.kind, balance, createdAt: presentDate(line.at) };
}

const BALANCE = presentListCsv(presentBalanceLine, {
  created_utc: ({ createdAt }) => presentCsvCell(createdAt),
  merchant_id: ({ merchantId }) => presentCsvCell(merchantId),
  currency: ({ currency }) => presentCsvCell(currency),
  kind: ({ kind }) => presentCsvCell(kind),
  amount: ({ amount, currency }) => presentCsvAmount(amount, currency),
  balance: ({ balance, currency }) => presentCsvAmount(balance, currency),
  transaction_id: ({ transactionId }) => presentCsvCell(transactionId),
  refund_id: ({ refundId }) => presentCsvCell(refundId),
  payout_id: ({ payoutId }) => presentCsvCell(payoutId),
  batch_id: ({ batchId }) => presentCsvCell(batchId),
  authorization_id: ({ authorizationId }) => presentCsvCell(authorizationId),
  record_id: ({ recordId }) => presentCsvCell(recordId),
  merchant_reference: ({ merchantReference }) => presentCsvCell(merchantReference),
});

const ACCOUNTS = presentListCsv(
  ({ account, openingMinor, closingMinor }: Of<"account">) => ({ ...account, openingMinor, closingMinor }),
  {
    account_id: ({ id }) => presentCsvCell(id),
    member_id: ({ memberId }) => presentCsvCell(memberId),
    status: ({ status }) => status,
    currency: ({ currency }) => presentCsvCell(currency),
    opening: ({ openingMinor, currency }) => presentCsvAmount(presentAmount(openingMinor, currency), currency),
    closing: ({ closingMinor, currency }) => presentCsvAmount(presentAmount(closingMinor, currency), currency),
    opened_utc: ({ createdAt }) => presentCsvCell(presentDate(createdAt)),
  },
);

const NO_ACCOUNT_ENTRY = {
  id: null,
  amount: null,
  transactionId: null,
  refundId: null,
  authorizationId: null,
  recordId: null,
  merchant: null,
  merchantName: null,
};

function presentAccountLine(line: Of<"account_moved" | "account_opening" | "account_closing">) {
  const { id: account, memberId, currency } = line.of;
  if (line.kind === "account_moved")
    return { account, memberId, currency, ...presentAccountEntry(line.entry, currency) };
  const balance = presentAmount(line.balanceMinor, currency);
  const kind = line.kind === "account_opening" ? "opening" : "closing";
  return { ...NO_ACCOUNT_ENTRY, account, memberId, currency, kind, balance, createdAt: presentDate(line.at) };
}

const ACCOUNT_ENTRIES = presentListCsv(presentAccountLine, {
  created_utc: ({ createdAt }) => presentCsvCell(createdAt),
  account_id: ({ account }) => presentCsvCell(account),
  member_id: ({ memberId }) => presentCsvCell(memberId),
  currency: ({ currency }) => presentCsvCell(currency),
  kind: ({ kind }) => presentCsvCell(kind),
  amount: ({ amount, currency }) => presentCsvAmount(amount, currency),
  balance: ({ balance, currency }) => presentCsvAmount(balance, currency),
  entry_id: ({ id }) => presentCsvCell(id),
  transaction_id: ({ transactionId }) => presentCsvCell(transactionId),
  refund_id: ({ refundId }) => presentCsvCell(refundId),
  authorization_id: ({ authorizationId }) => presentCsvCell(authorizationId),
  record_id: ({ recordId }) => presentCsvCell(recordId),
  merchant_id: ({ merchant }) => presentCsvCell(merchant),
  merchant: ({ merchantName }) => presentCsvCell(merchantName),
});

/** Without the bank's reference, which may name a person whose data goes before the file does. */
const FUNDINGS = presentListCsv(({ funding }: Of<"funding">) => presentFunding(funding), {
  created_utc: ({ createdAt }) => presentCsvCell(createdAt),
  funding_id: ({ id }) => presentCsvCell(id),
  kind: ({ kind }) => presentCsvCell(kind),
  account_id: ({ account }) => presentCsvCell(account),
  member_id: ({ member }) => presentCsvCell(member),
  currency: ({ currency }) => presentCsvCell(currency),
  amount: ({ amount, currency }) => presentCsvAmount(amount, currency),
  reverses_id: ({ reverses }) => presentCsvCell(reverses),
  reversed_by_id: ({ reversedBy }) => presentCsvCell(reversedBy),
});

const HEADS: Readonly<Record<ReportKind, Pick<Csv<never>, "head">>> = {
  payments: PAYMENTS,
  settlement: SETTLEMENT,
  balance: BALANCE,
  accounts: ACCOUNTS,
  account_entries: ACCOUNT_ENTRIES,
  fundings: FUNDINGS,
};

function presentLine(line: ReportLine, now: Date): string {
  switch (line.kind) {
    case "payment":
      return PAYMENTS.line(line, now);
    case "settled":
      return SETTLEMENT.line(line, now);
    case "funding":
      return FUNDINGS.line(line, now);
    case "account":
      return ACCOUNTS.line(line, now);
    case "moved":
    case "opening":
    case "closing":
      return BALANCE.line(line, now);
    default:
      return ACCOUNT_ENTRIES.line(line, now);
  }
}

export const REPORT_CSV: ReportFormat = {
  head: (kind) => HEADS[kind].head,
  lines: (lines, now) => lines.map((line) => presentLine(line, now)).join(""),
};
