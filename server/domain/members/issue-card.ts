import { runInTransaction } from "@/server/db/guarded";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { newPanToken, type PanToken } from "@/server/platform/ids";
import { type AccountId, CardId } from "@/server/platform/noun-ids";
import { recordAudit } from "../audit";
import { requirePermission } from "../authority";
import type { NetworkCaller, StaffCaller } from "../caller";
import type { DeclineCode } from "../declines";
import { type IdempotencyClaim, keepAnswer } from "../idempotency";
import { lockTenant, requireRoom } from "../tenants";
import { lockOwnMember } from "./own-member";
import { storePanToken } from "./pan-token";

const VALID_YEARS = 4;
/** That are not closed, of one member. */
const MAX_CARDS = 50;

/** Limits are minor units of the account's currency; an empty allow-list allows everything. */
export interface CardRules {
  readonly perTransactionLimitMinor?: bigint;
  readonly dailyAmountLimitMinor?: bigint;
  readonly dailyCountLimit?: number;
  readonly allowedMccs?: readonly string[];
  readonly allowedChannels?: readonly string[];
  readonly allowedModes?: readonly string[];
}

export interface NewCard {
  readonly id: CardId;
  readonly panToken: PanToken;
}

/** Its UTC day, whatever zone the connection is in. */
const textOf = (day: Date) => day.toISOString().slice(0, 10);

/**
 * A card for the member whose account it draws on. The network never holds a card number: the panToken is all there is.
 * It is stored as an HMAC and encrypted; a tenant sees it in this answer and by `revealCard`. Throws `not_found`,
 * `not_permitted`, `not_enabled`, `limit_reached`.
 */
export async function issueCard(
  caller: NetworkCaller | StaffCaller,
  input: CardRules & {
    readonly accountId: AccountId;
    readonly panToken?: PanToken;
    /** First day on which the card no longer works; four years from today without it. */
    readonly expiresOn?: Date;
    /** A test card of the sandbox; the database refuses one in the live environment. */
    readonly alwaysDeclinesWith?: DeclineCode;
  },
  claim: IdempotencyClaim<NewCard> | null = null,
): Promise<NewCard> {
  const { now, environment } = caller;
  if (caller.kind === "staff") requirePermission(caller, "manage_members");
  const id = CardId.make(now);
  const { accountId, panToken = newPanToken() } = input;
  const card: NewCard = { id, panToken };
  const stored = storePanToken(panToken);
  const inFourYears = new Date(Date.UTC(now.getUTCFullYear() + VALID_YEARS, now.getUTCMonth() + 1, 1));
  await runInTransaction(async (db) => {
    const member = await lockOwnMember(
      db,
      caller,
      sql`(SELECT member_id FROM accounts WHERE id = ${accountId} AND kind = 'member')`,
    );
    await lockTenant(db, caller, member.tenantId);
    const [counted] = await query<{ count: bigint }>(
      db,
      sql`SELECT count(*) FROM cards WHERE member_id = ${member.id} AND status <> 'closed'`,
    );
    if (caller.kind === "staff") requireRoom(Number(counted?.count), MAX_CARDS, "cards of one member");
    await query(
      db,
      sql`INSERT INTO cards (id, pan_token_hash, sealed_pan_token, last4, account_id, member_id, environment, expires_on, per_transaction_limit_minor,
          daily_amount_limit_minor, daily_count_limit, allowed_mccs, allowed_channels, allowed_modes,
          always_declines_with, usage_day, created_at)
        VALUES (${id}, ${stored.panTokenHash}, ${stored.sealedPanToken}, ${stored.last4}, ${accountId}, ${member.id}, ${environment}::environment,
          ${textOf(input.expiresOn ?? inFourYears)}::date, ${input.perTransactionLimitMinor ?? null},
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
    await keepAnswer(db, claim, card, now);
  });
  return card;
}
