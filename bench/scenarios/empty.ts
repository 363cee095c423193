import { authorizationText } from "./authorize";
import type { Scenario } from "./scenario";

export const EMPTY_SCENARIO: Scenario = {
  name: "empty",
  operate: async (send, context) => {
    const text = authorizationText(context).replace("/v1/authorizations", "/v1/empty");
    return (await send(text)).status === 200 ? "done" : "failed";
  },
};
