import { z } from "zod";
import { PageInput } from "../shared/pages";
import { TenantInput } from "./place";

/** Inputs of what members reported. */

export const ReportListInput = z.object({
  ...TenantInput.shape,
  ...PageInput.shape,
  /** True: only those that no one has resolved. False: only the others. */
  isOpen: z.boolean().optional(),
});
