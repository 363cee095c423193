import type { Guide } from "../guide";
import { authentication } from "./authentication";
import { errors } from "./errors";
import { goLive } from "./go-live";
import { idempotency } from "./idempotency";
import { merchant } from "./merchant";
import { money } from "./money";
import { onboarding } from "./onboarding";
import { paymentCodes } from "./payment-codes";
import { quickStart } from "./quick-start";
import { rateLimits } from "./rate-limits";
import { readingBack } from "./reading-back";
import { receivers } from "./receivers";
import { reconciliation } from "./reconciliation";
import { recurring } from "./recurring";
import { sandbox } from "./sandbox";
import { sdks } from "./sdks";
import { settlement } from "./settlement";
import { tills } from "./tills";
import { versioning } from "./versioning";
import { webhooks } from "./webhooks";

export const GUIDE_GROUPS: readonly { readonly title: string; readonly guides: readonly Guide[] }[] = [
  { title: "Start", guides: [quickStart, sdks, authentication, sandbox, goLive] },
  { title: "Rules", guides: [money, idempotency, errors, rateLimits, versioning] },
  {
    title: "Payments",
    guides: [onboarding, paymentCodes, recurring, merchant, tills, settlement, readingBack, reconciliation],
  },
  { title: "Webhooks", guides: [webhooks, receivers] },
];

const GUIDES = GUIDE_GROUPS.flatMap(({ guides }) => guides);

/** A guide with its neighbors. Null if the slug is unknown. */
export function findGuide(slug: string) {
  const index = GUIDES.findIndex((guide) => guide.slug === slug);
  const guide = GUIDES[index];
  return guide ? { guide, previous: GUIDES[index - 1], next: GUIDES[index + 1] } : null;
}
