import { announce } from "@/server/db/announce";
import { getPool } from "@/server/db/pool";
import { getPrisma } from "@/server/db/prisma";
import { wake } from "@/server/domain/wake";
import { findChargeRequests } from "./find-charge-requests";
import { findClosedDisputes, findDisputeAnswers, findDisputes } from "./find-disputes";
import { findMemberPayouts } from "./find-member-payouts";
import {
  findAgreementRequests,
  findApprovals,
  findBankAccounts,
  findFailingWebhooks,
  findFundings,
  findHeldFiles,
  findLiveRequests,
  findLockedCodes,
  findPayoutAccounts,
} from "./find-news";
import { type News, notify } from "./notify";

/** Finds news in the books and tables, so that the money path writes none. Safe to run concurrently: once per cause. */
export async function notifyPeople(input: { readonly now: Date }): Promise<{ readonly notified: number }> {
  const { now } = input;
  const found = [
    ...(await findAgreementRequests(now)),
    ...(await findChargeRequests(now)),
    ...(await findLockedCodes(now)),
    ...(await findDisputes(now)),
    ...(await findClosedDisputes(now)),
    ...(await findDisputeAnswers(now)),
    ...(await findFailingWebhooks()),
    ...(await findApprovals(now)),
    ...(await findLiveRequests(now)),
    ...(await findFundings(now)),
    ...(await findHeldFiles(now)),
    ...(await findPayoutAccounts(now)),
    ...(await findBankAccounts(now)),
    ...(await findMemberPayouts(now)),
  ];
  const notified: News[] = [];
  for (const news of found) if (await notify(news, now)) notified.push(news);
  if (notified.length > 0) {
    wake("emails");
    await announceToPages(notified, now);
  }
  return { notified: notified.length };
}

async function announceToPages(notified: readonly News[], now: Date): Promise<void> {
  const users = [...new Set(notified.map(({ userId }) => userId))];
  const sessions = await getPrisma().portalSession.findMany({
    where: { userId: { in: users }, revokedAt: null, expiresAt: { gt: now } },
    select: { id: true },
  });
  announce(getPool(), ...sessions.map(({ id }) => `session:${id}` as const));
}
