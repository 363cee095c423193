import { nameCard } from "@/components/shared/cards/name-card";
import type { AuditEntry } from "@/server/trpc/types";
import { spell } from "./words";

type Subject = Pick<AuditEntry, "subjectKind" | "subjectId" | "details" | "memberName">;

const NAMES = ["label", "name", "email", "title", "slug", "url"];

/** A subject's name, as its audit record has it; null where the record has none. */
export function nameOfSubject({ subjectKind, subjectId, details, memberName }: Subject): string | null {
  if (subjectKind === "card") return [nameCard(subjectId), ...(memberName ? [memberName] : [])].join(" · ");
  return details.find(({ name, value }) => NAMES.includes(name) && value !== "none")?.value ?? null;
}

/** Words before ids: its name, else what kind of thing it is and whose. */
export function saySubject(subject: Subject): string {
  const { subjectKind, memberName } = subject;
  return nameOfSubject(subject) ?? [spell(subjectKind), ...(memberName ? [memberName] : [])].join(" · ");
}
