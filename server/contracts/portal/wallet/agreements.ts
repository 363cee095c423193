import { z } from "zod";
import { INTERVALS } from "@/server/contracts/choices";
import { RecordIdField } from "@/server/contracts/fields";
import { PageInput, TypedAmount } from "../shared/pages";

export const AgreementListInput = PageInput.extend({ state: z.enum(["pending", "active", "ended"]) });

/** Contains what the page showed, so that nothing else can be approved. */
export const ApproveInput = z.object({
  id: RecordIdField,
  account: RecordIdField.optional(),
  maxAmount: TypedAmount.optional(),
  interval: z.enum(INTERVALS).optional(),
  /** Confirms that cap or interval is intentionally missing. */
  noLimit: z.boolean().default(false),
});
