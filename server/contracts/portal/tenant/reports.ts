import { z } from "zod";
import { REPORT_SORTS, REPORT_STATES } from "@/server/contracts/choices";
import { sortedPageInput } from "../shared/pages";
import { TenantInput } from "./place";

export const ReportListInput = z.object({
  ...TenantInput.shape,
  ...sortedPageInput(REPORT_SORTS).shape,
  state: z.enum(REPORT_STATES).optional(),
});
