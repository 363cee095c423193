import anyAscii from "any-ascii";
import { electronicFormatIBAN, isValidIBAN } from "ibantools";
import { amountText } from "@/server/platform/money";

/** Where money comes from or goes. */
export interface BankTarget {
  readonly holder: string;
  readonly country: string;
  /** An IBAN, or a domestic number. */
  readonly accountNumber: string;
  /** A BIC or routing number. */
  readonly bankCode: string | null;
}

export interface Transfer extends BankTarget {
  readonly endToEndId: string;
  readonly amountMinor: bigint;
  /** What it is for: the payee reads it. */
  readonly text: string;
}

export interface PaymentOrder {
  /** Of the message: at most 35 characters. */
  readonly id: string;
  readonly currency: string;
  readonly createdAt: Date;
  /** The day, UTC, that the bank is asked to pay on. */
  readonly executesOn: Date;
  readonly sumMinor: bigint;
  readonly payer: BankTarget;
  readonly transfers: readonly Transfer[];
}

/** Of ISO 9362. */
const BIC = /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/;

const dayText = (day: Date) => day.toISOString().slice(0, 10);

/** The characters that every bank of SEPA takes (EPC217-08), in which the payee's bank compares the name. */
function latin(text: string, most: number): string {
  const plain = anyAscii(
    text
      .normalize("NFC")
      .replaceAll("&", "+")
      .replaceAll(/\p{Extended_Pictographic}/gu, "."),
  );
  const kept = plain.replaceAll(/[^A-Za-z0-9/\-?:().,'+ ]/g, ".").replaceAll(/\/\/+/g, "/");
  return (
    kept
      .replace(/^[/ ]+/, "")
      .slice(0, most)
      .trimEnd() || "."
  );
}

/** Its characters need no escape but the apostrophe, which text may have as it is. */
const element = (name: string, ...content: readonly string[]) => `<${name}>${content.join("")}</${name}>`;

function partyOf({ holder }: BankTarget): string {
  return element("Nm", latin(holder, 70));
}

function accountOf({ accountNumber }: BankTarget): string {
  return element("Id", element("IBAN", electronicFormatIBAN(accountNumber) ?? ""));
}

function transferOf({ endToEndId, amountMinor, bankCode, text, ...payee }: Transfer, currency: string): string {
  const amount = `<InstdAmt Ccy="${currency}">${amountText(amountMinor, currency)}</InstdAmt>`;
  const hasBic = bankCode !== null && BIC.test(bankCode);
  return element(
    "CdtTrfTxInf",
    element("PmtId", element("EndToEndId", endToEndId)),
    element("Amt", amount),
    hasBic ? element("CdtrAgt", element("FinInstnId", element("BICFI", bankCode))) : "",
    element("Cdtr", partyOf({ ...payee, bankCode })),
    element("CdtrAcct", accountOf({ ...payee, bankCode })),
    element("RmtInf", element("Ustrd", latin(text, 140))),
  );
}

/** Whether pain.001 can carry it: SEPA moves euro between IBANs. */
export function isForSepa({ accountNumber }: Pick<BankTarget, "accountNumber">, currency: string): boolean {
  return currency === "EUR" && isValidIBAN(accountNumber);
}

/**
 * A customer credit transfer initiation, ISO 20022 pain.001.001.09 as the European Payments Council restricts it (EPC132-08). Each
 * transfer is booked by itself, so that the statement names its end-to-end id.
 */
export function writePain001(order: PaymentOrder): string {
  const { id, currency, payer, transfers } = order;
  const sums = [element("NbOfTxs", String(transfers.length)), element("CtrlSum", amountText(order.sumMinor, currency))];
  const { bankCode } = payer;
  const agent =
    bankCode !== null && BIC.test(bankCode)
      ? element("BICFI", bankCode)
      : element("Othr", element("Id", "NOTPROVIDED"));
  const body = element(
    "CstmrCdtTrfInitn",
    element(
      "GrpHdr",
      element("MsgId", id),
      element("CreDtTm", `${order.createdAt.toISOString().slice(0, 19)}Z`),
      ...sums,
      element("InitgPty", partyOf(payer)),
    ),
    element(
      "PmtInf",
      element("PmtInfId", id),
      element("PmtMtd", "TRF"),
      element("BtchBookg", "false"),
      ...sums,
      element("PmtTpInf", element("SvcLvl", element("Cd", "SEPA"))),
      element("ReqdExctnDt", element("Dt", dayText(order.executesOn))),
      element("Dbtr", partyOf(payer)),
      element("DbtrAcct", accountOf(payer)),
      element("DbtrAgt", element("FinInstnId", agent)),
      element("ChrgBr", "SLEV"),
      ...transfers.map((transfer) => transferOf(transfer, currency)),
    ),
  );
  const document = `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09">${body}</Document>`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n${document}\n`;
}

const COLUMNS = [
  ...["message_id", "end_to_end_id", "execution_day", "amount", "currency"],
  ...["holder", "country", "account_number", "bank_code", "text"],
];

/** RFC 4180. Nothing is put before a value, since a bank's program reads it. */
const cell = (value: string) => (/[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);

/** One transfer a line, for banks and currencies without pain.001. */
export function writePaymentCsv({ id, currency, executesOn, transfers }: PaymentOrder): string {
  const lines = transfers.map(({ endToEndId, amountMinor, holder, country, accountNumber, bankCode, text }) => [
    ...[id, endToEndId, dayText(executesOn), amountText(amountMinor, currency), currency],
    ...[holder, country, accountNumber, bankCode ?? "", text],
  ]);
  return [COLUMNS, ...lines].map((values) => `${values.map(cell).join(",")}\r\n`).join("");
}
