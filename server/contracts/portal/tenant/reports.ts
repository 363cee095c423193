import { REPORT_LIST } from "@/server/contracts/lists/tenant";
import { listInput } from "../shared/pages";
import { TenantInput } from "./place";

export const ReportListInput = TenantInput.extend(listInput(REPORT_LIST).shape);
