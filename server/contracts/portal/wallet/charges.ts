import { z } from "zod";
import { CurrencyField, RecordIdField } from "@/server/contracts/fields";
import { TypedAmount } from "../shared/pages";

/** Contains what the page showed, so that nothing else can be approved. */
export const ApproveChargeInput = z.object({
  id: RecordIdField,
  amount: TypedAmount,
  currency: CurrencyField,
  merchant: RecordIdField,
  account: RecordIdField,
});
