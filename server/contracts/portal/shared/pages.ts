import { z } from "zod";
import { CURSOR, INK, MAX_NAME, SORTED_CURSOR } from "@/server/contracts/choices";
import {
  AmountInput,
  DateField,
  lineOfText,
  MemberIdField,
  MerchantIdField,
  RecordIdField,
  TenantIdField,
} from "@/server/contracts/fields";
import {
  AMOUNT_TEXT,
  type Filter,
  type FilterValue,
  isCursor,
  isSortedCursor,
  type List,
} from "@/server/contracts/lists/filters";

const MAX_PAGE = 100;

export const EnvironmentField = z.enum(["live", "test"]);

export const nameField = (what: string) =>
  z
    .string()
    .trim()
    .min(1, `Enter ${what}.`)
    .max(MAX_NAME, `Use at most ${MAX_NAME} characters.`)
    .regex(INK, `Enter ${what}.`)
    .pipe(lineOfText(MAX_NAME));

export const TypedAmount = z.number("Enter an amount, like 12.50.").pipe(AmountInput);

const CursorInput = z.string().regex(CURSOR).refine(isCursor);

const PlaceInput = z.union([CursorInput, z.string().regex(SORTED_CURSOR).refine(isSortedCursor)]);

export const PageInput = z.object({
  cursor: CursorInput.nullish(),
  limit: z.int().min(1).max(MAX_PAGE).default(20),
});

const ID_FIELDS = { record: RecordIdField, tenant: TenantIdField, merchant: MerchantIdField, member: MemberIdField };

function fieldOf(filter: Filter): z.ZodType {
  switch (filter.is) {
    case "choice":
      return z.enum(filter.values);
    case "id":
      return ID_FIELDS[filter.of];
    case "day":
      return DateField;
    case "amount":
      return z.string().regex(AMOUNT_TEXT);
    case "search":
      return z.string().trim().min(1).max(filter.max);
    case "text":
      return z.string().min(1).max(filter.max);
    case "pattern":
      return z.string().regex(filter.pattern);
  }
}

type FieldOf<Of extends Filter> = Of extends {
  readonly is: "id";
  readonly of: infer Noun extends keyof typeof ID_FIELDS;
}
  ? (typeof ID_FIELDS)[Noun]
  : z.ZodType<FilterValue<Of>, FilterValue<Of>>;

type Fields<Of extends List> = {
  readonly [Name in keyof Of["filters"]]: z.ZodOptional<FieldOf<Of["filters"][Name]>>;
};

type SortField<Of extends List> = Of["sorts"] extends readonly (infer Sort extends string)[]
  ? { readonly sort: z.ZodOptional<z.ZodType<Sort, Sort>> }
  : unknown;

/** A page of a list: its filters, order, cursor, and size. */
export function listInput<const Of extends List>({ filters, sorts }: Of) {
  const fields = Object.fromEntries(
    Object.entries(filters).map(([name, filter]) => [name, fieldOf(filter).optional()]),
  ) as Fields<Of> & SortField<Of>;
  const ordered = sorts === null ? {} : { sort: z.enum(sorts).optional(), cursor: PlaceInput.nullish() };
  return PageInput.extend({ ...ordered, ...fields } as Fields<Of> & SortField<Of>);
}

export const RecordInput = z.object({ id: z.string().min(1).max(64) });
