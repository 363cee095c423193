import { z } from "zod";
import { CurrencyField, RecordIdField } from "@/server/contracts/fields";
import { TypedAmount } from "../shared/pages";

/** A charge that the member approves: the request, and what the page showed of it. */
export const ApproveChargeInput = z.object({
  id: RecordIdField,
  amount: TypedAmount,
  currency: CurrencyField,
  merchant: RecordIdField,
  account: RecordIdField,
});
