import type { Endpoint } from "@/server/api/kit/endpoint";
import { isPassedOn, withConnection } from "@/server/platform/connection";

/** Makes `currentConnection` available in the endpoint: only callers on this machine may set a localhost URL. */
export function withConnectionOfCaller({ contract, answer }: Endpoint): Endpoint {
  return {
    contract,
    answer: (exchange) => {
      const { connection, request } = exchange;
      // By now Next has added forwarding headers of its own, so its request alone can't tell.
      const passedOn = connection.isPassedOn ?? isPassedOn((name) => request.header(name) !== null);
      return withConnection({ ...connection, isPassedOn: passedOn }, () => answer(exchange));
    },
  };
}
