import { z } from "zod";
import { RecordIdField } from "@/server/contracts/fields";
import { EnvironmentField } from "../shared/pages";

/** Where a tenant’s pages are. */

/** What every procedure of a tenant's pages is asked with: both stand in the page's address. */
export const TenantInput = z.object({ tenant: z.string().min(1).max(64), environment: EnvironmentField });

export const TenantRecordInput = z.object({ ...TenantInput.shape, id: RecordIdField });
