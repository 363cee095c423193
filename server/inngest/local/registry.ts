import { z } from "zod";
import { assertCron } from "./cron-times";
import { UnsupportedError } from "./unsupported";

/** A function as declared by the app. Strict: other options aren't implemented. */
const declaredFunction = z.strictObject({
  id: z.string().min(1),
  name: z.string(),
  triggers: z.array(z.union([z.strictObject({ event: z.string() }), z.strictObject({ cron: z.string() })])),
  steps: z.object({
    step: z.object({
      runtime: z.object({ url: z.url() }),
      retries: z.object({ attempts: z.number().int().min(0).max(20) }).optional(),
    }),
  }),
  cancel: z
    .array(z.strictObject({ event: z.string(), if: z.string() }))
    .max(5)
    .optional(),
});

const DEFAULT_RETRIES = 4;

export interface RegisteredFunction {
  readonly id: string;
  readonly url: string;
  readonly maxAttempts: number;
  readonly events: readonly string[];
  readonly crons: readonly string[];
  /** Events that cancel a run with the same value at this path. */
  readonly cancel: { readonly events: readonly string[]; readonly path: readonly string[] } | null;
}

export class RegistrationError extends Error {
  override readonly name = "RegistrationError";
}

/** The app's functions by id. `readRegistry` throws RegistrationError, naming the function and what isn't implemented. */
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
    if (error instanceof UnsupportedError) throw new RegistrationError(`${id}: ${error.message}`);
    throw error;
  }
}

function compile({ id, triggers, steps, cancel }: z.output<typeof declaredFunction>): RegisteredFunction {
  const crons = triggers.flatMap((trigger) => ("cron" in trigger ? [trigger.cron] : []));
  crons.forEach(assertCron);
  return {
    id,
    url: steps.step.runtime.url,
    maxAttempts: 1 + (steps.step.retries?.attempts ?? DEFAULT_RETRIES),
    events: triggers.flatMap((trigger) => ("event" in trigger ? [plainName(trigger.event)] : [])),
    crons,
    cancel: cancel ? readCancel(cancel) : null,
  };
}

/** The SDK's form of `match: "data.id"`. */
const MATCH = /^event\.([\w.]+) == async\.\1$/;

function readCancel(cancels: readonly { readonly event: string; readonly if: string }[]) {
  const [path = "", ...others] = new Set(cancels.map(({ if: condition }) => pathOf(condition)));
  if (others.length > 0) throw new UnsupportedError("cancelOn by paths that differ");
  return { events: cancels.map(({ event }) => plainName(event)), path: path.split(".") };
}

function pathOf(condition: string): string {
  const [, path] = MATCH.exec(condition) ?? [];
  if (path === undefined) throw new UnsupportedError(`cancelOn by ${condition}, which is no match`);
  return path;
}

function plainName(name: string): string {
  if (name.includes("*")) throw new UnsupportedError(`the wildcard ${name}`);
  if (name.startsWith("inngest/")) throw new UnsupportedError(`the event ${name}`);
  return name;
}

function nameUnknown(error: z.ZodError): string {
  return innermost(error.issues)
    .map((issue) => [...issue.path, ...(issue.code === "unrecognized_keys" ? issue.keys : [])].join("."))
    .join(", ");
}

function innermost(issues: readonly z.core.$ZodIssue[]): z.core.$ZodIssue[] {
  return issues.flatMap((issue) => {
    if (issue.code !== "invalid_union") return [issue];
    // The best-matching branch of the union: one that complains about unknown keys only.
    const branches = issue.errors.map((branch) => innermost(branch));
    const known = branches.find((branch) => branch.every(({ code }) => code === "unrecognized_keys"));
    return (known ?? [issue]).map((inner) => ({ ...inner, path: [...issue.path, ...(known ? inner.path : [])] }));
  });
}
