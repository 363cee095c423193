import { z } from "zod";
import { CursorInput } from "../shared/pages";
import { TenantInput } from "./place";

const MAX_PAGE = 50;
const text = (maxLength: number) => z.string().min(1).max(maxLength).nullish();

/** What a tenant looks for in its log of requests. */
export const RequestListInput = TenantInput.extend({
  cursor: CursorInput.nullish(),
  limit: z.int().min(1).max(MAX_PAGE).default(25),
  statusClass: z.enum(["2", "4", "5"]).nullish(),
  /** Method and template as the contract has them: `POST /v1/authorizations`. */
  operation: text(120),
  key: text(120),
  /** An error code. */
  error: text(64),
  idempotencyKey: text(80),
  requestId: text(64),
});

export const ErrorsInput = TenantInput.extend({ period: z.enum(["day", "week"]) });

export const RequestInput = TenantInput.extend({ id: z.string().min(1).max(64) });
