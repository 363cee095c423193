import { z } from "zod";
import { REQUEST_LIST } from "@/server/contracts/lists/tenant";
import { listInput } from "../shared/pages";
import { TenantInput } from "./place";

export const RequestListInput = TenantInput.extend(listInput(REQUEST_LIST).shape);

export const ErrorsInput = TenantInput.extend({ period: z.enum(["day", "week"]) });

export const RequestInput = TenantInput.extend({ id: z.string().min(1).max(64) });
