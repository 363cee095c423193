import { z } from "zod";
import { isTimeZone, spellTimeZone } from "./calendar-days";
import { BIDI, INK, LINE, RECORD_ID } from "./choices";
import { LEAST_UNIT } from "./currencies";

/**
 * An enum that may get further values without notice (docs/versioning.md). The documents name today’s values, close nothing, and
 * say "More may come."
 */
export function growing<const Values extends readonly [string, ...string[]]>(
  values: Values,
  meta: { readonly id?: string; readonly description: string },
) {
  return z.enum(values).meta({ ...meta, "x-extensible-enum": values });
}

export const RecordIdField = z
  .string()
  .regex(RECORD_ID)
  .meta({ id: "RecordId", description: "17-character opaque record id.", examples: ["3Fq8rT2kZb7Wn4XsD"] });

/** The id of a list's record, which pages go by, beside the name that it has in other answers. */
export const listedId = (name: string) =>
  RecordIdField.meta({
    description: `The same as \`${name}\`: the \`id\` of every record of a list, which pages go by.`,
  });

/** Of a payment. */
export const payerFields = {
  member: RecordIdField.nullable().meta({
    description: "The member who paid. Null if another tenant issued to the member, and for merchants.",
  }),
  account: RecordIdField.nullable().meta({ description: "The member’s account. Null whenever `member` is null." }),
};

export const AuthorizationIdField = z
  .string()
  .regex(/^[0-9]{7}$/)
  .meta({ id: "AuthorizationId", description: "A 7-digit number that is easy to read out.", examples: ["4821907"] });

/** Record ids branded by noun, so that a use case can't take one for another. */
export const TenantIdField = RecordIdField.brand<"RecordId">().brand<"tenant">();
export const MerchantIdField = RecordIdField.brand<"RecordId">().brand<"merchant">();
export const MemberIdField = RecordIdField.brand<"RecordId">().brand<"member">();
export const AccountIdField = RecordIdField.brand<"RecordId">().brand<"account">();
export const CardIdField = RecordIdField.brand<"RecordId">().brand<"card">();

/** Whether a token names a card is for the network to decide: a token with wrong characters simply names none. */
export const PanTokenField = z
  .string()
  .regex(/^[\x20-\x7e]{17}$/, "must be exactly 17 printable characters, such as TESTcardApproved1")
  .meta({ description: "Opaque token of the card, exactly 17 printable characters." });

export const TimeZoneField = z
  .string()
  .max(64)
  .refine(isTimeZone, "must be a time zone of the IANA database, such as Europe/Berlin")
  .overwrite(spellTimeZone)
  .meta({ description: "IANA time zone, such as `Europe/Berlin`.", examples: ["Europe/Berlin"] });

/**
 * Limits of every amount sent by a caller. The minimum is 0.01, or the currency's smallest unit if less, so that any remainder
 * of a payment can be named. Excess decimals are refused once the currency is known.
 */
export const AmountInput = z
  .number()
  .min(LEAST_UNIT, "must be at least 0.01, or the currency’s smallest unit where that is less")
  .max(9_999_999_999.99)
  .meta({
    id: "AmountInput",
    description:
      "A JSON number with no more decimals than the currency has: at least 0.01, or the currency’s smallest unit where that is less, such as 0.001 in KWD.",
  });

export const AmountOutput = z
  .number()
  .min(0)
  .meta({ id: "Amount", description: "A JSON number in the record’s currency." });

const DAY = "[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])";
const TIME = "(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:[.][0-9]+)?(?:Z|[+]00:00)";

/** There is no February 30, and no year 0: PostgreSQL has none. */
function isInCalendar(text: string): boolean {
  const day = text.slice(0, 10);
  const instant = new Date(`${day}T00:00:00.000Z`);
  return !day.startsWith("0000") && !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(day);
}

/** Python writes UTC as `+00:00`. */
export const DateTimeField = z
  .string()
  .regex(new RegExp(`^${DAY}T${TIME}$`), { error: "must be a time in UTC, such as 2026-11-21T09:30:00Z", abort: true })
  .refine(isInCalendar, "must be a day of the calendar, such as 2027-02-28")
  .overwrite((text) => text.replace("+00:00", "Z"))
  .meta({ format: "date-time", description: "ISO 8601, UTC." });

export const DateField = z
  .string()
  .regex(new RegExp(`^${DAY}$`), { error: "must be a day, such as 2027-06-30", abort: true })
  .refine(isInCalendar, "must be a day of the calendar, such as 2027-02-28")
  .meta({ format: "date", description: "A day, UTC.", examples: ["2027-06-30"] });

export const MccField = z
  .string()
  .regex(/^[0-9]{4}$/)
  .meta({ description: "Merchant category code (ISO 18245).", examples: ["5812"] });

export const CurrencyField = z
  .string()
  .regex(/^[A-Z]{3}$/)
  .meta({ description: "An active ISO 4217 code. It also serves as the currency’s record id.", examples: ["USD"] });

/** For payments by code. */
export const MatchWords = z
  .string()
  .nullable()
  .meta({
    description:
      "Two words that identify a payment by code. The member’s wallet shows the same two, so that cashier and member can see that they mean the same payment. Null for all other payments and for declines.",
    examples: ["amber otter"],
  });

export const DeclineDetails = z.record(z.string(), z.unknown()).nullable().meta({
  description:
    "Which rule or limit caused the decline, if that may be disclosed. A wrong currency names both `currency` and `accountCurrency`. If the member can still let the payment through, `rescue.until` says until when: try again with a new Idempotency-Key.",
});

/** Human-readable text: no control characters or bidirectional overrides. */
export function lineOfText(maxLength: number) {
  return z
    .string()
    .min(1)
    .max(maxLength)
    .regex(LINE, "must not contain control characters")
    .refine((text) => !BIDI.test(text), "must not contain characters that turn the direction of text")
    .refine((text) => text.isWellFormed(), "must be well-formed text");
}

export function lineWithInk(maxLength: number) {
  return lineOfText(maxLength).refine((text) => INK.test(text), "must show at least one character");
}

/** Text of several lines. */
export function noteOfText(maxLength: number) {
  return z
    .string()
    .trim()
    .max(maxLength, `must be at most ${maxLength} characters long`)
    .refine((text) => !text.includes("\u0000") && text.isWellFormed(), "must be well-formed text");
}

export const MerchantReference = lineOfText(64).meta({
  description: "The merchant’s reference. Doesn’t have to be unique.",
});
