import { z } from "zod";

/** Only sizes are checked here; the use case validates the browser's keys. */

const base64url = (length: number) =>
  z
    .string()
    .max(length + 2)
    .regex(/^[\w-]+={0,2}$/);

const Kinds = { requests: z.boolean(), payments: z.boolean() };

const PushKeys = z.object({
  /** 65 bytes. */
  p256dh: base64url(87),
  /** 16 bytes. */
  auth: base64url(22),
});

export const PushAddressInput = z.object({ endpoint: z.string().min(1).max(1_000), keys: PushKeys });

export const TurnOnPushesInput = PushAddressInput.extend({ ...Kinds, senderKey: base64url(87) });

export const ChangePushesInput = z.object(Kinds);
