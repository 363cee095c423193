import { z } from "zod";
import { assertCron } from "./cron-times";
import { type Expression, parseExpression, parsePath } from "./expressions";
import { UnsupportedError } from "./unsupported";

const limit = z.strictObject({
  limit: z.number().int().min(0),
  key: z.string().optional(),
  scope: z.literal("fn").optional(),
});

/** What an app declares, one of its functions. Whatever else a function declares is not implemented here. */
const declaredFunction = z.strictObject({
  id: z.string().min(1),
  name: z.string(),
  triggers: z.array(
    z.union([
      z.strictObject({ event: z.string(), expression: z.string().optional() }),
      z.strictObject({ cron: z.string() }),
    ]),
  ),
  steps: z.object({
    step: z.object({
      runtime: z.object({ url: z.url() }),
      retries: z.object({ attempts: z.number().int().min(0).max(20) }).optional(),
    }),
  }),
  idempotency: z.string().optional(),
  // The real server takes two limits; here one is what the slots are counted for.
  concurrency: z.union([z.number().int().min(0), limit, z.tuple([limit])]).optional(),
  cancel: z
    .array(z.strictObject({ event: z.string(), if: z.string().optional() }))
    .max(5)
    .optional(),
});

const DEFAULT_RETRIES = 4;

export interface RegisteredFunction {
  readonly id: string;
  readonly url: string;
  readonly maxAttempts: number;
  readonly events: readonly { readonly name: string; readonly expression: Expression }[];
  readonly crons: readonly string[];
  readonly idempotencyPath: readonly string[] | null;
  readonly concurrency: { readonly limit: number; readonly path: readonly string[] | null } | null;
  readonly cancels: readonly { readonly eventName: string; readonly expression: Expression }[];
}

/** The app asks for something that the embedded engine does not do: it must not seem to. */
export class RegistrationError extends Error {
  override readonly name = "RegistrationError";
}

/** By id, everything an app has. Throws RegistrationError that names the function and what of it is not implemented. */
export type Registry = ReadonlyMap<string, RegisteredFunction>;

export function readRegistry(declared: unknown): Registry {
  const functions = z.array(z.record(z.string(), z.unknown())).parse(declared).map(readFunction);
  return new Map(functions.map((registered) => [registered.id, registered]));
}

function readFunction(declared: Record<string, unknown>): RegisteredFunction {
  const id = String(declared.id);
  const parsed = declaredFunction.safeParse(declared);
  if (!parsed.success) throw new RegistrationError(`${id}: ${nameUnknown(parsed.error)} is not implemented here`);
  try {
    return compile(parsed.data);
  } catch (error) {
    if (error instanceof UnsupportedError)
      throw new RegistrationError(`${id}: ${error.message} is not implemented here`);
    throw error;
  }
}

function compile({ id, triggers, steps, ...settings }: z.output<typeof declaredFunction>): RegisteredFunction {
  const { idempotency, concurrency, cancel = [] } = settings;
  const parse = (text: string | undefined) => (text ? parseExpression(text) : []);
  const [limits] = [typeof concurrency === "number" ? { limit: concurrency, key: undefined } : concurrency].flat();
  const crons = triggers.flatMap((trigger) => ("cron" in trigger ? [trigger.cron] : []));
  crons.forEach(assertCron);
  return {
    id,
    url: steps.step.runtime.url,
    maxAttempts: 1 + (steps.step.retries?.attempts ?? DEFAULT_RETRIES),
    events: triggers.flatMap((trigger) =>
      "event" in trigger ? [{ name: plainName(trigger.event), expression: parse(trigger.expression) }] : [],
    ),
    crons,
    idempotencyPath: idempotency ? parsePath(idempotency) : null,
    // The real server takes a limit of 0 for none.
    concurrency: limits?.limit ? { limit: limits.limit, path: limits.key ? parsePath(limits.key) : null } : null,
    cancels: cancel.map(({ event, if: condition }) => ({
      eventName: plainName(event),
      expression: parse(condition),
    })),
  };
}

function plainName(name: string): string {
  if (name.includes("*")) throw new UnsupportedError(`the wildcard ${name}`);
  return name;
}

/** The innermost names of what the schema does not know. */
function nameUnknown(error: z.ZodError): string {
  return innermost(error.issues)
    .map((issue) => [...issue.path, ...(issue.code === "unrecognized_keys" ? issue.keys : [])].join("."))
    .join(", ");
}

function innermost(issues: readonly z.core.$ZodIssue[]): z.core.$ZodIssue[] {
  return issues.flatMap((issue) => {
    if (issue.code !== "invalid_union") return [issue];
    // The branch that fits best: the one with the fewest complaints about keys that must be there.
    const branches = issue.errors.map((branch) => innermost(branch));
    const known = branches.find((branch) => branch.every(({ code }) => code === "unrecognized_keys"));
    return (known ?? [issue]).map((inner) => ({ ...inner, path: [...issue.path, ...(known ? inner.path : [])] }));
  });
}
