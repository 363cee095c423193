import { z } from "zod";
import { BULK_ACTS, MAX_BULK } from "@/server/contracts/choices";
import { RecordIdField } from "@/server/contracts/fields";

/** Inputs of acts on many records. */

const Act = z.enum(BULK_ACTS);
const subject = RecordIdField.optional();

export const BulkJobListInput = z.object({ act: Act, subject });

/** Deliveries are those of a webhook subscription; other records stand for themselves. */
export const StartBulkJobInput = z
  .object({
    act: Act.exclude(["create_members"]),
    subject,
    ids: z.array(RecordIdField).min(1).max(MAX_BULK),
    key: z.uuid(),
  })
  .refine(({ act, subject }) => (act === "retry_deliveries") === (subject !== undefined), {
    path: ["subject"],
    message: "belongs to deliveries, and they need it",
  });
