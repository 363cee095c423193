import { z } from "zod";
import { REQUEST_SORTS, STATUS_CLASSES } from "@/server/contracts/choices";
import { sortedPageInput } from "../shared/pages";
import { TenantInput } from "./place";

const text = (maxLength: number) => z.string().min(1).max(maxLength).optional();

export const RequestListInput = TenantInput.extend({
  ...sortedPageInput(REQUEST_SORTS).shape,
  statusClass: z.enum(STATUS_CLASSES).optional(),
  operation: text(120),
  key: text(120),
  error: text(64),
  /** Only requests that held or moved money without an Idempotency-Key. */
  keyless: z.literal("yes").optional(),
  idempotencyKey: text(80),
  requestId: text(64),
});

export const ErrorsInput = TenantInput.extend({ period: z.enum(["day", "week"]) });

export const RequestInput = TenantInput.extend({ id: z.string().min(1).max(64) });
