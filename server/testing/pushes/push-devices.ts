import { currentSenderKey } from "@/server/domain/pushes";
import { now } from "@/server/platform/clock";
import { newRecordId, type RecordId } from "@/server/platform/ids";
import { createTestCard, type TestCard } from "../factories/cards";
import { createTestUser, openTestSession, portalOf, type TestPortal, type TestUser } from "../factories/portal";
import { createTestTenant, type TestTenant } from "../factories/tenants";
import { newBrowser, type TestBrowser } from "./test-browser";

const BOTH = { requests: true, payments: true };

export function turnOnTestPushes(
  { wallet }: TestPortal,
  { address }: Pick<TestBrowser, "address"> = newBrowser(`https://push.example.com/${newRecordId(now())}`),
  kinds = BOTH,
): Promise<{ readonly id: RecordId }> {
  return wallet.pushes.turnOn({ ...address, ...kinds, senderKey: currentSenderKey().publicKey });
}

export interface TestPushMember {
  readonly tenant: TestTenant;
  readonly card: TestCard;
  readonly user: TestUser;
  readonly session: RecordId;
  readonly portal: TestPortal;
  readonly browser: TestBrowser;
}

export async function createPushMember(
  browser: TestBrowser,
  tenant?: TestTenant,
  kinds = BOTH,
): Promise<TestPushMember> {
  const issuer = tenant ?? (await createTestTenant());
  const card = await createTestCard(issuer);
  const user = await createTestUser({ kind: "member", memberId: card.memberId });
  const session = await openTestSession(user);
  const portal = portalOf(session);
  await turnOnTestPushes(portal, browser, kinds);
  return { tenant: issuer, card, user, session, portal, browser };
}
