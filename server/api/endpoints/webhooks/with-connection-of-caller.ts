import type { Endpoint } from "@/server/api/kit/endpoint";
import { isPassedOn, withConnection } from "@/server/platform/connection";

/** The same endpoint, where the use case asks whether the request comes from this machine: a receiver on localhost may. */
export function fromHere({ contract, answer }: Endpoint): Endpoint {
  return {
    contract,
    answer: (exchange) => {
      const { connection, request } = exchange;
      const passedOn = isPassedOn((name) => request.header(name) !== null);
      return withConnection({ ...connection, isPassedOn: passedOn }, () => answer(exchange));
    },
  };
}
