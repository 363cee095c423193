import type { SealedPlace } from "@/server/db/sealed-place";
import { SEALED_EMAILS } from "../emails";
import { SEALED_ANSWERS } from "../idempotency";
import { SEALED_PAN_TOKENS } from "../members";
import { SEALED_PAYOUT_ACCOUNTS } from "../merchants";
import { SEALED_SECOND_FACTORS } from "../users";
import { SEALED_NEXT_WEBHOOK_SECRETS, SEALED_WEBHOOK_SECRETS } from "../webhooks";

/** Everything that is encrypted (tested by purpose). */
export const SEALED_PLACES: readonly SealedPlace[] = [
  SEALED_PAN_TOKENS,
  SEALED_PAYOUT_ACCOUNTS,
  SEALED_WEBHOOK_SECRETS,
  SEALED_NEXT_WEBHOOK_SECRETS,
  SEALED_SECOND_FACTORS,
  SEALED_EMAILS,
  SEALED_ANSWERS,
];
