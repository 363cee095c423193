export { answerMetricsRoute as GET } from "@/server/api/metrics/hosts";

export const dynamic = "force-dynamic";
