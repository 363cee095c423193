import { answer, tenantEndpoint } from "@/server/api/kit/endpoint";
import * as contracts from "@/server/contracts/rest/sandbox-clock";
import { advanceClock, getSandboxClock } from "@/server/domain/sandbox";
import { DAY_MS, HOUR_MS } from "@/server/platform/clock";
import { presentSandboxClock } from "@/server/presenters/rest/sandbox-clock";

export const getSandboxClockEndpoint = tenantEndpoint({
  contract: contracts.getSandboxClock,
  input: () => null,
  execute: (caller) => getSandboxClock(caller),
  present: (clock) => answer(200, presentSandboxClock(clock)),
});

export const advanceSandboxClockEndpoint = tenantEndpoint({
  contract: contracts.advanceSandboxClock,
  input: ({ body: { days, hours, to } }) => ({
    byMs: to === undefined ? (days ?? 0) * DAY_MS + (hours ?? 0) * HOUR_MS : null,
    to: to === undefined ? null : new Date(to),
  }),
  execute: advanceClock,
  present: (clock) => answer(200, presentSandboxClock(clock)),
});
