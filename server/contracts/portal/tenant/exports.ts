import { z } from "zod";
import { DateField, MerchantIdField } from "@/server/contracts/fields";
import { REPORT_KINDS } from "@/server/contracts/rest/reading-back/reports";

/** Days in the tenant's time zone, both inclusive. */
export const NewExportInput = z
  .object({
    key: z.uuid(),
    kind: z.enum(REPORT_KINDS),
    from: DateField,
    to: DateField,
    merchant: MerchantIdField.optional(),
  })
  .refine(({ from, to }) => from <= to, { path: ["to"], message: "Choose the first day or a later one." });
