import { createHash } from "node:crypto";
import { type Queryable, query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { MemberId } from "@/server/platform/noun-ids";
import type { Environment } from "../caller";
import { arePayoutsUnderWay } from "../payouts";
import { type HeldPlace, listHeldPlaces, type Person } from "../users";

interface LeftAccount {
  readonly id: string;
  readonly currency: string;
  readonly postedMinor: bigint;
  readonly heldMinor: bigint;
}

interface LeftMember {
  readonly id: MemberId;
  readonly name: string;
  readonly tenantTitle: string;
  readonly environment: Environment;
  readonly isErased: boolean;
  readonly isShared: boolean;
}

export interface Leaving {
  readonly members: readonly LeftMember[];
  readonly accounts: readonly LeftAccount[];
  readonly openAgreements: number;
  readonly activeCodes: number;
  readonly openCards: number;
  /** Money is on its way to their bank, which needs their account. */
  readonly isPaidOut: boolean;
  readonly places: readonly HeldPlace[];
  /** Sentences that say why it can't be done now; empty if it can. */
  readonly obstacles: readonly string[];
  /** Identifies all of the above, as confirmation. */
  readonly digest: string;
}

/** Reads only; under the transaction's locks, the result is what will happen. */
export async function readLeaving(db: Queryable, person: Person, isLocking: boolean): Promise<Leaving> {
  const ids = [...person.memberIds];
  const members = await query<LeftMember>(
    db,
    sql`SELECT m.id, m.name, t.title AS tenant_title, m.environment, m.erased_at IS NOT NULL AS is_erased,
        EXISTS (SELECT 1 FROM cards c WHERE c.member_id = m.id AND c.always_declines_with IS NOT NULL) AS is_shared
      FROM members m JOIN tenants t ON t.id = m.tenant_id WHERE m.id = ANY(${ids}::text[]) ORDER BY m.id`,
  );
  const accounts = await query<LeftAccount>(
    db,
    sql`SELECT id, currency, posted_minor, held_minor FROM accounts WHERE member_id = ANY(${ids}::text[]) ORDER BY id`,
  );
  const [open] = await query<{ agreements: number; codes: number; cards: number }>(
    db,
    sql`SELECT (SELECT count(*) FROM recurring_agreements
          WHERE member_id = ANY(${ids}::text[]) AND status IN ('pending', 'active'))::int AS agreements,
        (SELECT count(*) FROM payment_codes WHERE member_id = ANY(${ids}::text[]) AND status = 'active')::int AS codes,
        (SELECT count(*) FROM cards WHERE member_id = ANY(${ids}::text[]) AND status <> 'closed')::int AS cards`,
  );
  const places = person.userId === null ? [] : await listHeldPlaces(db, { userId: person.userId }, isLocking);
  const left = { members, accounts, places, openAgreements: open?.agreements ?? 0, activeCodes: open?.codes ?? 0 };
  const isPaidOut = await arePayoutsUnderWay(db, person.memberIds);
  const leaving = { ...left, openCards: open?.cards ?? 0, isPaidOut };
  return { ...leaving, obstacles: obstaclesOf(person, leaving), digest: digestOf(leaving) };
}

type Left = Omit<Leaving, "obstacles" | "digest">;

function obstaclesOf(person: Person, { members, accounts, isPaidOut, places }: Left): string[] {
  if (person.isShared || members.some(({ isShared }) => isShared)) {
    return ["This person is part of the public sandbox, which others rely on."];
  }
  const isGone = person.userId === null && members.every(({ isErased }) => isErased);
  if (isGone) return ["There’s no personal data left to delete."];
  return [
    ...accounts
      .filter(({ postedMinor }) => postedMinor < 0n)
      .map(({ id, currency }) => `Account ${id} (${currency}) is overdrawn. It has to be paid first.`),
    ...(isPaidOut ? ["A payout is on its way to this person’s bank. It has to arrive first."] : []),
    ...places
      .filter(({ isLast }) => isLast)
      .map(({ tenantId, title }) =>
        tenantId === null
          ? "You’re the network’s last operator. Create another one first."
          : `${title} has no other owner. Make someone else an owner first.`,
      ),
  ];
}

function digestOf(leaving: Left): string {
  const text = JSON.stringify(leaving, (_, value: unknown) => (typeof value === "bigint" ? `${value}` : value));
  return createHash("sha256").update(text).digest("base64url");
}
