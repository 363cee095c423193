import { z } from "zod";
import { BULK_ACTS, MAX_BULK } from "@/server/contracts/choices";
import { RecordIdField } from "@/server/contracts/fields";

const Act = z.enum(BULK_ACTS);
const subject = RecordIdField.optional();

export const BulkJobListInput = z.object({ act: Act, subject });

/** Deliveries need their webhook subscription as subject; other records don't. */
export const StartBulkJobInput = z
  .object({
    act: Act.exclude(["create_members", "fund_members"]),
    subject,
    ids: z.array(RecordIdField).min(1).max(MAX_BULK),
    key: z.uuid(),
  })
  .refine(({ act, subject }) => (act === "retry_deliveries") === (subject !== undefined), {
    path: ["subject"],
    message: "belongs to deliveries, and they need it",
  });
