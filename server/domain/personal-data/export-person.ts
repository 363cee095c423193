import { getPool } from "@/server/db/pool";
import { getPrisma } from "@/server/db/prisma";
import { recordAudit } from "../audit";
import { DomainError } from "../errors";
import { readPerson } from "../queries";
import { findPerson } from "../users";
import { requireMember, type Who } from "./who";

/**
 * All data about a person, as the text of one JSON file, generated as it is read: no size is too large, and no copy is stored.
 * Amounts are in minor units. Recorded in the audit log before the first line leaves. Throws `not_found`, and `not_permitted`
 * for a shared login, whose devices are other people's.
 */
export async function exportPerson(who: Who): Promise<AsyncGenerator<string>> {
  const caller = "operator" in who ? who.operator : who;
  if ("operator" in who) await requireMember(getPrisma(), who);
  const person = await findPerson(getPrisma(), "operator" in who ? { memberId: who.memberId } : who, false);
  if (person.isShared) throw new DomainError("not_permitted", "This demo login is shared. Its data is other people’s.");
  const subject = "operator" in who ? { kind: "member", id: who.memberId } : { kind: "user", id: caller.userId };
  await recordAudit(getPool(), caller, { action: `${subject.kind}.exported`, subject, tenantId: null });
  return toJson(readPerson(person), caller.now);
}

async function* toJson(sections: ReturnType<typeof readPerson>, at: Date): AsyncGenerator<string> {
  yield `{\n"exportedAt": ${JSON.stringify(at)}`;
  let current = "";
  for await (const { name, rows } of sections) {
    const isNext = name !== current;
    const lines = rows.map((row) => `\n${JSON.stringify(row, textOfAmount)}`).join(",");
    yield (isNext ? `${current === "" ? "" : "\n]"},\n"${name}": [` : lines && ",") + lines;
    current = name;
  }
  yield "\n]\n}\n";
}

function textOfAmount(_: string, value: unknown): unknown {
  return typeof value === "bigint" ? `${value}` : value;
}
