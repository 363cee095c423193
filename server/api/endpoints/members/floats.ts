import { answer, tenantEndpoint } from "@/server/api/kit/endpoint";
import * as contracts from "@/server/contracts/rest/onboarding/floats";
import { listFloats, openFloat } from "@/server/domain/bank";
import { presentFloat } from "@/server/presenters/rest/floats";

export const openFloatEndpoint = tenantEndpoint({
  contract: contracts.openFloat,
  input: ({ body }) => body,
  execute: openFloat,
  present: (float) => answer(201, presentFloat(float)),
  // It is the network's, and may be another by the time of a repeat.
  onceOnly: ["bankAccount"],
});

export const listFloatsEndpoint = tenantEndpoint({
  contract: contracts.listFloats,
  input: () => ({}),
  execute: (caller) => listFloats(caller),
  present: (floats) => answer(200, { data: floats.map(presentFloat) }),
});
