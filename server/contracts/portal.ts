import { z } from "zod";
import { AmountInput, DateField, INTERVALS, lineOfText, RecordIdField } from "./fields";

/** Inputs of the portal: its tRPC procedures check them, its forms show what is wrong with them. */

const MAX_PASSWORD_BYTES = 72;
const MIN_PASSWORD_LENGTH = 12;
const MAX_PAGE = 50;
const A_YEAR_OF_MINUTES = 525_600;

/** bcrypt looks at no more. */
const fits = (text: string) => new TextEncoder().encode(text).length <= MAX_PASSWORD_BYTES;

export const EnvironmentField = z.enum(["live", "test"]);

/** What every procedure of a tenant's pages is asked with: both stand in the page's address. */
export const TenantInput = z.object({ tenant: z.string().min(1).max(64), environment: EnvironmentField });

/** What every procedure of the operators' pages is asked with. */
export const OperatorInput = z.object({ environment: EnvironmentField });

export const SignInInput = z.object({
  email: z.email("Enter an e-mail address, like you@example.com.").max(254),
  password: z.string().min(1, "Enter your password.").max(1_000),
  /** Of the second factor, asked for after a right password. */
  code: z.string().max(40).optional(),
});

export const ChangePasswordInput = z.object({
  current: z.string().min(1, "Enter the password you have now.").max(1_000),
  next: z
    .string()
    .min(MIN_PASSWORD_LENGTH, `Use at least ${MIN_PASSWORD_LENGTH} characters.`)
    .refine(fits, `Use at most ${MAX_PASSWORD_BYTES} bytes.`),
});

export const EndSessionInput = z.object({ id: RecordIdField });

export const ChooseMemberInput = z.object({ memberId: RecordIdField });

export const MAX_NAME = 80;

/** What people and records are called; `what` is how it is asked for. */
export const nameField = (what: string) =>
  z
    .string()
    .trim()
    .min(1, `Enter ${what}.`)
    .max(MAX_NAME, `Use at most ${MAX_NAME} characters.`)
    .regex(/[^\p{C}\p{Z}]/u, `Enter ${what}.`)
    .pipe(lineOfText(MAX_NAME));

/** An amount that a person types. */
export const TypedAmount = z.number("Enter an amount, like 12.50.").pipe(AmountInput);

/** `<ISO time>~<record id>` of the last record of the page before. */
export const CursorInput = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z~[0-9A-Za-z]{17}$/)
  .refine((text) => !Number.isNaN(Date.parse(text.split("~")[0] ?? "")));

const page = { cursor: CursorInput.nullish(), limit: z.int().min(1).max(MAX_PAGE).default(20) };

export const PageInput = z.object(page);

export const ActivityInput = z.object({
  ...page,
  paymentCodeId: RecordIdField.optional(),
  agreementId: RecordIdField.optional(),
  cardId: RecordIdField.optional(),
  outcome: z.enum(["held", "paid", "declined", "refunded"]).optional(),
  account: RecordIdField.optional(),
  /** Part of a merchant's name, or an id. */
  search: z.string().trim().min(1).max(100).optional(),
});

export const CodeListInput = z.object({
  ...page,
  /** Only recurring codes that still may be used. */
  isPulling: z.boolean().optional(),
});

export const REPORT_NOTE_MAX = 500;

/** A member who says that a transaction is not theirs. */
export const ReportTransactionInput = z.object({
  id: RecordIdField,
  note: z
    .string()
    .trim()
    .max(REPORT_NOTE_MAX, `Use at most ${REPORT_NOTE_MAX} characters.`)
    .refine((text) => !text.includes("\u0000") && text.isWellFormed(), "Some characters can’t be kept.")
    .optional(),
});

export const ReportListInput = z.object({
  ...TenantInput.shape,
  ...page,
  /** True: only those that nobody has resolved. False: only the others. */
  isOpen: z.boolean().optional(),
});

export const TenantRecordInput = z.object({ ...TenantInput.shape, id: RecordIdField });

/** The member's own limits of a card, all of them: what is left out is cleared. */
export const CardLimitsInput = z.object({
  id: RecordIdField,
  perTransaction: TypedAmount.optional(),
  dailyAmount: TypedAmount.optional(),
  dailyCount: z
    .int("Enter a whole number.")
    .min(1, "At least one. To stop all payments, freeze the card.")
    .max(10_000, "At most 10,000.")
    .optional(),
});

export const AgreementListInput = z.object({ ...page, state: z.enum(["pending", "active", "ended"]) });

export const RecordInput = z.object({ id: z.string().min(1).max(64) });

/** What a member chooses for a new code (spec 2.8). `key` is made when the dialog opens: sent twice it makes one. */
export const NewCodeInput = z
  .object({
    key: z.uuid(),
    account: RecordIdField,
    maxAmount: TypedAmount.optional(),
    expiryMinutes: z.int().min(1).max(A_YEAR_OF_MINUTES),
    recurring: z
      .object({
        interval: z.enum(INTERVALS),
        limit: z.int("Enter a whole number.").min(1, "At least one.").max(10_000, "At most 10,000.").optional(),
        thru: DateField.optional(),
      })
      .optional(),
  })
  .meta({ description: "Without `recurring` the code works once." });

/** What a member chooses when approving: what the page showed. */
export const ApproveInput = z.object({
  id: RecordIdField,
  account: RecordIdField.optional(),
  maxAmount: TypedAmount.optional(),
  interval: z.enum(INTERVALS).optional(),
  /** A cap or interval that nobody has named is meant to be missing. */
  noLimit: z.boolean().default(false),
});
