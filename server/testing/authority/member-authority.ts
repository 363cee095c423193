import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { chargeAgreement } from "@/server/domain/authorizations";
import { closeDispute, openDispute } from "@/server/domain/disputes";
import { createMerchant } from "@/server/domain/merchants";
import { requestAgreement } from "@/server/domain/recurring";
import { now } from "@/server/platform/clock";
import { newRecordId, type RecordId } from "@/server/platform/ids";
import { type DecimalAmount, readAmount } from "@/server/platform/money";
import type { MemberId } from "@/server/platform/noun-ids";
import { authorize, declineOf } from "../factories/authorization-steps";
import { memberCaller, networkCaller, tenantCaller } from "../factories/callers";
import { createTestCard, type TestCard } from "../factories/cards";
import { createTestUser, openTestSession, portalOf } from "../factories/portal";
import { createTestTenant, type TestTenant } from "../factories/tenants";

export const ROLES = ["signed out", "member", "owner", "viewer", "operator"] as const;

/** Records of one member, created for each call, since a procedure may use them up. */
export interface Records {
  readonly card: TestCard;
  readonly transaction: string;
  readonly decline: string;
  /** Its dispute is closed. */
  readonly disputed: string;
  readonly code: string;
  readonly request: string;
  readonly agreement: string;
  readonly charge: string;
  readonly asker: string;
  readonly session: RecordId;
}

interface Person {
  readonly card: TestCard;
  readonly session: RecordId;
  records(): Promise<Records>;
  /** Shared by everyone who may not change them, since creating some takes a dozen calls. */
  keptRecords(): Promise<Records>;
}

interface World {
  readonly own: Person;
  readonly otherMember: Person;
  readonly liveMember: Person;
  readonly sessions: Readonly<Record<(typeof ROLES)[number], RecordId | null>>;
}

let world: Promise<World> | undefined;

export function getWorld(): Promise<World> {
  world ??= createWorld();
  return world;
}

/** Uses a new merchant, since a merchant may have at most ten unanswered requests to a member. */
async function ask(
  { id: tenantId, environment }: TestTenant,
  memberId: MemberId,
  maxAmount: DecimalAmount | null = null,
) {
  const merchant = await createMerchant(networkCaller(environment), { tenantId, name: "Roastery", mcc: "5814" });
  const caller = {
    kind: "merchant",
    merchantId: merchant.id,
    key: { kind: "merchant_key", id: newRecordId(now()) },
    tenantId,
    isTenantSuspended: false,
    environment,
    now: now(),
    requestId: newRecordId(now()),
  } as const;
  const { agreement } = await requestAgreement(
    caller,
    {
      memberId,
      paymentCode: null,
      pin: null,
      merchantReference: "ref",
      description: "Beans",
      amount: null,
      maxAmount,
      currency: "USD",
      interval: null,
      endsOn: null,
    },
    null,
  );
  assert.ok(agreement);
  return { id: agreement.id, caller };
}

async function payAskedCharge({ id, caller }: Awaited<ReturnType<typeof ask>>): Promise<string> {
  const charge = {
    id,
    amount: readAmount(2),
    currency: null,
    merchantReference: null,
    metadata: null,
    onExceed: "ask",
  } as const;
  const outcome = await chargeAgreement({ ...caller, now: now() }, charge, null);
  assert.ok("chargeRequest" in outcome);
  return outcome.chargeRequest.id;
}

async function createPerson(of: TestTenant): Promise<Person> {
  const card = await createTestCard(of);
  const user = await createTestUser({ kind: "member", memberId: card.memberId });
  const session = await openTestSession(user);
  const portal = portalOf(session);
  const records = async () => {
    await portal.wallet.cards.freeze({ id: card.id });
    const { recordId: decline } = await declineOf(of, card, 1, { reasonCode: "62" });
    await portal.wallet.cards.unfreeze({ id: card.id });
    assert.ok(decline);
    const { recordId: disputed } = await authorize(of, card, 1);
    const { id: dispute } = await openDispute(memberCaller(of, card), {
      id: disputed,
      reason: "duplicate",
      note: null,
    });
    await closeDispute(tenantCaller(of), { id: dispute, outcome: "rejected", message: null }, null);
    const { recordId: transaction } = await authorize(of, card, 1);
    const { recordId: code } = await portal.wallet.codes.create({
      key: randomUUID(),
      account: card.accountId,
      expiryMinutes: 10,
    });
    const { id: agreement } = await ask(of, card.memberId);
    await portal.wallet.agreements.approve({ id: agreement, noLimit: true });
    const capped = await ask(of, card.memberId, readAmount(1));
    await portal.wallet.agreements.approve({ id: capped.id, noLimit: true });
    const charge = await payAskedCharge(capped);
    const { id: request } = await ask(of, card.memberId);
    return {
      card,
      transaction,
      decline,
      disputed,
      code,
      request,
      agreement,
      charge,
      asker: capped.caller.merchantId,
      session: await openTestSession(user),
    };
  };
  let kept: Promise<Records> | undefined;
  const keptRecords = () => {
    kept ??= records();
    return kept;
  };
  return { card, session, records, keptRecords };
}

async function createWorld(): Promise<World> {
  const tenant = await createTestTenant();
  const own = await createPerson(tenant);
  const as = async (role: Parameters<typeof createTestUser>[0]) => openTestSession(await createTestUser(role));
  return {
    own,
    otherMember: await createPerson(await createTestTenant()),
    liveMember: await createPerson(await createTestTenant({ environment: "live" })),
    sessions: {
      "signed out": null,
      member: own.session,
      owner: await as({ kind: "tenant_owner", tenantId: tenant.id }),
      viewer: await as({ kind: "tenant_viewer", tenantId: tenant.id }),
      operator: await as({ kind: "network_operator" }),
    },
  };
}
