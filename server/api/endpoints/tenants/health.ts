import { answer, publicEndpoint } from "@/server/api/kit/endpoint";
import { getHealth } from "@/server/contracts/rest/health";
import { checkHealth } from "@/server/domain/health";

export const getHealthEndpoint = publicEndpoint({
  contract: getHealth,
  execute: async () => {
    const { service, version } = await checkHealth();
    return answer(200, { service, status: "ok" as const, version });
  },
});
