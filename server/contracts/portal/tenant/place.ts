import { z } from "zod";
import { RecordIdField } from "@/server/contracts/fields";
import { EnvironmentField } from "../shared/pages";

export const TenantInput = z.object({ tenant: z.string().min(1).max(64), environment: EnvironmentField });

export const TenantRecordInput = z.object({ ...TenantInput.shape, id: RecordIdField });
