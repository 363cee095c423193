import type { Endpoint } from "@/server/api/kit/endpoint";
import { isPassedOn, withConnection } from "@/server/platform/connection";

/** The endpoint, answering while `currentConnection` knows its caller: only callers on this machine may set a localhost URL. */
export function withConnectionOfCaller({ contract, answer }: Endpoint): Endpoint {
  return {
    contract,
    answer: (exchange) => {
      const { connection, request } = exchange;
      // Next has written headers of its own by now.
      const passedOn = connection.isPassedOn ?? isPassedOn((name) => request.header(name) !== null);
      return withConnection({ ...connection, isPassedOn: passedOn }, () => answer(exchange));
    },
  };
}
