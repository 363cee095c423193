import { z } from "zod";
import { EVENT_OUTCOMES } from "@/server/contracts/choices";
import { EVENT_TYPES } from "@/server/contracts/event-types";
import { DateField, lineOfText } from "@/server/contracts/fields";
import { TenantInput } from "./place";

const MAX_URL = 2048;

/** Created when a dialog opens, so that a repeat does nothing. */
const key = z.uuid();

const id = z.string().min(1).max(64);

export const SubscriptionInput = TenantInput.extend({ id });

export const DeliveryInput = SubscriptionInput.extend({ deliveryId: id });

/** A host of another script, such as `кафе.рф`, in the form that receivers are stored by. */
function withAsciiHost(url: string): string {
  const [, host = ""] = /^https?:\/\/([^/?#\\]+)/i.exec(url) ?? [];
  return /^[\x20-\x7e]*$/.test(host) || !URL.canParse(url) ? url : new URL(url).href;
}

export const SubscriptionForm = z.object({
  url: z
    .string()
    .trim()
    .max(MAX_URL, `At most ${MAX_URL} characters.`)
    .regex(/^https?:\/\/[^\s/]/i, "Enter a URL that starts with https://.")
    .transform(withAsciiHost),
  events: z
    .array(z.enum(EVENT_TYPES))
    .min(1, "Choose at least one event.")
    .max(EVENT_TYPES.length, "Choose each event once."),
  description: lineOfText(256).nullable(),
});

export const CreateSubscriptionInput = TenantInput.extend({ ...SubscriptionForm.shape, key });

/** What was changed. `seen`: the values before it, to find what someone else changed meanwhile. */
export const EditSubscriptionInput = SubscriptionInput.extend({
  ...SubscriptionForm.partial().shape,
  seen: SubscriptionForm.optional(),
});

export const PauseInput = SubscriptionInput.extend({ status: z.enum(["active", "paused"]) });

export const RotateInput = SubscriptionInput.extend({ key });

/** Hours for which both secrets sign. */
export const NextSecretInput = RotateInput.extend({ hours: z.int().min(1).max(720) });

/** The last `hours`, or a span of days in the tenant's time zone. */
export const ReplayFilterInput = SubscriptionInput.extend({
  hours: z.int().min(1).max(720).nullish(),
  from: DateField.nullish(),
  to: DateField.nullish(),
  outcomes: z.array(z.enum(EVENT_OUTCOMES)).min(1).max(EVENT_OUTCOMES.length),
  event: z.enum(EVENT_TYPES).nullish(),
});

export const StartReplayInput = ReplayFilterInput.extend({ key });

export const EventInput = TenantInput.extend({ id });

export const TestEventInput = SubscriptionInput.extend({ event: z.enum(EVENT_TYPES).nullish() });
