import { z } from "zod";
import { AccountIdField, RecordIdField } from "@/server/contracts/fields";

export const StatementInput = z.object({
  account: AccountIdField,
  month: z.string().regex(/^20\d{2}-(0[1-9]|1[0-2])$/),
  /** The entry after which a file goes on. */
  after: RecordIdField.optional(),
});
