import { z } from "zod";
import { MAX_STATEMENT_BYTES } from "@/server/contracts/choices";
import { CurrencyField, DateField, DateTimeField, growing, listedId, RecordIdField } from "@/server/contracts/fields";
import { defineOperation } from "../operation";
import { CreatedField, pageInQuery, pageOf } from "./list-fields";

const shared = { tag: "Network", auth: "network", idempotency: "none" } as const;

const Signed = (description: string) =>
  z
    .number()
    .meta({ description: `${description} A JSON number in the record’s currency; below zero if it is owed or left.` });

const BankStatement = z
  .strictObject({
    id: listedId("statementId"),
    statementId: RecordIdField,
    bankAccount: RecordIdField.meta({ description: "The network’s account that it is of." }),
    currency: CurrencyField,
    format: growing(["camt_053", "mt940", "csv"], { description: "What was sent." }),
    number: z.string().nullable().meta({ description: "What the bank calls it." }),
    from: DateField.meta({ description: "Its first day, UTC." }),
    to: DateField.meta({ description: "Its last day, UTC." }),
    opening: Signed("Null if the file has no balances.").nullable(),
    closing: Signed("Null if the file has no balances.").nullable(),
    gap: Signed("What is missing between the statement before and this one. Null: nothing.").nullable(),
    lines: z.int().meta({ description: "Lines of the file." }),
    newLines: z.int().meta({ description: "Lines that no other statement had. Each counts once." }),
    handledLines: z.int().meta({ description: "New lines that were gone through so far." }),
    unassignedLines: z.int().meta({ description: "New lines that wait for an operator." }),
    status: growing(["processing", "done"], { description: "`done`: every new line was gone through." }),
    createdAt: DateTimeField,
  })
  .meta({ id: "BankStatement" });

const statementExample = {
  id: "3Fq8rTBs4Kp9Wm2Xc",
  statementId: "3Fq8rTBs4Kp9Wm2Xc",
  bankAccount: "3Fq8rTBa7Vn3Qd5Zk",
  currency: "EUR",
  format: "camt_053" as const,
  number: "2026-11-27",
  from: "2026-11-27",
  to: "2026-11-27",
  opening: 10000,
  closing: 10210.5,
  gap: null,
  lines: 4,
  newLines: 4,
  handledLines: 0,
  unassignedLines: 4,
  status: "processing" as const,
  createdAt: "2026-11-28T06:00:00.000Z",
};

const Imported = z
  .strictObject({ data: z.array(BankStatement).meta({ description: "The statements of the file, in its order." }) })
  .meta({ id: "ImportedStatements" });

export const importBankStatement = defineOperation({
  ...shared,
  id: "importBankStatement",
  method: "POST",
  path: "/v1/bank-statements",
  summary: "Import a bank statement",
  description:
    "The body is the bank’s file: camt.053 (001.02 or 001.08), MT940, or CSV by the columns that operators have saved. All of it is taken, or none. A statement and each line of it count once, so a file can be sent again, and answers the same. Lines with the reference of an account fund it; operators assign the others under Bank.",
  query: z.object({
    bankAccount: RecordIdField.optional().meta({
      description: "The account that a CSV file is of, which doesn’t say. The other formats do.",
    }),
  }),
  file: {
    types: ["application/xml", "text/plain", "text/csv"],
    maxBytes: MAX_STATEMENT_BYTES,
    sample: "/samples/statement.camt.053.001.08.xml",
  },
  responses: {
    200: { description: "It was there.", schema: Imported, example: { data: [{ ...statementExample, newLines: 4 }] } },
    201: {
      description: "Taken. Its lines are gone through next.",
      schema: Imported,
      example: { data: [statementExample] },
    },
  },
  errors: [],
});

export const listBankStatements = defineOperation({
  ...shared,
  id: "listBankStatements",
  method: "GET",
  path: "/v1/bank-statements",
  summary: "List bank statements",
  description: "The statements of the network’s accounts, the last to come first.",
  query: z.object({ created: CreatedField, ...pageInQuery }),
  responses: {
    200: {
      description: "A page.",
      schema: pageOf("BankStatementList", BankStatement),
      example: { data: [statementExample], hasMore: false },
    },
  },
  errors: ["invalid_reference"],
});

export const getBankStatement = defineOperation({
  ...shared,
  id: "getBankStatement",
  method: "GET",
  path: "/v1/bank-statements/{id}",
  summary: "Get a bank statement",
  description: "Returns how far its lines were gone through, and how many wait for an operator.",
  params: z.object({
    id: z.string().meta({ description: "The statementId.", examples: [statementExample.statementId] }),
  }),
  responses: {
    200: {
      description: "The statement.",
      schema: BankStatement,
      example: { ...statementExample, handledLines: 4, unassignedLines: 1, status: "done" },
    },
  },
  errors: ["not_found"],
});

/** Names of the differences between what is owed and the bank, in the order of the page, its file, and the answer. */
export const DIFFERENCES = [
  "beforeStatements",
  "gaps",
  "unassigned",
  "sentBack",
  "other",
  "payoutsUnderWay",
  "assignedLater",
  "withoutLine",
  "unexplained",
] as const;

const CurrencyReserves = z
  .strictObject({
    currency: CurrencyField,
    statedUntil: DateField.nullable().meta({
      description: "The last day that statements cover. Null: there is none.",
    }),
    members: Signed("Owed to members."),
    merchants: Signed("Owed to merchants."),
    floats: Signed("Floats of tenants."),
    fees: Signed("Fees, which are tenants’."),
    owed: Signed("The sum of these."),
    bank: Signed("By the newest statement of each account: `owed` and all `differences` together."),
    differences: z.array(
      z.strictObject({
        name: growing(DIFFERENCES, { description: "Why the bank has more or less than is owed; `unexplained` is 0." }),
        amount: Signed("Above zero if the bank has more."),
      }),
    ),
  })
  .meta({ id: "CurrencyReserves" });

const reservesExample = {
  currency: "EUR",
  statedUntil: "2026-11-28",
  members: 9000,
  merchants: 850.5,
  floats: 300,
  fees: 10,
  owed: 10160.5,
  bank: 10210.5,
  differences: DIFFERENCES.map((name) => ({ name, amount: name === "unassigned" ? 50 : 0 })),
};

export const getReserves = defineOperation({
  ...shared,
  id: "getReserves",
  method: "GET",
  path: "/v1/reserves",
  summary: "Get reserves",
  description:
    "What is owed to members, merchants, and tenants as a UTC day begins, what lies at the bank, and each difference by its name. `Accept: text/csv` answers the same as a file.",
  query: z.object({
    currency: CurrencyField.optional(),
    asOf: DateField.optional().meta({ description: "As this day begins, UTC. Not in the future. Defaults to today." }),
  }),
  responses: {
    200: {
      description: "One record for each currency that has money.",
      schema: z.strictObject({ asOf: DateField, data: z.array(CurrencyReserves) }).meta({ id: "Reserves" }),
      example: { asOf: "2026-11-29", data: [reservesExample] },
      csv: "currency,name,amount\r\nEUR,members,9000.00\r\nEUR,merchants,850.50\r\n",
    },
  },
  errors: [],
});
