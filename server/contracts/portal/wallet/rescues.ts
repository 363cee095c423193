import { z } from "zod";
import { RecordIdField } from "@/server/contracts/fields";

export const RescueInput = z.object({ id: RecordIdField, account: RecordIdField });
