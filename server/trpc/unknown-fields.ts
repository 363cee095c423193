import type { AnyRouter } from "@trpc/server";
import { z } from "zod";
import { readFields, type UnknownField } from "@/server/contracts/text/read-fields";

/** What each procedure takes: all its inputs as one. */
const taken = new Map<string, z.ZodObject>();

/** To be called with the whole router, since a procedure's inputs are known once it is built. */
export function bindInputs({ _def }: AnyRouter): void {
  for (const [name, procedure] of Object.entries(_def.procedures)) {
    const { inputs } = z.object({ inputs: z.array(z.unknown()) }).parse(Reflect.get(Object(procedure), "_def"));
    const shapes = inputs.map((input) => (input instanceof z.ZodObject ? input.shape : {}));
    taken.set(name, z.object(Object.assign({}, ...shapes)));
  }
}

/** The first field of a call, at any depth, that its procedure doesn't know. */
export function findUnknownField(procedure: string, input: unknown): UnknownField | null {
  const schema = taken.get(procedure);
  return schema ? (readFields(schema, input).unknown[0] ?? null) : null;
}
