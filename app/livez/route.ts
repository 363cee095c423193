export { answerProbeRoute as GET } from "@/server/api/probes/hosts";

export const dynamic = "force-dynamic";
