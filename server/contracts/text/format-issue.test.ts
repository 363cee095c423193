import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { MERCHANT_OPERATIONS } from "@/server/api/merchant-v1";
import { V1_OPERATIONS } from "@/server/api/v1";
import type { OperationContract } from "@/server/contracts/rest/operation";
import { DateField } from "../fields";
import { formatIssues } from "./format-issue";

const Body = z.object({
  name: z.string().min(1).max(3),
  amount: z.number().min(0.01).max(10),
  many: z.array(z.int()).min(1).optional(),
  kind: z.enum(["void", "refund"]).optional(),
  id: z
    .string()
    .regex(/^[0-9]{3}$/)
    .meta({ examples: ["482"] })
    .optional(),
  either: z.union([z.string(), z.object({ a: z.number() })]).optional(),
  own: z.string().regex(/^x$/, "must be an x").optional(),
  isOn: z.boolean().optional(),
});
const FINE = { name: "abc", amount: 5 };

const SAID: readonly (readonly [change: object, sentence: string])[] = [
  [{ name: undefined }, "is required: a string"],
  [{ name: 7 }, "must be a string"],
  [{ name: "" }, "must have at least 1 character"],
  [{ name: "abcd" }, "must have at most 3 characters"],
  [{ amount: "5" }, "must be a JSON number"],
  [{ amount: 0 }, "must be at least 0.01"],
  [{ amount: 11 }, "must be at most 10"],
  [{ many: "" }, "must be an array"],
  [{ many: [] }, "must have at least 1 item"],
  [{ many: [1.5] }, "must be a whole number"],
  [{ kind: "both" }, "must be one of `void`, `refund`"],
  [{ id: "4821" }, 'must look like "482"'],
  [{ either: 7 }, "has none of the forms that the reference shows"],
  [{ own: "y" }, "must be an x"],
  [{ isOn: "yes" }, "must be true or false"],
];

test("a wrong field is told what is expected there, with an example where there is one", () => {
  for (const [change, sentence] of SAID) {
    const { error } = Body.safeParse({ ...FINE, ...change }, { reportInput: true });
    const said = formatIssues(error?.issues ?? [], Body).map(({ message }) => message);
    assert.deepEqual(said, [sentence], JSON.stringify(change));
  }
});

test("no contract answers in the validator’s own words", () => {
  const wrongs = [undefined, null, 7, -1, "", "é\n", "x".repeat(3_000), [], {}, true, [7]];
  for (const operation of [...V1_OPERATIONS, ...MERCHANT_OPERATIONS] as readonly OperationContract[]) {
    const { body, query } = operation;
    for (const schema of [body?.schema, query].filter((one) => one !== undefined)) {
      const fields = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
      for (const value of [
        ...wrongs,
        ...wrongs.map((wrong) => Object.fromEntries(fields.map((name) => [name, wrong]))),
      ]) {
        const { error } = schema.safeParse(value, { reportInput: true });
        for (const { message: said } of formatIssues(error?.issues ?? [], schema)) {
          assert.doesNotMatch(said, /Invalid|Too |Unrecognized|received|undefined|>=|<=/, `${operation.id}: ${said}`);
        }
      }
    }
  }
});

interface Wrong {
  readonly path: string;
  readonly value: unknown;
}

const within = (wrongs: readonly Wrong[], name: string, wrap: (value: unknown) => unknown): Wrong[] =>
  wrongs.map(({ path, value }) => ({ path: path ? `${name}.${path}` : name, value: wrap(value) }));

/** For each field of a schema a text that has no format: a percent sign. */
function wrongTexts(schema: unknown): readonly Wrong[] {
  const here = { path: "", value: "%" };
  if (schema instanceof z.ZodObject) {
    return Object.entries(schema.shape).flatMap(([name, field]) =>
      within(wrongTexts(field), name, (value) => ({ [name]: value })),
    );
  }
  if (schema instanceof z.ZodArray) return [here, ...within(wrongTexts(schema.element), "0", (value) => [value])];
  if (schema instanceof z.ZodUnion) return [here, ...schema.options.flatMap(wrongTexts).filter(({ path }) => path)];
  if (schema instanceof z.ZodPipe) return wrongTexts(schema.in instanceof z.ZodTransform ? schema.out : schema.in);
  return schema instanceof z.ZodType && "unwrap" in schema ? wrongTexts(Object(schema).unwrap()) : [here];
}

/** What JSON has instead of a text needs no example; a query has texts alone. */
const OTHER_TYPE = /^must be (?:a JSON number|true or false|an array|an object)$/;

test("a field with a format is told by an example, or by all that it may be", () => {
  const told = new Set<string>();
  for (const { id, body, query, params } of [
    ...V1_OPERATIONS,
    ...MERCHANT_OPERATIONS,
  ] as readonly OperationContract[]) {
    for (const schema of [body?.schema, query, params].filter((one) => one !== undefined)) {
      for (const { path, value } of wrongTexts(schema)) {
        const { error } = schema.safeParse(value, { reportInput: true });
        for (const { field, message } of formatIssues(error?.issues ?? [], schema)) {
          if (field !== path || (schema !== query && OTHER_TYPE.test(message))) continue;
          assert.match(message, /, such as \S|^must look like "|`/, `${id}: ${field}`);
          told.add(field);
        }
      }
    }
  }
  for (const field of ["country", "bankCode", "mcc", "currency", "allowedMccs.0", "starting_after", "amount.gte"]) {
    assert.ok(told.has(field), field);
  }
});

test("a day that no month has is told as one", () => {
  const { error } = DateField.safeParse("2026-02-30");
  const said = formatIssues(error?.issues ?? [], DateField).map(({ message }) => message);
  assert.deepEqual(said, ["must be a day of the calendar, such as 2027-02-28"]);
});
