import { getHealth } from "@/server/contracts/health";
import { checkHealth } from "@/server/domain/health";
import { answer, publicEndpoint } from "../kit/endpoint";

export const getHealthEndpoint = publicEndpoint({
  contract: getHealth,
  execute: async () => {
    const { service, version } = await checkHealth();
    return answer(200, { service, status: "ok" as const, version });
  },
});
