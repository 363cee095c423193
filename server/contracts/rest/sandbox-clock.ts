import { z } from "zod";
import { AmountOutput, CurrencyField, DateTimeField, RecordIdField } from "../fields";
import { defineOperation, GET, ok } from "./operation";

const MAX_DAYS = 366;

export const AdvanceClockBody = z
  .object({
    days: z.int().min(1).max(MAX_DAYS).optional().meta({ description: "Forward by this many days." }),
    hours: z
      .int()
      .min(1)
      .max(MAX_DAYS * 24)
      .optional()
      .meta({ description: "Forward by this many hours." }),
    to: DateTimeField.optional().meta({ description: "Forward to this time, UTC." }),
  })
  .refine(({ days, hours, to }) => [days, hours, to].filter((given) => given !== undefined).length === 1, {
    message: "must be the only one of days, hours, and to",
    path: ["days"],
  })
  .meta({ id: "AdvanceClock", description: "Exactly one of `days`, `hours`, and `to`." });

const KINDS = [
  "hold_expired",
  "code_expired",
  "agreement_request_expired",
  "agreement_due",
  "charge_request_ended",
  "settled",
  "webhook_attempt",
] as const;

const HappenedField = z
  .strictObject({
    at: DateTimeField,
    kind: z.enum(KINDS),
    id: RecordIdField.meta({
      description:
        "Id of the authorization, code, recurring authorization, batch, or delivery; for `charge_request_ended`, of the decline.",
    }),
    amount: AmountOutput.nullable().meta({ description: "The amount released or paid out." }),
    currency: CurrencyField.nullable(),
    attempt: z.int().nullable().meta({ description: "For `webhook_attempt`: the number of the attempt, from 1." }),
    delivered: z.boolean().nullable().meta({ description: "For `webhook_attempt`: whether your server answered 2xx." }),
  })
  .meta({ id: "SandboxClockEvent" });

const MoveField = z
  .strictObject({
    from: DateTimeField,
    to: DateTimeField,
    arrived: z.boolean().meta({
      description: "False while the clock is still moving.",
    }),
    happened: z.array(HappenedField).meta({ description: "The first 200 events that fell due, oldest first." }),
    hasMore: z.boolean(),
  })
  .meta({ id: "SandboxClockMove" });

const SandboxClockAnswer = z
  .strictObject({
    now: DateTimeField.meta({ description: "The time in your sandbox." }),
    realNow: DateTimeField,
    aheadSeconds: z.int().min(0).meta({ description: "How far your sandbox is ahead of real time." }),
    lastMove: MoveField.nullable().meta({ description: "Null if the clock was never moved." }),
  })
  .meta({ id: "SandboxClock" });

const shared = { tag: "Sandbox", auth: "tenant", isSandboxOnly: true } as const;

const unmoved = {
  now: "2026-11-21T09:30:00.000Z",
  realNow: "2026-11-21T09:30:00.000Z",
  aheadSeconds: 0,
  lastMove: null,
};

const moved = {
  now: "2026-11-28T09:30:00.000Z",
  realNow: "2026-11-21T09:30:00.000Z",
  aheadSeconds: 604_800,
  lastMove: {
    from: "2026-11-21T09:30:00.000Z",
    to: "2026-11-28T09:30:00.000Z",
    arrived: true,
    happened: [
      {
        at: "2026-11-22T00:15:00.000Z",
        kind: "settled",
        id: "3Fq8rTHs5Qw8Zr1Nm",
        amount: 7.5,
        currency: "USD",
        attempt: null,
        delivered: null,
      },
    ],
    hasMore: false,
  },
};

export const getSandboxClock = defineOperation({
  ...shared,
  id: "getSandboxClock",
  ...GET,
  path: "/v1/sandbox/clock",
  summary: "Read the sandbox clock",
  description: "Returns the current time in your test environment, and what happened when the clock last moved.",
  responses: ok("The clock.", SandboxClockAnswer, unmoved),
  errors: [],
});

export const advanceSandboxClock = defineOperation({
  ...shared,
  id: "advanceSandboxClock",
  method: "POST",
  path: "/v1/sandbox/clock/advance",
  idempotency: "optional",
  summary: "Move the sandbox clock forward",
  description:
    "Moves the clock of your test environment, and does everything that falls due on the way, in order: holds, codes, and requests expire, days are settled, and webhooks are retried. It never goes back. If this takes more than 20 seconds, the response is `temporarily_unavailable` and the clock keeps moving: repeat the request with the same Idempotency-Key. The clock of the shared sandbox can’t be moved.",
  body: { schema: AdvanceClockBody, example: { days: 7 } },
  responses: ok("Moved, or the earlier response for this Idempotency-Key.", SandboxClockAnswer, moved),
  errors: ["sandbox_clock_moving", "sandbox_clock_fixed"],
});
