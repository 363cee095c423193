import { z } from "zod";
import { RecordIdField } from "@/server/contracts/fields";

export const RecordIdInput = z.object({ id: RecordIdField });
