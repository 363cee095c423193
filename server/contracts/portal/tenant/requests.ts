import { z } from "zod";
import { TenantInput } from "./place";

export const ErrorsInput = TenantInput.extend({ period: z.enum(["day", "week"]) });

export const RequestInput = TenantInput.extend({ id: z.string().min(1).max(64) });
