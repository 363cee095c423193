import { parseArgs } from "node:util";
import { z } from "zod";

const list = (text: string) => text.split(",").map((part) => part.trim());

const Options = z.object({
  /** Scenario groups, e.g. `authorize` with its baselines. Null: all. */
  only: z.string().transform(list).nullable().default(null),
  rounds: z.coerce.number().int().min(1).max(100).default(5),
  seconds: z.coerce.number().min(0.2).max(60).default(3),
  connections: z
    .string()
    .transform((text) => list(text).map(Number))
    .pipe(z.array(z.int().min(1).max(64)).min(1))
    .default([1, 16, 64]),
  /** Past authorizations to seed into a second, large database. 0: no such database. */
  past: z.coerce.number().int().min(0).max(20_000_000).default(0),
  /** No round starts after this many minutes. */
  minutes: z.coerce.number().min(1).max(240).default(60),
  json: z.boolean().default(false),
});
export type Options = z.infer<typeof Options>;

export function readOptions(args: readonly string[]): Options {
  const text = { type: "string" } as const;
  const { values } = parseArgs({
    args: [...args],
    options: {
      ...{ only: text, rounds: text, seconds: text, connections: text, past: text, minutes: text },
      json: { type: "boolean" },
    },
  });
  return Options.parse(values);
}
