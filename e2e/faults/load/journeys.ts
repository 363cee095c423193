import { agreeAndCharge, agreeInVain } from "./agreement-journeys";
import { declineCard, payByCard } from "./card-journeys";
import { chargeBeyondTerms } from "./charge-request-journeys";
import { UnsettledError } from "./client";
import { payByCode, payByMemberCode, payOverCap, replaceCodes } from "./code-journeys";
import { dispute } from "./dispute-journeys";
import type { Journey, Journeying } from "./journey";
import { holdAtMerchant, sellAndGiveBack } from "./merchant-journeys";
import { bringStatement } from "./network-journeys";
import { issueToMember, onboardMerchant } from "./onboarding-journeys";
import { readBack } from "./reading-back-journeys";
import { endTheDay, fund, look, passTime } from "./tenant-journeys";
import { subscribe, subscribeAtMerchant } from "./webhook-journeys";

/** Together they contain every operation of both APIs. */
const ONCE_EACH: readonly Journey[] = [
  payByCard,
  sellAndGiveBack,
  payByCode,
  agreeAndCharge,
  payByMemberCode,
  replaceCodes,
  payOverCap,
  holdAtMerchant,
  agreeInVain,
  chargeBeyondTerms,
  subscribe,
  subscribeAtMerchant,
  endTheDay,
  readBack,
  dispute,
  bringStatement,
  onboardMerchant,
  issueToMember,
  fund,
  passTime,
  declineCard,
  look,
];
const OFTEN = [payByCard, payByCard, sellAndGiveBack, sellAndGiveBack, holdAtMerchant, payByMemberCode];

/** Makes every journey once, starting with `first`, then random ones until the faults end. */
export async function makeJourneys(on: Journeying, first: number): Promise<void> {
  const { client } = on;
  try {
    // Ignores the end of the faults, so that even a short run covers every operation.
    for (let i = 0; i < ONCE_EACH.length; i += 1) {
      await ONCE_EACH[(first + i) % ONCE_EACH.length]?.(on);
    }
    while (!client.isOver()) await client.random.pick([...ONCE_EACH, ...OFTEN])(on);
  } catch (error) {
    // The checker reports unanswered requests from the history.
    if (!(error instanceof UnsettledError)) throw error;
  }
}
