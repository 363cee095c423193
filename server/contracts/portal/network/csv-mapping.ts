import { z } from "zod";
import { lineOfText } from "@/server/contracts/fields";

const ColumnName = lineOfText(80);

/** Which columns of a bank's CSV export say what, by their names in the file. */
export const CsvMappingInput = z.object({
  bookedOn: ColumnName,
  amount: ColumnName,
  days: z.enum(["YMD", "DMY", "MDY"]),
  decimals: z.enum([".", ","]),
  columns: z.object({
    /** Amounts that left the account, where they have a column of their own. */
    debit: ColumnName.optional(),
    valueOn: ColumnName.optional(),
    text: ColumnName.optional(),
    name: ColumnName.optional(),
    number: ColumnName.optional(),
    bankReference: ColumnName.optional(),
    endToEndId: ColumnName.optional(),
    /** The account's balance after the line. */
    balance: ColumnName.optional(),
  }),
});

export type CsvMapping = z.output<typeof CsvMappingInput>;
