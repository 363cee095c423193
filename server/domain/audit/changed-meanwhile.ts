import { isDeepStrictEqual } from "node:util";
import { type Queryable, query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { MemberCaller, StaffCaller } from "../caller";
import { invalidField } from "../errors";

type Person = StaffCaller | MemberCaller;

interface Edited<Fields> {
  readonly id: string;
  /** The values that the person had before them. */
  readonly seen: Fields;
  readonly stored: Fields;
  readonly changes: { readonly [Name in keyof Fields]?: Fields[Name] | undefined };
}

const namesOf = <Fields>(fields: Fields) => Object.keys(fields as object) as (keyof Fields & string)[];

/**
 * Who changed the record since the person saw it: `Dana Sandbox`, `you, elsewhere`. Null: no one, or only to what this person
 * wants too. Throws `validation_error` for a field that both changed, so that neither's change is lost unseen.
 */
export async function findChangedMeanwhile<Fields extends object>(
  db: Queryable,
  caller: Person,
  { id, seen, stored, changes }: Edited<Fields>,
): Promise<string | null> {
  const moved = namesOf(seen).filter((name) => !isDeepStrictEqual(seen[name], stored[name]));
  const news = moved.filter((name) => !isDeepStrictEqual(changes[name], stored[name]));
  if (news.length === 0) return null;
  const who = await findLastToChange(db, caller, id);
  const lost = news.find((name) => changes[name] !== undefined);
  if (lost) throw invalidField(lost, `was changed meanwhile by ${who}. Close this and open it again to see to what`);
  return who;
}

async function findLastToChange(db: Queryable, caller: Person, id: string): Promise<string> {
  const [last] = await query<{ name: string | null; userId: string | null; actor: string }>(
    db,
    sql`SELECT a.user_id, a.actor, COALESCE(u.name, u.email) AS name
      FROM audit_records a LEFT JOIN users u ON u.id = a.user_id
      WHERE a.tenant_id = ${caller.tenantId} AND a.subject_id = ${id} AND a.request_id <> ${caller.requestId}
      ORDER BY a.created_at DESC, a.id DESC LIMIT 1`,
  );
  if (!last) return "someone else";
  const isOwn = caller.kind === "staff" ? last.userId === caller.userId : last.actor === `member ${caller.memberId}`;
  if (isOwn) return "you, elsewhere";
  // A member knows the issuer, not its people.
  return caller.kind === "staff" ? (last.name ?? last.actor) : "the issuer";
}
