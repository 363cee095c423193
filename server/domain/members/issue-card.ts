import { announce } from "@/server/db/announce";
import { runInTransaction } from "@/server/db/guarded";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { newPanToken, type PanToken } from "@/server/platform/ids";
import { type AccountId, CardId } from "@/server/platform/noun-ids";
import { recordAudit } from "../audit";
import { requirePermission } from "../authority";
import type { NetworkCaller, TenantCaller } from "../caller";
import type { DeclineCode } from "../declines";
import { DomainError } from "../errors";
import { type IdempotencyClaim, storeAnswer } from "../idempotency";
import { lockTenant, requireRoom } from "../tenants";
import { lockIssuedCard } from "./change-card";
import { lockOwnMember } from "./find-member";
import { type IssuedCard, readIssuedCard } from "./list-members";
import { storePanToken } from "./pan-token";
import type { CardRules } from "./read-card-rules";

const VALID_YEARS = 4;
const MAX_CARDS = 50;

export interface NewCard extends IssuedCard {
  readonly panToken: PanToken;
}

/** The UTC day, whatever the connection's time zone. */
const textOf = (day: Date) => day.toISOString().slice(0, 10);

/**
 * The network never holds a card number: the panToken is all there is. It is stored as an HMAC and encrypted; a tenant sees it
 * in this answer and by `revealCard`. Throws `not_found`, `not_permitted`, `not_enabled`, `limit_reached`.
 */
export async function issueCard(
  caller: NetworkCaller | TenantCaller,
  input: CardRules & {
    readonly accountId: AccountId;
    readonly panToken?: PanToken;
    /** First day on which the card no longer works; defaults to four years from today. */
    readonly expiresOn?: Date;
    /** Makes a test card; the database refuses one in live. */
    readonly alwaysDeclinesWith?: DeclineCode;
  },
  claim: IdempotencyClaim<NewCard> | null = null,
): Promise<NewCard> {
  const { now, environment } = caller;
  if (caller.kind !== "network") requirePermission(caller, "manage_members");
  const id = CardId.make(now);
  const { accountId, panToken = newPanToken() } = input;
  const stored = storePanToken(panToken);
  return runInTransaction(async (db) => {
    const ofAccount = sql`(SELECT member_id FROM accounts WHERE id = ${accountId} AND kind = 'member')`;
    const member = await lockOwnMember(db, caller, ofAccount).catch(asNoAccount);
    await lockTenant(db, caller, member.tenantId);
    const [counted] = await query<{ count: bigint }>(
      db,
      sql`SELECT count(*) FROM cards WHERE member_id = ${member.id} AND status <> 'closed'`,
    );
    if (caller.kind !== "network") requireRoom(Number(counted?.count), MAX_CARDS, "cards of one member");
    await query(
      db,
      sql`INSERT INTO cards (id, pan_token_hash, sealed_pan_token, last4, account_id, member_id, environment, expires_on, per_transaction_limit_minor,
          daily_amount_limit_minor, daily_count_limit, allowed_mccs, allowed_channels, allowed_modes,
          always_declines_with, usage_day, created_at)
        VALUES (${id}, ${stored.panTokenHash}, ${stored.sealedPanToken}, ${stored.last4}, ${accountId}, ${member.id}, ${environment}::environment,
          ${textOf(input.expiresOn ?? fourYearsFrom(now))}::date, ${input.perTransactionLimitMinor ?? null},
          ${input.dailyAmountLimitMinor ?? null}, ${input.dailyCountLimit ?? null}, ${[...(input.allowedMccs ?? [])]},
          ${[...(input.allowedChannels ?? [])]}, ${[...(input.allowedModes ?? [])]},
          ${input.alwaysDeclinesWith ?? null}, ${textOf(now)}::date, ${now})`,
    );
    await recordAudit(db, caller, {
      action: "card.issued",
      subject: { kind: "card", id },
      tenantId: member.tenantId,
      details: { member: member.id, account: accountId, last4: stored.last4 },
    });
    const card = { ...(await readIssuedCard(db, id, now)), panToken };
    await storeAnswer(db, claim, card, now);
    return card;
  }, caller.standing);
}

function fourYearsFrom(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear() + VALID_YEARS, now.getUTCMonth() + 1, 1));
}

/** The request names an account, so another tenant's member is reported as an unknown account. */
function asNoAccount(error: unknown): never {
  if (!(error instanceof DomainError) || error.code !== "member_not_found") throw error;
  throw new DomainError("account_not_found", "No such account in this environment.");
}

const CARRIED = sql`account_id, member_id, environment, per_transaction_limit_minor, daily_amount_limit_minor, daily_count_limit,
  member_per_transaction_limit_minor, member_daily_amount_limit_minor, member_daily_count_limit, member_name, tint, allowed_mccs, allowed_channels,
  allowed_modes, usage_day, usage_amount_minor, usage_count`;

/**
 * Closes a lost card and issues another with the same rules, name, and usage of the day, the member's own limits included, so
 * that replacing never allows more payments. The member's freeze stays with the old card. Throws as `changeIssuedCard` does.
 */
export async function replaceCard(
  caller: NetworkCaller | TenantCaller,
  { cardId, accountId }: { readonly cardId: CardId; readonly accountId: AccountId },
  claim: IdempotencyClaim<NewCard> | null = null,
): Promise<NewCard> {
  if (caller.kind !== "network") requirePermission(caller, "manage_members");
  const { now } = caller;
  const [id, panToken] = [CardId.make(now), newPanToken()];
  const stored = storePanToken(panToken);
  return runInTransaction(async (db) => {
    const old = await lockIssuedCard(db, caller, { cardId, accountId });
    await query(db, sql`UPDATE cards SET status = 'closed', rules_version = rules_version + 1 WHERE id = ${old.id}`);
    await query(
      db,
      sql`INSERT INTO cards (id, pan_token_hash, sealed_pan_token, last4, expires_on, created_at, ${CARRIED})
        SELECT ${id}, ${stored.panTokenHash}, ${stored.sealedPanToken}, ${stored.last4},
          ${textOf(fourYearsFrom(now))}::date, ${now}, ${CARRIED} FROM cards WHERE id = ${old.id}`,
    );
    const audited = { subject: { kind: "card", id: old.id }, tenantId: old.tenantId };
    const details = { member: old.memberId, account: old.accountId, last4: old.last4, by: id };
    await recordAudit(db, caller, { ...audited, action: "card.replaced", details });
    announce(db, `member:${old.memberId}`);
    const card = { ...(await readIssuedCard(db, id, now)), panToken };
    await storeAnswer(db, claim, card, now);
    return card;
  }, caller.standing);
}
