import { z } from "zod";
import { CurrencyField, DateTimeField, growing, MerchantReference, RecordIdField } from "@/server/contracts/fields";
import { MetadataFilter } from "@/server/contracts/metadata";

/** Filters and paging of lists (contract 4.4): a query on /v1, a body on /merchant/v1. */

/** Only for text that isn't a number; one out of bounds gets its own message. */
const noNumber =
  (message: string): z.core.$ZodErrorMap =>
  ({ code }) =>
    code === "invalid_type" ? message : undefined;

/** Parses digits only; `Number` would also accept `0x10`, `1e1`, and `+5`. */
function wholeNumber<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess(
    (value) => (typeof value === "string" && /^(0|[1-9]\d{0,8})$/.test(value) ? Number(value) : value),
    schema,
  );
}

function decimalNumber<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess(
    (value) => (typeof value === "string" && /^(0|[1-9]\d{0,9})(\.\d{1,4})?$/.test(value) ? Number(value) : value),
    schema,
  );
}

const Limit = z
  .int({ error: noNumber("must be a whole number in plain decimal digits, such as 25") })
  .min(1)
  .max(100)
  .default(25);
const Cursor = RecordIdField.optional();

const limit = { description: "Records per page." };

const cursors = {
  starting_after: Cursor.meta({ description: "The last id of a page: returns the page after it." }),
  ending_before: Cursor.meta({
    description: "The first id of a page: returns the page before it. Can’t be combined with `starting_after`.",
  }),
};

const pageInQuery = { limit: wholeNumber(Limit).meta(limit), ...cursors };
const pageInBody = { limit: Limit.meta(limit), ...cursors };

/** Has no currency, so up to four decimals are allowed. */
const amountBound = (number: z.ZodNumber) =>
  number
    .min(0)
    .max(9_999_999_999.9999)
    .refine((value) => /^\d+(\.\d{1,4})?$/.test(String(value)), "must have at most 4 decimals");

const InQuery = z.number({ error: noNumber("must be a number in plain decimal digits, such as 12.50") });

const amountBounds = <Schema extends z.ZodType>(bound: Schema) =>
  z.object({ gte: bound.optional(), lte: bound.optional() }).optional().meta({
    description: "Only amounts from `gte` through `lte`; in a query `amount[gte]=…`.",
  });

export const CreatedField = z
  .object({ gte: DateTimeField.optional(), lt: DateTimeField.optional() })
  .optional()
  .meta({ description: "Only records created at or after `gte` and before `lt`; in a query `created[gte]=…`." });

export const INSTRUMENTS = ["card", "payment_code", "agreement"] as const;
export const InstrumentField = growing(INSTRUMENTS, { description: "What paid." });

export const MerchantFilter = RecordIdField.optional().meta({ description: "Only of this merchant of the tenant." });

const paymentShape = {
  created: CreatedField,
  member: RecordIdField.optional().meta({ description: "Only payments by this member." }),
  card: RecordIdField.optional().meta({
    description: "Only payments with this card, payment code, or agreement: the record id in `card`.",
  }),
  merchantReference: MerchantReference.optional(),
  metadata: MetadataFilter.optional(),
  currency: CurrencyField.optional(),
  instrument: InstrumentField.optional(),
};

export const paymentsInQuery = {
  ...paymentShape,
  merchant: MerchantFilter,
  amount: amountBounds(decimalNumber(amountBound(InQuery))),
  ...pageInQuery,
};

/** Filters in a body of the merchant API, whose key already names the merchant. */
export const paymentsInBody = { ...paymentShape, amount: amountBounds(amountBound(z.number())), ...pageInBody };

/** A filter that is on or left out, in a query. */
export const flag = (description: string) =>
  z.preprocess((value) => (value === "true" ? true : value), z.literal(true).optional()).meta({ description });

const ONLY_OPEN = "`true` lists only holds with an amount left to capture.";

export const openInBody = { open: z.literal(true).optional().meta({ description: ONLY_OPEN }) };
export const openInQuery = { open: flag(ONLY_OPEN) };

export { pageInBody, pageInQuery };

const hasMore = z.boolean().meta({ description: "Whether there is another page in this direction." });

export function pageOf<Record extends z.ZodType>(id: string, record: Record) {
  return z.strictObject({ data: z.array(record), hasMore }).meta({ id });
}
