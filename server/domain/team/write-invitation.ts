import type { TIERS } from "@/server/contracts/choices";
import { getPool } from "@/server/db/pool";
import { getPrisma, type PrismaTransaction } from "@/server/db/prisma";
import { type Queryable, query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { DAY_MS } from "@/server/platform/clock";
import { newRecordId } from "@/server/platform/ids";
import type { MemberId, TenantId } from "@/server/platform/noun-ids";
import { recordAudit } from "../audit";
import type { ApiKeyCaller, OperatorCaller, StaffCaller, TenantRole } from "../caller";
import { insertEmail, linkTo, newEmail, own, type Words, words } from "../emails";
import { DomainError } from "../errors";
import { type IdempotencyClaim, storeAnswer } from "../idempotency";
import { onRealTime } from "../sandbox-clock";
import { hashInvitationToken, markEmailed, newInvitationToken } from "./invitations";
import { roleKindOf } from "./lock-team";
import { publishMemberEvent } from "./member-events";

const VALID_MS = 7 * DAY_MS;
/** People whom a tenant invites in a day, and a person in all tenants that aren’t live. */
const MAX_A_DAY = 20;
/** Once an operator has approved the tenant for live: whole campuses get their wallets on one day. */
const MAX_A_DAY_LIVE: Readonly<Record<(typeof TIERS)[number], number>> = {
  sandbox: 5_000,
  standard: 5_000,
  plus: 10_000,
  network: 20_000,
};
/** Per address and day. Beyond that, invitations have no email, and their creators pass on the links. */
const EMAILS_OF_TENANT = 3;
const EMAILS_OF_ALL = 10;

export interface Invited {
  /** A secret: its holder counts as the invited person. */
  readonly link: string;
}

/** A user; for wallets also a tenant's program. */
type Inviter = StaffCaller | OperatorCaller | ApiKeyCaller;

interface NewInvitation {
  readonly tenantId: TenantId;
  readonly email: string;
  readonly role: TenantRole | "member";
  readonly memberId: MemberId | null;
}

/**
 * Writes the row, the email, and the audit record in the caller's transaction, which holds the tenant's lock. Ends an earlier
 * invitation of the same email or wallet. An address beyond its daily limit gets no email. Returns the link. Throws
 * `daily_limit_reached`.
 */
export async function writeInvitation(
  db: PrismaTransaction,
  caller: Inviter,
  { tenantId, email, role, memberId }: NewInvitation,
  claim: IdempotencyClaim<Invited> | null,
): Promise<Invited> {
  const { now } = caller;
  const limit = await readLimit(db, tenantId);
  const made = await readInvitationsOfDay(db, {
    userId: inviterOf(caller),
    now,
    tenantId,
    limit,
    again: { email, memberId },
  });
  if (made.length >= limit) throw tooMany(made, limit);
  const earlier = memberId === null ? { email, memberId } : { memberId };
  await db.invitation.updateMany({
    where: { tenantId, ...earlier, acceptedAt: null, revokedAt: null },
    data: { revokedAt: now },
  });
  const token = newInvitationToken();
  const link = linkTo(`/invite/${token}`);
  const invitation = {
    id: newRecordId(now),
    tenantId,
    role: role === "member" ? role : roleKindOf(role),
    memberId,
    email,
    tokenHash: hashInvitationToken(token),
    invitedBy: inviterOf(caller),
    createdAt: now,
    expiresAt: new Date(now.getTime() + VALID_MS),
  };
  const hasRoom = await mayEmailInvitation(db, { tenantId, email, now });
  await db.invitation.create({ data: invitation });
  if (hasRoom)
    await emailInvitation(db, caller, {
      id: invitation.id,
      tenantId,
      email,
      role,
      memberId,
      link: linkTo(`/invite/${markEmailed(token, email)}`),
    });
  await recordAudit(db, caller, {
    subject: { kind: "invitation", id: invitation.id },
    tenantId,
    ...(memberId === null
      ? { action: "team.invited", environment: null, details: { role } }
      : { action: "member.invited", details: { member: memberId } }),
  });
  if (memberId !== null) await publishMemberEvent(db, "member.invited", { memberId, source: invitation.id, now });
  await storeAnswer(db, claim, { link }, now);
  return { link };
}

function inviterOf(caller: Inviter): string | null {
  return caller.kind === "tenant" ? null : caller.userId;
}

/**
 * When each person was last invited in the last 24 hours, newest first, up to the day's limit: another link for one whose link
 * was lost doesn't count, and leaves out `again`. What emails an address gets has limits of its own.
 */
function readInvitationsOfDay(
  db: Queryable,
  {
    userId,
    tenantId,
    now,
    limit,
    again = null,
  }: {
    readonly userId: string | null;
    readonly tenantId: TenantId;
    readonly now: Date;
    readonly limit: number;
    readonly again?: Pick<NewInvitation, "email" | "memberId"> | null;
  },
): Promise<{ readonly at: Date }[]> {
  return query<{ at: Date }>(
    db,
    sql`SELECT max(created_at) AS at FROM invitations
      WHERE (tenant_id = ${tenantId} OR (invited_by = ${userId} AND ${limit === MAX_A_DAY}
          AND NOT EXISTS (SELECT 1 FROM tenants t WHERE t.id = invitations.tenant_id AND t.live_approved_at IS NOT NULL)))
        AND created_at > ${new Date(now.getTime() - DAY_MS)}
        AND NOT (${again !== null} AND tenant_id = ${tenantId} AND email = ${again?.email ?? ""}
          AND member_id IS NOT DISTINCT FROM ${again?.memberId ?? null})
      GROUP BY tenant_id, email, member_id ORDER BY 1 DESC LIMIT ${limit}`,
  );
}

/** `because` says why no one can be invited: a shared login, an unproved email, or the daily limit. */
export interface InvitationRoom {
  readonly left: number;
  readonly because: "shared" | "unproved" | "limit" | null;
}

export async function readInvitationRoom(caller: StaffCaller): Promise<InvitationRoom> {
  const db = getPrisma();
  const { userId, tenantId } = caller;
  const user = await db.user.findUniqueOrThrow({
    where: { id: userId },
    select: { isShared: true, emailProvedAt: true },
  });
  if (user.isShared) return { left: 0, because: "shared" };
  if (!user.emailProvedAt) return { left: 0, because: "unproved" };
  const limit = await readLimit(db, tenantId);
  const made = await readInvitationsOfDay(getPool(), { userId, tenantId, now: onRealTime(caller).now, limit });
  const left = limit - made.length;
  return { left, because: left === 0 ? "limit" : null };
}

/** Invitations of a tenant in a day. */
async function readLimit(db: Pick<PrismaTransaction, "tenant">, tenantId: TenantId): Promise<number> {
  const { liveApprovedAt, rateLimitTier } = await db.tenant.findUniqueOrThrow({
    where: { id: tenantId },
    select: { liveApprovedAt: true, rateLimitTier: true },
  });
  return liveApprovedAt === null ? MAX_A_DAY : MAX_A_DAY_LIVE[rateLimitTier];
}

function tooMany(made: readonly { readonly at: Date }[], limit: number): DomainError {
  const availableAt = new Date((made.at(-1)?.at.getTime() ?? 0) + DAY_MS).toISOString();
  return new DomainError(
    "daily_limit_reached",
    `You can invite at most ${limit.toLocaleString("en-US")} people a day. Try again tomorrow.`,
    {
      details: { limit, availableAt },
    },
  );
}

/** Serializes tenants that invite the same address. */
async function mayEmailInvitation(
  db: PrismaTransaction,
  { tenantId, email, now }: { readonly tenantId: TenantId; readonly email: string; readonly now: Date },
): Promise<boolean> {
  await query(db, sql`SELECT 1 FROM pg_advisory_xact_lock(hashtextextended(${`invitation:${email}`}, 0))`);
  const ofAll = { email, createdAt: { gt: new Date(now.getTime() - DAY_MS) } };
  if ((await db.invitation.count({ where: ofAll })) >= EMAILS_OF_ALL) return false;
  return (await db.invitation.count({ where: { ...ofAll, tenantId } })) < EMAILS_OF_TENANT;
}

async function emailInvitation(
  db: PrismaTransaction,
  caller: Inviter,
  { id, tenantId, email, role, link }: NewInvitation & { readonly id: string; readonly link: Words },
): Promise<void> {
  const tenant = await db.tenant.findUnique({ where: { id: tenantId }, select: { title: true } });
  const title = tenant?.title ?? "a tenant";
  const inviter = caller.kind === "tenant" ? title : caller.email;
  const message = newEmail(caller.now, {
    id,
    recipient: email,
    subject: role === "member" ? words`${title} invites you to a wallet` : words`${title} invites you to Closed Loop`,
    paragraphs: [
      role === "member"
        ? words`${title} invites you to a wallet on Closed Loop. Pay with codes, see your balance and holds, and choose who can charge you.`
        : words`${inviter} invites you to join ${title} on Closed Loop as ${own(role)}.`,
      link,
      words`The link works once and expires in a week. If you didn’t expect it, ignore this email.`,
    ],
  });
  await query(db, insertEmail(message));
}
