import { z } from "zod";
import { INTERVALS } from "@/server/contracts/choices";
import { RecordIdField } from "@/server/contracts/fields";
import { PageInput, TypedAmount } from "../shared/pages";

/** Inputs of a member’s agreements. */

export const AgreementListInput = PageInput.extend({ state: z.enum(["pending", "active", "ended"]) });

/** What a member chooses when approving: what the page showed. */
export const ApproveInput = z.object({
  id: RecordIdField,
  account: RecordIdField.optional(),
  maxAmount: TypedAmount.optional(),
  interval: z.enum(INTERVALS).optional(),
  /** A cap or interval that no one has named is meant to be missing. */
  noLimit: z.boolean().default(false),
});
