import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { MERCHANT_OPERATIONS } from "@/server/api/merchant-v1";
import { V1_OPERATIONS } from "@/server/api/v1";
import type { OperationContract } from "@/server/contracts/rest/operation";
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
  [{ id: "4821" }, 'isn’t written as it should be, such as "482"'],
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
