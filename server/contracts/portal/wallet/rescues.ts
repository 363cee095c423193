import { z } from "zod";
import { RecordIdField } from "@/server/contracts/fields";

/** What a member allows: this declined payment, from this account. */
export const RescueInput = z.object({ id: RecordIdField, account: RecordIdField });
