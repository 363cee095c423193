import { agreeAndCharge, agreeInVain } from "./agreement-journeys";
import { declineCard, payByCard } from "./card-journeys";
import { askBeyondTerms } from "./charge-request-journeys";
import { UnsettledError } from "./client";
import { payByCode, payByMemberCode, payOverCap } from "./code-journeys";
import type { Journey, Journeying } from "./journey";
import { holdAtMerchant, sellAndGiveBack } from "./merchant-journeys";
import { issueToMember, onboardMerchant } from "./onboarding-journeys";
import { readBack } from "./reading-back-journeys";
import { endTheDay, fund, look, passTime } from "./tenant-journeys";
import { subscribe, subscribeAtMerchant } from "./webhook-journeys";

/** Each operation of both surfaces is in one of them. */
const ONCE_EACH: readonly Journey[] = [
  payByCard,
  sellAndGiveBack,
  payByCode,
  agreeAndCharge,
  payByMemberCode,
  payOverCap,
  holdAtMerchant,
  agreeInVain,
  askBeyondTerms,
  subscribe,
  subscribeAtMerchant,
  endTheDay,
  readBack,
  onboardMerchant,
  issueToMember,
  fund,
  passTime,
  declineCard,
  look,
];
/** What there is most of in a shop. */
const OFTEN = [payByCard, payByCard, sellAndGiveBack, sellAndGiveBack, holdAtMerchant, payByMemberCode];

/** One client's day: each journey once, beginning with its own, then as its seed says until the faults are over. */
export async function makeJourneys(on: Journeying, first: number): Promise<void> {
  const { client } = on;
  try {
    // Also when the faults are over: then a short run says something of every operation, too.
    for (let i = 0; i < ONCE_EACH.length; i += 1) {
      await ONCE_EACH[(first + i) % ONCE_EACH.length]?.(on);
    }
    while (!client.isOver()) await client.random.pick([...ONCE_EACH, ...OFTEN])(on);
  } catch (error) {
    // What has no answer is in the history, and the checker says so.
    if (!(error instanceof UnsettledError)) throw error;
  }
}
