import { z } from "zod";
import { RecordIdField } from "@/server/contracts/fields";
import type { OperationContract } from "./operation";

const ReplacingCall = z
  .strictObject({
    method: z.literal("POST"),
    path: z.string().meta({
      description: "The path of the call, with ids filled in.",
      examples: ["/v1/payment-codes/7KQ2M9XW4T/replace"],
    }),
    body: z
      .strictObject({ id: RecordIdField })
      .nullable()
      .meta({ description: "Null if the call takes no body, or the one that `message` names." }),
  })
  .meta({ id: "ReplacingCall" });

/** On a repeat, in place of a secret that only the first response has. */
export const SecretShown = z
  .strictObject({
    message: z.string(),
    replaceWith: ReplacingCall.meta({ description: "The call that creates another, with a new Idempotency-Key." }),
  })
  .meta({ id: "SecretShown" });

export type SecretShown = z.output<typeof SecretShown>;

/** The field of a response that has a secret once. */
export const secretShownField = {
  secretShown: SecretShown.optional().meta({
    description:
      "On an idempotent replay only, in place of the secret: how to create another if the first response was lost.",
  }),
};

export interface Replacing {
  readonly contract: Pick<OperationContract, "path"> & { readonly method: "POST" };
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: { readonly id: string };
  /** The call takes the body of the request whose response was lost. */
  readonly isSameBody?: true;
}

/** `what` begins a sentence: "The PIN". */
export function formatSecretShown(what: string, { contract, params = {}, body, isSameBody }: Replacing): SecretShown {
  const path = contract.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  const how = isSameBody ? "send replaceWith with the body of this request" : "send replaceWith";
  const message = `${what} was shown once, in the first response. If you don’t have it, ${how} and a new Idempotency-Key: it makes another, and the lost one stops working at once.`;
  return { message, replaceWith: { method: contract.method, path, body: body ?? null } };
}
